/* SPDX-License-Identifier: MIT */
/* A list of the configuration, added to as a person wrote it. */
#include "config.h"

#include "engine/config_edit.h"

#include <string.h>

#include "base/i18n.h"
#include "base/path.h"
#include "base/yaml.h"
#include "doc/field.h"
#include "files/publish.h"

#define CONFIG_MAX ((size_t)1 << 20)
#define BOM "\xEF\xBB\xBF"

struct addition {
	const char *const *items;
	size_t n;
	const char *eol;
	struct rv_arena *arena;
};

static struct rv_sv
add_all(struct rv_sv meta, const char *key, const struct addition *a)
{
	/* a list from the start, also for one item */
	struct rv_field f;

	if (!rv_field_find(meta, key, &f))
		meta = rv_field_set(meta, key, RV_SV("[]"), a->eol, a->arena);
	for (size_t i = 0; i < a->n; i++)
		meta = rv_field_add(meta, key, rv_sv(a->items[i]), a->eol,
				    a->arena);
	return meta;
}

/* The lines with `n` blanks less before them, or more where it is below 0. */
static struct rv_sv
shift(struct rv_sv lines, int n, struct rv_arena *arena)
{
	struct rv_buf b = RV_BUF_INIT;

	for (size_t at = 0, end; at < lines.n; at = end) {
		ptrdiff_t nl = rv_sv_find_char(rv_sv_slice(lines, at, lines.n),
					       '\n');
		struct rv_sv line;
		int less = n;

		end = nl < 0 ? lines.n : at + (size_t)nl + 1;
		line = rv_sv_slice(lines, at, end);
		while (less > 0 && line.n && line.p[0] == ' ') {
			line = rv_sv_slice(line, 1, line.n);
			less--;
		}
		if (n < 0 && rv_sv_trim(line).n)
			rv_buf_addf(&b, "%*s", -n, "");
		rv_buf_addv(&b, line);
	}
	return rv_buf_detach_in(arena, &b);
}

/* "vault" in the map below "paths:"; false: there is no such map. */
static bool
add_below(struct rv_sv *meta, const char *outer, const char *inner,
	  const struct addition *a)
{
	struct rv_field f;
	struct rv_sv below;
	size_t start;

	if (!rv_field_find(*meta, outer, &f) || f.value == f.end)
		return false;
	for (start = f.value; meta->p[start - 1] == ' ';)
		start--;
	/* on lines of its own, so that it can take another line */
	if (meta->p[start - 1] != '\n' || start == f.value)
		return false;
	below = shift(rv_sv_slice(*meta, start, f.to), (int)(f.value - start),
		      a->arena);
	below = shift(add_all(below, inner, a), -(int)(f.value - start),
		      a->arena);
	*meta = rv_sv(rv_arena_printf(
		a->arena, "%.*s%.*s%.*s", (int)start, meta->p, RV_SV_ARG(below),
		RV_SV_ARG(rv_sv_slice(*meta, f.to, meta->n))));
	return true;
}

/* Does the text say all of them? */
static bool
says(struct rv_sv text, const char *key, const struct addition *a)
{
	const struct rv_yaml *list;
	struct rv_yaml *map;

	if (rv_yaml_parse(text, key, a->arena, &map, NULL) != RV_OK)
		return false;
	list = rv_yaml_get(map, key);
	for (size_t i = 0; i < a->n; i++) {
		const struct rv_yaml *c = list ? list->child : NULL;

		while (c && !rv_sv_is(rv_yaml_sv(c), a->items[i]))
			c = c->next;
		if (!c && !(list && rv_sv_is(rv_yaml_sv(list), a->items[i])))
			return false;
	}
	return true;
}

/* Behind a byte order mark and the line that begins a document. */
static size_t
head_of(struct rv_sv text)
{
	size_t head = rv_sv_starts(text, RV_SV(BOM)) ? strlen(BOM) : 0;
	struct rv_sv rest = rv_sv_slice(text, head, text.n), line;

	if (rv_sv_next_line(&rest, &line) &&
	    rv_sv_is(rv_sv_trim_end(line), "---"))
		head = text.n - rest.n;
	return head;
}

static struct rv_sv
with_items(struct rv_sv text, const char *key, const struct addition *a)
{
	size_t head = head_of(text);
	struct rv_sv meta = rv_sv_slice(text, head, text.n);
	const char *dot = strchr(key, '.');
	struct rv_field f;

	if (!dot || rv_field_find(meta, key, &f) ||
	    !add_below(
		    &meta,
		    rv_sv_cstr_in(a->arena, rv_sv_of(key, (size_t)(dot - key))),
		    dot + 1, a))
		meta = add_all(meta, key, a);
	return rv_sv(rv_arena_printf(a->arena, "%.*s%.*s", (int)head, text.p,
				     RV_SV_ARG(meta)));
}

rv_status
rv_config_add(const char *file, const char *key, const char *const *items,
	      size_t n, struct rv_arena *arena, struct rv_err *err)
{
	struct addition a = {items, n, "\n", arena};
	struct rv_buf text = RV_BUF_INIT;
	struct rv_err why = {0};
	rv_status s = rv_path_read(file, CONFIG_MAX, &text, &why);
	struct rv_sv out;

	if (s != RV_OK && s != RV_E_NOTFOUND) {
		if (err)
			*err = why;
		goto out;
	}
	if (rv_sv_has(rv_buf_sv(&text), RV_SV("\r\n")))
		a.eol = "\r\n";
	if (text.n && text.p[text.n - 1] != '\n')
		rv_buf_adds(&text, a.eol);
	out = with_items(rv_buf_sv(&text), key, &a);
	if (!says(out, key, &a))
		s = rv_fail_path(err, RV_E_CONFIG, file,
				 _("%s: nothing can be added to %s as it is "
				   "written; add \"%s\" to it by hand"),
				 file, key, n ? items[n - 1] : "");
	else if (s == RV_OK && rv_sv_eq(out, rv_buf_sv(&text)))
		s = RV_OK; /* it says so already */
	else
		s = rv_publish(file, out, err);
out:
	rv_buf_release(&text);
	return s;
}
