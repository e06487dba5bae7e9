/* SPDX-License-Identifier: MIT */
#ifndef RV_UI_PANE_H
#define RV_UI_PANE_H

/*
 * The pane contract.  A pane is one file in panes/ that defines `const struct
 * pane_ops NAME_pane`, and one row PANE(NAME) in panes.def.  It reads snapshots
 * from the model, keeps its own small state, and draws on a surface; drawing
 * changes nothing.  UI thread.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "ui/ctx.h"
#include "ui/keymap.h"
#include "ui/legend.h"
#include "ui/listpane.h"
#include "ui/surface.h"
#include "ui/textview.h"

enum {
	/* The state begins with a struct ui_textview: it is scrolled, searched
	 * and released by the core. */
	PANE_TEXT = 1,
};

/* What an action did. */
enum {
	PANE_IGNORED = 0,
	PANE_HANDLED = 1,
	PANE_REDRAW = 2, /* includes a new recalc */
};

struct pane {
	const struct pane_ops *ops;
	struct ui_ctx *ctx;
	void *state;
	struct ui_listpane list; /* of a pane with rows */
	struct ui_rect rect; /* with its frame, on the whole surface */
	int w, h;	     /* inside the frame */
	bool visible, focused;
};

struct pane_ops {
	const char *name, *title; /* config name; N_() title */
	unsigned flags;
	unsigned views; /* bits 1 << UI_VIEW_x that a refresh reads */
	size_t state_size; /* the core allocates and zeroes it */
	const struct ui_key *keys; /* ended by a row without key; or NULL */
	/* The hint line's word for one of its keys as things are now, or NULL:
	 * the key would do nothing.  Unset: the label of the row. */
	const char *(*hint)(const struct pane *p, const struct ui_key *k);
	ui_legend_fn *legend; /* words that it shows, or NULL */
	const struct ui_rows *rows; /* of a list, else NULL */
	/* Behind the title: counts. */
	void (*heading)(const struct pane *p, struct rv_buf *out);
	/* A snapshot of `view` arrived, or the selection changed (UI_VIEW_N);
	 * the list knows already. */
	void (*update)(struct pane *p, enum ui_view view);
	unsigned (*action)(struct pane *p, enum ui_act act);
	/* Goes to what has the pattern, where neither list nor text do. */
	enum ui_found (*find)(struct pane *p, struct rv_sv pattern, int dir);
	/* Of a text whose runs have tags: opens the link of this one. */
	void (*follow)(struct pane *p, int tag);
	/* Has it nothing to show?  While it is not focused, its neighbour takes
	 * its room. */
	bool (*idle)(const struct pane *p);
	/* What its list is set to, its order say, as a word that outlives the
	 * console, or NULL; and to be set so, before there are items. */
	const char *(*setting)(const struct pane *p);
	void (*set)(struct pane *p, struct rv_sv word);
	void (*recalc)(struct pane *p); /* layout for p->w, p->h */
	/* NULL: a list, which is drawn by ui_rows_draw. */
	void (*draw)(const struct pane *p, struct ui_surface *s);
	void (*close)(struct pane *p);
};

const struct pane_ops *const *ui_panes(size_t *n) RV_NONNULL;

/* Tells a pane of a snapshot, or of the selection (UI_VIEW_N). */
void ui_pane_update(struct pane *p, enum ui_view view);
/* A key of the pane, else one of its list or text. */
unsigned ui_pane_act(struct pane *p, enum ui_act act);

/* The newest snapshot, or one in which everything is zero. */
const struct ui_snap *ui_pane_snap(const struct pane *p, enum ui_view view)
	RV_NONNULL;
/*
 * For a pane without data: while `view` is read, "reading..."; when it failed,
 * why.  False when there is data and the pane draws itself.
 */
bool ui_pane_blank(const struct pane *p, struct ui_surface *s,
		   enum ui_view view);
/* A sentence in the middle of nothing: what, why, next key. */
void ui_pane_note(struct ui_surface *s, enum ui_role role, const char *text);
/* Marks row y as the selected one and puts the cursor there. */
void ui_pane_select(const struct pane *p, struct ui_surface *s, int y, int h);
/* Bytes of `fmt` in a temporary that lives until the sixteenth next call. */
const char *ui_tmp(const char *fmt, ...) RV_PRINTF(1, 2) RV_NONNULL;
const char *ui_tmp_clock(const struct ui_ctx *c, int64_t t) RV_NONNULL;
const char *ui_tmp_date(const struct ui_ctx *c, int64_t t) RV_NONNULL;
/* Clock for today, date before. */
const char *ui_tmp_when(const struct ui_ctx *c, int64_t t) RV_NONNULL;
const char *ui_tmp_age(const struct ui_ctx *c, int64_t t) RV_NONNULL;
const char *ui_tmp_int(int64_t n) RV_NONNULL;
/* The size of a change: +75 -4 w */
const char *ui_tmp_words(const struct rv_view_proposal *p) RV_NONNULL;
/* A code of the engine ("promote", "secret", "running") in the operator's
 * language; what is no word of the list stays as it is. */
struct rv_sv ui_word(struct rv_sv code);
/* Who spoke: the name, else the role in a word. */
struct rv_sv ui_who(struct rv_sv role, struct rv_sv name);

#endif
