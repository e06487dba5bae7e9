/* SPDX-License-Identifier: MIT */
/* Layers: the page that is selected, rendered, with links that lead on. */
#include "config.h"

#include "base/fmt.h"
#include "base/i18n.h"
#include "ui/mdview.h"
#include "ui/next.h"
#include "ui/pane.h"
#include "ui/rich.h"

#define FIELD_GAP 3

struct state {
	struct ui_textview view;
	struct ui_links links;
	const void *shown; /* the snapshot that the view was made of */
	int64_t number;	   /* and which one it was */
	int width;
	uint64_t path;
};

static const struct ui_key keys[] = {
	{"enter", UI_ACT_OPEN, N_("follow link"), N_("open the chosen link"), 0},
	{"l", UI_ACT_LINK_NEXT, N_("next"), NULL, 0},
	{"h", UI_ACT_LINK_PREV, N_("before"), NULL, 0},
	{"/", UI_ACT_FIND, N_("search"), NULL, 0},
	{"[", UI_ACT_BACK, N_("back"), NULL, 0},
	{"o", UI_ACT_SOURCE, NULL, N_("go to its open proposal"), 0},
	{"t", UI_ACT_ATTEST, NULL, NULL, 0},
	{"y", UI_ACT_COPY, NULL, N_("copy the path"), 0},
	{NULL, UI_ACT_NONE, NULL, NULL, 0},
};

static const struct rv_view_item *
data(const struct pane *p)
{
	const struct ui_snap *s = ui_model_get(p->ctx->model, UI_VIEW_ITEM);

	return s && p->ctx->path && rv_sv_is(s->text, p->ctx->path)
		       ? &s->u.item
		       : NULL;
}

static void
item_heading(const struct pane *p, struct rv_buf *out)
{
	const struct rv_view_item *it = data(p);
	struct rv_buf size = RV_BUF_INIT;

	if (!it)
		return;
	rv_fmt_bytes(&size, it->row.bytes);
	rv_buf_addf(out, "[%c] %.*s  %s", it->row.letter,
		    RV_SV_ARG(it->row.path), size.p);
	rv_buf_release(&size);
}

static void
item_update(struct pane *p, enum ui_view view)
{
	struct state *st = p->state;

	/* What the links point to may be gone. */
	if (view == UI_VIEW_ITEM) {
		st->shown = NULL;
		st->number++;
	}
}

/* --- the text --------------------------------------------------------------- */

static const char *
trust_word(char trust)
{
	return trust == 'C'   ? _("confirmed")
	       : trust == 'I' ? _("inferred")
	       : trust == 'A' ? _("ambiguous")
			      : _("not stated");
}

#define LEAD 6 /* of the words before a warning */

static void
add_next(struct ui_textview *v, const struct rv_view_item *it,
	 enum ui_next_page what, bool found)
{
	if (found)
		ui_textview_add(v, UI_ROLE_KEY, LEAD,
				rv_sv(ui_next_of_page(&it->row, what)));
}

static void
add_warnings(struct ui_textview *v, const struct rv_view_item *it)
{
	if (it->row.secret)
		ui_textview_lead(v, UI_ROLE_HELD, rv_sv(_("HELD")), LEAD,
				 UI_ROLE_TEXT,
				 rv_sv(_("Something in it looks like a secret "
					 "and is masked in the index, in "
					 "traces and in prompts.")));
	add_next(v, it, UI_NEXT_SECRET, it->row.secret);
	if (it->row.contradiction.n > 0)
		ui_textview_lead(v, UI_ROLE_WARN, RV_SV("!"), LEAD, UI_ROLE_TEXT,
				 it->row.contradiction);
	add_next(v, it, UI_NEXT_CONTRADICTION, it->row.contradiction.n > 0);
	if (it->row.same_name.n > 0)
		ui_textview_lead(v, UI_ROLE_WARN, RV_SV("="), LEAD, UI_ROLE_TEXT,
				 it->row.same_name);
	add_next(v, it, UI_NEXT_SAME_NAME, it->row.same_name.n > 0);
	if (it->row.twin.n > 0)
		ui_textview_lead(v, UI_ROLE_WARN, rv_sv(_("twin")), LEAD,
				 UI_ROLE_TEXT, it->row.twin);
	add_next(v, it, UI_NEXT_TWIN, it->row.twin.n > 0);
	if (it->row.copy.n > 0)
		ui_textview_lead(v, UI_ROLE_WARN, rv_sv(_("copy")), LEAD,
				 UI_ROLE_TEXT, it->row.copy);
	add_next(v, it, UI_NEXT_COPY, it->row.copy.n > 0);
	if (it->row.stale.n > 0)
		ui_textview_lead(v, UI_ROLE_WARN, rv_sv(_("stale")), LEAD,
				 UI_ROLE_TEXT, it->row.stale);
	add_next(v, it, UI_NEXT_STALE, it->row.stale.n > 0);
	if (it->row.broken)
		ui_textview_lead(v, UI_ROLE_ERROR, RV_SV("x"), LEAD, UI_ROLE_TEXT,
				 rv_sv(_("Its frontmatter cannot be read: the "
					 "page is shown without it.")));
	add_next(v, it, UI_NEXT_BROKEN, it->row.broken);
	for (size_t i = 0; i < it->n_warnings; i++)
		ui_textview_lead(v, UI_ROLE_ERROR, RV_SV("x"), LEAD, UI_ROLE_TEXT,
				 it->warnings[i]);
	if (it->row.proposal.n > 0)
		ui_textview_leadf(v, UI_ROLE_NOTE, it->row.proposal, LEAD,
				  UI_ROLE_TEXT, "%s",
				  _("would change this page: o shows it."));
	if (it->row.feeds.n > 0)
		ui_textview_leadf(v, UI_ROLE_NOTE, it->row.feeds, LEAD,
				  UI_ROLE_TEXT, "%s",
				  it->row.proposal.n > 0
					  ? _("is made of this page.")
					  : _("is made of this page: o shows "
					      "it."));
}

