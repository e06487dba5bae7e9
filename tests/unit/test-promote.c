/* SPDX-License-Identifier: MIT */
/* Promotion: what the page becomes, and what is said about it. */
#include "config.h"

#include "trust/promote.h"

#include "base/attr.h"
#include "tests/support/cm.h"
#include "tests/support/desk.h"
#include "trust/tree.h"

static rv_status
promote(struct desk *d, const char *source, enum rv_promote_to to,
	const char *into, struct rv_promotion *out, struct rv_err *err)
{
	struct rv_sv path = rv_promote_path(rv_sv(source));
	struct rv_promote_in in = {
		.store = d->store,
		.workspace = d->workspace,
		.wiki = "wiki",
		.raw = "raw",
		.memory = "MEMORY.md",
		.now = DESK_NOW,
		.source = rv_sv(source),
		.text = desk_read(d, rv_sv_cstr_in(&d->arena, path)),
		.to = to,
		.into = rv_sv(into),
	};

	return rv_promote(&in, &d->arena, out, err);
}

static const struct rv_trust_check *
check(const struct rv_promotion *p, const char *code)
{
	for (size_t i = 0; i < p->n_checks; i++)
		if (!strcmp(p->checks[i].code, code))
			return &p->checks[i];
	fail_msg("no check %s", code);
	return &p->checks[0];
}

static void
assert_level(const struct rv_promotion *p, const char *code,
	     enum rv_trust_level level, const char *word)
{
	const struct rv_trust_check *c = check(p, code);

	if (c->level != level || !rv_sv_has(c->message, rv_sv(word)))
		fail_msg("%s: level %d, \"%.*s\"", code, c->level,
			 RV_SV_ARG(c->message));
}

#define THREAD \
	"---\ntitle: Queue engine\ndate: 2026-01-22\nthemes: [runtime]\n---\n" \
	"\n# Queue engine\n\nFifty test jobs.\n\n## Decision\n\n" \
	"FalkorDB, until a drill passes.\n\nSecond paragraph.\n\n" \
	"## Aside\n\nNobody needs this.\n"

static void
test_new__decision(void **state)
{
	struct rv_promotion p;
	struct desk d;

	(void)state;
	desk_open(&d, "new");
	desk_page(&d, "raw/queue.md", THREAD);
	assert_int_equal(promote(&d, "raw/queue.md", RV_TO_DECISION, NULL, &p,
				 NULL),
			 RV_OK);
	assert_sv(p.target, "wiki/decisions/decide-queue-engine.md");
	assert_sv(p.bytes,
		  "---\ntype: decision\nname: Queue engine\nstatus: open\n"
		  "date: 2026-01-22\nconfidence: INFERRED\nthemes: [runtime]\n"
		  "updated: 2026-01-28\nlast_reviewed_at: 2026-01-28\n"
		  "capture_state: promoted\nsource: raw/queue.md\n---\n\n"
		  "# Queue engine\n\n## Context\n\nFifty test jobs.\n\n"
		  "## Options considered\n\n_pending_\n\n## Decision\n\n"
		  "FalkorDB, until a drill passes.\n\nSecond paragraph.\n\n"
		  "## Consequences\n\n_pending_\n\n## Status\n\n_pending_\n\n"
		  "## Sources\n\n- raw/queue.md\n");
	assert_false(p.exists);
	assert_int_equal(p.moved, 3);
	assert_sv(p.left, "Aside");
	assert_string_equal(p.tier, "T1");
	assert_level(&p, "format", RV_TRUST_WARN, "Aside");
	assert_level(&p, "provenance", RV_TRUST_OK, "raw/queue.md");
	assert_level(&p, "secret", RV_TRUST_OK, "0 places");
	assert_level(&p, "contradiction", RV_TRUST_OK, "");
	desk_close(&d);
}

#define PERSON \
	"---\r\n# mine\r\ntype: decision   # yes\r\nname: 'Queue engine'\r\n" \
	"status: closed\r\nupdated: 2025-11-27\r\nmine: kept\r\n---\r\n\r\n" \
	"# Queue engine\r\n\r\n## Context\r\n\r\n  Mine, to the byte.\t\r\n" \
	"\r\n## Decision\r\n\r\nRedis from February.\r\n\r\n## Extra\r\n\r\n" \
	"x\r\n"

