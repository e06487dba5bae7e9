/* SPDX-License-Identifier: MIT */
/* The chain that holds the rows of the ledger together. */
#include "config.h"

#include "store/chain.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "store/store_priv.h"

#define HASH ",\"hash\":\""
/* ,"hash":"<64 digits>"} at the end of a line */
#define TAIL (sizeof(HASH) - 1 + 64 + 2)
#define CHUNK 65536

/* How far it was verified, and the file as it was then. */
struct rv__chain {
	struct rv_chain pub;
	int64_t inode, size, mtime_ns;
	int64_t offset, line; /* of the next row */
	int64_t id;	      /* of the last good one */
	char prev[RV_SHA256_HEX];
	struct rv_sha256 sha; /* of the bytes up to offset */
	int fd;
};

static const struct rv_chain unknown;

const struct rv_chain *
rv_chain_known(const struct rv_store *s)
{
	return s->chain ? &s->chain->pub : &unknown;
}

void
rv__chain_free(struct rv_store *s)
{
	free(s->chain);
	s->chain = NULL;
}

/* Adds the bytes of the file from one place to another; *last: the last one. */
static bool
absorb(int fd, int64_t at, int64_t to, struct rv_sha256 *sha, char *last)
{
	char *bytes = rv_malloc(CHUNK);

	while (at < to) {
		ssize_t got = pread(fd, bytes, (size_t)RV_MIN(to - at, CHUNK),
				    (off_t)at);

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			break;
		rv_sha256_add(sha, bytes, (size_t)got);
		*last = bytes[got - 1];
		at += got;
	}
	free(bytes);
	return at == to;
}

/* Of the first n bytes; `ended`: with a newline behind them where none is. */
static bool
hash_before(int fd, int64_t n, bool ended, char out[RV_SHA256_HEX])
{
	struct rv_sha256 sha;
	char last = '\n';
	bool all;

	rv_sha256_init(&sha);
	all = absorb(fd, 0, n, &sha, &last);
	if (ended && last != '\n')
		rv_sha256_add(&sha, "\n", 1);
	rv_sha256_hex(&sha, out);
	return all;
}

/* What the hash of a line's end has to be, behind the row `prev`. */
static void
hash_of(struct rv_sv line, struct rv_sv prev, char out[RV_SHA256_HEX])
{
	struct rv_sha256 sha;

	rv_sha256_init(&sha);
	rv_sha256_add(&sha, prev.p, prev.n);
	rv_sha256_add(&sha, "\n", 1);
	rv_sha256_add(&sha, line.p, line.n - TAIL);
	rv_sha256_add(&sha, "}", 1);
	rv_sha256_hex(&sha, out);
}

/* Its own hash is right, whatever stands before it. */
static bool
is_whole(struct rv_sv line, struct rv_sv prev, char hash[RV_SHA256_HEX])
{
	char tail[TAIL + 1];

	if (line.n <= TAIL)
		return false;
	hash_of(line, prev, hash);
	sqlite3_snprintf(sizeof(tail), tail, HASH "%s\"}", hash);
	return rv_sv_ends(line, rv_sv_of(tail, TAIL));
}

static void
go_on(struct rv__chain *c, int64_t id, const char hash[RV_SHA256_HEX])
{
	memcpy(c->prev, hash, RV_SHA256_HEX);
	c->id = id;
}

/*
 * Is the line the next row of the chain, to the byte?  Nothing has to be parsed
 * for that: a row begins with its number and ends with two hashes, of which the
 * last one covers all that stands before.
 */
static bool
is_next(struct rv__chain *c, const struct rv_line *line)
{
	char head[64], end[96], hash[RV_SHA256_HEX];

	/* A byte order mark or a CR is no byte of ours. */
	if (line->kind != RV_LINE_FULL || line->text.n <= TAIL ||
	    line->end - line->offset != (int64_t)line->text.n + 1)
		return false;
	sqlite3_snprintf(sizeof(head), head, "{\"v\":1,\"id\":%lld,",
			 (long long)c->id + 1);
	sqlite3_snprintf(sizeof(end), end, ",\"prev\":\"%s\"", c->prev);
	if (!rv_sv_starts(line->text, rv_sv(head)) ||
	    !rv_sv_ends(rv_sv_slice(line->text, 0, line->text.n - TAIL),
			rv_sv(end)) ||
	    !is_whole(line->text, rv_sv(c->prev), hash))
		return false;
	go_on(c, c->id + 1, hash);
	return true;
}

