/* SPDX-License-Identifier: MIT */
/* The checks of a promotion, each a level and a sentence that says why. */
#include "config.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/time.h"
#include "base/utf8.h"
#include "doc/redact.h"
#include "doc/slug.h"
#include "doc/tokens.h"
#include "store/search.h"
#include "trust/promote_priv.h"
#include "trust/read_page.h"
#include "trust/settle.h"
#include "trust/tree.h"

#define SAME 0.6	/* share of the new words that a page has already */
/* Half of these are in a double already; each is one more list to rank. */
#define TERMS_MAX 12
#define HITS_MAX 8
#define COMMON 200 /* rows with a word that tells little */
#define COMMON_MAX 4

struct asked {
	struct rv_promote_job *j;
	struct rv_page_doc doc; /* the result */
	struct rv_page_meta meta;
	struct rv_sv settled; /* a list, of its frontmatter */
	enum rv_trust_level level;
	struct rv_sv why;
	rv_status status;
	struct rv_err *err;
};

static void RV_PRINTF(3, 4)
say(struct asked *a, enum rv_trust_level level, const char *fmt, ...)
{
	struct rv_buf b = RV_BUF_INIT;
	va_list ap;

	va_start(ap, fmt);
	rv_buf_vaddf(&b, fmt, ap);
	va_end(ap);
	a->level = level;
	a->why = rv_sv_dup_in(a->j->arena, rv_buf_sv(&b));
	rv_buf_release(&b);
}

static void
check_provenance(struct asked *a)
{
	const struct rv_promotion *out = a->j->out;

	if (!a->j->in->text.n)
		say(a, RV_TRUST_FAIL, _("the source %.*s is empty"),
		    RV_SV_ARG(out->source));
	else if (a->j->meta.layer == RV_LAYER_DERIVED &&
		 out->to != RV_TO_RAW && out->to != RV_TO_MEMORY)
		say(a, RV_TRUST_WARN,
		    _("the only source, %.*s, is derived memory; nothing raw "
		      "stands behind it"),
		    RV_SV_ARG(out->source));
	else if (out->line)
		say(a, RV_TRUST_OK, _("1 source: %.*s, lines %d to %d"),
		    RV_SV_ARG(out->source), out->line, out->last_line);
	else
		say(a, RV_TRUST_OK, _("1 source: %.*s, the whole page"),
		    RV_SV_ARG(out->source));
}

static void
check_secret(struct asked *a)
{
	struct rv_sv rest = a->j->out->bytes, line;
	int number = 0, first = 0;
	size_t hits = 0, here, before = 0;

	(void)rv_redact_in(a->j->arena, a->j->out->bytes, &hits);
	(void)rv_redact_in(a->j->arena, a->j->out->old, &before);
	while (hits && !first && rv_sv_next_line(&rest, &line)) {
		number++;
		(void)rv_redact_in(a->j->arena, line, &here);
		if (here)
			first = number;
	}
	if (hits > before)
		say(a, RV_TRUST_FAIL,
		    P_("%zu place looks like a secret (line %d); edit it out",
		       "%zu places look like secrets (the first in line %d); "
		       "edit them out",
		       hits),
		    hits, first);
	else if (hits)
		say(a, RV_TRUST_WARN,
		    _("the page as it is has what looks like a secret in line "
		      "%d"),
		    first);
	else if (a->j->masked)
		say(a, RV_TRUST_WARN,
		    P_("%zu secret of the source was masked; it still stands "
		       "in %.*s",
		       "%zu secrets of the source were masked; they still "
		       "stand in %.*s",
		       a->j->masked),
		    a->j->masked, RV_SV_ARG(a->j->out->source));
	else
		say(a, RV_TRUST_OK, _("0 places look like a secret"));
}

