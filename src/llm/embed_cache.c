/* SPDX-License-Identifier: MIT */
/* Vectors in an append-only file, found by what they depend on. */
#include "config.h"

#include "llm/embed_cache.h"

#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/hash.h"
#include "base/i18n.h"
#include "base/mem.h"

#define MAGIC "RVEMBED1"
#define MAGIC_N 8
#define RECORD "RVEv"
#define HEAD_N 56
#define CHECK_AT 48
#define DIM_MAX 16384
#define SPACES_MAX 64
#define SLOTS_FIRST 256

struct slot {
	struct rv_embed_key key;
	int64_t at; /* of the record, 0: free */
	uint32_t dim;
};

struct rv_embed_cache {
	char *path;
	bool readonly, alien; /* alien: the file is none of ours */
	int fd;		      /* -1: not open */
	int64_t end;	      /* behind the last whole record */
	struct slot *slots;   /* open addressing, a power of two */
	size_t n, cap;
	struct {
		uint8_t hash[8];
		size_t dim;
	} spaces[SPACES_MAX];
	size_t n_spaces;
};

static void
digest(struct rv_sha256 *s, uint8_t *out, size_t n)
{
	static const char digits[] = "0123456789abcdef";
	char hex[RV_SHA256_HEX];

	rv_sha256_hex(s, hex);
	for (size_t i = 0; i < n; i++) {
		size_t hi = (size_t)(strchr(digits, hex[2 * i]) - digits);
		size_t lo = (size_t)(strchr(digits, hex[2 * i + 1]) - digits);

		out[i] = (uint8_t)(hi << 4 | lo);
	}
}

void
rv_embed_key_of(const char *model, struct rv_sv text, struct rv_embed_key *out)
{
	struct rv_sha256 s;

	rv_sha256_init(&s);
	rv_sha256_add(&s, model, strlen(model) + 1);
	rv_sha256_add(&s, text.p, text.n);
	digest(&s, out->b, sizeof(out->b));
}

static void
space_of(const char *space, uint8_t out[8])
{
	struct rv_sha256 s;

	rv_sha256_init(&s);
	rv_sha256_add(&s, space, strlen(space));
	digest(&s, out, 8);
}

static void
check_of(const char *head, const char *vector, size_t n, uint8_t out[8])
{
	struct rv_sha256 s;

	rv_sha256_init(&s);
	rv_sha256_add(&s, head, CHECK_AT);
	rv_sha256_add(&s, vector, n);
	digest(&s, out, 8);
}

struct rv_embed_cache *
rv_embed_cache_new(const char *path, bool readonly)
{
	struct rv_embed_cache *c = rv_calloc(1, sizeof(*c));

	c->path = rv_strdup(path);
	c->readonly = readonly;
	c->fd = -1;
	return c;
}

static void
empty_index(struct rv_embed_cache *c)
{
	free(c->slots);
	c->slots = NULL;
	c->n = c->cap = c->n_spaces = 0;
	c->end = 0;
	c->alien = false;
}

static void
forget(struct rv_embed_cache *c)
{
	if (c->fd >= 0)
		close(c->fd);
	c->fd = -1;
	empty_index(c);
}

void
rv_embed_cache_free(struct rv_embed_cache *c)
{
	if (!c)
		return;
	forget(c);
	free(c->path);
	free(c);
}

/* The slot of the key, or the free one where it belongs. */
static struct slot *
slot_of(struct slot *slots, size_t cap, const struct rv_embed_key *key)
{
	uint64_t h;
	size_t i;

	memcpy(&h, key->b, sizeof(h));
	for (i = h & (cap - 1); slots[i].at; i = (i + 1) & (cap - 1))
		if (!memcmp(slots[i].key.b, key->b, RV_EMBED_KEY))
			break;
	return &slots[i];
}

static void
insert(struct rv_embed_cache *c, const struct rv_embed_key *key, int64_t at,
       uint32_t dim)
{
	struct slot *s;

	if (2 * (c->n + 1) > c->cap) {
		size_t cap = c->cap ? 2 * c->cap : SLOTS_FIRST;
		struct slot *more = rv_calloc(cap, sizeof(*more));

		for (size_t i = 0; i < c->cap; i++)
			if (c->slots[i].at)
				*slot_of(more, cap, &c->slots[i].key) =
					c->slots[i];
		free(c->slots);
		c->slots = more;
		c->cap = cap;
	}
	s = slot_of(c->slots, c->cap, key);
	c->n += !s->at;
	*s = (struct slot){*key, at, dim};
}