static const char *
date_of(const struct ui_ctx *c, const struct rv_view_tree_row *r,
	struct rv_buf *b)
{
	if (r->updated != RV_UNDATED)
		return ui_tmp_date(c, r->updated);
	if (r->written == RV_UNDATED || r->written > ui_ctx_now(c))
		return "-";
	rv_buf_addf(b, _("- (file of %s)"), ui_tmp_date(c, r->written));
	return b->p;
}

static void
add_facts(const struct pane *p, struct ui_textview *v,
	  const struct rv_view_item *it)
{
	struct rv_buf date = RV_BUF_INIT;
	struct ui_rich r = UI_RICH_INIT, one = UI_RICH_INIT;

	ui_textview_addf(v, UI_ROLE_LABEL, 0,
			 _("trust %s  updated %s  %s tokens  links %d out %d "
			   "in"),
			 trust_word(it->row.trust),
			 date_of(p->ctx, &it->row, &date),
			 ui_tmp_int(it->row.tokens), (int)it->row.links,
			 (int)it->row.backlinks);
	rv_buf_release(&date);
	for (size_t i = 0; i < it->n_fields; i++) {
		if (it->fields[i].value.n == 0)
			continue;
		ui_rich_reset(&one);
		ui_rich_add(&one, UI_ROLE_LABEL, 0, it->fields[i].key);
		ui_rich_adds(&one, UI_ROLE_LABEL, " ");
		ui_rich_add(&one, UI_ROLE_TEXT, 0, it->fields[i].value);
		/* A key and its value stay together. */
		if (r.text.n > 0 &&
		    ui_rich_width(&r) + FIELD_GAP + ui_rich_width(&one) >
			    v->width) {
			ui_textview_rich(v, UI_ROLE_LABEL, RV_SV_NONE, 0, &r);
			ui_rich_reset(&r);
		}
		if (r.text.n > 0)
			ui_rich_pad(&r, UI_ROLE_LABEL,
				    ui_rich_width(&r) + FIELD_GAP);
		ui_rich_slice(&r, &one, 0, one.text.n);
	}
	if (r.text.n > 0)
		ui_textview_rich(v, UI_ROLE_LABEL, RV_SV_NONE, 0, &r);
	ui_rich_release(&r);
	ui_rich_release(&one);
}

static void
build(struct pane *p, const struct rv_view_item *it)
{
	struct state *st = p->state;
	struct ui_textview *v = &st->view;

	ui_textview_begin(v, RV_MIN(p->w, 92));
	st->links.n = 0;
	add_warnings(v, it);
	add_facts(p, v, it);
	ui_textview_rule(v);
	if (it->trouble.n > 0)
		ui_textview_add(v, UI_ROLE_WARN, 0, it->trouble);
	ui_mdview_add(v, it->lines, it->n, &st->links);
	if (it->n == 0 && it->trouble.n == 0)
		ui_textview_add(v, UI_ROLE_DIM, 0,
				rv_sv(_("The page has no text.")));
}

/* Who opened it named a line. */
static void
show_line(struct pane *p)
{
	struct ui_textview *v = &((struct state *)p->state)->view;
	size_t i = 0;

	if (p->ctx->path_line > 0) {
		while (i + 1 < v->n && v->lines[i].mark < p->ctx->path_line)
			i++;
		ui_textview_reveal(v, i);
	}
	p->ctx->path_line = 0;
}

static void
item_recalc(struct pane *p)
{
	struct state *st = p->state;
	const struct rv_view_item *it = data(p);
	uint64_t path = p->ctx->path ? rv_sv_hash(rv_sv(p->ctx->path)) : 0;

	if (path != st->path) {
		st->view.top = 0;
		st->view.tag = 0;
		st->view.link_on = false;
		st->path = path;
	}
	if (!it || (st->shown == it && st->width == p->w)) {
		ui_textview_fit(&st->view, p->h);
		return;
	}
	st->shown = it;
	st->width = p->w;
	build(p, it);
	ui_textview_fit(&st->view, p->h);
	show_line(p);
}

/* --- keys ------------------------------------------------------------------- */