static void
check_loop(struct asked *a)
{
	static const char *const marks[] = {
		"[SUBCONSCIOUS RESONANCE]", "[A thought surfaces:",
		"<!-- LAST_PROCESSED",	    "[SYSTEM]"};

	for (size_t i = 0; i < ARRAY_LEN(marks); i++)
		if (rv_sv_has(a->j->out->bytes, rv_sv(marks[i]))) {
			say(a, RV_TRUST_FAIL,
			    _("it holds \"%s\": text that was injected into "
			      "the agent and must not come back as memory"),
			    marks[i]);
			return;
		}
	say(a, RV_TRUST_OK, _("no trace of injected text"));
}

/* Every promotion ends in "Sources"; a page whose code or comment is never
 * closed takes that heading for a part of it. */
static bool
is_swallowed(const struct asked *a)
{
	for (size_t i = 0; i < a->doc.n; i++)
		if (rv_sv_is(a->doc.sections[i].heading, "Sources"))
			return false;
	return a->j->out->moved > 0;
}

/* A promotion that moves no statement, unless a person chose so. */
static bool
adds_nothing(const struct asked *a)
{
	const struct rv_promotion *out = a->j->out;
	struct rv_sides sides;

	if (!out->exists || rv_promote_type(out->to) == RV_PAGE_TYPE_N ||
	    a->settled.n)
		return false;
	rv_promote_sides(out->old, out->bytes, false, a->j->arena, &sides);
	return sides.fresh == 0;
}

static void
check_format(struct asked *a)
{
	const struct rv_promotion *out = a->j->out;
	enum rv_page_type type = rv_promote_type(out->to);

	if (!rv_sv_trim(out->bytes).n)
		say(a, RV_TRUST_FAIL, _("the page is empty"));
	else if (!rv_utf8_valid(out->bytes))
		say(a, RV_TRUST_FAIL, _("the page is not valid UTF-8"));
	else if (a->doc.meta_broken)
		say(a, RV_TRUST_FAIL,
		    _("the frontmatter is not closed or is no plain YAML"));
	else if (type != RV_PAGE_TYPE_N &&
		 !rv_sv_is(a->meta.type, rv_page_type_row(type)->code))
		say(a, RV_TRUST_FAIL,
		    _("the frontmatter has no `type: %s`"),
		    rv_page_type_row(type)->code);
	else if (type != RV_PAGE_TYPE_N && !out->exists &&
		 !rv_slug_valid(rv_slug_of_path(out->target)))
		say(a, RV_TRUST_FAIL, _("%.*s is no name for a page"),
		    RV_SV_ARG(out->target));
	else if (type != RV_PAGE_TYPE_N && is_swallowed(a))
		say(a, RV_TRUST_WARN,
		    _("a code block or a comment of the page never ends, and "
		      "what is added stands in it; close it"));
	else if (adds_nothing(a))
		say(a, RV_TRUST_WARN,
		    _("nothing that %.*s says comes to the page; only its "
		      "frontmatter and links change"),
		    RV_SV_ARG(out->source));
	else if (out->left.n)
		say(a, RV_TRUST_WARN,
		    _("no heading of the page takes what stands under %.*s; "
		      "it was left behind"),
		    RV_SV_ARG(out->left));
	else if (out->pending.n)
		say(a, RV_TRUST_OK, _("in order; sections still %s: %.*s"),
		    "_pending_",
		    RV_SV_ARG(out->pending));
	else
		say(a, RV_TRUST_OK, _("frontmatter, name and sections are in "
				      "order"));
}

/* A sentence that stops in the middle, as cut text does. */
static bool
is_half(struct rv_sv block)
{
	static const char *const ends[] = {".", "!", "?", ":", ";", "…", "。",
					   "！", "？", ")", "\"", "”", "»",
					   "`", "*", "_", "|", "]", "』", "」"};
	struct rv_sv first = rv_sv_trim(block);

	if (first.n < 60 || strchr("#|>`~-*+0123456789", first.p[0]) ||
	    rv_sv_find_char(first, '|') >= 0)
		return false;
	for (size_t i = 0; i < ARRAY_LEN(ends); i++)
		if (rv_sv_ends(first, rv_sv(ends[i])))
			return false;
	return true;
}

