/* SPDX-License-Identifier: MIT */
/* Writes a workspace of N Markdown pages below a directory, the same for the
 * same N: raw threads by day, a wiki of four kinds with frontmatter, links and
 * lists, daily notes.  About twenty files stand in a folder.
 *
 *	bench-pages DIR N */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/path.h"
#include "base/time.h"
#include "words.h"

#define PER_FOLDER 20
#define NAMES 4000 /* the words that pages are named by */

static const int64_t begin = 1704067200000; /* 2024-01-01 */

static const struct kind {
	const char *type, *folder;
	int share; /* of a hundred pages */
} kinds[] = {
	{"", "raw", 35},
	{"concept", "wiki/concepts", 15},
	{"entity", "wiki/entities", 15},
	{"decision", "wiki/decisions", 5},
	{"research", "wiki/research", 20},
	{"", "memory", 10},
};

static void
add_name(struct rv_buf *out, int64_t i)
{
	put_word(out, (uint64_t)(i % NAMES) + 400);
	rv_buf_addf(out, "-%" PRId64, i);
}

static void
add_folder(struct rv_buf *out, const struct kind *k, int64_t i)
{
	int64_t folder = i / PER_FOLDER / 7; /* the kinds take turns */

	rv_buf_addf(out, "%s/", k->folder);
	if (!*k->type) {
		char iso[RV_ISO_MAX];

		rv_time_iso(begin + folder * RV_DAY, iso);
		rv_buf_addf(out, "%.4s/%.2s/%.2s", iso, iso + 5, iso + 8);
		return;
	}
	put_word(out, (uint64_t)(folder % 20));
	rv_buf_addc(out, '/');
	put_word(out, (uint64_t)folder);
}

static void
add_sentence(struct rv_buf *out, struct rv_rng *r, int64_t pages)
{
	uint64_t words = 6 + rv_rng_below(r, 14);

	for (uint64_t w = 0; w < words; w++) {
		size_t from = out->n;

		switch (rv_rng_below(r, 60)) {
		case 0:
			rv_buf_adds(out, "[[");
			add_name(out, (int64_t)rv_rng_below(
					      r, (uint64_t)pages));
			rv_buf_adds(out, "]]");
			break;
		case 1:
			rv_buf_addf(out, "%" PRIu64, rv_rng_below(r, 3000));
			break;
		case 2:
			rv_buf_addc(out, '`');
			put_word(out, draw_word(r));
			rv_buf_adds(out, "_id`");
			break;
		default:
			put_word(out, draw_word(r));
		}
		if ((w == 0 || rv_rng_below(r, 20) == 0) && out->p[from] >= 'a')
			out->p[from] = (char)(out->p[from] - 32);
		rv_buf_adds(out, w + 1 == words		     ? ". "
				 : rv_rng_below(r, 9) == 0 ? ", "
							    : " ");
	}
}

static void
add_front(struct rv_buf *out, const struct kind *k, int64_t i)
{
	char iso[RV_ISO_MAX];

	rv_time_iso(begin + i % 700 * RV_DAY, iso);
	rv_buf_adds(out, "---\ntype: ");
	rv_buf_addf(out, "%s\ntitle: \"", k->type);
	add_name(out, i);
	rv_buf_addf(out, "\"\nupdated: %.10s\nconfidence: %s\naliases: [", iso,
		    i % 3 ? "confirmed" : "inferred");
	put_word(out, (uint64_t)i + WORDS);
	rv_buf_adds(out, "]\nthemes: [work, home]\n---\n");
}

/* One to eight thousand bytes, the shorter ones more often. */
static void
add_page(struct rv_buf *out, struct rv_rng *r, const struct kind *k, int64_t i,
	 int64_t pages)
{
	double u = (double)rv_rng_below(r, 1000) / 1000.0;
	size_t end = (size_t)(1000.0 + 7000.0 * u * u);

	if (*k->type)
		add_front(out, k, i);
	rv_buf_adds(out, "# ");
	add_name(out, i);
	rv_buf_addc(out, '\n');
	for (int n = 0; out->n < end; n++) {
		if (n % 3 == 0) {
			rv_buf_adds(out, "\n## ");
			put_word(out, draw_word(r));
			rv_buf_addc(out, '\n');
		}
		rv_buf_adds(out, n % 4 == 3 ? "\n- " : "\n");
		for (int s = 0; s < 4; s++) {
			add_sentence(out, r, pages);
			if (n % 4 == 3)
				rv_buf_adds(out, "\n- ");
		}
		rv_buf_addc(out, '\n');
	}
}

static const struct kind *
kind_of(int64_t i)
{
	int64_t at = i % 100;
	size_t k = 0;

	while (at >= kinds[k].share)
		at -= kinds[k++].share;
	return &kinds[k];
}

static int
write_page(const char *path, struct rv_sv text)
{
	FILE *f = fopen(path, "w");
	bool bad;

	if (!f)
		return -1;
	bad = fwrite(text.p, 1, text.n, f) != text.n;
	return fclose(f) != 0 || bad ? -1 : 0;
}

int
main(int argc, char **argv)
{
	int64_t n = argc > 2 ? strtoll(argv[2], NULL, 10) : 1000, bytes = 0;
	struct rv_buf path = RV_BUF_INIT, text = RV_BUF_INIT;
	struct rv_rng r;

	if (argc < 2)
		return 2;
	rv_rng_seed(&r, 3);
	for (int64_t i = 0; i < n; i++) {
		const struct kind *k = kind_of(i);

		rv_buf_reset(&path);
		rv_buf_addf(&path, "%s/", argv[1]);
		add_folder(&path, k, i);
		if (rv_path_mkdirs(path.p, 0700, NULL) != RV_OK)
			return 1;
		rv_buf_addc(&path, '/');
		add_name(&path, i);
		rv_buf_adds(&path, ".md");
		rv_buf_reset(&text);
		add_page(&text, &r, k, i, n);
		bytes += (int64_t)text.n;
		if (write_page(path.p, rv_buf_sv(&text))) {
			perror(path.p);
			return 1;
		}
	}
	printf("%" PRId64 "\n", bytes);
	rv_buf_release(&path);
	rv_buf_release(&text);
	return 0;
}
