/* SPDX-License-Identifier: MIT */
#ifndef RV_NET_TRANSFER_H
#define RV_NET_TRANSFER_H

/*
 * What the program and its network module say to each other.  The module is a
 * shared object that links libcurl and nothing of ours; it exports one symbol,
 * rv_transfer_module.  Policy stands in http.c: the module asks it through the
 * callbacks.  Everything is borrowed for the length of one perform; several
 * threads may perform at the same time.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"

/* Grows whenever a struct of this header changes. */
#define RV_TRANSFER_ABI 2u
#define RV_TRANSFER_SYMBOL "rv_transfer_module"

enum rv_transfer_end {
	RV_TRANSFER_DONE,
	RV_TRANSFER_STOPPED, /* by the body callback */
	RV_TRANSFER_CANCELLED,
	RV_TRANSFER_TOOBIG,
	RV_TRANSFER_URL,
	RV_TRANSFER_RESOLVE,
	RV_TRANSFER_CONNECT,
	RV_TRANSFER_PROXY,
	RV_TRANSFER_TLS,
	RV_TRANSFER_CERT,
	RV_TRANSFER_NOTHING, /* closed before a byte came */
	RV_TRANSFER_BROKEN,
	RV_TRANSFER_ENCODING, /* of the content */
	RV_TRANSFER_PROTOCOL, /* that is not HTTP */
	RV_TRANSFER_HEADERS, /* without an end */
	RV_TRANSFER_ELSEWHERE, /* a redirect that was not allowed */
	RV_TRANSFER_CIRCLES,   /* too many redirects */
	RV_TRANSFER_CONNECT_TIME,
	RV_TRANSFER_IDLE_TIME,
	RV_TRANSFER_TOTAL_TIME,
	RV_TRANSFER_FAILED,
	RV_TRANSFER_N
};

struct rv_transfer {
	const char *method, *url;
	const char *const *headers; /* "Name: value", n_headers of them */
	size_t n_headers;
	const char *body;
	size_t n_body;
	const char *proxy;   /* NULL: none, whatever the environment says */
	const char *ca_file; /* NULL: the system's */
	const char *agent;
	bool https_only;
	int redirects;
	int64_t connect_ms, idle_ms, total_ms; /* 0: no limit */
	int64_t max_bytes;		       /* of the decoded body */
	const volatile int *cancel;	       /* NULL ok */
	/* The status line of an answer; forget what the last one said. */
	void (*status)(int status, void *arg);
	void (*header)(const char *name, size_t n_name, const char *value,
		       size_t n_value, void *arg);
	/* False ends the transfer with RV_TRANSFER_STOPPED. */
	bool (*data)(const char *p, size_t n, void *arg);
	bool (*follow)(const char *url, void *arg);
	void *arg;
};

struct rv_transfer_result {
	enum rv_transfer_end end;
	int64_t received; /* decoded bytes */
	char detail[256]; /* the library's words, may be empty */
};

struct rv_transfer_module {
	unsigned abi;
	/* False when the library cannot be used at all. */
	bool (*start)(void);
	void (*perform)(const struct rv_transfer *t,
			struct rv_transfer_result *out);
};

extern RV_EXPORT const struct rv_transfer_module rv_transfer_module;

#endif
