/* SPDX-License-Identifier: MIT */
/* Finds the agent's files: for each key the configured path, else the first
 * place of the map that exists. */
#include "config.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/path.h"
#include "base/str.h"
#include "doc/story_doc.h"
#include "engine/engine_priv.h"
#include "files/walk.h"
#include "intake/pending.h"

#define PLACE_READ_MAX ((size_t)64 << 20)

/* What is counted at a place, for the report of `init`. */
enum count_rule { COUNT_CHAPTERS, COUNT_RECORDS, COUNT_LINES, COUNT_FILES };

static const struct place {
	const char *key, *path;
	enum count_rule rule;
	const char *suffix; /* files that count in a directory */
} places[] = {
	{"story", "STORY.md", COUNT_CHAPTERS, NULL},
	{"pending", "pending-episodes.log", COUNT_RECORDS, NULL},
	{"sessions", "sessions", COUNT_FILES, ".jsonl"},
	{"events", "events.jsonl", COUNT_LINES, NULL},
	{"events", ".sys/events.jsonl", COUNT_LINES, NULL},
	{"identity", "SOUL.md", COUNT_FILES, NULL},
	{"identity", "IDENTITY.md", COUNT_FILES, NULL},
	{"identity", "USER.md", COUNT_FILES, NULL},
	{"identity", "AGENTS.md", COUNT_FILES, NULL},
	{"identity", "BOOT.md", COUNT_FILES, NULL},
	{"identity", "TOOLS.md", COUNT_FILES, NULL},
	{"identity", "HEARTBEAT.md", COUNT_FILES, NULL},
	{"identity", "PURPOSE.md", COUNT_FILES, NULL},
	{"identity", "INDEX.md", COUNT_FILES, NULL},
	{"derived", "MEMORY.md", COUNT_FILES, NULL},
	{"derived", "memory", COUNT_FILES, ".md"},
	{"threads", "raw", COUNT_FILES, ".md"},
	{"vault", "wiki", COUNT_FILES, ".md"},
};

static const char *
absolute(struct rv_engine *e, const char *path)
{
	if (path[0] == '~' && path[1] == '/')
		return rv_path_join_in(&e->arena, e->env->home, path + 2);
	return rv_path_join_in(&e->arena, e->workspace, path);
}

/* Relative where it lies in the workspace: what rows call it. */
static const char *
relative(struct rv_engine *e, const char *path)
{
	size_t n = strlen(e->workspace);

	if (!strncmp(path, e->workspace, n) && path[n] == '/')
		return path + n + 1;
	return path;
}

static const char *
configured(struct rv_engine *e, const char *key)
{
	const char *v = rv_config_get(&e->config, key);

	return *v ? absolute(e, v) : NULL;
}

static const char *
existing(struct rv_engine *e, const char *path)
{
	const char *p = absolute(e, path);

	return rv_path_exists(p) ? p : NULL;
}

void
rv_map_find(struct rv_engine *e)
{
	struct rv_map *m = &e->map;
	const char *id = rv_config_get(&e->config, "agent.id");
	bool safe = *id && !strchr(id, '/') && id[0] != '.';

	m->story = configured(e, "paths.story");
	if (!m->story)
		m->story = existing(e, "STORY.md");
	if (!m->story && safe)
		m->story = existing(
			e, rv_arena_printf(&e->arena, "agents/%s/STORY.md", id));
	if (!m->story)
		m->story = absolute(e, "STORY.md");
	m->story_rel = relative(e, m->story);

	m->pending = configured(e, "paths.pending");
	if (!m->pending)
		m->pending = absolute(e, "pending-episodes.log");
	m->pending_rel = relative(e, m->pending);

	m->sessions = configured(e, "paths.sessions");
	if (!m->sessions)
		m->sessions = existing(e, "sessions");
	if (!m->sessions && safe)
		m->sessions = existing(
			e, rv_arena_printf(&e->arena,
					   "~/.openclaw/agents/%s/sessions",
					   id));
	m->soul = existing(e, "SOUL.md");
	m->identity = existing(e, "IDENTITY.md");
	m->raw = configured(e, "paths.raw");
	if (!m->raw)
		m->raw = absolute(e, "raw");
	m->wiki = configured(e, "paths.wiki");
	if (!m->wiki)
		m->wiki = absolute(e, "wiki");
	m->memory = configured(e, "paths.memory");
	if (!m->memory)
		m->memory = absolute(e, "memory");
	m->memory_md = absolute(e, "MEMORY.md");
}

