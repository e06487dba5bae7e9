/* SPDX-License-Identifier: MIT */
/* Writes N plain episodes of about 70 words, drawn by Zipf's law from a made-up
 * vocabulary, the same for the same N: the workspace that the bench imports. */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/rng.h"
#include "base/time.h"
#include "words.h"

#define PER_MESSAGE 70

int
main(int argc, char **argv)
{
	int64_t n = argc > 1 ? strtoll(argv[1], NULL, 10) : 1000;
	int64_t start = 1704067200000; /* 2024-01-01 */
	struct rv_buf text = RV_BUF_INIT;
	struct rv_rng r;
	char iso[RV_ISO_MAX];

	rv_rng_seed(&r, 1);
	for (int64_t i = 0; i < n; i++) {
		rv_time_iso(start + i * 6 * RV_MINUTE, iso);
		printf("{\"ref\":\"m%" PRId64 "\",\"session\":\"bench-%" PRId64
		       "\",\"time\":\"%s\",\"role\":\"%s\",\"text\":\"",
		       i, i / 200, iso, i % 2 ? "assistant" : "user");
		rv_buf_reset(&text);
		for (int w = 0; w < PER_MESSAGE; w++) {
			if (w)
				rv_buf_addc(&text, ' ');
			put_word(&text, draw_word(&r));
		}
		printf("%s.\"}\n", text.p);
	}
	rv_buf_release(&text);
	return 0;
}
