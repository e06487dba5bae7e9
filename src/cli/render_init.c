/* SPDX-License-Identifier: MIT */
/* Text of init: what was found, what was not taken yet, what to do next. */
#include "config.h"

#include <sys/stat.h>

#include "base/i18n.h"
#include "base/path.h"

#include "cli/render.h"

/* A line that works where the person stands. */
struct place {
	const char *workspace;
	bool here; /* the workspace is where they are */
	struct rv_arena arena;
};

static bool
is_here(const char *dir)
{
	struct stat a, b;

	return stat(".", &a) == 0 && stat(dir, &b) == 0 &&
	       a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

static void
add_word(struct place *at, struct rv_sv path, struct rv_buf *b)
{
	const char *p = rv_sv_cstr_in(&at->arena, path);

	rv_buf_adds(b, at->here && *p == '-' ? " ./" : " ");
	rv_args_quote(at->here ? p
			       : rv_path_join_in(&at->arena, at->workspace, p),
		      b);
}

static void
put_line(struct rv_text *t, const struct rv_buf *line)
{
	rv_text_lit(t, "  ");
	rv_text_line(t, rv_buf_sv(line), 0);
	rv_text_lit(t, "\n");
}

/* The line that takes in all of a kind. */
static void
add_line(struct rv_text *t, const rv_json *list, const char *kind,
	 const char *option, struct place *at)
{
	struct rv_buf b = RV_BUF_INIT;

	rv_buf_adds(&b, "reverie ");
	if (!at->here) {
		rv_buf_adds(&b, "--workspace ");
		rv_args_quote(at->workspace, &b);
		rv_buf_addc(&b, ' ');
	}
	rv_buf_addf(&b, "import%s", option);
	for (const rv_json *it = rv_json_first(list); it; it = rv_json_next(it))
		if (rv_sv_is(rv_json_get_sv(it, "kind"), kind))
			add_word(at, rv_json_get_sv(it, "path"), &b);
	put_line(t, &b);
	rv_buf_release(&b);
}

static int64_t
count_of(const rv_json *list, const char *kind)
{
	int64_t n = 0;

	for (const rv_json *it = rv_json_first(list); it; it = rv_json_next(it))
		if (rv_sv_is(rv_json_get_sv(it, "kind"), kind))
			n += rv_json_int(rv_json_get(it, "count"), 0);
	return n;
}

/* Pages beside .reverie itself: only a workspace next to them takes them in,
 * and with them those of the directories. */
static void
add_here(struct rv_text *t, const char *workspace, int64_t n)
{
	struct rv_buf b = RV_BUF_INIT, beside = RV_BUF_INIT;

	rv_text_printf(t,
		       P_("%lld page of Markdown is there and not read; a "
			  "workspace beside it reads it where it stands:\n",
			  "%lld pages of Markdown are there and not read; a "
			  "workspace beside them reads them where they "
			  "stand:\n",
			  n),
		       (long long)n);
	rv_buf_addf(&beside, "%s-memory", workspace);
	rv_buf_adds(&b, "mkdir ");
	rv_args_quote(beside.p, &b);
	rv_buf_adds(&b, " && reverie init ");
	rv_args_quote(beside.p, &b);
	put_line(t, &b);
	rv_buf_reset(&b);
	rv_buf_adds(&b, "reverie --workspace ");
	rv_args_quote(beside.p, &b);
	rv_buf_adds(&b, " import --format vault ");
	rv_args_quote(workspace, &b);
	put_line(t, &b);
	rv_buf_release(&beside);
	rv_buf_release(&b);
}

static void
add_importable(struct rv_text *t, const rv_json *doc)
{
	const rv_json *list = rv_json_get(doc, "importable");
	struct place at = {.arena = RV_ARENA_INIT};
	int64_t pages = count_of(list, "pages"), chats = count_of(list, "chats");
	int64_t here = count_of(list, "here");

	at.workspace = rv_sv_cstr_in(&at.arena,
				     rv_json_get_sv(doc, "workspace"));
	at.here = is_here(at.workspace);
	if (chats) {
		rv_text_printf(
			t,
			P_("%lld file of conversations is there and not taken; "
			   "this takes it into the record:\n",
			   "%lld files of conversations are there and not "
			   "taken; this takes them into the record:\n",
			   chats),
			(long long)chats);
		add_line(t, list, "chats", "", &at);
	}
	if (here && !rv_json_first(rv_json_get(doc, "found"))) {
		add_here(t, at.workspace, here + pages);
	} else if (pages) {
		rv_text_printf(
			t,
			P_("%lld page of Markdown is there and not read; this "
			   "reads it where it stands:\n",
			   "%lld pages of Markdown are there and not read; "
			   "this reads them where they stand:\n",
			   pages),
			(long long)pages);
		add_line(t, list, "pages", " --format vault", &at);
	}
	rv_arena_release(&at.arena);
}

static void
say_access(struct rv_text *t, struct rv_sv access)
{
	if (rv_sv_is(access, "look"))
		rv_text_lit(t, _("The console opens it read-only until you say "
				 "`:readonly off` in it, or decide something "
				 "on the command line.\n"));
	else if (rv_sv_is(access, "held"))
		rv_text_lit(t, _("`:readonly on` was said: nothing is decided "
				 "here until `:readonly off` in the "
				 "console.\n"));
	else
		rv_text_lit(t, _("The console opens it for writing, as you "
				 "said or decided before.\n"));
}

void
rv_render_init(struct rv_text *t, const rv_json *doc)
{
	const rv_json *f = rv_json_first(rv_json_get(doc, "found"));
	bool already = rv_json_bool(rv_json_get(doc, "already"), false);

	rv_text_line(t, rv_json_get_sv(doc, "workspace"), 0);
	rv_text_lit(t, already ? _(" is a workspace already.\n")
			       : _(" is a workspace now.\n"));
	if (f)
		say_access(t, rv_json_get_sv(doc, "access"));
	rv_text_lit(t, f ? _("What was found:\n")
			 : _("Nothing of an agent was found in it yet.\n"));
	for (; f; f = rv_json_next(f)) {
		rv_text_lit(t, "  ");
		rv_text_cell(t, rv_json_get_sv(f, "key"), 10);
		rv_text_printf(t, "%6lld  ",
			       (long long)rv_json_int(rv_json_get(f, "count"),
						      0));
		rv_text_line(t, rv_json_get_sv(f, "path"), 0);
		if (!rv_json_bool(rv_json_get(f, "taken"), true))
			rv_text_lit(t, _("  (outside, not taken: set agent.id)"));
		rv_text_lit(t, "\n");
	}
	add_importable(t, doc);
	rv_text_lit(
		t, _("Next:\n"
		     "  reverie                        looks at it\n"
		     "  reverie status                 counts what is pending\n"
		     "  reverie consolidate --dry-run  previews, writes "
		     "nothing\n"));
}
