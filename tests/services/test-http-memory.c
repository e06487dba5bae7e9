/* SPDX-License-Identifier: MIT */
/* A stream of a gigabyte adds next to nothing to what is resident. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net/sse.h"
#include "tests/support/cm.h"
#include "tests/support/request.h"
#include "tests/support/services.h"

static const char *base;

/* The most memory that was resident, in KiB. */
static long
peak_kib(void)
{
	char line[256];
	long n = -1;
	FILE *f = fopen("/proc/self/status", "r");

	while (f && fgets(line, sizeof(line), f)) {
		if (strncmp(line, "VmHWM:", 6) == 0)
			n = strtol(line + 6, NULL, 10);
	}
	if (f)
		fclose(f);
	return n;
}

/* rv_frame_fn */
static rv_status
count(struct rv_sv event, struct rv_sv data, void *arg, struct rv_err *err)
{
	(void)event;
	(void)data;
	(void)err;
	++*(size_t *)arg;
	return RV_OK;
}

/* rv_http_sink */
static rv_status
frames(struct rv_sv chunk, void *arg, struct rv_err *err)
{
	return rv_frames_feed(arg, chunk, err);
}

static int64_t
stream(const char *path, size_t *events)
{
	struct rv_http_request req = request_to(base, path, NULL);
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_http_response r;
	struct rv_frames f;
	struct rv_err err = {0};

	*events = 0;
	req.max_bytes = (size_t)1 << 40;
	req.total_ms = 200000;
	rv_frames_init(&f, RV_FRAMING_SSE, (size_t)1 << 20, count, events);
	if (rv_http_perform(&req, frames, &f, &arena, &r, &err) != RV_OK)
		fail_msg("%s", err.msg);
	rv_frames_release(&f);
	rv_arena_release(&arena);
	return r.received;
}

static void
test_http__gigabyte_in_no_memory(void **state)
{
	size_t events;
	long before, after;

	(void)state;
	stream("/raw/ok", &events);
	before = peak_kib();
	assert_true(stream("/raw/gigabyte", &events) >= (int64_t)1 << 30);
	after = peak_kib();
	assert_true(events > 1000000);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
	/* a sanitizer keeps what was freed */
	printf("1 GiB in %zu events: %ld KiB more\n", events, after - before);
	assert_in_range(after - before, 0, 1024);
#else
	(void)before;
	(void)after;
#endif
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_http__gigabyte_in_no_memory),
	};

	base = services_start();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
