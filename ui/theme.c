/* SPDX-License-Identifier: MIT */
/* Reads themes and answers what a style looks like. */
#include "config.h"

#include "ui/theme.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/path.h"
#include "base/yaml.h"

#define THEME_MAX ((size_t)256 << 10)
#define INHERIT_MAX 8

static const struct {
	const char *name;
	int c16;
	unsigned attr, mono;
} builtin[UI_ROLE_N] = {
#define ROLE(id, name, c16, attr, mono) [UI_ROLE_##id] = {name, c16, attr, mono},
#include "ui/roles.def"
#undef ROLE
};

static const struct {
	const char *name;
	unsigned flag;
} attr_names[] = {
	{"bold", UI_BOLD},     {"dim", UI_DIM},	      {"reverse", UI_REVERSE},
	{"underline", UI_UNDER}, {"italic", UI_ITALIC}, {"none", 0},
	{"normal", 0},
};

static const char *const c16_names[16] = {
	"black",	"red",		  "green",	 "yellow",
	"blue",		"magenta",	  "cyan",	 "white",
	"bright_black", "bright_red",	  "bright_green", "bright_yellow",
	"bright_blue",	"bright_magenta", "bright_cyan", "bright_white",
};

/* xterm's own values, good enough to find the nearest. */
static const int32_t c16_rgb[16] = {
	0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd,
	0x00cdcd, 0xe5e5e5, 0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00,
	0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
};

void
ui_theme_builtin(struct ui_theme *t, bool mono)
{
	*t = (struct ui_theme){.mono = mono};
	memcpy(t->name, mono ? "mono" : "plain", mono ? 5 : 6);
	for (int i = 0; i < UI_ROLE_N; i++) {
		struct ui_look *l = &t->roles[i];
		int16_t c = (int16_t)builtin[i].c16;

		l->fg = l->bg = UI_COLOR_NONE;
		if (c >= 0)
			l->fg = (struct ui_color){c16_rgb[c], c, c};
		l->attr = builtin[i].attr;
		l->mono = builtin[i].mono;
	}
}

static int
distance(int32_t a, int32_t b)
{
	int r = ((a >> 16) & 255) - ((b >> 16) & 255);
	int g = ((a >> 8) & 255) - ((b >> 8) & 255);
	int c = (a & 255) - (b & 255);

	return 2 * r * r + 4 * g * g + 3 * c * c;
}

int
ui_nearest16(int32_t rgb)
{
	int best = 0;

	for (int i = 1; i < 16; i++)
		if (distance(rgb, c16_rgb[i]) < distance(rgb, c16_rgb[best]))
			best = i;
	return best;
}

int
ui_nearest256(int32_t rgb)
{
	static const int step[6] = {0, 95, 135, 175, 215, 255};
	int best = 16, best_d = -1;

	for (int i = 16; i < 256; i++) {
		int32_t c;
		int d;

		if (i < 232) {
			int n = i - 16;

			c = step[n / 36] << 16 | step[n / 6 % 6] << 8 |
			    step[n % 6];
		} else {
			int v = 8 + (i - 232) * 10;

			c = v << 16 | v << 8 | v;
		}
		d = distance(rgb, c);
		if (best_d < 0 || d < best_d) {
			best_d = d;
			best = i;
		}
	}
	return best;
}

struct reader {
	struct ui_theme *t;
	struct rv_arena arena;
	const char *dir, *file;
	const struct rv_yaml *palette;
	int depth;
};

static rv_status
bad(const struct reader *r, const struct rv_yaml *at, const char *what,
    struct rv_err *err)
{
	return rv_fail_path(err, RV_E_CONFIG, r->file,
			    _("%s:%d: %s \"%.*s\"; see reverie-config(5)"),
			    r->file, at->line, what, RV_SV_ARG(at->scalar));
}

static bool
parse_hex(struct rv_sv v, int32_t *out)
{
	int32_t n = 0;

	if (v.n != 7 || v.p[0] != '#')
		return false;
	for (size_t i = 1; i < 7; i++) {
		char c = v.p[i];
		int d = c >= '0' && c <= '9'   ? c - '0'
			: c >= 'a' && c <= 'f' ? c - 'a' + 10
			: c >= 'A' && c <= 'F' ? c - 'A' + 10
					       : -1;

		if (d < 0)
			return false;
		n = n << 4 | d;
	}
	*out = n;
	return true;
}

