/* SPDX-License-Identifier: MIT */
/* Panes made larger and smaller, on every screen and at every size. */
#include "config.h"

#include "tests/support/cm.h"

#include <string.h>

#include "ui/sizes.h"

static const struct {
	int w, h;
} terminals[] = {{120, 36}, {110, 30}, {200, 60}, {80, 24}, {99, 36}, {80, 32}};

struct shown {
	const struct ui_screen *s;
	enum ui_size size;
	struct ui_rect base[UI_PLACES], now[UI_PLACES];
	unsigned seen;
};

static void
lay_out(struct shown *v, const struct ui_screen *s, int w, int h, size_t focus,
	const struct ui_sizes *z)
{
	size_t n = ui_screen_places(s), shown[2] = {0, 0};

	*v = (struct shown){.s = s, .size = ui_size_class(s, w, h)};
	for (size_t k = n; k > 0; k--)
		shown[s->places[k - 1].group] = k - 1;
	shown[s->places[focus].group] = focus;
	ui_screen_layout(s, v->size, w, h - 4, focus, shown, false, v->base);
	for (size_t k = 0; k < n; k++)
		v->seen |= v->base[k].w > 0 ? 1u << k : 0;
	memcpy(v->now, v->base, sizeof(v->now));
	ui_sizes_apply(s, v->size, z, v->now);
}

/* Every cell is in a pane, and inside of one pane at most. */
static void
check_cover(const struct shown *v, int w, int h)
{
	for (int y = 0; y < h - 4; y++)
		for (int x = 0; x < w; x++) {
			int in = 0, inside = 0;

			for (size_t k = 0; k < UI_PLACES; k++) {
				const struct ui_rect *r = &v->now[k];
				int dx = x - r->x, dy = y - r->y;

				if (dx < 0 || dy < 0 || dx >= r->w ||
				    dy >= r->h)
					continue;
				in++;
				inside += dx > 0 && dy > 0 && dx < r->w - 1 &&
					  dy < r->h - 1;
			}
			assert_true(in > 0);
			assert_true(inside <= 1 && (!inside || in == 1));
		}
}

static void
check_least(const struct shown *v)
{
	for (size_t k = 0; k < ui_screen_places(v->s); k++)
		if (v->now[k].w > 0) {
			assert_true(v->now[k].w >= 20);
			assert_true(v->now[k].h >= 4);
		}
}

/* As often as it goes; returns how often. */
static int
walk(const struct ui_screen *s, int w, int h, size_t place, int dir,
     struct ui_sizes *z)
{
	struct shown v;
	int n = 0;

	for (;;) {
		int had, has;

		lay_out(&v, s, w, h, place, z);
		had = v.now[place].w * v.now[place].h;
		if (!ui_sizes_step(s, v.size, z, v.base, v.seen, place, dir))
			return n;
		lay_out(&v, s, w, h, place, z);
		has = v.now[place].w * v.now[place].h;
		assert_true(dir > 0 ? has > had : has < had);
		check_cover(&v, w, h);
		check_least(&v);
		assert_true(++n < 200);
	}
}

static void
test_steps__each_key_undoes_the_other(void **state)
{
	(void)state;
	for (int i = 0; i < UI_SCREENS; i++)
		for (size_t t = 0; t < ARRAY_LEN(terminals); t++)
			for (size_t k = 0; k < ui_screen_places(&ui_screens[i]);
			     k++) {
				const struct ui_screen *s = &ui_screens[i];
				int w = terminals[t].w, h = terminals[t].h;
				struct ui_sizes z = {0};
				int n = walk(s, w, h, k, 1, &z);
				struct shown v;

				for (int back = 0; back < n; back++) {
					lay_out(&v, s, w, h, k, &z);
					assert_true(ui_sizes_step(
						s, v.size, &z, v.base, v.seen,
						k, -1));
				}
				assert_true(ui_sizes_none(&z));
				n = walk(s, w, h, k, -1, &z);
				for (int back = 0; back < n; back++) {
					lay_out(&v, s, w, h, k, &z);
					assert_true(ui_sizes_step(
						s, v.size, &z, v.base, v.seen,
						k, 1));
				}
				assert_true(ui_sizes_none(&z));
			}
}

/* All panes of a screen in turn, to the end: the rules hold still, and on every
 * other terminal, too. */
static void
test_steps__hold_on_other_terminals(void **state)
{
	(void)state;
	for (int i = 0; i < UI_SCREENS; i++) {
		const struct ui_screen *s = &ui_screens[i];
		struct ui_sizes z = {0};

		for (size_t k = 0; k < ui_screen_places(s); k++) {
			(void)walk(s, 200, 60, k, k % 3 == 0 ? -1 : 1, &z);
			for (size_t t = 0; t < ARRAY_LEN(terminals); t++) {
				int w = terminals[t].w, h = terminals[t].h;
				struct shown v;

				lay_out(&v, s, w, h, k, &z);
				check_cover(&v, w, h);
				check_least(&v);
			}
		}
	}
}

static const struct ui_screen *
screen(const char *name)
{
	return &ui_screens[ui_screen_by_name(name)];
}

/* By the same share, and a way there and back changes nothing. */
static void
test_resize__keeps_the_share(void **state)
{
	const struct ui_screen *s = screen("layers");
	struct ui_sizes z = {0};
	struct shown v;
	int own, wide;

	(void)state;
	lay_out(&v, s, 120, 36, 0, &z);
	own = v.now[0].w;
	for (int i = 0; i < 3; i++)
		assert_true(ui_sizes_step(s, v.size, &z, v.base, v.seen, 0, 1));
	lay_out(&v, s, 120, 36, 0, &z);
	assert_int_equal(v.now[0].w, own + 3 * UI_GROW_W);
	lay_out(&v, s, 240, 36, 0, &z);
	wide = v.base[0].w;
	assert_int_equal(v.now[0].w, wide + 6 * UI_GROW_W);
	lay_out(&v, s, 120, 36, 0, &z);
	assert_int_equal(v.now[0].w, own + 3 * UI_GROW_W);
}

/* A pane that is as high as its text is never made smaller by a neighbour. */
static void
test_steps__leave_a_strip_whole(void **state)
{
	const struct ui_screen *s = screen("pending");
	struct ui_sizes z = {0};
	struct shown v;

	(void)state;
	for (size_t k = 1; k < ui_screen_places(s); k++)
		(void)walk(s, 120, 36, k, 1, &z);
	lay_out(&v, s, 120, 36, 1, &z);
	assert_int_equal(v.now[0].h, v.base[0].h);
}

/* The room that an idle pane left is not there to be moved into. */
static void
test_steps__only_lines_that_are_seen(void **state)
{
	const struct ui_screen *s = screen("layers");
	struct ui_sizes z = {0};
	struct shown v;

	(void)state;
	lay_out(&v, s, 120, 36, 2, &z);
	v.seen &= ~(1u << 3);
	while (ui_sizes_step(s, v.size, &z, v.base, v.seen, 2, 1))
		;
	assert_int_equal(z.right[2].by, 0);
	assert_true(z.below[1].by != 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_steps__each_key_undoes_the_other),
		cmocka_unit_test(test_steps__hold_on_other_terminals),
		cmocka_unit_test(test_resize__keeps_the_share),
		cmocka_unit_test(test_steps__leave_a_strip_whole),
		cmocka_unit_test(test_steps__only_lines_that_are_seen),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
