/* SPDX-License-Identifier: MIT */
/* A terminal that is not there: input comes from a script. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/mem.h"
#include "ui/term.h"

struct headless {
	struct ui_term term;
	int w, h;
	bool resized;
	struct {
		char key[UI_KEY_NAME];
		int64_t at;
	} *keys;
	int64_t clock; /* the script's, microseconds */
	size_t n, cap, at;
	struct rv_buf paste;
	bool has_paste;
};

static struct headless *
self(struct ui_term *t)
{
	return (struct headless *)t;
}

static void
headless_close(struct ui_term *t)
{
	free(self(t)->keys);
	rv_buf_release(&self(t)->paste);
	free(t);
}

static void
headless_size(struct ui_term *t, int *w, int *h)
{
	*w = self(t)->w;
	*h = self(t)->h;
}

static bool
headless_read(struct ui_term *t, struct ui_input *in)
{
	struct headless *s = self(t);

	if (s->resized) {
		s->resized = false;
		in->kind = UI_INPUT_RESIZE;
		return true;
	}
	if (s->has_paste) {
		s->has_paste = false;
		in->kind = UI_INPUT_PASTE;
		in->text = rv_buf_sv(&s->paste);
		return true;
	}
	if (s->at == s->n)
		return false;
	in->kind = UI_INPUT_KEY;
	in->at = s->keys[s->at].at;
	memcpy(in->key, s->keys[s->at++].key, UI_KEY_NAME);
	in->more = s->at < s->n;
	if (!in->more)
		s->at = s->n = 0;
	return true;
}

static int
headless_fd(const struct ui_term *t)
{
	(void)t;
	return -1;
}

static bool
headless_gone(const struct ui_term *t)
{
	(void)t;
	return false;
}

static void
headless_flush(struct ui_term *t)
{
	self(t)->at = self(t)->n = 0;
}

static void
headless_nothing(struct ui_term *t)
{
	(void)t;
}

static void
headless_paint(struct ui_term *t, const struct ui_grid *g,
	       const struct ui_theme *theme)
{
	(void)t;
	(void)g;
	(void)theme;
}

static void
headless_copy(struct ui_term *t, struct rv_sv text)
{
	(void)t;
	(void)text;
}

static const struct ui_term_ops ops = {
	.name = "headless",
	.close = headless_close,
	.size = headless_size,
	.resized = headless_nothing,
	.fd = headless_fd,
	.read = headless_read,
	.gone = headless_gone,
	.flush = headless_flush,
	.paint = headless_paint,
	.repaint = headless_nothing,
	.leave = headless_nothing,
	.enter = headless_nothing,
	.ring = headless_nothing,
	.copy = headless_copy,
};

struct ui_term *
ui_term_headless_new(int w, int h)
{
	struct headless *s = rv_calloc(1, sizeof(*s));

	s->term.ops = &ops;
	s->w = w;
	s->h = h;
	s->paste = RV_BUF_INIT;
	return &s->term;
}

void
ui_term_headless_key(struct ui_term *t, const char *key, int64_t after)
{
	struct headless *s = self(t);

	s->clock += after;
	rv_grow(&s->keys, &s->cap, s->n + 1);
	memset(s->keys[s->n].key, 0, UI_KEY_NAME);
	s->keys[s->n].at = s->clock;
	memcpy(s->keys[s->n++].key, key,
	       RV_MIN(strlen(key), (size_t)UI_KEY_NAME - 1));
}

void
ui_term_headless_paste(struct ui_term *t, struct rv_sv text)
{
	rv_buf_reset(&self(t)->paste);
	rv_buf_addv(&self(t)->paste, text);
	self(t)->has_paste = true;
}

void
ui_term_headless_size(struct ui_term *t, int w, int h)
{
	self(t)->w = w;
	self(t)->h = h;
	self(t)->resized = true;
}
