/* SPDX-License-Identifier: MIT */
/* Copies the demo tree and makes its times relative to now. */
#include "config.h"

#include "engine/demo.h"

#include <dirent.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "base/fmt.h"
#include "base/i18n.h"
#include "base/path.h"
#include "base/rng.h"
#include "base/time.h"
#include "files/publish.h"
#include "files/walk.h"

#define FILE_MAX ((size_t)16 << 20)
#define PLACE_MAX 40

static bool
take_char(struct rv_sv *v, char c)
{
	if (!v->n || v->p[0] != c)
		return false;
	*v = rv_sv_slice(*v, 1, v->n);
	return true;
}

static bool
take_int(struct rv_sv *v, int64_t *out)
{
	size_t n = 0;

	while (n < v->n && n < 6 && v->p[n] >= '0' && v->p[n] <= '9')
		n++;
	if (!n || !rv_sv_to_int(rv_sv_slice(*v, 0, n), out))
		return false;
	*v = rv_sv_slice(*v, n, v->n);
	return true;
}

/* "-12d 09:30", "-12d" or "-3h20m". */
static bool
take_time(struct rv_sv v, int64_t now, int64_t *out)
{
	int64_t n = 0, hour = 0, minute = 0;

	if (!take_char(&v, '-') || !take_int(&v, &n))
		return false;
	if (take_char(&v, 'd')) {
		*out = now - now % RV_DAY - n * RV_DAY;
		if (!v.n)
			return true;
		if (!take_char(&v, ' ') || !take_int(&v, &hour) ||
		    !take_char(&v, ':') || !take_int(&v, &minute) || v.n ||
		    hour > 23 || minute > 59)
			return false;
		*out += hour * RV_HOUR + minute * RV_MINUTE;
		return true;
	}
	*out = now;
	if (take_char(&v, 'h')) {
		*out -= n * RV_HOUR;
		if (!v.n)
			return true;
		if (!take_int(&v, &n))
			return false;
	}
	*out -= n * RV_MINUTE;
	return take_char(&v, 'm') && !v.n;
}

/* "ghp_ 36": a made-up secret, never the same as one in the source, so that
 * no scanner of repositories takes the demo for a leak. */
static bool
expand_fake(struct rv_sv place, struct rv_buf *out)
{
	static const char letters[] = "ABCDEFGHJKLMNPQRSTUVWXYZ"
				      "abcdefghijkmnopqrstuvwxyz23456789";
	struct rv_sv prefix;
	struct rv_rng rng;
	int64_t n;

	if (!rv_sv_next_part(&place, ' ', &prefix) || !take_int(&place, &n) ||
	    place.n || n > 200)
		return false;
	rv_buf_addv(out, prefix);
	rv_rng_seed(&rng, rv_sv_hash(prefix));
	while (n-- > 0)
		rv_buf_addc(out, letters[rv_rng_below(&rng,
						      sizeof(letters) - 1)]);
	return true;
}

static bool
expand_one(struct rv_sv place, int64_t now, struct rv_buf *out)
{
	int64_t t;

	if (rv_sv_starts(place, RV_SV("fake ")))
		return expand_fake(rv_sv_slice(place, 5, place.n), out);
	if (rv_sv_starts(place, RV_SV("date "))) {
		if (!take_time(rv_sv_slice(place, 5, place.n), now, &t))
			return false;
		rv_fmt_date(out, t, 0);
	} else if (rv_sv_starts(place, RV_SV("hm "))) {
		if (!take_time(rv_sv_slice(place, 3, place.n), now, &t))
			return false;
		rv_fmt_date_clock(out, t, 0);
	} else {
		if (!take_time(place, now, &t))
			return false;
		rv_buf_add_iso(out, t);
	}
	return true;
}

void
rv_demo_expand(struct rv_sv text, int64_t now, struct rv_buf *out)
{
	ptrdiff_t at, end;

	while ((at = rv_sv_find(text, RV_SV("@{"))) >= 0) {
		struct rv_sv place = rv_sv_slice(text, (size_t)at + 2, text.n);

		rv_buf_add(out, text.p, (size_t)at);
		end = rv_sv_find_char(
			rv_sv_slice(place, 0, RV_MIN(place.n, PLACE_MAX)), '}');
		if (end >= 0 &&
		    expand_one(rv_sv_slice(place, 0, (size_t)end), now, out)) {
			text = rv_sv_slice(place, (size_t)end + 1, place.n);
		} else {
			rv_buf_adds(out, "@{");
			text = place;
		}
	}
	rv_buf_addv(out, text);
}

