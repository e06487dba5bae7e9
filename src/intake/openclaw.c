/* SPDX-License-Identifier: MIT */
/*
 * OpenClaw's session files: pi's, in a directory whose sessions.json tells by
 * the key of a session what kind it is.
 */
#include "config.h"

#include <string.h>

#include "base/arena.h"
#include "base/json.h"
#include "base/path.h"
#include "intake/noise.h"
#include "intake/pi.h"

#define INDEX_MAX ((size_t)64 << 20)
#define UUID_LEN 36

static const char *
index_path(struct rv_arena *arena, const char *path)
{
	size_t dir = (size_t)(rv_path_base(path) - path);

	return rv_arena_printf(arena, "%.*ssessions.json", (int)dir, path);
}

static bool
is_uuid(struct rv_sv v)
{
	if (v.n != UUID_LEN)
		return false;
	for (size_t i = 0; i < v.n; i++) {
		bool dash = i == 8 || i == 13 || i == 18 || i == 23;
		bool hex = (v.p[i] >= '0' && v.p[i] <= '9') ||
			   (v.p[i] >= 'a' && v.p[i] <= 'f') ||
			   (v.p[i] >= 'A' && v.p[i] <= 'F');

		if (dash ? v.p[i] != '-' : !hex)
			return false;
	}
	return true;
}

bool
rv_openclaw_owns(const char *path)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_sv name = rv_format_session(path);
	bool owns = is_uuid(name) || rv_sv_has(name, RV_SV("-topic-")) ||
		    rv_path_exists(index_path(&arena, path));

	rv_arena_release(&arena);
	return owns;
}

/* Does this entry of sessions.json mean the file? */
static bool
means(const rv_json *entry, struct rv_sv base, struct rv_sv session)
{
	struct rv_sv file = rv_json_get_sv(entry, "sessionFile");

	if (file.n)
		return rv_sv_ends(file, base) &&
		       (file.n == base.n ||
			file.p[file.n - base.n - 1] == '/');
	return rv_sv_eq(rv_json_get_sv(entry, "sessionId"), session);
}

/* Why the session is no conversation, by its key; NULL when it is one. */
static const char *
noise_by_key(const char *path)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_buf text = RV_BUF_INIT;
	struct rv_json_doc doc = {0};
	struct rv_sv base = rv_sv(rv_path_base(path));
	struct rv_sv session = rv_format_session(path);
	const char *reason = NULL;
	const rv_json *e;

	if (rv_path_read(index_path(&arena, path), INDEX_MAX, &text, NULL) ==
		    RV_OK &&
	    rv_json_parse(rv_buf_sv(&text), &doc, NULL) == RV_OK) {
		e = rv_json_is_object(doc.root) ? rv_json_first(doc.root)
						: NULL;
		for (; e; e = rv_json_next(e)) {
			if (!means(e, base, session))
				continue;
			reason = rv_noise_session(rv_sv(rv_json_key(e)));
			break;
		}
	}
	rv_json_release(&doc);
	rv_buf_release(&text);
	rv_arena_release(&arena);
	return reason;
}

static bool
sniff(const char *path, struct rv_sv head)
{
	return rv_pi_sniff(head) && rv_openclaw_owns(path);
}

static rv_status
read_openclaw(struct rv_reader *r, struct rv_err *err)
{
	return rv_pi_read(r, noise_by_key(r->path), err);
}

const struct rv_format rv_format_openclaw = {
	.name = "openclaw",
	.sniff = sniff,
	.read = read_openclaw,
};
