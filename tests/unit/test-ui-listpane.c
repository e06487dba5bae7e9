/* SPDX-License-Identifier: MIT */
/* Lists of panes: what a filter shows and what it costs, counted in calls. */
#include "config.h"

#include "tests/support/cm.h"

#include <stdlib.h>

#include "base/mem.h"
#include "ui/console_priv.h"
#include "ui/fuzzy.h"

#define MANY 100000u

/* Item i of n is "item I"; every tenth also says so. */
static struct {
	size_t n, shift, wanted, chosen;
	size_t ids, texts, drawn;
} items;

static size_t
count(const struct pane *p)
{
	(void)p;
	return items.n;
}

static uint64_t
id(const struct pane *p, size_t i)
{
	(void)p;
	items.ids++;
	return (items.shift + i + 1) * 2;
}

static void
text(const struct pane *p, size_t i, struct rv_buf *out)
{
	(void)p;
	items.texts++;
	rv_buf_addf(out, "item %zu wiki/decisions/db-engine.md%s", i,
		    i % 10 == 0 ? " every tenth" : "");
}

static ptrdiff_t
wanted(const struct pane *p)
{
	(void)p;
	return items.wanted ? (ptrdiff_t)items.wanted : UI_ROWS_NONE;
}

static void
chosen(struct pane *p)
{
	(void)p;
	items.chosen++;
}

static void
draw(const struct pane *p, struct ui_surface *s, size_t i)
{
	(void)p;
	items.drawn++;
	ui_puts(s, 0, 0, UI_ROLE_TEXT, ui_tmp("item %zu", i));
}

static const char *
empty(const struct pane *p)
{
	(void)p;
	return "nothing at all";
}

static const struct ui_rows rows = {
	.view = UI_VIEW_LOG,
	.count = count,
	.id = id,
	.text = text,
	.wanted = wanted,
	.chosen = chosen,
	.draw = draw,
	.empty = empty,
};
static const struct pane_ops ops = {
	.name = "test", .title = "Test", .rows = &rows};

struct world {
	struct ui_backend backend;
	struct rv_loop *loop;
	struct ui_console con;
	struct pane pane;
	struct ui_grid grid;
};

static void
serve(struct ui_backend *b, struct ui_snap *s)
{
	(void)b;
	s->status = RV_OK;
}

static void
on_snap(void *arg, const struct ui_snap *s)
{
	struct world *w = arg;

	ui_pane_update(&w->pane, s->view);
}

static void
collect(void *arg)
{
	struct world *w = arg;

	ui_model_collect(w->con.ctx.model, on_snap, w);
}

/* A snapshot arrives. */
static void
snapshot(struct world *w)
{
	ui_model_want(w->con.ctx.model, UI_VIEW_LOG, 0, RV_SV_NONE);
	while (!ui_model_idle(w->con.ctx.model))
		assert_int_equal(rv_loop_turn(w->loop, 5000, NULL), RV_OK);
}

static int
begin(void **state)
{
	struct world *w = rv_calloc(1, sizeof(*w));

	memset(&items, 0, sizeof(items));
	items.n = MANY;
	w->backend.serve = serve;
	assert_int_equal(rv_loop_new(&w->loop, NULL), RV_OK);
	w->con.ctx.console = &w->con;
	w->con.ctx.model = ui_model_new(w->loop, &w->backend);
	rv_loop_on_wake(w->loop, collect, w);
	w->pane = (struct pane){.ops = &ops,
				.ctx = &w->con.ctx,
				.list.filter = RV_BUF_INIT,
				.w = 40,
				.h = 20,
				.visible = true};
	ui_grid_init(&w->grid, 40, 20, false);
	snapshot(w);
	ui_rows_fit(&w->pane);
	*state = w;
	return 0;
}

static int
end(void **state)
{
	struct world *w = *state;

	ui_rows_release(&w->pane);
	ui_grid_release(&w->grid);
	ui_model_free(w->con.ctx.model);
	rv_loop_free(w->loop);
	free(w);
	return 0;
}

static void
draw_once(struct world *w)
{
	struct ui_surface s;

	ui_grid_clear(&w->grid);
	s = ui_grid_surface(&w->grid);
	ui_rows_draw(&w->pane, &s);
}

/* A row costs a text when the pattern changes, and nothing while drawing. */
static void
test_listpane__costs(void **state)
{
	struct world *w = *state;

	assert_null(w->pane.list.shown); /* without a filter there is no map */
	items.ids = items.texts = 0;
	draw_once(w);
	assert_int_equal(items.drawn, 20);
	assert_int_equal(items.texts, 0);
	assert_int_equal(items.ids, 0);

	ui_rows_filter(&w->pane, RV_SV("tenth"));
	assert_int_equal(ui_rows_shown(&w->pane), MANY / 10);
	assert_int_equal(items.texts, MANY);
	items.ids = items.texts = items.drawn = 0;
	for (int i = 0; i < 5; i++)
		draw_once(w);
	assert_int_equal(items.drawn, 100);
	assert_int_equal(items.texts, 0);
	assert_int_equal(items.ids, 0);

	/* A snapshot: every text once, the cursor's item is looked for. */
	snapshot(w);
	assert_int_equal(items.texts, MANY);
	assert_true(items.ids <= MANY / 10 + 4);
	items.texts = 0;
	ui_rows_filter(&w->pane, RV_SV_NONE);
	assert_int_equal(ui_rows_shown(&w->pane), MANY);
	assert_int_equal(items.texts, 0);
}