static void
check_junk(struct asked *a)
{
	static const char *const noise[] = {
		"score:", "score=", "similarity:", "relevance:", "cosine",
		"\"embedding\"", "HEARTBEAT_OK", "[object Object]"};
	struct rv_promote_job *j = a->j;

	for (size_t i = 0; i < j->n; i++) {
		struct rv_sv t = j->blocks[i].text;

		for (size_t k = 0; k < ARRAY_LEN(noise); k++)
			if (rv_sv_has(t, rv_sv(noise[k]))) {
				say(a, RV_TRUST_WARN,
				    _("line %d holds \"%s\": the output of a "
				      "program, not a statement"),
				    j->blocks[i].line, noise[k]);
				return;
			}
		if (is_half(t)) {
			say(a, RV_TRUST_WARN,
			    _("the paragraph at line %d stops in the middle "
			      "of a sentence"),
			    j->blocks[i].line);
			return;
		}
	}
	say(a, RV_TRUST_OK, P_("%zu paragraph, whole", "%zu paragraphs, all "
						       "whole", j->n),
	    j->n);
}

static int
by_stem(const void *a, const void *b)
{
	const struct rv_sv *x = a, *y = b;

	return rv_sv_cmp(*x, *y);
}

/* Distinct stems that mean something, sorted. */
static struct rv_sv *
stems_of(struct rv_tokens *t, struct rv_sv text, struct rv_arena *arena,
	 size_t *n)
{
	size_t all, m = 0;
	struct rv_token *tokens = rv_tokens_of(t, text, arena, &all);
	struct rv_sv *out = rv_arena_array(arena, struct rv_sv, all + 1);

	for (size_t i = 0; i < all; i++)
		if (!tokens[i].stop)
			out[m++] = tokens[i].stem;
	if (m)
		qsort(out, m, sizeof(*out), by_stem);
	*n = 0;
	for (size_t i = 0; i < m; i++)
		if (!i || !rv_sv_eq(out[i], out[i - 1]))
			out[(*n)++] = out[i];
	return out;
}

static double
share(const struct rv_sv *a, size_t n, const struct rv_sv *b, size_t m)
{
	size_t both = 0;

	for (size_t i = 0, k = 0; i < n && k < m;) {
		int c = rv_sv_cmp(a[i], b[k]);

		both += c == 0;
		i += c <= 0;
		k += c >= 0;
	}
	return n ? (double)both / (double)n : 0;
}

/* The first words that few rows have: half the index would have to be ranked
 * for the others, of which a few have to do when there is nothing else. */
static rv_status
telling(struct asked *a, const struct rv_sv *stems, size_t n,
	struct rv_sv *out, size_t *n_out, struct rv_err *err)
{
	size_t rare = 0;

	for (size_t i = 0; i < n && rare < TERMS_MAX; i++) {
		int64_t rows;
		rv_status st = rv_store_frequency_upto(
			a->j->in->store, stems[i], COMMON, &rows, err);

		if (st != RV_OK)
			return st;
		if (rows > 0 && rows < COMMON)
			out[rare++] = stems[i];
	}
	*n_out = rare;
	if (!rare) {
		*n_out = RV_MIN(n, (size_t)COMMON_MAX);
		memcpy(out, stems, *n_out * sizeof(*out));
	}
	return RV_OK;
}

/* The piece of another canonical page that has most of the new words. */
static rv_status
nearest(struct asked *a, struct rv_tokens *t, const struct rv_sv *stems,
	size_t n, struct rv_page *best, double *how, struct rv_err *err)
{
	struct rv_sv words[TERMS_MAX];
	struct rv_search_query q = {.pages = true, .limit = HITS_MAX,
				    .stems = words};
	struct rv_promote_job *j = a->j;
	struct rv_hit *hits = NULL;
	size_t n_hits = 0;
	rv_status st = telling(a, stems, n, words, &q.n, err);

	if (st == RV_OK)
		st = rv_store_search(j->in->store, &q, j->arena, &hits,
				     &n_hits, err);

	for (size_t i = 0; st == RV_OK && i < n_hits; i++) {
		struct rv_page p;
		const struct rv_page_meta *known;
		struct rv_sv *theirs;
		size_t m;
		double s;

		st = rv_page_by_rowid(j->in->store, hits[i].rowid, j->arena,
				      &p, err);
		if (st != RV_OK)
			break;
		known = rv_names_page(j->names, p.path);
		if (!known || rv_sv_eq(p.path, j->out->source) ||
		    rv_sv_eq(p.path, j->out->target) ||
		    !rv_page_is_canonical(known->type))
			continue;
		theirs = stems_of(t, p.text, j->arena, &m);
		s = share(stems, n, theirs, m);
		if (s > *how) {
			*how = s;
			*best = p;
		}
	}
	return st;
}