static rv_status
read_color(struct reader *r, const struct rv_yaml *node, struct ui_color *out,
	   struct rv_err *err)
{
	struct rv_sv v = rv_yaml_sv(node);

	if (!node)
		return RV_OK;
	if (v.n > 1 && v.p[0] == '$') {
		const char *name = rv_sv_cstr_in(&r->arena,
						 rv_sv_slice(v, 1, v.n));

		v = rv_yaml_sv(rv_yaml_get(r->palette, name));
	}
	if (rv_sv_is(v, "default")) {
		*out = UI_COLOR_NONE;
		return RV_OK;
	}
	if (!parse_hex(v, &out->rgb))
		return bad(r, node, _("this is no colour:"), err);
	out->c256 = (int16_t)ui_nearest256(out->rgb);
	out->c16 = (int16_t)ui_nearest16(out->rgb);
	return RV_OK;
}

static rv_status
read_attr(struct reader *r, const struct rv_yaml *node, unsigned *out,
	  struct rv_err *err)
{
	const struct rv_yaml *one;

	if (!node)
		return RV_OK;
	*out = 0;
	one = node->kind == RV_YAML_LIST ? node->child : node;
	for (; one; one = node->kind == RV_YAML_LIST ? one->next : NULL) {
		size_t i = 0;

		while (i < ARRAY_LEN(attr_names) &&
		       !rv_sv_is(one->scalar, attr_names[i].name))
			i++;
		if (i == ARRAY_LEN(attr_names))
			return bad(r, one, _("this is no attribute:"), err);
		*out |= attr_names[i].flag;
	}
	return RV_OK;
}

/* The colour's stand-ins on poorer terminals, where the theme names them. */
static rv_status
read_fallbacks(struct reader *r, const struct rv_yaml *role,
	       struct ui_color *fg, struct rv_err *err)
{
	const struct rv_yaml *c256 = rv_yaml_get(role, "c256");
	const struct rv_yaml *c16 = rv_yaml_get(role, "c16");
	int64_t n;

	if (c256) {
		if (!rv_yaml_to_int(c256, &n) || n < 0 || n > 255)
			return bad(r, c256, _("this is no colour:"), err);
		fg->c256 = (int16_t)n;
	}
	if (c16) {
		size_t i = 0;

		while (i < 16 && !rv_sv_is(c16->scalar, c16_names[i]))
			i++;
		if (i == 16)
			return bad(r, c16, _("this is no colour:"), err);
		fg->c16 = (int16_t)i;
	}
	return RV_OK;
}

static rv_status
read_role(struct reader *r, const struct rv_yaml *node, struct rv_err *err)
{
	struct ui_look *l;
	rv_status st;
	int i = 0;

	while (i < UI_ROLE_N && !rv_sv_is(node->key, builtin[i].name))
		i++;
	if (i == UI_ROLE_N)
		return rv_fail_path(err, RV_E_CONFIG, r->file,
				    _("%s:%d: no role is called \"%.*s\"; the "
				      "roles are those of themes/dark.yaml"),
				    r->file, node->line, RV_SV_ARG(node->key));
	l = &r->t->roles[i];
	r->t->named[i] = true;
	st = read_color(r, rv_yaml_get(node, "fg"), &l->fg, err);
	if (st == RV_OK)
		st = read_color(r, rv_yaml_get(node, "bg"), &l->bg, err);
	if (st == RV_OK)
		st = read_fallbacks(r, node, &l->fg, err);
	/* A role that the file gives a colour does not keep an attribute that
	 * the file did not ask for. */
	if (st == RV_OK && rv_yaml_get(node, "fg"))
		l->attr = 0;
	if (st == RV_OK)
		st = read_attr(r, rv_yaml_get(node, "attr"), &l->attr, err);
	if (st == RV_OK)
		st = read_attr(r, rv_yaml_get(node, "mono"), &l->mono, err);
	return st;
}

static rv_status read_file(struct reader *r, const char *name,
			   struct rv_err *err);

