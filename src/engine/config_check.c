/* SPDX-License-Identifier: MIT */
/* What a configuration says and nobody reads: told once, when it is opened. */
#include "config.h"

#include <string.h>

#include "base/i18n.h"
#include "base/log.h"
#include "engine/engine_priv.h"
#include "engine/models.h"

#define NAME_MAX_BYTES 64 /* a longer key is no slip of the finger */
#define NOTES_MAX (RV_USE_N * RV_LLM_NOTES_MAX)

/* "*" as a part stands for any name. */
static const char *const keys[] = {
#define CONFIG(key, value) key,
#include "engine/config.def"
#undef CONFIG
};

struct checker {
	struct rv_arena arena;
	const char *file;
};

/* What is left of a known key behind the parts of `path`, or none (p is NULL);
 * empty: it is the whole key. */
static struct rv_sv
behind(const char *known, const char *path)
{
	struct rv_sv k = rv_sv(known), p = rv_sv(path), a, b;

	while (rv_sv_next_part(&p, '.', &b)) {
		if (!rv_sv_next_part(&k, '.', &a) ||
		    (!rv_sv_is(a, "*") && !rv_sv_eq(a, b)))
			return RV_SV_NONE;
	}
	return k.p ? k : rv_sv("");
}

static char
lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

/* Letters that were left out, put in or exchanged; capitals count for none. */
static size_t
distance(struct rv_sv a, struct rv_sv b)
{
	size_t row[NAME_MAX_BYTES + 1];

	if (a.n > NAME_MAX_BYTES || b.n > NAME_MAX_BYTES)
		return NAME_MAX_BYTES;
	for (size_t k = 0; k <= b.n; k++)
		row[k] = k;
	for (size_t i = 0; i < a.n; i++) {
		size_t corner = row[0];

		row[0] = i + 1;
		for (size_t k = 0; k < b.n; k++) {
			size_t same = corner + (lower(a.p[i]) !=
						lower(b.p[k]));

			corner = row[k + 1];
			row[k + 1] = RV_MIN(RV_MIN(row[k], corner) + 1, same);
		}
	}
	return row[b.n];
}

/* The last part of a dotted key. */
static struct rv_sv
last_part(struct rv_sv key)
{
	const char *dot = memrchr(key.p, '.', key.n);

	return dot ? rv_sv_slice(key, (size_t)(dot + 1 - key.p), key.n) : key;
}

/* The name beside `name` that is meant, the whole key of a name that belongs
 * elsewhere, or empty. */
static struct rv_sv
nearest(const char *prefix, struct rv_sv name)
{
	size_t best = name.n / 3 + 1;
	struct rv_sv found = RV_SV_NONE;

	for (size_t i = 0; i < ARRAY_LEN(keys); i++) {
		struct rv_sv rest = *prefix ? behind(keys[i], prefix)
					    : rv_sv(keys[i]);
		struct rv_sv part;
		size_t d;

		if (!rest.n || !rv_sv_next_part(&rest, '.', &part))
			continue;
		d = distance(name, part);
		if (d < best || (d == best && !found.n)) {
			best = d;
			found = part;
		}
	}
	for (size_t i = 0; i < ARRAY_LEN(keys) && !found.n; i++)
		if (!strchr(keys[i], '*') &&
		    rv_sv_eq(last_part(rv_sv(keys[i])), name))
			found = rv_sv(keys[i]);
	return found;
}

static void
unknown(const struct checker *c, const char *prefix, const struct rv_yaml *n)
{
	struct rv_sv key = rv_sv_slice(n->key, 0, RV_MIN(n->key.n, 40));
	struct rv_sv meant = nearest(prefix, n->key);

	if (meant.n)
		rv_log(RV_LOG_WARN,
		       /* TRANSLATORS: FILE:LINE, the key in the file, one that
			* there is. */
		       _("%s:%d: there is no key \"%.*s\", so it changes "
			 "nothing; is \"%.*s\" meant?"),
		       c->file, n->line, RV_SV_ARG(key), RV_SV_ARG(meant));
	else
		rv_log(RV_LOG_WARN,
		       /* TRANSLATORS: FILE:LINE, the key in the file. */
		       _("%s:%d: there is no key \"%.*s\", so it changes "
			 "nothing"),
		       c->file, n->line, RV_SV_ARG(key));
}

static void
look(struct checker *c, const char *prefix, const struct rv_yaml *map)
{
	for (const struct rv_yaml *n = map->child; n; n = n->next) {
		const char *path = rv_arena_printf(&c->arena, "%s%s%.*s",
						   prefix, *prefix ? "." : "",
						   RV_SV_ARG(n->key));
		bool whole = false, part = false;

		for (size_t i = 0; i < ARRAY_LEN(keys) && !whole; i++) {
			struct rv_sv rest = behind(keys[i], path);

			whole = rest.p && !rest.n;
			part = part || rest.n;
		}
		/* What a whole key holds is its reader's matter. */
		if (whole)
			continue;
		if (!part)
			unknown(c, prefix, n);
		else if (n->kind == RV_YAML_MAP)
			look(c, path, n);
	}
}

/* A JSON file is the agent's own, and most of it is none of our business. */
static bool
is_shared(const char *file)
{
	struct rv_sv v = rv_sv(file), end = RV_SV(".json");

	return v.n >= end.n && rv_sv_eq(rv_sv_slice(v, v.n - end.n, v.n), end);
}

void
rv_config_check(const struct rv_config *config)
{
	const struct rv_yaml *maps[] = {config->user, config->own,
					config->extra};
	const char *files[] = {config->user_file, config->own_file,
			       config->extra_file};

	for (size_t i = 0; i < ARRAY_LEN(maps); i++) {
		struct checker c = {RV_ARENA_INIT, files[i]};

		if (maps[i] && !is_shared(files[i]))
			look(&c, "", maps[i]);
		rv_arena_release(&c.arena);
	}
}

void
rv_models_check(struct rv_engine *e)
{
	struct rv_llm_config cfg = rv_models_config(e);
	struct rv_llm llm[RV_USE_N];
	const char *said[NOTES_MAX];
	size_t n = 0, k;

	for (size_t use = 0; use < RV_USE_N; use++) {
		rv_llm_resolve_names(&cfg, (enum rv_llm_use)use, &llm[use]);
		for (size_t i = 0; i < llm[use].n_notes; i++) {
			const char *note = llm[use].notes[i];

			for (k = 0; k < n && strcmp(said[k], note) != 0; k++)
				;
			if (k < n)
				continue;
			said[n++] = note;
			rv_log(RV_LOG_WARN, "%s", note);
		}
	}
	for (size_t use = 0; use < RV_USE_N; use++)
		rv_llm_release(&llm[use]);
}