static void
test_listpane__keeps_the_item(void **state)
{
	struct world *w = *state;

	assert_true(ui_rows_go(&w->pane, 500));
	items.shift = 7; /* 7 items above are gone */
	snapshot(w);
	assert_int_equal(ui_rows_at(&w->pane), 493);
	/* The filter shows it still, and without it the cursor is there. */
	assert_true(ui_rows_go(&w->pane, 490));
	ui_rows_filter(&w->pane, RV_SV("tenth"));
	assert_int_equal(ui_rows_at(&w->pane), 490);
	ui_rows_filter(&w->pane, RV_SV_NONE);
	assert_int_equal(ui_rows_at(&w->pane), 490);
	/* What is selected elsewhere is shown, whatever the filter hides. */
	ui_rows_filter(&w->pane, RV_SV("tenth"));
	items.wanted = 77777;
	ui_pane_update(&w->pane, UI_VIEW_N);
	assert_int_equal(ui_rows_at(&w->pane), 77777);
	assert_int_equal(w->pane.list.filter.n, 0);
}

static void
test_listpane__says_what_it_hides(void **state)
{
	struct world *w = *state;
	struct rv_buf b = RV_BUF_INIT;

	ui_rows_filter(&w->pane, RV_SV("dbeng 12345"));
	assert_int_equal(ui_rows_shown(&w->pane), 1);
	assert_int_equal(ui_rows_at(&w->pane), 12345);
	w->pane.rect.w = 80;
	ui_rows_heading(&w->pane, &b);
	assert_string_equal(b.p, "1 of 100,000 fit \"dbeng 12345\", esc shows all");
	rv_buf_reset(&b);
	w->pane.rect.w = 40; /* the way back is never cut */
	ui_rows_heading(&w->pane, &b);
	assert_string_equal(b.p, "1/100,000 \"dbeng 12345\" esc: all");
	ui_rows_filter(&w->pane, RV_SV("not there"));
	assert_int_equal(ui_rows_at(&w->pane), UI_ROWS_NONE);
	draw_once(w);
	assert_true(ui_grid_has_text(&w->grid, RV_SV("Nothing here fits")));
	assert_true(ui_rows_act(&w->pane, UI_ACT_DOWN));
	ui_rows_filter(&w->pane, RV_SV_NONE);
	items.n = 0;
	snapshot(w);
	draw_once(w);
	assert_true(ui_grid_has_text(&w->grid, RV_SV("nothing at all")));
	rv_buf_release(&b);
}

static void
test_listpane__search_goes_around(void **state)
{
	struct world *w = *state;
	struct pane *p = &w->pane;
	struct rv_sv pattern = RV_SV("Every TENTH");

	assert_true(ui_rows_go(p, MANY - 15));
	assert_int_equal(ui_rows_find(p, pattern, 1), UI_FOUND);
	assert_int_equal(ui_rows_at(p), MANY - 10);
	items.chosen = items.texts = 0;
	assert_int_equal(ui_rows_find(p, pattern, 1), UI_FOUND_AROUND);
	assert_int_equal(ui_rows_at(p), 0);
	assert_int_equal(items.texts, 10);
	assert_int_equal(items.chosen, 1);
	assert_int_equal(ui_rows_find(p, pattern, 0), UI_FOUND);
	assert_int_equal(ui_rows_at(p), 0);
	assert_int_equal(ui_rows_find(p, pattern, -1), UI_FOUND_AROUND);
	assert_int_equal(ui_rows_at(p), MANY - 10);
	assert_int_equal(ui_rows_find(p, pattern, -1), UI_FOUND);
	items.texts = 0;
	assert_int_equal(ui_rows_find(p, RV_SV("nowhere"), 1), UI_FOUND_NONE);
	assert_int_equal(items.texts, MANY);
	assert_int_equal(ui_rows_at(p), MANY - 20);
	/* Only what the filter shows is searched. */
	ui_rows_filter(p, RV_SV("tenth"));
	assert_int_equal(ui_rows_find(p, RV_SV("item 15"), 1),
			 UI_FOUND_AROUND);
	assert_int_equal(ui_rows_at(p), 150);
}

static void
test_fits(void **state)
{
	static const struct {
		const char *text, *pattern;
		bool fits;
	} cases[] = {
		{"wiki/decisions/db-engine.md", "dbeng", true},
		{"wiki/decisions/db-engine.md", "DBENG wiki", true},
		{"wiki/decisions/db-engine.md", "dbengx", false},
		{"wiki/decisions/db-engine.md", "wd", false}, /* too short */
		{"wiki/decisions/db-engine.md", "widb", true},
		/* scattered letters */
		{"wiki/entities/fennel-on-the-floor.md", "held", false},
		{"wiki/entities/fennel-on-the-floor.md", "fotf", true},
		{"wiki/entities/fennel-on-the-floor.md", "fotx", false},
		{"raw/heat-and-disks.md", "redis", false},
		{"a-ab-abc", "abcd", false},
		{"one two", "otw", false}, /* not within one word */
		{"one two", "two one", true},
		{"one two", "  ", true},
		{"one two", "", true},
		{"", "a", false},
		{"Зонт над столом", "ЗОНТ", true},
		{"Зонт над столом", "зонт дом", false},
		{"plain", "зонт", false},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++)
		if (ui_fits(rv_sv(cases[i].text), rv_sv(cases[i].pattern)) !=
		    cases[i].fits)
			fail_msg("\"%s\" in \"%s\"", cases[i].pattern,
				 cases[i].text);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_listpane__costs, begin,
						end),
		cmocka_unit_test_setup_teardown(test_listpane__keeps_the_item,
						begin, end),
		cmocka_unit_test_setup_teardown(
			test_listpane__says_what_it_hides, begin, end),
		cmocka_unit_test_setup_teardown(
			test_listpane__search_goes_around, begin, end),
		cmocka_unit_test(test_fits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