static void
test_merge__keeps_a_persons_text(void **state)
{
	static const char *const kept[] = {
		"# mine\r\n", "type: decision   # yes\r\n",
		"name: 'Queue engine'\r\nstatus: closed\r\n", "mine: kept\r\n",
		"## Context\r\n\r\n  Mine, to the byte.\t\r\n",
		"Redis from February.\r\n", "## Extra\r\n\r\nx\r\n"};
	struct rv_promotion p, again;
	struct desk d;

	(void)state;
	desk_open(&d, "merge");
	desk_page(&d, "raw/queue.md", THREAD);
	desk_page(&d, "wiki/decisions/db.md", PERSON);
	assert_int_equal(promote(&d, "raw/queue.md", RV_TO_DECISION, NULL, &p,
				 NULL),
			 RV_OK);
	/* by title: it has another slug */
	assert_sv(p.target, "wiki/decisions/db.md");
	assert_true(p.exists);
	for (size_t i = 0; i < ARRAY_LEN(kept); i++)
		if (!rv_sv_has(p.bytes, rv_sv(kept[i])))
			fail_msg("lost: %s\nin %.*s", kept[i],
				 RV_SV_ARG(p.bytes));
	assert_true(rv_sv_has(p.bytes,
			      RV_SV("Redis from February.\r\n\r\nFalkorDB, "
				    "until a drill passes.\r\n\r\nSecond")));
	assert_true(rv_sv_has(p.bytes, RV_SV("updated: 2026-01-28\r\n")));
	assert_level(&p, "contradiction", RV_TRUST_WARN, "closed");
	/* once more: it is all there */
	desk_bytes(&d, "wiki/decisions/db.md", p.bytes.p, p.bytes.n);
	assert_int_equal(promote(&d, "raw/queue.md", RV_TO_DECISION, NULL,
				 &again, NULL),
			 RV_E_NO);
	desk_close(&d);
}

/* Lists with blank lines, code, comments: each moves as it was written. */
static void
test_merge__moves_whole_blocks(void **state)
{
	static const char *const parts[] = {
		"- one\n\n  still one\n\n      its code\n\n- two\n",
		"    indented\n\n    code\n",
		"````\n```\na\n\nb\n```\n\n# no heading\n````\n",
		"~~~\n```\n\nc\n~~~\n",
		"$$\nx\n\ny\n$$\n",
		"<!-- kept\n\ntogether -->\n",
		"1. first\n\n\tgoes on\n",
	};
	struct rv_buf source = RV_BUF_INIT;
	struct rv_promotion p;
	struct desk d;

	(void)state;
	desk_open(&d, "blocks");
	rv_buf_adds(&source, "# Part\n\n## Definition\n\n");
	for (size_t i = 0; i < ARRAY_LEN(parts); i++)
		rv_buf_addf(&source, "%s\n", parts[i]);
	desk_page(&d, "raw/part.md", source.p);
	/* a part of each is there, and is no reason to tear the rest */
	desk_page(&d, "wiki/concepts/part.md",
		  "---\ntype: concept\nname: Part\n---\n\n# Part\n\n"
		  "## Definition\n\nb\n```\n\ny\n$$\n\ntogether -->\n");
	assert_int_equal(
		promote(&d, "raw/part.md", RV_TO_CONCEPT, NULL, &p, NULL),
		RV_OK);
	assert_true(p.exists);
	for (size_t i = 0; i < ARRAY_LEN(parts); i++)
		if (!rv_sv_has(p.bytes, rv_sv(parts[i])))
			fail_msg("torn: %s\n%.*s", parts[i],
				 RV_SV_ARG(p.bytes));
	rv_buf_release(&source);
	desk_close(&d);
}