static void
check_duplicate(struct asked *a)
{
	struct rv_tokens *t = rv_tokens_new();
	struct rv_buf text = RV_BUF_INIT;
	struct rv_page best = {0};
	struct rv_sv *stems;
	double how = 0;
	size_t n;

	for (size_t i = 0; i < a->j->n; i++) {
		rv_buf_addv(&text, a->j->blocks[i].text);
		rv_buf_addc(&text, '\n');
	}
	stems = stems_of(t, rv_buf_sv(&text), a->j->arena, &n);
	if (n)
		a->status = nearest(a, t, stems, n, &best, &how, a->err);
	if (how >= SAME)
		say(a, RV_TRUST_WARN,
		    _("%.*s line %lld has %d %% of its words already"),
		    RV_SV_ARG(best.path), (long long)best.line,
		    (int)(how * 100));
	else if (best.path.n)
		say(a, RV_TRUST_OK,
		    _("the nearest page, %.*s, has %d %% of its words"),
		    RV_SV_ARG(best.path), (int)(how * 100));
	else
		say(a, RV_TRUST_OK, _("no other page is near"));
	rv_buf_release(&text);
	rv_tokens_free(t);
}

/* Another page than the target and the source that has this name. */
static const struct rv_page_meta *
other_with(struct asked *a, struct rv_sv name)
{
	struct rv_buf key = RV_BUF_INIT;
	const struct rv_page_meta *other = NULL;
	const struct rv_name *run;
	size_t n;

	rv_name_key(name, &key);
	run = rv_names_range(a->j->names, rv_buf_sv(&key), &n);
	for (size_t i = 0; run && i < n && !other; i++) {
		const struct rv_page_meta *p = run[i].page;

		if (p->layer == RV_LAYER_WIKI &&
		    !rv_sv_eq(p->path, a->j->out->target) &&
		    !rv_sv_eq(p->path, a->j->out->source))
			other = p;
	}
	rv_buf_release(&key);
	return other;
}

static void
check_alias(struct asked *a)
{
	struct rv_sv rest = a->meta.aliases, name = a->meta.title;
	const struct rv_page_meta *other = other_with(a, name);

	while (!other && rv_sv_next_line(&rest, &name))
		other = other_with(a, name);
	if (other && rv_promote_type(a->j->out->to) != RV_PAGE_TYPE_N)
		say(a, RV_TRUST_WARN,
		    _("\"%.*s\" is a name of %.*s too; [[links]] to it would "
		      "mean either"),
		    RV_SV_ARG(name), RV_SV_ARG(other->path));
	else
		say(a, RV_TRUST_OK, _("its names are its own"));
}

/* "raw/2026-01-22-queue.md" was written on that day. */
static int64_t
day_of_name(struct rv_sv path)
{
	struct rv_sv name = rv_slug_of_path(path);
	int64_t t = RV_UNDATED;

	if (name.n >= 10)
		(void)rv_time_parse(rv_sv_slice(name, 0, 10), &t);
	return t;
}

