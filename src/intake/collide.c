/* SPDX-License-Identifier: MIT */
/* Two texts under one id. */
#include "config.h"

#include "intake/collide.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/clean.h"
#include "base/hash.h"
#include "base/i18n.h"

struct rv_episode
rv_collide_copy(const struct rv_episode *e, struct rv_arena *arena)
{
	struct rv_episode c = *e;

	c.session = rv_sv_dup_in(arena, e->session);
	c.entry = rv_sv_dup_in(arena, e->entry);
	c.ref = rv_sv_eq(e->ref, e->entry) ? c.entry
					   : rv_sv_dup_in(arena, e->ref);
	c.role = rv_sv_dup_in(arena, e->role);
	c.name = rv_sv_dup_in(arena, e->name);
	c.text = rv_sv_dup_in(arena, e->text);
	c.source = rv_sv_dup_in(arena, e->source);
	c.excluded = rv_sv_dup_in(arena, e->excluded);
	return c;
}

bool
rv_collide_rename(struct rv_episode *e, struct rv_arena *arena)
{
	struct rv_sha256 sha;
	char hex[RV_SHA256_HEX], made[24];

	snprintf(made, sizeof(made), "L%" PRId64, e->line);
	if (!rv_sv_is(e->entry, made))
		return false;
	rv_sha256_init(&sha);
	rv_sha256_add(&sha, e->role.p, e->role.n);
	rv_sha256_add(&sha, "", 1);
	rv_sha256_add(&sha, e->text.p, e->text.n);
	rv_sha256_hex(&sha, hex);
	e->entry = rv_sv(rv_arena_printf(arena, "%s-%.8s", made, hex));
	e->ref = e->entry;
	rv_episode_identify(e);
	return true;
}

rv_status
rv_collide_reject(struct rv_store *s, struct rv_import_report *r,
		  const char *path, const struct rv_episode *e,
		  struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_episode old;
	rv_status st = rv_episode_get(s, rv_sv(e->id), &arena, &old, err);
	struct rv_sv ref = e->entry;

	if (st != RV_OK)
		goto out;
	ref = rv_text_clean_in(&arena, rv_sv_slice(ref, 0, RV_MIN(ref.n, 80)),
			       RV_CLEAN_LINE);
	if (old.excluded.n)
		r->seen++;
	else
		rv_import_reject(
			r, rv_sv(path), e->line, e->offset,
			_("line %" PRId64 " has another text for %.*s than "
			  "line %" PRId64 " of %s"),
			e->line, RV_SV_ARG(ref), old.line,
			rv_sv_cstr_in(&arena,
				      rv_text_clean_in(&arena, old.source,
						       RV_CLEAN_LINE)));
out:
	rv_arena_release(&arena);
	return st;
}