/* Code that is never closed takes what is added for a part of it. */
static void
test_merge__says_what_is_never_closed(void **state)
{
	struct rv_promotion p;
	struct desk d;

	(void)state;
	desk_open(&d, "never");
	desk_page(&d, "raw/never.md", "# Never\n\n## Definition\n\nNew.\n");
	desk_page(&d, "wiki/concepts/never.md",
		  "---\ntype: concept\nname: Never\n---\n\n# Never\n\n"
		  "## Definition\n\n```\ncode\n");
	assert_int_equal(
		promote(&d, "raw/never.md", RV_TO_CONCEPT, NULL, &p, NULL),
		RV_OK);
	assert_level(&p, "format", RV_TRUST_WARN, "never ends");
	desk_close(&d);
}

/* What stands in the middle of a longer line was not said. */
static void
test_memory__whole_lines_are_known(void **state)
{
	struct rv_promotion p;
	struct desk d;

	(void)state;
	desk_open(&d, "memory");
	desk_page(&d, "MEMORY.md",
		  "# Memory\n\n## Notes\n\n- Juno likes tea with milk.\n"
		  "- Fennel\n  is a server.\n");
	desk_page(&d, "memory/2026-01-20.md",
		  "# Day\n\nJuno likes tea\n\n- Juno likes tea with milk.\n\n"
		  "server\n\n- Fennel\n  is a server.\n");
	assert_int_equal(promote(&d, "memory/2026-01-20.md", RV_TO_MEMORY, NULL,
				 &p, NULL),
			 RV_OK);
	assert_int_equal(p.moved, 2);
	assert_int_equal(p.known, 2);
	desk_close(&d);
}

static void
test_target__collision_and_into(void **state)
{
	struct rv_promotion p;
	struct rv_err err = {0};
	struct desk d;

	(void)state;
	desk_open(&d, "collide");
	desk_page(&d, "wiki/research/echo-filter.md",
		  "---\ntype: research\nname: Echo filter\nconfidence: "
		  "CONFIRMED\nthemes: [memory]\n---\n# Echo filter\n\n"
		  "## Definition\n\nIt keeps back what was shown.\n");
	assert_int_equal(promote(&d, "wiki/research/echo-filter.md",
				 RV_TO_CONCEPT, NULL, &p, NULL),
			 RV_OK);
	assert_sv(p.target, "wiki/concepts/echo-filter-concept.md");
	assert_true(rv_sv_has(p.bytes, RV_SV("confidence: CONFIRMED\n")));
	assert_true(rv_sv_has(p.bytes, RV_SV("- [[echo-filter]]\n")));
	desk_page(&d, "wiki/concepts/echo-filter-concept.md",
		  "---\ntype: concept\nname: Other\n---\n# Other\n");
	desk_page(&d, "wiki/concepts/c.md",
		  "---\ntype: concept\nname: C\naliases: [Echo Filter]\n---\n"
		  "# C\n");
	/* an alias of a page of the type takes it */
	assert_int_equal(promote(&d, "wiki/research/echo-filter.md",
				 RV_TO_CONCEPT, NULL, &p, NULL),
			 RV_OK);
	assert_sv(p.target, "wiki/concepts/c.md");
	assert_int_equal(promote(&d, "wiki/research/echo-filter.md",
				 RV_TO_CONCEPT, "echo-filter-concept", &p,
				 NULL),
			 RV_OK);
	assert_sv(p.target, "wiki/concepts/echo-filter-concept.md");
	assert_int_equal(promote(&d, "wiki/research/echo-filter.md",
				 RV_TO_ENTITY, "wiki/concepts/c.md", &p, &err),
			 RV_E_USAGE);
	assert_int_equal(promote(&d, "wiki/research/echo-filter.md",
				 RV_TO_CONCEPT, "../../etc/passwd", &p, &err),
			 RV_E_NOTFOUND);
	desk_close(&d);
}

/* A thread named as its title leaves that name to the page of the wiki, and a
 * link by it means that page. */