static rv_status
read_tree(struct reader *r, const struct rv_yaml *root, struct rv_err *err)
{
	const struct rv_yaml *roles = rv_yaml_get(root, "roles");
	const struct rv_yaml *base = rv_yaml_get(root, "inherits");
	struct rv_sv border = rv_yaml_sv(rv_yaml_get(root, "border"));
	const char *file = r->file;
	bool mono;

	if (base && !rv_sv_is(base->scalar, "default")) {
		rv_status st;

		if (++r->depth > INHERIT_MAX)
			return bad(r, base, _("this goes in a circle:"), err);
		st = read_file(r, rv_sv_cstr_in(&r->arena, base->scalar), err);
		if (st != RV_OK)
			return st;
		r->file = file;
	}
	r->palette = rv_yaml_get(root, "palette");
	if (rv_sv_is(border, "ascii") || rv_sv_is(border, "none"))
		r->t->border = UI_BORDER_ASCII;
	else if (rv_sv_is(border, "single") || rv_sv_is(border, "rounded"))
		r->t->border = UI_BORDER_SINGLE;
	if (rv_yaml_to_bool(rv_yaml_get(root, "mono"), &mono))
		r->t->mono = mono;
	for (const struct rv_yaml *n = roles ? roles->child : NULL; n;
	     n = n->next) {
		rv_status st = read_role(r, n, err);

		if (st != RV_OK)
			return st;
	}
	return RV_OK;
}

static rv_status
read_file(struct reader *r, const char *name, struct rv_err *err)
{
	struct rv_buf text = RV_BUF_INIT;
	struct rv_yaml *root;
	rv_status st;

	r->file = strchr(name, '/')
			  ? name
			  : rv_arena_printf(&r->arena, "%s/themes/%s.yaml",
					    r->dir ? r->dir : "", name);
	st = rv_path_read(r->file, THEME_MAX, &text, err);
	if (st == RV_OK)
		st = rv_yaml_parse(rv_sv_dup_in(&r->arena, rv_buf_sv(&text)),
				   r->file, &r->arena, &root, err);
	if (st == RV_OK)
		st = read_tree(r, root, err);
	rv_buf_release(&text);
	return st;
}

rv_status
ui_theme_load(struct ui_theme *out, const char *dir, const char *name,
	      struct rv_err *err)
{
	struct reader r = {.t = out, .dir = dir};
	rv_status st;
	size_t n;

	ui_theme_builtin(out, !strcmp(name, "mono"));
	st = read_file(&r, name, err);
	rv_arena_release(&r.arena);
	if (st != RV_OK) {
		ui_theme_builtin(out, !strcmp(name, "mono"));
		return st;
	}
	name = rv_path_base(name);
	n = RV_MIN(strcspn(name, "."), sizeof(out->name) - 1);
	memcpy(out->name, name, n);
	out->name[n] = '\0';
	return RV_OK;
}

struct ui_look
ui_theme_look(const struct ui_theme *t, ui_style st)
{
	struct ui_look l = t->roles[UI_STYLE_ROLE(st)];
	const struct ui_look *row = NULL;

	l.attr |= st & UI_ATTRS;
	l.mono |= st & UI_ATTRS;
	if (st & UI_SEL)
		row = &t->roles[UI_ROLE_CURSOR];
	else if (st & UI_SEL_DIM)
		row = &t->roles[UI_ROLE_CURSOR_DIM];
	if (row) {
		if (row->bg.rgb >= 0)
			l.bg = row->bg;
		l.attr |= row->attr;
		l.mono |= row->mono;
		/* Reversed grey on grey cannot be read. */
		if (l.attr & UI_REVERSE)
			l.fg = l.bg = UI_COLOR_NONE;
		if (l.mono & UI_REVERSE)
			l.mono &= ~(unsigned)UI_DIM;
	}
	if (t->mono) {
		l.fg = l.bg = UI_COLOR_NONE;
		l.attr = l.mono;
	}
	return l;
}

void
ui_look_describe(const struct ui_look *l, bool mono, struct rv_buf *out)
{
	unsigned attr = mono ? l->mono : l->attr;
	size_t from = out->n;

	if (!mono && l->fg.rgb >= 0)
		rv_buf_addf(out, " fg=#%06x/%d/%d", (unsigned)l->fg.rgb,
			    l->fg.c256, l->fg.c16);
	if (!mono && l->bg.rgb >= 0)
		rv_buf_addf(out, " bg=#%06x/%d/%d", (unsigned)l->bg.rgb,
			    l->bg.c256, l->bg.c16);
	for (size_t i = 0; i < ARRAY_LEN(attr_names); i++)
		if (attr & attr_names[i].flag)
			rv_buf_addf(out, " %s", attr_names[i].name);
	if (out->n == from)
		rv_buf_adds(out, " plain");
}