static void
check_staleness(struct asked *a)
{
	int64_t t = a->j->meta.updated, age;

	if (t == RV_UNDATED)
		t = day_of_name(a->j->out->source);
	age = t == RV_UNDATED ? 0 : a->j->in->now - t;
	if (t == RV_UNDATED)
		say(a, RV_TRUST_OK,
		    _("the source has no date: nobody knows how old it is"));
	else if (age > RV_STALE_DAYS * RV_DAY)
		say(a, RV_TRUST_WARN,
		    _("the source is of %.*s, %lld days ago (limit %d)"),
		    RV_SV_ARG(rv_day_in(a->j->arena, t)),
		    (long long)(age / RV_DAY), RV_STALE_DAYS);
	else
		say(a, RV_TRUST_OK, _("the source is of %.*s"),
		    RV_SV_ARG(rv_day_in(a->j->arena, t)));
}

/* Closed, and nobody settled it: a statement that meets what it decided is a
 * contradiction, any other text is only late. */
static const struct rv_page_meta *
find_closed(struct asked *a)
{
	struct rv_promote_job *j = a->j;
	const struct rv_page_meta *target =
		rv_names_page(j->names, j->out->target);
	struct rv_sides sides;

	if (!target || !j->out->exists || !rv_sv_is(target->type, "decision") ||
	    !rv_sv_is(target->status, "closed") ||
	    rv_list_has(a->settled, j->in->source))
		return NULL;
	rv_promote_sides(j->out->old, j->out->bytes, true, j->arena, &sides);
	j->out->closed = sides.line[0].n && sides.line[1].n;
	/* a person who opens it again has seen that */
	j->out->shut = !j->out->closed && rv_sv_is(a->meta.status, "closed");
	return j->out->closed ? target : NULL;
}

/* Other pages of which either says that they disagree, unless a person settled
 * that: the first one, and how many. */
static const struct rv_page_meta *
find_others(struct asked *a, size_t *n)
{
	struct rv_promote_job *j = a->j;
	struct rv_sv rest = a->meta.contradicts, one;
	const struct rv_page_meta *page, *first = NULL;

	*n = 0;
	while (rv_sv_next_line(&rest, &one)) {
		page = rv_names_find(j->names, rv_slug_of_path(one),
				     RV_NAME_ANY);
		if (!page ||
		    rv_list_has(a->settled, rv_slug_of_path(page->path)))
			continue;
		first = first ? first : page;
		++*n;
	}
	for (size_t i = 0; i < j->names->n_pages; i++) {
		struct rv_sv list;

		page = j->names->pages[i];
		list = page->contradicts;

		/* most say nothing */
		if (!list.n ||
		    (!rv_list_has(list, rv_slug_of_path(j->out->target)) &&
		     !rv_list_has(list, rv_slug_of_path(j->out->source))) ||
		    rv_list_has(a->settled, rv_slug_of_path(page->path)) ||
		    rv_list_has(a->meta.contradicts,
				rv_slug_of_path(page->path)))
			continue;
		first = first ? first : page;
		++*n;
	}
	return first;
}

static struct rv_sv
day_or_none(struct asked *a, int64_t t)
{
	return t == RV_UNDATED ? rv_sv(_("no date"))
			       : rv_day_in(a->j->arena, t);
}

/* Both sides, each with its date and how sure it is. */
static void
say_both(struct asked *a, const struct rv_page_meta *target)
{
	const struct rv_promotion *out = a->j->out;
	struct rv_sides sides;

	rv_promote_sides(out->old, out->bytes, true, a->j->arena, &sides);
	say(a, RV_TRUST_WARN,
	    _("%.*s is closed: \"%.*s\" (%.*s, %.*s); %.*s: \"%.*s\" "
	      "(%.*s, %.*s)"),
	    RV_SV_ARG(target->path), RV_SV_ARG(sides.line[0]),
	    RV_SV_ARG(day_or_none(a, target->updated)),
	    RV_SV_ARG(target->confidence.n ? target->confidence
					   : rv_sv("-")),
	    RV_SV_ARG(out->source), RV_SV_ARG(sides.line[1]),
	    RV_SV_ARG(day_or_none(a, a->j->meta.updated)),
	    RV_SV_ARG(a->j->meta.confidence.n ? a->j->meta.confidence
					      : rv_sv("-")));
}