static void
test_target__name_of_raw_is_free(void **state)
{
	struct rv_promotion p;
	struct rv_tree t;
	struct desk d;

	(void)state;
	desk_open(&d, "raw-name");
	desk_page(&d, "raw/harbour.md",
		  "# Harbour\n\n## Definition\n\nWhere ships sleep.\n");
	assert_int_equal(promote(&d, "raw/harbour.md", RV_TO_CONCEPT, NULL, &p,
				 NULL),
			 RV_OK);
	assert_sv(p.target, "wiki/concepts/harbour.md");
	desk_bytes(&d, "wiki/concepts/harbour.md", p.bytes.p, p.bytes.n);
	desk_page(&d, "wiki/concepts/ship.md", "# Ship\n\n[[harbour]]\n");
	assert_int_equal(rv_tree_build(d.store, DESK_NOW, NULL, &d.arena, &t, NULL),
			 RV_OK);
	for (size_t i = 0; i < t.n; i++)
		if (rv_sv_is(t.rows[i]->meta->path, "wiki/concepts/harbour.md"))
			assert_int_equal(t.rows[i]->backlinks, 1);
	desk_close(&d);
}

static void
test_parts__line_and_heading(void **state)
{
	static const char note[] =
		"# Session Log: 2026-01-23 redis\n\n## Decisions\n\n"
		"- [DECISION] FalkorDB stays. Reason: Redis lost jobs.\n"
		"- [DECISION] Other.\n\n## Open Items\n\n- [OPEN] Drill.\n";
	struct rv_promotion p;
	struct desk d;

	(void)state;
	desk_open(&d, "parts");
	desk_page(&d, "memory/2026-01-23.md", note);
	assert_int_equal(promote(&d, "memory/2026-01-23.md:5", RV_TO_RAW,
				 NULL, &p, NULL),
			 RV_OK);
	assert_sv(p.target, "raw/2026-01-28-falkordb-stays.md");
	assert_true(rv_sv_has(p.bytes, RV_SV("Reason: Redis lost jobs.")));
	assert_false(rv_sv_has(p.bytes, RV_SV("Other.")));
	assert_string_equal(p.tier, "T0");
	assert_int_equal(promote(&d, "memory/2026-01-23.md#open items",
				 RV_TO_MEMORY, NULL, &p, NULL),
			 RV_OK);
	assert_sv(p.target, "MEMORY.md");
	assert_sv(p.bytes, "# Memory\n\n## Notes\n\n- [OPEN] Drill.\n");
	assert_int_equal(promote(&d, "memory/2026-01-23.md#none", RV_TO_RAW,
				 NULL, &p, NULL),
			 RV_E_NOTFOUND);
	assert_int_equal(promote(&d, "memory/2026-01-23.md:99", RV_TO_RAW,
				 NULL, &p, NULL),
			 RV_E_NOTFOUND);
	assert_int_equal(promote(&d, "memory/2026-01-23.md:x", RV_TO_RAW,
				 NULL, &p, NULL),
			 RV_E_USAGE);
	desk_close(&d);
}