bool
rv_map_any(const struct rv_engine *e)
{
	const struct rv_map *m = &e->map;
	const char *all[] = {m->story, m->pending, m->sessions, m->soul,
				m->identity, m->raw, m->wiki, m->memory,
				m->memory_md};

	for (size_t i = 0; i < ARRAY_LEN(all); i++)
		if (all[i] && rv_path_exists(all[i]))
			return true;
	return false;
}

struct counting {
	const char *suffix;
	int64_t n;
};

/* rv_walk_fn */
static rv_status
count_file(const char *path, const char *rel, const struct stat *st, void *arg)
{
	struct counting *c = arg;

	(void)rel;
	(void)st;
	if (!c->suffix || rv_sv_ends(rv_sv(path), rv_sv(c->suffix)))
		c->n++;
	return RV_OK;
}

static int64_t
count_text(const struct place *p, struct rv_sv text, struct rv_arena *arena)
{
	struct rv_story_doc doc;
	struct rv_pending_record *records;
	struct rv_sv line;
	size_t n = 0, stray = 0;

	switch (p->rule) {
	case COUNT_CHAPTERS:
		rv_story_parse(text, arena, &doc);
		return (int64_t)doc.n;
	case COUNT_RECORDS:
		rv_pending_parse(text, arena, &records, &n, &stray);
		return (int64_t)n;
	case COUNT_LINES:
		while (rv_sv_next_line(&text, &line))
			n++;
		return (int64_t)n;
	case COUNT_FILES:
		break;
	}
	return 1;
}

static int64_t
count_place(const struct place *p, const char *path)
{
	struct counting c = {.suffix = p->suffix};
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_buf text = RV_BUF_INIT;

	if (rv_path_is_dir(path)) {
		if (rv_walk(path, count_file, &c, NULL) != RV_OK)
			return 0;
		return c.n;
	}
	if (p->rule == COUNT_FILES)
		return 1;
	if (rv_path_read(path, PLACE_READ_MAX, &text, NULL) == RV_OK)
		c.n = count_text(p, rv_buf_sv(&text), &arena);
	rv_buf_release(&text);
	rv_arena_release(&arena);
	return c.n;
}

struct found_list {
	struct rv_arena *arena;
	struct rv_found *items;
	size_t n, cap;
};

static void
add_found(struct found_list *l, const char *key, const char *path,
	  int64_t count, bool taken)
{
	rv_grow(&l->items, &l->cap, l->n + 1);
	l->items[l->n++] = (struct rv_found){
		.key = key,
		.path = rv_sv_cstr_in(l->arena, rv_sv(path)),
		.count = count,
		.taken = taken,
	};
}

/* Session directories of agents outside the workspace: named, never taken
 * unless agent.id says which one is ours. */
static void
report_outside(struct rv_engine *e, struct found_list *l)
{
	const struct place sessions = {"sessions", "", COUNT_FILES, ".jsonl"};
	const char *root = absolute(e, "~/.openclaw/agents");
	DIR *d = *e->env->home ? opendir(root) : NULL;
	struct dirent *entry;

	if (!d)
		return;
	while ((entry = readdir(d))) {
		const char *path;
		if (entry->d_name[0] == '.')
			continue;
		path = rv_arena_printf(l->arena, "%s/%s/sessions", root,
				       entry->d_name);
		if (rv_path_is_dir(path))
			add_found(l, "sessions", path,
				  count_place(&sessions, path),
				  e->map.sessions &&
					  !strcmp(path, e->map.sessions));
	}
	closedir(d);
}

rv_status
rv_map_report(struct rv_engine *e, struct rv_arena *arena,
	      struct rv_found **out, size_t *n, struct rv_err *err)
{
	struct found_list l = {.arena = arena};

	(void)err;
	if (strcmp(e->map.story_rel, "STORY.md") &&
	    rv_path_exists(e->map.story))
		add_found(&l, "story", e->map.story_rel,
			  count_place(&places[0], e->map.story), true);
	for (size_t i = 0; i < ARRAY_LEN(places); i++) {
		const char *path = absolute(e, places[i].path);
		if (rv_path_exists(path))
			add_found(&l, places[i].key, places[i].path,
				  count_place(&places[i], path), true);
	}
	report_outside(e, &l);
	*out = rv_arena_array(arena, struct rv_found, l.n ? l.n : 1);
	if (l.n)
		memcpy(*out, l.items, l.n * sizeof(*l.items));
	*n = l.n;
	free(l.items);
	return RV_OK;
}
