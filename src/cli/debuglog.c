/* SPDX-License-Identifier: MIT */
/* The debug log: lines in a file. */
#include "config.h"

#include "cli/debuglog.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clean.h"
#include "base/i18n.h"
#include "base/time.h"
#include "doc/redact.h"

static int log_fd = -1;
static const struct rv_env *log_env;

rv_status
rv_debuglog_open(const char *path, const struct rv_env *env,
		 struct rv_err *err)
{
	struct stat st;
	int fd = open(path,
		      O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY |
			      O_NOFOLLOW,
		      0600);

	if (fd < 0)
		return rv_fail_errno(err, errno, path, _("cannot open"));
	if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode) ||
	    st.st_uid != geteuid()) {
		close(fd);
		return rv_fail_path(err, RV_E_USAGE, path,
				    _("--debug %s: it is no file of yours; "
				      "name another"),
				    path);
	}
	log_fd = fd;
	log_env = env;
	return RV_OK;
}

void
rv_debuglog_line(enum rv_log_level level, const char *msg)
{
	static const char *const names[] = {
		[RV_LOG_DEBUG] = "debug", [RV_LOG_INFO] = "info",
		[RV_LOG_WARN] = "warning", [RV_LOG_ERROR] = "error"};
	struct rv_buf masked = RV_BUF_INIT, line = RV_BUF_INIT;

	if (log_fd < 0)
		return;
	rv_redact(rv_sv(msg), &masked);
	rv_buf_add_iso(&line, rv_env_now(log_env));
	rv_buf_addf(&line, " %s ", names[level]);
	rv_text_clean(rv_buf_sv(&masked), RV_CLEAN_LINE, &line);
	rv_buf_addc(&line, '\n');
	/* A log that cannot be written is no reason to stop. */
	(void)!write(log_fd, line.p, line.n);
	rv_buf_release(&masked);
	rv_buf_release(&line);
}
