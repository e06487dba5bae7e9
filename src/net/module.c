/* SPDX-License-Identifier: MIT */
/* Finding and loading the network module. */
#include "config.h"

#include "net/module.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/i18n.h"
#include "base/path.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const struct rv_transfer_module *loaded;

static bool
beside_program(struct rv_buf *out)
{
	char exe[PATH_MAX];
	ssize_t n = readlink("/proc/self/exe", exe, sizeof(exe));
	const char *slash;

	if (n <= 0 || (size_t)n >= sizeof(exe))
		return false;
	slash = memrchr(exe, '/', (size_t)n);
	if (!slash)
		return false;
	rv_buf_reset(out);
	rv_buf_add(out, exe, (size_t)(slash + 1 - exe));
	rv_buf_adds(out, RV_MODULE_FILE);
	return rv_path_exists(out->p);
}

static void
find(const char *path, struct rv_buf *out)
{
	if (path && path[0] == '/') {
		rv_buf_adds(out, path);
		return;
	}
	if (beside_program(out))
		return;
	rv_buf_reset(out);
	rv_buf_adds(out, PKGLIBDIR "/" RV_MODULE_FILE);
}

static rv_status
load(const char *file, struct rv_err *err)
{
	const struct rv_transfer_module *m;
	const char *why;
	void *so;

	if (!rv_path_exists(file))
		return rv_fail_path(
			err, RV_E_CONFIG, file,
			/* TRANSLATORS: %s is the path of a file. */
			_("network: the module %s is missing; install it, or "
			  "build again where the headers of libcurl are"),
			file);
	so = dlopen(file, RTLD_NOW | RTLD_LOCAL);
	if (!so) {
		why = dlerror();
		return rv_fail_path(
			err, RV_E_CONFIG, file,
			/* TRANSLATORS: %s is what the system says of it. */
			_("network: the module cannot be loaded: %s; install "
			  "libcurl"),
			why ? why : file);
	}
	m = dlsym(so, RV_TRANSFER_SYMBOL);
	if (!m || m->abi != RV_TRANSFER_ABI) {
		dlclose(so);
		return rv_fail_path(
			err, RV_E_CONFIG, file,
			_("network: the module %s belongs to another version; "
			  "install the one of this program"),
			file);
	}
	if (!m->start())
		return rv_fail_path(
			err, RV_E_CONFIG, file,
			_("network: this libcurl cannot be used: it did not "
			  "start, or knows no TLS; install another"));
	loaded = m;
	return RV_OK;
}

rv_status
rv_module_load(const char *path, const struct rv_transfer_module **out,
	       struct rv_err *err)
{
	struct rv_buf file = RV_BUF_INIT;
	rv_status s = RV_OK;

	pthread_mutex_lock(&lock);
	if (!loaded) {
		find(path, &file);
		s = load(file.p, err);
	}
	if (s == RV_OK)
		*out = loaded;
	pthread_mutex_unlock(&lock);
	rv_buf_release(&file);
	return s;
}
