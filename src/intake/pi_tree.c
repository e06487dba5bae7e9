/* SPDX-License-Identifier: MIT */
/* From lines with id and parentId to the active branch. */
#include "config.h"

#include "intake/pi_tree.h"

#include <stdlib.h>

#include "base/json.h"
#include "base/jsonl.h"
#include "base/mem.h"
#include "intake/scan.h"

static const char *const types[] = {
	"session",	"message",
	"compaction",	"branch_summary",
	"custom",	"custom_message",
	"model_change", "thinking_level_change",
	"label",	"session_info",
	"reset",
};

bool
rv_pi_is_type(struct rv_sv type)
{
	for (size_t i = 0; i < ARRAY_LEN(types); i++)
		if (rv_sv_is(type, types[i]))
			return true;
	return false;
}

/* 0 means "no id", so a real hash is never 0. */
static uint64_t
hash_of(struct rv_sv id)
{
	return id.n ? rv_sv_hash(id) | 1 : 0;
}

static void
put_slot(struct rv_pi_tree *t, size_t index)
{
	size_t mask = t->n_slots - 1;
	size_t i = (size_t)(t->nodes[index].id >> 1) & mask;

	/* The latest of equal ids is the one that children mean. */
	while (t->slots[i] &&
	       t->nodes[t->slots[i] - 1].id != t->nodes[index].id)
		i = (i + 1) & mask;
	t->slots[i] = index + 1;
}

static int64_t
find(const struct rv_pi_tree *t, uint64_t id)
{
	size_t mask = t->n_slots - 1, i;

	if (!t->n_slots)
		return -1;
	for (i = (size_t)(id >> 1) & mask; t->slots[i]; i = (i + 1) & mask)
		if (t->nodes[t->slots[i] - 1].id == id)
			return (int64_t)t->slots[i] - 1;
	return -1;
}

static void
add_node(struct rv_pi_tree *t, uint64_t id, int64_t line, int64_t parent)
{
	if ((t->n + 1) * 2 > t->n_slots) {
		free(t->slots);
		t->n_slots = t->n_slots ? t->n_slots * 2 : 64;
		t->slots = rv_calloc(t->n_slots, sizeof(*t->slots));
		for (size_t i = 0; i < t->n; i++)
			put_slot(t, i);
	}
	rv_grow(&t->nodes, &t->cap, t->n + 1);
	t->nodes[t->n] = (struct rv_pi_node){id, line, parent, false};
	put_slot(t, t->n++);
}

static void
read_header(struct rv_pi_tree *t, struct rv_sv line)
{
	struct rv_json_doc doc;

	t->header = true;
	if (rv_json_parse(line, &doc, NULL) != RV_OK)
		return;
	rv_buf_addv(&t->session, rv_json_get_sv(doc.root, "id"));
	if (!rv_time_parse(rv_json_get_sv(doc.root, "timestamp"), &t->time))
		t->time = RV_UNDATED;
	rv_json_release(&doc);
}

static void
add_line(struct rv_pi_tree *t, const struct rv_line *line)
{
	struct rv_scan_key keys[] = {{.path = "type"},
				     {.path = "id"},
				     {.path = "parentId"}};
	enum rv_scan r = rv_scan(line->text, keys, ARRAY_LEN(keys));
	struct rv_sv type = rv_scan_str(keys[0].raw), parent;
	int64_t before = (int64_t)t->n - 1, up = before;
	uint64_t id;

	if (r == RV_SCAN_OTHER || r == RV_SCAN_BLANK || !type.n)
		return;
	if (rv_sv_is(type, "session")) {
		if (r == RV_SCAN_OBJECT && !t->header)
			read_header(t, line->text);
		return;
	}
	t->entries += rv_pi_is_type(type);
	id = hash_of(rv_scan_str(keys[1].raw));
	if (!id)
		return;
	parent = rv_scan_str(keys[2].raw);
	if (parent.n) {
		up = find(t, hash_of(parent));
		if (up < 0) {
			/* Maybe the parent is before where we began. */
			t->linear = false;
			up = before;
		}
	} else if (rv_sv_is(keys[2].raw, "null")) {
		up = -1;
	}
	if (up != before)
		t->linear = false;
	add_node(t, id, line->number, up);
	/* Whoever breaks off in a line does not choose the branch by it. */
	if (r != RV_SCAN_OBJECT)
		t->nodes[t->n - 1].active = true;
}

/* Marks the way from the leaf; so far `active` says "broken line". */
static void
mark(struct rv_pi_tree *t)
{
	int64_t leaf = (int64_t)t->n - 1;

	while (leaf >= 0 && t->nodes[leaf].active)
		leaf--;
	for (size_t i = 0; i < t->n; i++)
		t->nodes[i].active = false;
	for (; leaf >= 0; leaf = t->nodes[leaf].parent)
		t->nodes[leaf].active = true;
}

rv_status
rv_pi_tree_read(struct rv_pi_tree *t, int fd, int64_t offset, int64_t line,
		uint64_t leaf, bool live, struct rv_err *err)
{
	struct rv_lines lines;
	struct rv_line l;
	rv_status st;

	t->end = offset;
	if (leaf)
		add_node(t, leaf, 0, -1);
	rv_lines_init(&lines, fd, offset, line, RV_LINE_MAX);
	for (;;) {
		st = rv_lines_next(&lines, &l, err);
		if (st != RV_OK || l.kind == RV_LINE_END ||
		    (l.kind == RV_LINE_PARTIAL && live))
			break;
		add_line(t, &l);
		t->end = l.end;
	}
	rv_lines_release(&lines);
	if (st == RV_OK)
		mark(t);
	return st;
}

bool
rv_pi_tree_active(struct rv_pi_tree *t, int64_t line)
{
	while (t->cursor < t->n && t->nodes[t->cursor].line <= line)
		t->cursor++;
	/* Before the first entry with an id everything is a list. */
	return !t->cursor || t->nodes[t->cursor - 1].active;
}

uint64_t
rv_pi_tree_leaf(const struct rv_pi_tree *t)
{
	return t->n ? t->nodes[t->n - 1].id : 0;
}

void
rv_pi_tree_release(struct rv_pi_tree *t)
{
	free(t->nodes);
	free(t->slots);
	rv_buf_release(&t->session);
	*t = RV_PI_TREE_INIT;
}