const char *
rv_demo_name(const char *rel, int64_t now, struct rv_arena *arena)
{
	const char *base = rv_path_base(rel);
	struct rv_sv v = rv_sv(base);
	struct rv_buf date = RV_BUF_INIT;
	const char *out = rel;
	int64_t days;

	if (strcmp(rel, "config.yaml") == 0)
		return ".reverie/config.yaml";
	if (rv_sv_starts(v, RV_SV("day-"))) {
		v = rv_sv_slice(v, 4, v.n);
		if (take_int(&v, &days) && v.n && v.p[0] == '.') {
			rv_fmt_date(&date, now - days * RV_DAY, 0);
			out = rv_arena_printf(arena, "%.*s%s%.*s",
					      (int)(base - rel), rel, date.p,
					      RV_SV_ARG(v));
		}
	}
	rv_buf_release(&date);
	return out;
}

struct copy {
	const char *dir;
	int64_t now;
	struct rv_err *err;
};

/* rv_walk_fn */
static rv_status
copy_file(const char *path, const char *rel, const struct stat *st, void *arg)
{
	struct copy *c = arg;
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_buf text = RV_BUF_INIT, out = RV_BUF_INIT;
	const char *to;
	rv_status s;

	(void)st;
	if (strcmp(rel, "README.md") == 0 || strcmp(rel, "turns.jsonl") == 0 ||
	    strcmp(rel, "steps") == 0)
		return RV_OK;
	to = rv_path_join_in(&arena, c->dir, rv_demo_name(rel, c->now, &arena));
	s = rv_path_read(path, FILE_MAX, &text, c->err);
	if (s == RV_OK)
		s = rv_path_mkdirs(rv_arena_printf(&arena, "%.*s",
						   (int)(rv_path_base(to) - to) - 1,
						   to),
				   0700, c->err);
	if (s == RV_OK) {
		rv_demo_expand(rv_buf_sv(&text), c->now, &out);
		s = rv_publish(to, rv_buf_sv(&out), c->err);
	}
	rv_buf_release(&text);
	rv_buf_release(&out);
	rv_arena_release(&arena);
	return s;
}

static bool
is_empty_dir(const char *dir)
{
	DIR *d = opendir(dir);
	struct dirent *entry;
	bool empty = true;

	if (!d)
		return errno == ENOENT;
	while (empty && (entry = readdir(d)) != NULL)
		empty = strcmp(entry->d_name, ".") == 0 ||
			strcmp(entry->d_name, "..") == 0;
	closedir(d);
	return empty;
}

rv_status
rv_demo_copy(const struct rv_env *env, const char *dir, struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct copy c = {.dir = dir, .now = rv_env_now(env), .err = err};
	const char *from = rv_path_join_in(&arena, env->data_dir, "demo");
	rv_status s = RV_OK;

	if (!rv_path_is_dir(from))
		s = rv_fail_path(err, RV_E_CONFIG, from,
				 _("%s: the demo is not installed there; set "
				   "REVERIE_DATA_DIR to where it is"),
				 from);
	else if (rv_path_is_dir(rv_path_join_in(&arena, dir, ".reverie")))
		s = rv_fail_path(err, RV_E_EXISTS, dir,
				 _("%s: a workspace is there already; `reverie "
				   "--workspace %s` opens it, or name another "
				   "directory"),
				 dir, dir);
	else if (!is_empty_dir(dir))
		s = rv_fail_path(err, RV_E_EXISTS, dir,
				 _("%s: it is not empty; name another "
				   "directory, or one that is not there yet"),
				 dir);
	if (s == RV_OK)
		s = rv_path_mkdirs(dir, 0700, err);
	if (s == RV_OK)
		s = rv_walk(from, copy_file, &c, err);
	rv_arena_release(&arena);
	return s;
}