/* The beginning of a row, as a killed process leaves it; a later one ends the
 * line.  A row that has its hash already is whole but for the last bytes. */
static bool
is_torn(struct rv_sv line)
{
	struct rv_sv rest = line;
	ptrdiff_t at;

	while ((at = rv_sv_find(rest, RV_SV(HASH))) >= 0) {
		size_t end = (size_t)at + TAIL - 2;

		if (rest.n >= end &&
		    rv_is_sha256_hex(rv_sv_slice(rest, end - 64, end))) {
			rest = rv_sv_slice(rest, end, rest.n);
			return !rest.n || rv_sv_is(rest, "\"");
		}
		rest = rv_sv_slice(rest, (size_t)at + 1, rest.n);
	}
	return !line.n || line.p[line.n - 1] != '}';
}

/* Behind damage: does the line accept exactly what stands before it? */
static bool
accepts(struct rv__chain *c, const struct rv_line *line)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_ledger_row row;
	char before[RV_SHA256_HEX], hash[RV_SHA256_HEX];
	bool ok = line->kind == RV_LINE_FULL &&
		  rv_sv_has(line->text, RV_SV("\"kind\":\"accept\"")) &&
		  rv__ledger_parse(line->text, &arena, &row, NULL) == RV_OK &&
		  row.kind == RV_LEDGER_ACCEPT &&
		  rv_sv_is(row.action, "chain") && row.n_files == 1 &&
		  row.of == c->pub.first_bad &&
		  rv_sv_is(row.files[0].before, c->pub.bad) &&
		  is_whole(line->text, row.prev, hash) &&
		  hash_before(c->fd, line->offset, true, before) &&
		  rv_sv_is(row.files[0].after, before);

	if (ok) {
		c->pub.accepted = row.id;
		c->pub.accepted_bad = c->pub.first_bad;
		c->pub.broken = false;
		c->pub.first_bad = c->pub.line = 0;
		go_on(c, row.id, hash);
	}
	rv_arena_release(&arena);
	return ok;
}

static void
take_line(struct rv__chain *c, const struct rv_line *line)
{
	if (c->pub.broken) {
		(void)accepts(c, line);
	} else if (is_next(c, line)) {
		return;
	} else if (line->kind != RV_LINE_TOOLONG && is_torn(line->text)) {
		c->pub.torn += rv_sv_trim(line->text).n > 0;
	} else {
		c->pub.broken = true;
		c->pub.first_bad = c->id + 1;
		c->pub.line = line->number;
		c->pub.bad[0] = '\0';
		/* Rows before it were cut off, and it accepts that? */
		if (!accepts(c, line))
			rv_sha256_of(line->text, c->pub.bad);
	}
}

static rv_status
scan(struct rv__chain *c, struct rv_err *err)
{
	struct rv_lines lines;
	struct rv_line line;
	rv_status st;

	rv_lines_init(&lines, c->fd, c->offset, c->line + 1, RV_LINE_MAX);
	while ((st = rv_lines_next(&lines, &line, err)) == RV_OK &&
	       line.kind != RV_LINE_END) {
		/* A row that is being written; but not one that was. */
		if (line.kind == RV_LINE_PARTIAL &&
		    (is_torn(line.text) ||
		     rv_sv_ends(line.text, RV_SV("\"}")))) {
			c->pub.torn += rv_sv_trim(line.text).n > 0;
			break;
		}
		take_line(c, &line);
		c->offset = line.end;
		c->line = line.number;
	}
	rv_lines_release(&lines);
	return st;
}