/* The link of this tag. */
static void
item_follow(struct pane *p, int tag)
{
	struct state *st = p->state;
	const struct ui_link *l;

	if (tag < 1 || (size_t)tag > st->links.n || !st->shown)
		return;
	l = &st->links.items[tag - 1];
	if (l->opens.n > 0)
		ui_ctx_open_path(p->ctx, l->opens);
	else
		ui_toast(p->ctx, RV_LEVEL_NOTE,
			 _("%.*s is no page of this workspace"),
			 RV_SV_ARG(l->target));
}

static void
info(const struct pane *p, const struct rv_view_item *it)
{
	const struct rv_view_tree_row *r = &it->row;
	struct rv_buf b = RV_BUF_INIT;

	rv_buf_addf(&b, _("path       %.*s\ntitle      %.*s\n"),
		    RV_SV_ARG(r->path), RV_SV_ARG(r->title));
	if (r->type.n > 0)
		rv_buf_addf(&b, _("type       %.*s   status %.*s\n"),
			    RV_SV_ARG(r->type), RV_SV_ARG(r->status));
	rv_buf_addf(&b, _("size       %s bytes, about %s tokens\n"),
		    ui_tmp_int(r->bytes), ui_tmp_int(r->tokens));
	rv_buf_addf(&b, _("updated    %s\ntrust      %s\n"),
		    ui_tmp_date(p->ctx, r->updated), trust_word(r->trust));
	rv_buf_addf(&b, _("links      %d out, %d in\n"), (int)r->links,
		    (int)r->backlinks);
	if (r->proposal.n > 0)
		rv_buf_addf(&b, _("proposal   %.*s\n"), RV_SV_ARG(r->proposal));
	if (r->feeds.n > 0)
		rv_buf_addf(&b, _("source of  %.*s\n"), RV_SV_ARG(r->feeds));
	if (r->stale.n > 0)
		rv_buf_addf(&b, _("\nstale: %.*s\n"), RV_SV_ARG(r->stale));
	if (r->contradiction.n > 0)
		rv_buf_addf(&b, _("\ncontradiction: %.*s\n"),
			    RV_SV_ARG(r->contradiction));
	if (r->same_name.n > 0)
		rv_buf_addf(&b, _("\nsame name: %.*s\n"),
			    RV_SV_ARG(r->same_name));
	if (r->twin.n > 0)
		rv_buf_addf(&b, _("\ntwin: %.*s\n"), RV_SV_ARG(r->twin));
	if (r->copy.n > 0)
		rv_buf_addf(&b, _("\ncopy: %.*s\n"), RV_SV_ARG(r->copy));
	ui_show_text(p->ctx, _("Item"), rv_buf_sv(&b));
	rv_buf_release(&b);
}

static unsigned
item_action(struct pane *p, enum ui_act act)
{
	const struct rv_view_item *it = data(p);

	switch ((int)act) {
	case UI_ACT_OPEN: /* none is chosen yet */
		return ui_pane_act(p, UI_ACT_LINK_NEXT);
	case UI_ACT_INFO:
		if (!it)
			return PANE_IGNORED;
		info(p, it);
		return PANE_HANDLED;
	case UI_ACT_ATTEST:
		if (!it)
			return PANE_IGNORED;
		ui_attest(p->ctx, it->row.path);
		return PANE_HANDLED;
	case UI_ACT_SOURCE:
		if (!it || (it->row.proposal.n == 0 && it->row.feeds.n == 0))
			return PANE_IGNORED;
		ui_ctx_open(p->ctx, it->row.proposal.n > 0 ? it->row.proposal
							   : it->row.feeds);
		return PANE_HANDLED;
	case UI_ACT_COPY:
		if (!it)
			return PANE_IGNORED;
		ui_copy(p->ctx, it->row.path, _("path"));
		return PANE_HANDLED;
	default:
		return PANE_IGNORED;
	}
}

static void
item_draw(const struct pane *p, struct ui_surface *s)
{
	const struct state *st = p->state;
	const struct ui_snap *bad = ui_model_failed(p->ctx->model,
						    UI_VIEW_ITEM);

	if (!p->ctx->path) {
		ui_pane_note(s, UI_ROLE_DIM,
			     _("No page is chosen. j and k walk the tree, enter "
			       "reads."));
		return;
	}
	if (!data(p)) {
		if (bad && rv_sv_is(bad->text, p->ctx->path))
			ui_pane_note(s, UI_ROLE_WARN, bad->err.msg);
		else
			ui_pane_note(s, UI_ROLE_DIM,
				     s->grid->ascii ? _("reading...")
						    : _("reading…"));
		return;
	}
	ui_textview_draw(&st->view, s);
	if (p->focused)
		ui_cursor(s, 0, 0);
}

static void
item_close(struct pane *p)
{
	struct state *st = p->state;

	ui_links_release(&st->links);
}

const struct pane_ops item_pane = {
	.name = "item",
	.title = N_("Item"),
	.flags = PANE_TEXT,
	.state_size = sizeof(struct state),
	.keys = keys,
	.heading = item_heading,
	.update = item_update,
	.action = item_action,
	.follow = item_follow,
	.recalc = item_recalc,
	.draw = item_draw,
	.close = item_close,
};
