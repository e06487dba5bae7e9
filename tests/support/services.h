/* SPDX-License-Identifier: MIT */
#ifndef RV_TESTS_SUPPORT_SERVICES_H
#define RV_TESTS_SUPPORT_SERVICES_H

/*
 * The scripted model of tests/services/ for a C test, and the network module of
 * this build.  A server ends with the test.  Without Python 3 or the module the
 * program exits with 77 (skipped) and says why.
 */

/* Starts a server of its own and points the program at the module; returns
 * "http://127.0.0.1:PORT".  Borrowed for the life of the program. */
const char *services_start(void);
/* The same over https with a certificate that nobody signed. */
const char *services_start_tls(const char *cert_file);
/* A real server, if ./dev test services started one ("llm", "embed"): its base
 * URL with /v1, or NULL. */
const char *services_real(const char *name);
/* BASE and path in one of 16 buffers. */
const char *services_url(const char *base, const char *path);

#endif