static bool
same_file(const struct rv__chain *c, const struct stat *st)
{
	return c->pub.known && c->inode == (int64_t)st->st_ino &&
	       c->size == (int64_t)st->st_size &&
	       c->mtime_ns == (int64_t)st->st_mtim.tv_sec * 1000000000 +
				      st->st_mtim.tv_nsec;
}

static void
note_file(struct rv__chain *c, const struct stat *st)
{
	c->inode = (int64_t)st->st_ino;
	c->size = (int64_t)st->st_size;
	c->mtime_ns = (int64_t)st->st_mtim.tv_sec * 1000000000 +
		      st->st_mtim.tv_nsec;
	c->pub.known = true;
	c->pub.rows = c->id;
}

/* The index knows more rows, or once did, than the file has. */
static rv_status
look_for_cut(struct rv_store *s, struct rv__chain *c, struct rv_err *err)
{
	char hash[RV_SHA256_HEX];
	int64_t last = 0, top = 0;
	rv_status st = rv__ledger_last(s, &last, hash, err);

	if (st == RV_OK)
		st = rv__meta_get(s, RV__LEDGER_TOP, 0, &top, err);
	c->pub.had = RV_MAX(last, top);
	if (st == RV_OK && !c->pub.broken && c->pub.had > c->id) {
		c->pub.broken = true;
		c->pub.first_bad = c->id + 1;
		c->pub.line = c->line + 1;
		c->pub.bad[0] = '\0';
	}
	return st;
}

static void
begin_anew(struct rv__chain *c)
{
	int fd = c->fd;

	*c = (struct rv__chain){.prev = RV__CHAIN_GENESIS, .fd = fd};
	rv_sha256_init(&c->sha);
}

/* Nobody touched what was verified. */
static bool
is_untouched(const struct rv__chain *c)
{
	struct rv_sha256 sha = c->sha;
	char was[RV_SHA256_HEX], is[RV_SHA256_HEX];

	rv_sha256_hex(&sha, was);
	return hash_before(c->fd, c->offset, false, is) && !strcmp(was, is);
}

/* Goes on where nothing before changed, else begins anew; `trust`: the file is
 * ours and only grew. */
static rv_status
look(struct rv_store *s, struct rv__chain *c, const struct stat *now,
     bool trust, struct rv_err *err)
{
	int64_t from;
	char last;
	rv_status st;

	if (!c->pub.known || c->pub.broken ||
	    c->inode != (int64_t)now->st_ino || c->offset > now->st_size ||
	    (!trust && !is_untouched(c)))
		begin_anew(c);
	from = c->offset;
	st = scan(c, err);
	if (st == RV_OK && !absorb(c->fd, from, c->offset, &c->sha, &last))
		st = rv_fail(err, RV_E_MOVED,
			     _("%s: it became shorter while it was read; try "
			       "again"),
			     RV_LEDGER_NAME);
	if (st == RV_OK && !trust)
		st = look_for_cut(s, c, err);
	if (st == RV_OK)
		note_file(c, now);
	else
		begin_anew(c);
	return st;
}

static rv_status
open_and_look(struct rv_store *s, bool trust, struct rv_err *err)
{
	char *path = rv__store_path(s, RV_LEDGER_NAME);
	struct stat now = {0};
	rv_status st = RV_OK;

	if (!s->chain) {
		s->chain = rv_calloc(1, sizeof(*s->chain));
		begin_anew(s->chain);
	}
	if (stat(path, &now) == 0 && same_file(s->chain, &now)) {
		free(path);
		return RV_OK;
	}
	s->chain->fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	if (s->chain->fd < 0 && errno != ENOENT)
		st = rv_fail_errno(err, errno, path, _("cannot read"));
	if (s->chain->fd >= 0 && fstat(s->chain->fd, &now) != 0)
		st = rv_fail_errno(err, errno, path, _("cannot read"));
	if (st == RV_OK && s->chain->fd >= 0) {
		st = look(s, s->chain, &now, trust, err);
		(void)close(s->chain->fd);
	} else if (st == RV_OK) { /* none yet, or it was deleted */
		begin_anew(s->chain);
		st = look_for_cut(s, s->chain, err);
		s->chain->pub.known = st == RV_OK;
	}
	free(path);
	return st;
}

