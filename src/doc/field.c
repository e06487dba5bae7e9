/* SPDX-License-Identifier: MIT */
/* Fields of frontmatter, changed where they stand. */
#include "config.h"

#include "doc/field.h"

#include <string.h>

#include "base/mem.h"
#include "base/yaml.h"

static size_t
line_end(struct rv_sv v, size_t at)
{
	const char *nl = at < v.n ? memchr(v.p + at, '\n', v.n - at) : NULL;

	return nl ? (size_t)(nl - v.p) + 1 : v.n;
}

/* Where the value begins when the line at `at` begins with this key, plain or
 * in quotes; or 0. */
static size_t
behind_key(struct rv_sv meta, size_t at, struct rv_sv key)
{
	struct rv_sv line = rv_sv_slice(meta, at, line_end(meta, at));
	char quote = line.n && strchr("\"'", line.p[0]) ? line.p[0] : '\0';
	size_t i = quote ? 1 : 0;

	if (!rv_sv_starts(rv_sv_slice(line, i, line.n), key))
		return 0;
	i += key.n;
	if (quote && (i >= line.n || line.p[i++] != quote))
		return 0;
	while (i < line.n && strchr(" \t", line.p[i]))
		i++;
	if (i >= line.n || line.p[i] != ':' ||
	    (i + 1 < line.n && !strchr(" \t\r\n", line.p[i + 1])))
		return 0;
	return at + i + 1;
}

/* The first line at or behind `at` that is no blank one and no comment goes on
 * with the field: it is indented, or an item of its list. */
static bool
goes_on(struct rv_sv meta, size_t at)
{
	struct rv_sv line;

	for (; at < meta.n; at = line_end(meta, at)) {
		line = rv_sv_slice(meta, at, line_end(meta, at));
		if (!rv_sv_trim(line).n || line.p[0] == '#')
			continue;
		return strchr(" \t", line.p[0]) ||
		       (line.p[0] == '-' &&
			(line.n == 1 || strchr(" \t\r\n", line.p[1])));
	}
	return false;
}

/* What the bytes of a value mean, one after the other. */
struct scan {
	char quote;	/* it is open */
	int depth;	/* of brackets */
	bool start;	/* a value may begin here: a quote or bracket counts */
	bool long_text; /* of "|" or ">": every byte is text */
};

/* One byte of the value; true: it goes to the value, false: blanks. */
static bool
step(struct scan *s, struct rv_sv meta, size_t *at)
{
	char c = meta.p[*at];

	if (s->long_text)
		return !strchr(" \t\r\n", c);
	if (s->quote) {
		char next = *at + 1 < meta.n ? meta.p[*at + 1] : '\0';

		/* \" and '' are text */
		if (next &&
		    (s->quote == '"' ? c == '\\' : c == '\'' && next == c))
			++*at;
		else if (c == s->quote)
			s->quote = '\0';
		return true;
	}
	if (strchr(" \t\r\n", c))
		return false;
	if (s->start && strchr("\"'", c)) {
		s->quote = c;
	} else if ((s->start || s->depth) && strchr("[{", c)) {
		s->depth++;
		return true;
	} else if (s->depth && strchr("]}", c)) {
		s->depth--;
	}
	s->start = (s->depth && strchr(",:", c)) ||
		   (s->start && c == '-' && *at + 1 < meta.n &&
		    strchr(" \t\n", meta.p[*at + 1]));
	return true;
}

static void
read_value(struct rv_sv meta, struct rv_field *f)
{
	struct scan s = {.start = true};
	size_t at = f->colon;

	f->value = f->end = f->inner = f->colon;
	for (; at < meta.n; at++) {
		bool first = at == 0 || strchr(" \t\n", meta.p[at - 1]);

		if (meta.p[at] == '#' && first && !s.quote && !s.long_text)
			at = line_end(meta, at) - 1;
		else if (step(&s, meta, &at)) {
			if (f->value == f->end) {
				f->value = at;
				s.long_text = strchr("|>", meta.p[at]);
			}
			f->inner = f->end > f->value ? f->end : at;
			f->end = at + 1;
		}
		if (at >= meta.n || meta.p[at] != '\n')
			continue;
		s.start = true;
		if (!s.quote && !s.depth && !goes_on(meta, at + 1))
			break;
	}
	f->to = line_end(meta, f->end);
}

bool
rv_field_find(struct rv_sv meta, const char *key, struct rv_field *out)
{
	for (size_t at = 0; at < meta.n;) {
		*out = (struct rv_field){.from = at};
		out->colon = behind_key(meta, at, rv_sv(key));
		if (out->colon) {
			read_value(meta, out);
			return true;
		}
		at = line_end(meta, at);
	}
	return false;
}

/* `text` in the place of meta[from, to). */
static struct rv_sv
replace(struct rv_sv meta, size_t from, size_t to, struct rv_sv text,
	struct rv_arena *arena)
{
	return rv_sv(rv_arena_printf(arena, "%.*s%.*s%.*s", (int)from, meta.p,
				     RV_SV_ARG(text),
				     RV_SV_ARG(rv_sv_slice(meta, to, meta.n))));
}