static void
say_other(struct asked *a, const struct rv_page_meta *other, size_t n)
{
	bool itself = rv_list_has(a->meta.contradicts,
				  rv_slug_of_path(other->path));

	if (n > 1)
		say(a, RV_TRUST_WARN,
		    P_("%.*s and %zu other page contradict this",
		       "%.*s and %zu other pages contradict this", n - 1),
		    RV_SV_ARG(other->path), n - 1);
	else if (itself)
		say(a, RV_TRUST_WARN,
		    _("it says itself that it contradicts %.*s"),
		    RV_SV_ARG(other->path));
	else
		say(a, RV_TRUST_WARN,
		    _("%.*s says that it contradicts this"),
		    RV_SV_ARG(other->path));
}

static void
check_contradiction(struct asked *a)
{
	struct rv_promotion *out = a->j->out;
	const struct rv_page_meta *other;
	size_t n = 0;

	out->closed = out->shut = false;
	out->against = RV_SV_NONE;
	other = find_closed(a);
	if (!other)
		other = find_others(a, &n);
	if (!other) {
		if (a->settled.n)
			say(a, RV_TRUST_OK, _("settled by a person"));
		else
			say(a, RV_TRUST_OK, _("no page says otherwise"));
		return;
	}
	out->against = rv_sv_dup_in(a->j->arena, other->path);
	out->against_time = other->updated;
	if (out->closed)
		say_both(a, other);
	else
		say_other(a, other, n);
}

/* No pair of statements, so there is nothing to choose between. */
static void
add_closed(struct asked *a)
{
	if (!a->j->out->shut)
		return;
	say(a, RV_TRUST_WARN,
	    _("%.*s is closed, and what comes to it is no other decision; open "
	      "it again by hand, or promote elsewhere"),
	    RV_SV_ARG(a->j->out->target));
	a->j->out->checks[a->j->out->n_checks++] =
		(struct rv_trust_check){"closed", a->level, a->why};
}

static const struct {
	const char *code;
	void (*ask)(struct asked *a);
} checks[] = {
#define PROMOTE_CHECK(name, sentence) {#name, check_##name},
#include "trust/promote_checks.def"
#undef PROMOTE_CHECK
};

static void
settle_tier(struct rv_promote_job *j)
{
	enum rv_trust_level worst = RV_TRUST_OK;
	const struct rv_trust_check *why = NULL;

	for (size_t i = 0; i < j->out->n_checks; i++)
		if (j->out->checks[i].level > worst) {
			why = &j->out->checks[i];
			worst = why->level;
		}
	j->out->tier = "T1";
	j->out->tier_reason = rv_sv(_("durable knowledge needs a person"));
	if (worst == RV_TRUST_FAIL) {
		j->out->tier = "T2";
		j->out->tier_reason = why->message;
	} else if (worst == RV_TRUST_OK && j->out->to == RV_TO_RAW) {
		j->out->tier = "T0";
		j->out->tier_reason = rv_sv(
			_("a copy into raw memory, every check is ok"));
	}
}

rv_status
rv_promote_run_checks(struct rv_promote_job *j, struct rv_err *err)
{
	struct asked a = {.j = j, .err = err};
	struct rv_page_link *links;
	size_t n;

	rv_page_parse(j->out->bytes, j->arena, &a.doc);
	rv_read_page(j->out->target, RV_LAYER_WIKI, j->out->bytes, &a.doc,
		     j->arena, &a.meta, &links, &n);
	j->out->checks = rv_arena_array(j->arena, struct rv_trust_check,
					ARRAY_LEN(checks) + 1);
	a.settled = rv_meta_list(a.doc.meta, "settled", j->arena);
	j->out->n_checks = 0;
	for (size_t i = 0; i < ARRAY_LEN(checks); i++) {
		checks[i].ask(&a);
		if (a.status != RV_OK)
			return a.status;
		j->out->checks[j->out->n_checks++] = (struct rv_trust_check){
			checks[i].code, a.level, a.why};
	}
	add_closed(&a);
	settle_tier(j);
	return RV_OK;
}
