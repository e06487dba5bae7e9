/* SPDX-License-Identifier: MIT */
/* YAML into a small tree, over the events of libyaml. */
#include "config.h"

#include "base/yaml.h"

#include <stdlib.h>
#include <string.h>

#include <yaml.h>

#include "base/i18n.h"
#include "base/mem.h"

#define TEXT_MAX ((size_t)1 << 20)
#define DEPTH_MAX 32

struct level {
	struct rv_yaml *node;
	struct rv_yaml *last;
	size_t n;
	bool has_key;
	struct rv_sv key;
	int key_line;
};

struct builder {
	const char *name;
	struct rv_arena *arena;
	struct rv_err *err;
	struct level levels[DEPTH_MAX + 1];
	size_t depth;
	struct rv_yaml *root;
	int documents;
};

static rv_status
refuse(const struct builder *b, const yaml_mark_t *at, const char *why)
{
	return rv_fail_line(b->err, RV_E_PARSE, b->name, (int)at->line + 1,
			    _("%s: line %zu, column %zu: %s; correct it there"),
			    b->name, at->line + 1, at->column + 1, why);
}

static bool
is_core_tag(const yaml_char_t *tag)
{
	static const char *const tags[] = {
		YAML_STR_TAG,  YAML_INT_TAG, YAML_BOOL_TAG, YAML_NULL_TAG,
		YAML_FLOAT_TAG, YAML_SEQ_TAG, YAML_MAP_TAG,
	};

	for (size_t i = 0; i < ARRAY_LEN(tags); i++)
		if (strcmp((const char *)tag, tags[i]) == 0)
			return true;
	return false;
}

/* Hangs the node into the level above it. */
static rv_status
attach(struct builder *b, struct rv_yaml *node, const yaml_mark_t *at)
{
	struct level *up = b->depth ? &b->levels[b->depth - 1] : NULL;

	node->line = (int)at->line + 1;
	if (!up) {
		b->root = node;
		return RV_OK;
	}
	if (up->node->kind == RV_YAML_MAP) {
		if (!up->has_key)
			return refuse(b, at, _("a key must be plain text"));
		node->key = up->key;
		node->line = up->key_line;
		up->has_key = false;
	}
	if (up->last)
		up->last->next = node;
	else
		up->node->child = node;
	up->last = node;
	up->n++;
	return RV_OK;
}

static rv_status
add_scalar(struct builder *b, const yaml_event_t *e)
{
	struct level *up = b->depth ? &b->levels[b->depth - 1] : NULL;
	struct rv_sv text =
		rv_sv_of((const char *)e->data.scalar.value, e->data.scalar.length);
	struct rv_yaml *node;

	text = rv_sv_dup_in(b->arena, text);
	if (up && up->node->kind == RV_YAML_MAP && !up->has_key) {
		up->key = text;
		up->key_line = (int)e->start_mark.line + 1;
		up->has_key = true;
		return RV_OK;
	}
	node = rv_arena_new(b->arena, struct rv_yaml);
	node->kind = RV_YAML_SCALAR;
	node->scalar = text;
	node->quoted = e->data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
	return attach(b, node, &e->start_mark);
}

static rv_status
begin(struct builder *b, const yaml_event_t *e, enum rv_yaml_kind kind)
{
	struct rv_yaml *node = rv_arena_new(b->arena, struct rv_yaml);
	rv_status s;

	if (b->depth == DEPTH_MAX)
		return refuse(b, &e->start_mark, _("nested too deep"));
	node->kind = kind;
	s = attach(b, node, &e->start_mark);
	if (s == RV_OK)
		b->levels[b->depth++] = (struct level){.node = node};
	return s;
}

static int
by_key(const void *a, const void *b)
{
	const struct rv_yaml *const *x = a, *const *y = b;
	int c = rv_sv_cmp((*x)->key, (*y)->key);

	return c ? c : ((*x)->line > (*y)->line) - ((*x)->line < (*y)->line);
}

/* Sorted, because a hostile file may hold a hundred thousand keys. */
static rv_status
end_map(struct builder *b, const struct level *l)
{
	struct rv_yaml **all = rv_calloc(l->n, sizeof(struct rv_yaml *));
	rv_status s = RV_OK;
	size_t n = 0;

	for (struct rv_yaml *c = l->node->child; c; c = c->next)
		all[n++] = c;
	qsort(all, n, sizeof(struct rv_yaml *), by_key);
	for (size_t i = 1; i < n && s == RV_OK; i++)
		if (rv_sv_eq(all[i - 1]->key, all[i]->key))
			s = rv_fail_line(b->err, RV_E_PARSE, b->name,
					 all[i]->line,
					 _("%s: line %d: the key \"%.*s\" stands "
					   "here again; keep one of the two"),
					 b->name, all[i]->line,
					 (int)RV_MIN(all[i]->key.n, 100),
					 all[i]->key.p);
	free(all);
	return s;
}

/* Anchors, aliases and tags: what we do not want to understand. */
static rv_status
check_extras(const struct builder *b, const yaml_event_t *e)
{
	const yaml_char_t *anchor = NULL, *tag = NULL;

	if (e->type == YAML_SCALAR_EVENT) {
		anchor = e->data.scalar.anchor;
		tag = e->data.scalar.tag;
	} else if (e->type == YAML_SEQUENCE_START_EVENT) {
		anchor = e->data.sequence_start.anchor;
		tag = e->data.sequence_start.tag;
	} else if (e->type == YAML_MAPPING_START_EVENT) {
		anchor = e->data.mapping_start.anchor;
		tag = e->data.mapping_start.tag;
	}
	if (anchor || e->type == YAML_ALIAS_EVENT)
		return refuse(b, &e->start_mark,
			      _("anchors and aliases are not allowed"));
	if (tag && !is_core_tag(tag))
		return refuse(b, &e->start_mark, _("this tag is not allowed"));
	return RV_OK;
}