struct rv_sv
rv_field_set(struct rv_sv meta, const char *key, struct rv_sv value,
	     const char *eol, struct rv_arena *arena)
{
	struct rv_field f;
	struct rv_sv old;

	if (!rv_field_find(meta, key, &f))
		return rv_sv(rv_arena_printf(arena, "%.*s%s: %.*s%s",
					     RV_SV_ARG(meta), key,
					     RV_SV_ARG(value), eol));
	old = rv_sv_slice(meta, f.value, f.end);
	if (rv_sv_eq(old, value))
		return meta;
	return replace(meta, f.colon, f.end,
		       rv_sv(rv_arena_printf(arena, " %.*s", RV_SV_ARG(value))),
		       arena);
}

static struct rv_sv
scalar_in(struct rv_arena *arena, struct rv_sv v)
{
	struct rv_buf b = RV_BUF_INIT;

	rv_yaml_scalar(v, &b);
	return rv_buf_detach_in(arena, &b);
}

static bool
has_item(const struct rv_yaml *node, struct rv_sv item)
{
	if (node->kind == RV_YAML_SCALAR)
		return rv_sv_eq(rv_sv_trim(node->scalar), item);
	for (const struct rv_yaml *c = node->child; c; c = c->next)
		if (c->kind == RV_YAML_SCALAR &&
		    rv_sv_eq(rv_sv_trim(c->scalar), item))
			return true;
	return false;
}

/* A line of its own behind the last item, indented as the first one. */
static struct rv_sv
add_line(struct rv_sv meta, const struct rv_field *f, struct rv_sv item,
	 const char *eol, struct rv_arena *arena)
{
	size_t start = f->value;

	while (start > 0 && meta.p[start - 1] != '\n')
		start--;
	return replace(meta, f->to, f->to,
		       rv_sv(rv_arena_printf(
			       arena, "%.*s- %.*s%s", (int)(f->value - start),
			       meta.p + start, RV_SV_ARG(item), eol)),
		       arena);
}

struct rv_sv
rv_field_add(struct rv_sv meta, const char *key, struct rv_sv item,
	     const char *eol, struct rv_arena *arena)
{
	struct rv_sv text = scalar_in(arena, item), old;
	const struct rv_yaml *node;
	struct rv_yaml *map;
	struct rv_field f;

	if (!rv_field_find(meta, key, &f))
		return rv_field_set(meta, key, text, eol, arena);
	/* what cannot be read is not added to */
	if (rv_yaml_parse(rv_sv_slice(meta, f.from, f.to), key, arena, &map,
			  NULL) != RV_OK ||
	    map->kind != RV_YAML_MAP || !map->child)
		return meta;
	node = map->child;
	if (node->kind == RV_YAML_MAP || has_item(node, item))
		return meta;
	if (rv_yaml_is_null(node) ||
	    (node->kind == RV_YAML_SCALAR && !rv_sv_trim(node->scalar).n))
		return rv_field_set(meta, key, text, eol, arena);
	if (node->kind == RV_YAML_SCALAR)
		return rv_field_set(
			meta, key,
			rv_sv(rv_arena_printf(
				arena, "[%.*s, %.*s]",
				RV_SV_ARG(scalar_in(arena,
						    rv_sv_trim(node->scalar))),
				RV_SV_ARG(text))),
			eol, arena);
	old = rv_sv_slice(meta, f.value, f.end);
	if (old.p[0] != '[')
		return add_line(meta, &f, text, eol, arena);
	return replace(
		meta, f.inner, f.inner,
		rv_sv(rv_arena_printf(arena, "%s%.*s",
				      !node->child		   ? ""
				      : meta.p[f.inner - 1] == ',' ? " "
								   : ", ",
				      RV_SV_ARG(text))),
		arena);
}

void
rv_yaml_scalar(struct rv_sv v, struct rv_buf *out)
{
	static const char *const words[] = {"true", "false", "yes",  "no",
					    "on",   "off",   "null", "~"};
	bool plain = v.n &&
		     !strchr("-?:,[]{}#&*!|>'\"%@` 0123456789.+=<\t", v.p[0]) &&
		     v.p[v.n - 1] != ' ' && !rv_sv_has(v, RV_SV(": ")) &&
		     !rv_sv_has(v, RV_SV(" #")) && v.p[v.n - 1] != ':';

	for (size_t i = 0; i < ARRAY_LEN(words); i++)
		plain = plain && !rv_sv_eq_ascii_nocase(v, rv_sv(words[i]));
	for (size_t i = 0; plain && i < v.n; i++)
		plain = (unsigned char)v.p[i] >= 0x20 &&
			!strchr("[]{},", v.p[i]);
	if (plain) {
		rv_buf_addv(out, v);
		return;
	}
	rv_buf_addc(out, '"');
	for (size_t i = 0; i < v.n; i++) {
		if (v.p[i] == '"' || v.p[i] == '\\')
			rv_buf_addc(out, '\\');
		rv_buf_addc(out, (unsigned char)v.p[i] < 0x20 ? ' ' : v.p[i]);
	}
	rv_buf_addc(out, '"');
}