rv_status
rv_chain_look(struct rv_store *s, struct rv_err *err)
{
	return open_and_look(s, false, err);
}

void
rv__chain_follow(struct rv_store *s)
{
	/* What fails here is looked at anew by whoever asks next. */
	(void)open_and_look(s, true, NULL);
}

rv_status
rv_chain_guard(struct rv_store *s, struct rv_err *err)
{
	rv_status st = rv_chain_look(s, err);
	const struct rv_chain *c = rv_chain_known(s);

	if (st != RV_OK || !c->broken)
		return st;
	return rv_fail_path(err, RV_E_UNDECIDED, RV_LEDGER_NAME,
			    _("row %lld of the ledger (%s, line %lld) was "
			      "changed: nothing is decided until a person "
			      "says why it may stand, with `reverie chain "
			      "accept REASON`"),
			    (long long)c->first_bad, RV_LEDGER_NAME,
			    (long long)c->line);
}

rv_status
rv_ledger_verify(struct rv_store *s, int64_t *first_bad, struct rv_err *err)
{
	rv_status st;
	const struct rv_chain *c;

	rv__chain_free(s); /* asked for: all of it is read */
	st = rv_chain_look(s, err);
	c = rv_chain_known(s);
	if (st != RV_OK || !c->broken)
		return st;
	*first_bad = c->first_bad;
	if (!c->bad[0])
		return rv_fail_path(err, RV_E_DAMAGED, RV_LEDGER_NAME,
				    _("the ledger ends at row %lld and had "
				      "%lld rows: it was cut; restore it from "
				      "a backup"),
				    (long long)c->rows, (long long)c->had);
	return rv_fail_path(err, RV_E_DAMAGED, RV_LEDGER_NAME,
			    _("row %lld of the ledger (line %lld) does not "
			      "follow from the one before: it was changed; "
			      "restore it from a backup"),
			    (long long)c->first_bad, (long long)c->line);
}

static rv_status
accept(struct rv_store *s, struct rv_sv reason, struct rv_sv door,
       int64_t *id, struct rv_err *err)
{
	const struct rv_chain *c;
	struct rv_ledger_file file = {.path = RV_SV(RV_LEDGER_NAME)};
	struct rv_ledger_row row = {
		.kind = RV_LEDGER_ACCEPT,
		.action = RV_SV("chain"),
		.target = file.path,
		.door = door,
		.files = &file,
		.n_files = 1,
		.anchor_before = RV_UNDATED,
		.anchor_after = RV_UNDATED,
		.reason = reason,
	};
	char all[RV_SHA256_HEX], *path;
	struct stat now;
	rv_status st;
	int fd;

	rv__chain_free(s);
	if ((st = rv_chain_look(s, err)) != RV_OK)
		return st;
	c = rv_chain_known(s);
	if (!c->broken)
		return rv_fail(err, RV_E_NO,
			       _("chain accept: nothing is broken; all %lld "
				 "rows of the ledger follow from each other"),
			       (long long)c->rows);
	path = rv__store_path(s, RV_LEDGER_NAME);
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	if (fd < 0 || fstat(fd, &now) != 0 ||
	    !hash_before(fd, now.st_size, true, all))
		st = rv_fail_errno(err, errno, path, _("cannot read"));
	if (fd >= 0)
		(void)close(fd);
	free(path);
	row.of = c->first_bad;
	file.before = rv_sv(c->bad);
	file.after = rv_sv(all);
	if (st == RV_OK)
		st = rv__ledger_append(s, &row, err);
	if (st == RV_OK)
		st = rv_chain_guard(s, err);
	if (st == RV_OK)
		*id = row.id;
	return st;
}

rv_status
rv_chain_accept(struct rv_store *s, struct rv_sv reason, struct rv_sv door,
		int64_t *row, struct rv_err *err)
{
	rv_status st = rv_store_lock(s, err);

	if (st != RV_OK)
		return st;
	st = rv_store_catch_up(s, err);
	if (st == RV_OK)
		st = accept(s, reason, door, row, err);
	rv_store_unlock(s);
	return st;
}
