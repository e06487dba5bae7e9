/* SPDX-License-Identifier: MIT */
/*
 * verify-each DIR <LIST: puts each file of the list in the ledger's place in DIR
 * (a .reverie), verifies it as `reverie log --verify` does, and prints those
 * whose first bad row is another than the list says.  A line of the list is
 * ROW, tabulator, FILE, tabulator, WHAT.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "store/ledger.h"
#include "tests/support/store.h"

static int64_t
first_bad(const char *dir)
{
	const struct rv_store_opts opts = {.env = &test_env, .dir = dir};
	struct rv_store *s = NULL;
	struct rv_err err = {0};
	int64_t row = 0;
	rv_status st = rv_store_open(&opts, &s, &err);

	if (st == RV_OK)
		st = rv_ledger_verify(s, &row, &err);
	rv_store_free(s);
	if (st == RV_OK)
		return 0;
	if (st == RV_E_DAMAGED)
		return row;
	fprintf(stderr, "%s\n", err.msg);
	exit(2);
}

static void
copy(const char *from, const char *to)
{
	struct rv_buf b = RV_BUF_INIT;
	FILE *f;

	if (rv_path_read(from, 64 << 20, &b, NULL) != RV_OK ||
	    !(f = fopen(to, "wb")) || fwrite(b.p, 1, b.n, f) != b.n ||
	    fclose(f) != 0) {
		perror(from);
		exit(2);
	}
	rv_buf_release(&b);
}

int
main(int argc, char **argv)
{
	char line[4096], ledger[4096];
	int bad = 0, all = 0;

	if (argc != 2)
		return 2;
	snprintf(ledger, sizeof(ledger), "%s/ledger.jsonl", argv[1]);
	while (fgets(line, sizeof(line), stdin)) {
		char *file = strchr(line, '\t');
		char *what = file ? strchr(file + 1, '\t') : NULL;
		char row[24];

		if (!what)
			return 2;
		*file++ = *what++ = '\0';
		copy(file, ledger);
		snprintf(row, sizeof(row), "%lld",
			 (long long)first_bad(argv[1]));
		if (strcmp(row, line) != 0) {
			printf("row %s instead of %s: %s", row, line, what);
			bad++;
		}
		all++;
	}
	printf("%d looked at\n", all);
	return bad || !all;
}
