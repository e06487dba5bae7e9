/* SPDX-License-Identifier: MIT */
/* What to do next about what was found, and what a key does here and now. */
#include "config.h"

#include "ui/next.h"

#include "base/i18n.h"
#include "ui/batch.h"
#include "ui/pane.h"

static const struct {
	const char *code, *warn, *fail; /* N_() */
} checks[] = {
	{"provenance",
	 N_("o opens the source, r makes it anew from what that says now; a "
	    "asks why it is enough"),
	 N_("put the source back and press r, or x rejects it")},
	{"secret",
	 N_("o opens the source, where it still stands; a asks why it may go "
	    "on"),
	 N_("e edits it out, or x rejects it")},
	{"loop", NULL, N_("e edits it out, or x rejects it")},
	{"format", N_("e adds it by hand; a asks why it may be left out"),
	 N_("e mends it, or x rejects it")},
	{"junk", N_("e edits it, x rejects it; a asks why it stays"), NULL},
	{"duplicate",
	 N_("x rejects it as a duplicate, e edits it; a asks why both stay"),
	 NULL},
	{"alias", N_("e gives it another name; a asks why both have it"), NULL},
	{"staleness",
	 N_("o opens the source; a asks why it still holds, d defers it"),
	 NULL},
	{"edited", N_("e edits again; a asks where it comes from"), NULL},
	{"contradiction",
	 N_("co keeps the old, cn takes the new, cb keeps both with dates"),
	 NULL},
	{"closed",
	 N_("e opens it again (its `status`), x rejects it and :promote takes "
	    "it elsewhere; a asks why"),
	 NULL},
};

const char *
ui_next_of_check(const struct rv_view_proposal *p,
		 const struct rv_view_check *check)
{
	bool fail = check->level == RV_LEVEL_ERROR;
	const char *text = NULL;

	if (check->level < RV_LEVEL_WARN || p->base_moved)
		return NULL;
	for (size_t i = 0; i < ARRAY_LEN(checks); i++)
		if (rv_sv_is(check->code, checks[i].code))
			text = fail ? checks[i].fail : checks[i].warn;
	if (rv_sv_is(p->kind, "attest"))
		return fail ? _("x rejects it")
			    : _("o opens the page; a asks why it holds, x "
				"rejects it");
	if (text)
		return _(text);
	if (fail)
		return _("e edits it, or x rejects it");
	return ui_needs_reason(p) ? _("e edits it; a asks why it may stand")
				  : _("e edits it, or a approves it as it is");
}

const char *
ui_next_of_moved(void)
{
	return _("r makes it anew on the page as it is now, or x rejects it");
}

const char *
ui_next_of_page(const struct rv_view_tree_row *r, enum ui_next_page what)
{
	bool waits = r->proposal.n > 0;

	switch (what) {
	case UI_NEXT_SECRET:
		return waits || r->feeds.n > 0
			       ? _("o opens its proposal, where it is masked; "
				 "y copies the path: take it out of the file "
				 "in an editor")
			     : _("y copies the path: take it out of the file "
				 "in an editor");
	case UI_NEXT_CONTRADICTION:
		return waits ? _("o opens its proposal: co, cn or cb settle it "
				 "there where it is the same one")
			     : _("in this text (enter from the tree), l and "
				 "enter open the other page; correct the "
				 "wrong one, or write `settled: [the other]` "
				 "into one of them");
	case UI_NEXT_SAME_NAME:
		return _(
			"in this text (enter from the tree), l and enter open "
			"the other page; rename one, or write "
			"`settled: [the other]` into one of them");
	case UI_NEXT_TWIN:
		return _("f twin lists both; y copies the path: rename or "
			 "delete one of them outside");
	case UI_NEXT_COPY:
		return _("y copies the path: merge what is new in it in an "
			 "editor, then delete it");
	case UI_NEXT_STALE:
		/* a line that can be typed as it stands */
		return ui_tmp(waits ? _("o opens its proposal, decide it "
					"first; else :promote --into %.*s %.*s")
				    : _("t proposes that it holds as it is, "
					"for you to approve in 6; else "
					":promote --into %.*s %.*s"),
			      RV_SV_ARG(r->path),
			      RV_SV_ARG(r->newer.n ? r->newer
						   : rv_sv(_("PATH"))));
	case UI_NEXT_BROKEN:
		return _("y copies the path: mend it in an editor");
	}
	return NULL;
}

static const char *
own_label(const struct ui_key *k)
{
	return k->label ? _(k->label) : NULL;
}

static bool
is_staged(const struct ui_ctx *c, const struct rv_view_proposal *p,
	  enum ui_decided what)
{
	const struct ui_staged *it = p->id.n > 0
					     ? ui_stage_get(&c->stage, p->id)
					     : NULL;

	return it && it->what == what;
}

const char *
ui_next_hint(const struct ui_ctx *c, const struct rv_view_proposal *p,
	     const struct ui_key *k)
{
	bool one = p && p->id.n > 0; /* not a preview */

	switch ((int)k->act) {
	case UI_ACT_APPROVE:
		return !p || p->base_moved || !p->approvable ||
				       is_staged(c, p, UI_APPROVED)
			       ? NULL
			       : own_label(k);
	case UI_ACT_APPROVE_WRITE:
		return !p || p->base_moved || !p->approvable ||
				       ui_needs_reason(p)
			       ? NULL
			       : own_label(k);
	case UI_ACT_REJECT:
		if (one && is_staged(c, p, UI_REJECTED))
			return NULL;
		return one ? _("reject") : p ? _("drop") : NULL;
	case UI_ACT_DEFER: return p ? own_label(k) : NULL;
	case UI_ACT_EDIT:
		return p && !p->base_moved && !rv_sv_is(p->kind, "attest")
			       ? own_label(k)
			       : NULL;
	case UI_ACT_RETRY:
		return p && p->base_moved ? _("make anew") : own_label(k);
	case UI_ACT_SETTLE_OLD:
		return one && !p->base_moved && ui_desk_contradicts(p)
			       ? _("keep old")
			       : NULL;
	case UI_ACT_SETTLE_NEW:
		return one && !p->base_moved && ui_desk_contradicts(p)
			       ? _("take new")
			       : NULL;
	case UI_ACT_SETTLE_BOTH:
		return one && !p->base_moved && ui_desk_contradicts(p)
			       ? _("both")
			       : NULL;
	case UI_ACT_UNDO:
		if (!one || !ui_stage_get(&c->stage, p->id))
			return NULL;
		if (!is_staged(c, p, UI_UNDECIDED))
			return _("unstage");
		return ui_stage_get(&c->stage, p->id)->was[0]
			       ? _("bring back")
			       : NULL;
	default: return own_label(k);
	}
}
