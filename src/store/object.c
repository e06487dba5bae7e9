/* SPDX-License-Identifier: MIT */
/* Content-addressed bytes. */
#include "config.h"

#include "store/object.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/path.h"
#include "files/publish.h"
#include "files/walk.h"
#include "store/store_priv.h"

#define OBJECT_MAX ((size_t)1 << 29)

static char *
object_path(const struct rv_store *s, const char *sha)
{
	return rv_asprintf("%s/objects/%s", s->dir, sha);
}

/* Is the file there, with these bytes? */
static bool
is_kept(const char *path, struct rv_sv bytes)
{
	struct rv_buf now = RV_BUF_INIT;
	struct stat st;
	bool same = stat(path, &st) == 0 && S_ISREG(st.st_mode) &&
		    st.st_size == (off_t)bytes.n &&
		    rv_path_read(path, OBJECT_MAX, &now, NULL) == RV_OK &&
		    rv_sv_eq(rv_buf_sv(&now), bytes);

	rv_buf_release(&now);
	return same;
}

rv_status
rv_object_put(struct rv_store *s, struct rv_sv bytes, char sha[RV_SHA256_HEX],
	      struct rv_err *err)
{
	char hex[RV_SHA256_HEX], *path, *dir;
	rv_status status = rv__store_writable(s, err);

	if (status != RV_OK)
		return status;
	rv_sha256_of(bytes, hex);
	dir = rv__store_path(s, "objects");
	path = object_path(s, hex);
	if (!is_kept(path, bytes)) {
		status = rv_path_mkdirs(dir, 0700, err);
		if (status == RV_OK)
			status = rv_publish_from(s->dir, path, bytes, err);
	}
	free(path);
	free(dir);
	if (status == RV_OK)
		memcpy(sha, hex, RV_SHA256_HEX);
	return status;
}

rv_status
rv_object_get(struct rv_store *s, const char *sha, struct rv_buf *out,
	      struct rv_err *err)
{
	char hex[RV_SHA256_HEX], *path;
	struct rv_err why = {0};
	size_t before = out->n;
	rv_status st;

	if (!rv_is_sha256_hex(rv_sv(sha)))
		return rv_fail(err, RV_E_NOTFOUND,
			       _("cannot read an object: \"%s\" is not a "
				 "SHA-256; check the ledger"),
			       sha);
	path = object_path(s, sha);
	st = rv_path_read(path, OBJECT_MAX, out, &why);
	if (st == RV_E_NOTFOUND)
		(void)rv_fail_path(err, st, path,
				   _("a version of a file that was kept is gone, "
				     "as after `reverie erase`; what needs it "
				     "cannot be undone or shown (%.12s)"),
				   sha);
	else if (st != RV_OK && err)
		*err = why;
	if (st == RV_OK) {
		rv_sha256_of(rv_sv_of(out->p + before, out->n - before), hex);
		if (!rv_sv_is(rv_sv(hex), sha)) {
			rv_buf_truncate(out, before);
			st = rv_fail_path(err, RV_E_DAMAGED, path,
					  _("cannot read %s: its bytes do not "
					    "have that hash; restore it from "
					    "a backup"),
					  path);
		}
	}
	free(path);
	return st;
}

struct verified {
	struct rv_store *store;
	int64_t kept, damaged;
	char first[RV_SHA256_HEX];
};

static rv_status
verify_one(const char *path, const char *rel, const struct stat *st, void *arg)
{
	struct verified *v = arg;
	struct rv_buf bytes = RV_BUF_INIT;

	(void)path;
	(void)st;
	if (!rv_is_sha256_hex(rv_sv(rel)))
		return RV_OK;
	v->kept++;
	if (rv_object_get(v->store, rel, &bytes, NULL) != RV_OK &&
	    !v->damaged++)
		memcpy(v->first, rel, RV_SHA256_HEX);
	rv_buf_release(&bytes);
	return RV_OK;
}

rv_status
rv_object_verify(struct rv_store *s, int64_t *kept, int64_t *damaged,
		 char first[RV_SHA256_HEX], struct rv_err *err)
{
	struct verified v = {.store = s};
	char *dir = rv__store_path(s, "objects");
	rv_status st = rv_walk(dir, verify_one, &v, err);

	if (st == RV_OK && v.damaged)
		st = rv_fail_path(
			err, RV_E_DAMAGED, dir,
			P_("%lld kept version of a file does not have its "
			   "hash (objects/%.12s…): it was changed; restore it "
			   "from a backup",
			   "%lld kept versions of files do not have their "
			   "hash (the first is objects/%.12s…): they were "
			   "changed; restore them from a backup",
			   v.damaged),
			(long long)v.damaged, v.first);
	*kept = v.kept;
	*damaged = v.damaged;
	memcpy(first, v.first, RV_SHA256_HEX);
	free(dir);
	return st;
}
