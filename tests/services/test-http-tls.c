/* SPDX-License-Identifier: MIT */
/* Whose certificate is taken, and what is said of the others. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/proc.h"
#include "tests/support/cm.h"
#include "tests/support/request.h"
#include "tests/support/scratch.h"
#include "tests/support/services.h"

static const char *base;

/* A key and a certificate that it signed itself, in one file. */
static bool
make_certificate(const char *file)
{
	const char *crt = scratch_path("server.crt");
	const char *const argv[] = {
		"openssl", "req", "-batch", "-x509", "-newkey", "ec", "-pkeyopt",
		"ec_paramgen_curve:P-256", "-nodes",
		"-days", "2", "-subj", "/CN=localhost", "-addext",
		"subjectAltName=DNS:localhost", "-keyout", file, "-out", crt,
		NULL,
	};
	struct rv_buf both = RV_BUF_INIT;
	int code = -1;

	if (rv_proc_run(argv, &code, NULL) != RV_OK || code != 0)
		return false;
	rv_buf_addv(&both, scratch_read("server.pem"));
	rv_buf_addv(&both, scratch_read("server.crt"));
	scratch_write("server.pem", rv_buf_sv(&both));
	rv_buf_release(&both);
	return true;
}

static void
test_http__certificates(void **state)
{
	const char *cert = scratch_path("server.pem"), *tls, *port;
	char url[128], module[512];
	struct seen s;

	(void)state;
	if (!make_certificate(cert))
		skip();
	tls = services_start_tls(cert);
	port = strrchr(tls, ':');
	snprintf(url, sizeof(url), "https://localhost%s/health", port);
	request_get(&s, base, url);
	assert_int_equal(s.s, RV_E_MODEL);
	assert_non_null(strstr(s.err.msg, "certificate"));
	assert_false(s.r.passing);
	request_forget(&s);

	snprintf(module, sizeof(module), "%s/reverie-net.so",
		 getenv("BUILDDIR"));
	rv_http_setup(&(struct rv_http_setup){.module = module,
					      .ca_file = cert});
	request_get(&s, base, url);
	if (s.s != RV_OK)
		fail_msg("%s %.*s", s.err.msg, RV_SV_ARG(s.r.detail));
	request_forget(&s);
	/* trusted, and for another name */
	request_get(&s, base, services_url(tls, "/health"));
	assert_int_equal(s.s, RV_E_MODEL);
	assert_non_null(strstr(s.err.msg, "certificate"));
	request_forget(&s);
	/* http where TLS is spoken */
	snprintf(url, sizeof(url), "http://localhost%s/health", port);
	request_get(&s, base, url);
	assert_int_equal(s.s, RV_E_MODEL);
	request_forget(&s);
	/* TLS where http is spoken */
	snprintf(url, sizeof(url), "https://localhost%s/health",
		 strrchr(base, ':'));
	request_get(&s, base, url);
	assert_int_equal(s.s, RV_E_MODEL);
	request_forget(&s);
	rv_http_setup(&(struct rv_http_setup){.module = module});
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_http__certificates),
	};

	base = services_start();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