static void
test_checks__refuse(void **state)
{
	static const struct {
		const char *text, *code, *word;
		enum rv_trust_level level;
		const char *tier;
	} rows[] = {
		{"# T\n\nkey: ghp_"
		 "Zq7xW2mK9pLd4TbV6nRcY3sHf8JgAe1UoQ5i\n",
		 "secret", "1 secret", RV_TRUST_WARN, "T1"},
		{"# T\n\n[SUBCONSCIOUS RESONANCE] x\n", "loop", "injected",
		 RV_TRUST_FAIL, "T2"},
		{"# T\n\nThe queue was moved to the other machine because the "
		 "disk of the\n",
		 "junk", "middle", RV_TRUST_WARN, "T1"},
		{"# T\n\n- hit score: 0.83\n", "junk", "score:",
		 RV_TRUST_WARN, "T1"},
		{"# T\n\nOne line.\nmean score: 0.83\n", "junk", "line 4 ",
		 RV_TRUST_WARN, "T1"},
		/* what stays behind says nothing about the page */
		{"# T\n\nOne line.\n\n## Aside\n\nscore: 0.83\n", "junk",
		 "whole", RV_TRUST_OK, "T1"},
		{"# T\n\nOne line.\n\n## Aside\n\nThe queue was moved to the "
		 "other machine because the disk of the\n",
		 "junk", "whole", RV_TRUST_OK, "T1"},
		{"---\ntitle: T\ndate: 2025-01-01\n---\n\nold.\n",
		 "staleness", "392 days", RV_TRUST_WARN, "T1"},
		{"# T\n\nshort.\n", "staleness", "no date", RV_TRUST_OK,
		 "T1"},
		{"# Fen\n\nshort.\n", "alias", "wiki/entities/fennel.md",
		 RV_TRUST_WARN, "T1"},
		{"# T\n\nA small used machine bought from Kenji.\n",
		 "duplicate", "fennel.md", RV_TRUST_WARN, "T1"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct rv_promotion p;
		struct desk d;

		desk_open(&d, "checks");
		desk_page(&d, "wiki/entities/fennel.md",
			  "---\ntype: entity\nname: Fennel\naliases: [fen]\n"
			  "---\n# Fennel\n\nA small used machine, bought from "
			  "Kenji for 140 euros.\n");
		desk_page(&d, "raw/t.md", rows[i].text);
		assert_int_equal(promote(&d, "raw/t.md", RV_TO_CONCEPT, NULL,
					 &p, NULL),
				 RV_OK);
		assert_level(&p, rows[i].code, rows[i].level, rows[i].word);
		assert_string_equal(p.tier, rows[i].tier);
		assert_false(rv_sv_has(p.bytes, RV_SV("ghp_")));
		desk_close(&d);
	}
}

/* The double is found by its rare words, not by those that hundreds of other
 * pieces rank better for, which stand first in the alphabet. */
static void
test_duplicate__among_many(void **state)
{
	struct rv_buf many = RV_BUF_INIT;
	struct rv_page_meta *pages;
	struct rv_names names;
	struct rv_promotion p, again;
	struct rv_promote_in in = {.wiki = "wiki", .raw = "raw",
				   .memory = "MEMORY.md", .now = DESK_NOW,
				   .source = RV_SV("raw/t.md"),
				   .to = RV_TO_CONCEPT};
	struct desk d;
	size_t n;

	(void)state;
	desk_open(&d, "many");
	rv_buf_adds(&many, "# Many\n");
	for (int i = 0; i < 600; i++)
		rv_buf_addf(&many, "\n## Part %d\n\nAlpha beta gamma.\n", i);
	desk_page(&d, "raw/many.md", many.p);
	desk_page(&d, "wiki/entities/fennel.md",
		  "---\ntype: entity\nname: Fennel\n---\n# Fennel\n\n"
		  "Alpha beta gamma for Zanzibar and Yucatan.\n");
	desk_page(&d, "raw/t.md",
		  "# T\n\nAlpha beta gamma: Yucatan, Zanzibar.\n");
	in.store = d.store;
	in.workspace = d.workspace;
	in.text = desk_read(&d, "raw/t.md");
	assert_int_equal(rv_promote(&in, &d.arena, &p, NULL), RV_OK);
	assert_level(&p, "duplicate", RV_TRUST_WARN, "fennel.md");
	/* the same by names that are at hand */
	assert_int_equal(rv_page_meta_list(d.store, &d.arena, &pages, &n, NULL),
			 RV_OK);
	rv_names_build(pages, n, &d.arena, &names);
	in.names = &names;
	assert_int_equal(rv_promote(&in, &d.arena, &again, NULL), RV_OK);
	assert_true(rv_sv_eq(p.bytes, again.bytes));
	assert_true(rv_sv_eq(p.target, again.target));
	assert_level(&again, "duplicate", RV_TRUST_WARN, "fennel.md");
	rv_buf_release(&many);
	desk_close(&d);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_new__decision),
		cmocka_unit_test(test_merge__keeps_a_persons_text),
		cmocka_unit_test(test_merge__moves_whole_blocks),
		cmocka_unit_test(test_merge__says_what_is_never_closed),
		cmocka_unit_test(test_memory__whole_lines_are_known),
		cmocka_unit_test(test_target__collision_and_into),
		cmocka_unit_test(test_target__name_of_raw_is_free),
		cmocka_unit_test(test_parts__line_and_heading),
		cmocka_unit_test(test_checks__refuse),
		cmocka_unit_test(test_duplicate__among_many),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