static void
learn_space(struct rv_embed_cache *c, const char hash[8], size_t dim)
{
	for (size_t i = 0; i < c->n_spaces; i++)
		if (!memcmp(c->spaces[i].hash, hash, 8))
			return;
	if (c->n_spaces == SPACES_MAX)
		return;
	memcpy(c->spaces[c->n_spaces].hash, hash, 8);
	c->spaces[c->n_spaces++].dim = dim;
}

static bool
read_at(int fd, void *p, size_t n, int64_t at)
{
	char *to = p;

	while (n) {
		ssize_t got = pread(fd, to, n, at);

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return false;
		to += got;
		at += got;
		n -= (size_t)got;
	}
	return true;
}

static uint32_t
head_dim(const char head[HEAD_N])
{
	uint32_t dim;

	memcpy(&dim, head + 4, 4);
	dim = le32toh(dim);
	return memcmp(head, RECORD, 4) || dim > DIM_MAX ? 0 : dim;
}

/* Reads the heads that came behind c->end; stops at the first broken one. */
static void
catch_up(struct rv_embed_cache *c, int64_t size)
{
	char head[HEAD_N];

	if (size < c->end)
		empty_index(c); /* cut under us, or another file */
	if (!c->end) {
		if (size < MAGIC_N)
			return;
		c->alien = !read_at(c->fd, head, MAGIC_N, 0) ||
			   memcmp(head, MAGIC, MAGIC_N);
		if (c->alien)
			return;
		c->end = MAGIC_N;
	}
	while (c->end + HEAD_N <= size &&
	       read_at(c->fd, head, HEAD_N, c->end)) {
		uint32_t dim = head_dim(head);
		struct rv_embed_key key;

		if (!dim || c->end + HEAD_N + 4 * (int64_t)dim > size)
			break;
		memcpy(key.b, head + 16, RV_EMBED_KEY);
		insert(c, &key, c->end, dim);
		learn_space(c, head + 8, dim);
		c->end += HEAD_N + 4 * (int64_t)dim;
	}
}

static rv_status
open_file(struct rv_embed_cache *c, bool create, struct rv_err *err)
{
	int how = create ? O_RDWR | O_CREAT : O_RDONLY;
	struct stat st;

	if (c->fd >= 0 && create) {
		/* it was opened for reading */
		close(c->fd);
		c->fd = -1;
	}
	if (c->fd < 0)
		c->fd = open(c->path,
			     how | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK |
				     O_NOCTTY,
			     0600);
	if (c->fd < 0)
		return errno == ELOOP
			       ? rv_fail_path(err, RV_E_DENIED, c->path,
					      _("%s: it is a symbolic link and "
						"is not followed; put a plain "
						"file there"),
					      c->path)
			       : rv_fail_errno(err, errno, c->path,
					       _("cannot open"));
	if (fstat(c->fd, &st) == 0 && S_ISREG(st.st_mode))
		return RV_OK;
	return rv_fail_path(err, RV_E_DENIED, c->path,
			    _("%s: not a regular file; put a plain file there"),
			    c->path);
}

/* Brings the index up to the file.  A deleted file is a new one. */
static bool
refresh(struct rv_embed_cache *c)
{
	struct stat mine, now;

	if (c->fd >= 0 && (stat(c->path, &now) != 0 ||
			   fstat(c->fd, &mine) != 0 ||
			   mine.st_ino != now.st_ino ||
			   mine.st_dev != now.st_dev))
		forget(c);
	if (c->fd < 0 && open_file(c, false, NULL) != RV_OK) {
		forget(c);
		return false;
	}
	if (fstat(c->fd, &mine) != 0)
		return false;
	catch_up(c, mine.st_size);
	return !c->alien;
}

static const float *
load(struct rv_embed_cache *c, const struct slot *s, struct rv_arena *arena)
{
	size_t n = 4 * (size_t)s->dim;
	char head[HEAD_N];
	uint8_t check[8];
	char *bytes;
	float *v;

	if (!read_at(c->fd, head, HEAD_N, s->at) ||
	    head_dim(head) != s->dim ||
	    memcmp(head + 16, s->key.b, RV_EMBED_KEY))
		return NULL;
	bytes = rv_malloc(n);
	v = NULL;
	if (read_at(c->fd, bytes, n, s->at + HEAD_N)) {
		check_of(head, bytes, n, check);
		if (!memcmp(check, head + CHECK_AT, 8))
			v = rv_arena_array(arena, float, s->dim);
	}
	for (size_t i = 0; v && i < s->dim; i++) {
		uint32_t word;

		memcpy(&word, bytes + 4 * i, 4);
		word = le32toh(word);
		memcpy(&v[i], &word, 4);
	}
	free(bytes);
	return v;
}

