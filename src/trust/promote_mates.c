/* SPDX-License-Identifier: MIT */
/* Pages that one step writes together: no index knows them yet. */
#include "config.h"

#include "trust/promote_priv.h"
#include "trust/read_page.h"

void
rv_promote_mate_make(struct rv_sv path, struct rv_sv bytes,
		     struct rv_arena *arena, struct rv_promote_mate *out)
{
	struct rv_page_doc doc;
	struct rv_page_link *links;
	size_t n;

	*out = (struct rv_promote_mate){.bytes = bytes};
	rv_page_parse(bytes, arena, &doc);
	rv_read_page(path, RV_LAYER_WIKI, bytes, &doc, arena, &out->meta,
		     &links, &n);
}

bool
rv_mates_have(const struct rv_promote_in *in, struct rv_sv path)
{
	for (size_t i = 0; i < in->n_mates; i++)
		if (rv_sv_eq(in->mates[i].meta.path, path))
			return true;
	return false;
}

struct asked {
	struct rv_sv key;
	bool found;
};

/* rv_names_fn */
static void
compare(struct rv_sv key, unsigned kind, void *arg)
{
	struct asked *a = arg;

	(void)kind;
	a->found |= rv_sv_eq(key, a->key);
}

const struct rv_page_meta *
rv_mates_named(const struct rv_promote_in *in, struct rv_sv key,
	       struct rv_sv target)
{
	struct asked a = {.key = key};

	for (size_t i = 0; i < in->n_mates; i++) {
		if (rv_sv_eq(in->mates[i].meta.path, target))
			continue;
		rv_names_each(&in->mates[i].meta, compare, &a);
		if (a.found)
			return &in->mates[i].meta;
	}
	return NULL;
}