static rv_status
on_event(struct builder *b, const yaml_event_t *e)
{
	rv_status s = check_extras(b, e);

	if (s != RV_OK)
		return s;
	switch (e->type) {
	case YAML_DOCUMENT_START_EVENT:
		if (b->documents++)
			return refuse(b, &e->start_mark,
				      _("a second document is not allowed"));
		return RV_OK;
	case YAML_SCALAR_EVENT:
		return add_scalar(b, e);
	case YAML_SEQUENCE_START_EVENT:
		return begin(b, e, RV_YAML_LIST);
	case YAML_MAPPING_START_EVENT:
		return begin(b, e, RV_YAML_MAP);
	case YAML_MAPPING_END_EVENT:
		return end_map(b, &b->levels[--b->depth]);
	case YAML_SEQUENCE_END_EVENT:
		b->depth--;
		return RV_OK;
	case YAML_NO_EVENT:
	case YAML_STREAM_START_EVENT:
	case YAML_STREAM_END_EVENT:
	case YAML_DOCUMENT_END_EVENT:
	case YAML_ALIAS_EVENT:
		return RV_OK;
	}
	return RV_OK;
}

static rv_status
run(struct builder *b, yaml_parser_t *parser)
{
	yaml_event_t e;
	rv_status s;
	bool done;

	do {
		if (!yaml_parser_parse(parser, &e)) {
			yaml_mark_t at = parser->problem_mark;

			/* bad bytes have no mark: the reader stands there */
			if (parser->error == YAML_READER_ERROR)
				at = parser->mark;
			return refuse(b, &at,
				      parser->problem ? parser->problem
						      : _("malformed"));
		}
		done = e.type == YAML_STREAM_END_EVENT;
		s = on_event(b, &e);
		yaml_event_delete(&e);
	} while (s == RV_OK && !done);
	return s;
}

rv_status
rv_yaml_parse(struct rv_sv text, const char *name, struct rv_arena *arena,
	      struct rv_yaml **out, struct rv_err *err)
{
	struct builder b = {.name = name, .arena = arena, .err = err};
	yaml_parser_t parser;
	rv_status s;

	if (text.n > TEXT_MAX)
		return rv_fail_path(err, RV_E_TOOBIG, name,
				    _("%s: more than %zu bytes; make it shorter"),
				    name, TEXT_MAX);
	if (rv_sv_starts(text, RV_SV("\xEF\xBB\xBF")))
		text = rv_sv_slice(text, 3, text.n);
	if (!yaml_parser_initialize(&parser))
		return rv_fail(err, RV_E_NOMEM, "%s: %s", name,
			       rv_status_sentence(RV_E_NOMEM));
	/* else two odd bytes at the start would make it UTF-16 */
	yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
	yaml_parser_set_input_string(&parser, (const unsigned char *)(text.n ? text.p : ""),
				     text.n);
	s = run(&b, &parser);
	yaml_parser_delete(&parser);
	if (s != RV_OK)
		return s;
	if (!b.root || (b.root->kind == RV_YAML_SCALAR && !b.root->scalar.n)) {
		b.root = rv_arena_new(arena, struct rv_yaml);
		b.root->kind = RV_YAML_MAP;
		b.root->line = 1;
	}
	*out = b.root;
	return RV_OK;
}

static const struct rv_yaml *
get(const struct rv_yaml *node, struct rv_sv path)
{
	const struct rv_yaml *found;

	if (!node || node->kind != RV_YAML_MAP)
		return NULL;
	for (const struct rv_yaml *c = node->child; c; c = c->next) {
		if (rv_sv_eq(c->key, path))
			return c;
		/* a key may hold a dot itself */
		if (path.n <= c->key.n || path.p[c->key.n] != '.' ||
		    !rv_sv_starts(path, c->key))
			continue;
		found = get(c, rv_sv_slice(path, c->key.n + 1, path.n));
		if (found)
			return found;
	}
	return NULL;
}

const struct rv_yaml *
rv_yaml_get(const struct rv_yaml *node, const char *path)
{
	return get(node, rv_sv(path));
}

struct rv_sv
rv_yaml_sv(const struct rv_yaml *node)
{
	return node && node->kind == RV_YAML_SCALAR ? node->scalar : RV_SV_NONE;
}

static bool
is_plain(const struct rv_yaml *node)
{
	return node && node->kind == RV_YAML_SCALAR && !node->quoted;
}

bool
rv_yaml_is_null(const struct rv_yaml *node)
{
	if (!node)
		return true;
	return is_plain(node) &&
	       (!node->scalar.n || rv_sv_is(node->scalar, "~") ||
		rv_sv_eq_ascii_nocase(node->scalar, RV_SV("null")));
}

bool
rv_yaml_to_bool(const struct rv_yaml *node, bool *out)
{
	static const struct {
		const char *word;
		bool value;
	} words[] = {
		{"true", true},	  {"yes", true}, {"on", true},
		{"false", false}, {"no", false}, {"off", false},
	};

	if (!is_plain(node))
		return false;
	for (size_t i = 0; i < ARRAY_LEN(words); i++) {
		if (!rv_sv_eq_ascii_nocase(node->scalar, rv_sv(words[i].word)))
			continue;
		*out = words[i].value;
		return true;
	}
	return false;
}

bool
rv_yaml_to_int(const struct rv_yaml *node, int64_t *out)
{
	return is_plain(node) && rv_sv_to_int(node->scalar, out);
}