const float *
rv_embed_cache_get(struct rv_embed_cache *c, const struct rv_embed_key *key,
		   struct rv_arena *arena, size_t *dim)
{
	struct slot *s;
	const float *v;

	if (!refresh(c) || !c->cap)
		return NULL;
	s = slot_of(c->slots, c->cap, key);
	if (!s->at)
		return NULL;
	v = load(c, s, arena);
	*dim = v ? s->dim : 0;
	return v;
}

size_t
rv_embed_cache_dim(struct rv_embed_cache *c, const char *space)
{
	uint8_t hash[8];

	if (!refresh(c))
		return 0;
	space_of(space, hash);
	for (size_t i = 0; i < c->n_spaces; i++)
		if (!memcmp(c->spaces[i].hash, hash, 8))
			return c->spaces[i].dim;
	return 0;
}

size_t
rv_embed_cache_count(struct rv_embed_cache *c)
{
	return refresh(c) ? c->n : 0;
}

static void
put_record(struct rv_buf *b, const char *space, const struct rv_embed_record *r,
	   size_t dim)
{
	uint32_t n = htole32((uint32_t)dim);
	uint8_t hash[8], check[8];
	size_t from = b->n;

	space_of(space, hash);
	rv_buf_adds(b, RECORD);
	rv_buf_add(b, &n, 4);
	rv_buf_add(b, hash, 8);
	rv_buf_add(b, r->key.b, RV_EMBED_KEY);
	rv_buf_add(b, "\0\0\0\0\0\0\0\0", 8);
	for (size_t i = 0; i < dim; i++) {
		uint32_t word;

		memcpy(&word, &r->v[i], 4);
		word = htole32(word);
		rv_buf_add(b, &word, 4);
	}
	check_of(b->p + from, b->p + from + HEAD_N, 4 * dim, check);
	memcpy(b->p + from + CHECK_AT, check, 8);
}

/* The lock is held: what is behind the last whole record is a half one. */
static rv_status
append(struct rv_embed_cache *c, struct rv_sv bytes, struct rv_err *err)
{
	struct stat st;
	ssize_t n;

	if (fstat(c->fd, &st) != 0)
		return rv_fail_errno(err, errno, c->path, _("cannot read"));
	catch_up(c, st.st_size);
	if (c->alien)
		return rv_fail_path(err, RV_E_DENIED, c->path,
				    _("%s: it holds no embeddings; move it "
				      "away"),
				    c->path);
	if (!c->end) {
		if (pwrite(c->fd, MAGIC, MAGIC_N, 0) != MAGIC_N)
			return rv_fail_errno(err, errno, c->path,
					     _("cannot append"));
		c->end = MAGIC_N;
	}
	if (c->end + (int64_t)bytes.n > RV_EMBED_CACHE_MAX)
		return RV_OK;
	if (st.st_size > c->end && ftruncate(c->fd, c->end) != 0)
		return rv_fail_errno(err, errno, c->path, _("cannot cut off"));
	do
		n = pwrite(c->fd, bytes.p, bytes.n, c->end);
	while (n < 0 && errno == EINTR);
	if (n == (ssize_t)bytes.n) {
		catch_up(c, c->end + (int64_t)bytes.n);
		return RV_OK;
	}
	if (n < 0)
		return rv_fail_errno(err, errno, c->path, _("cannot append"));
	if (ftruncate(c->fd, c->end) != 0)
		return rv_fail_errno(err, errno, c->path, _("cannot cut off"));
	return rv_fail_errno(err, ENOSPC, c->path, _("cannot append"));
}

rv_status
rv_embed_cache_add(struct rv_embed_cache *c, const char *space,
		   const struct rv_embed_record *rows, size_t n, size_t dim,
		   struct rv_err *err)
{
	struct rv_buf b = RV_BUF_INIT;
	rv_status st;
	int locked;

	if (c->readonly || !n || !dim || dim > DIM_MAX)
		return RV_OK;
	refresh(c);
	for (size_t i = 0; i < n; i++)
		put_record(&b, space, &rows[i], dim);
	st = open_file(c, true, err);
	if (st == RV_OK) {
		do
			locked = flock(c->fd, LOCK_EX);
		while (locked != 0 && errno == EINTR);
		st = locked ? rv_fail_errno(err, errno, c->path,
					    _("cannot lock"))
			    : append(c, rv_buf_sv(&b), err);
		flock(c->fd, LOCK_UN);
	}
	rv_buf_release(&b);
	return st;
}
