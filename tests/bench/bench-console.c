/* SPDX-License-Identifier: MIT */
/* The console through a pseudo-terminal: start to first frame (in turn with a
 * bare ncurses program, and with libcurl loaded as if it were linked), key to
 * frame, journal line to frame, wake-ups and
 * memory when nothing happens.
 *
 *	bench-console REVERIE BARE WORKSPACE */
#include "config.h"

#include <dirent.h>
#include <fcntl.h>
#include <string.h>

#include "child.h"
#include "stats.h"

static void
bench_start(const char *reverie, const char *bare, const char *workspace)
{
	const char *const ours[] = {reverie, "--workspace", workspace, NULL};
	const char *const theirs[] = {bare, NULL};
	struct samples first = {.n = 0}, data = {.n = 0}, limit = {.n = 0};
	struct samples linked = {.n = 0};
	struct rv_buf module = RV_BUF_INIT;

	rv_buf_addf(&module, "%s/reverie-net.so", getenv("BUILDDIR"));
	for (int i = 0; i < 41; i++) {
		struct child c;
		double from;

		setenv("LD_PRELOAD", module.p, 1);
		from = clock_ms();
		if (start(&c, ours) == 0) {
			if (wait_for(&c, "help"))
				add_sample(&linked, clock_ms() - from);
			stop(&c);
		}
		unsetenv("LD_PRELOAD");
		from = clock_ms();
		if (start(&c, ours) == 0) {
			if (wait_for(&c, "help"))
				add_sample(&first, clock_ms() - from);
			if (wait_for(&c, "episodes"))
				add_sample(&data, clock_ms() - from);
			stop(&c);
		}
		from = clock_ms();
		if (start(&c, theirs) == 0) {
			if (wait_for(&c, "? help"))
				add_sample(&limit, clock_ms() - from);
			stop(&c);
		}
	}
	print_row("start to first frame", &first, "12 / 25", "");
	print_row("start to the Overview's numbers", &data, "-", "");
	print_row("  a bare ncurses program, in turn", &limit, "(the limit)",
		  "");
	print_row("  with libcurl loaded at the start, in turn", &linked, "-",
		  "");
	rv_buf_release(&module);
}

static long
wakeups(pid_t pid)
{
	char path[64], line[256];
	long total = 0;
	DIR *d;
	struct dirent *e;

	snprintf(path, sizeof(path), "/proc/%d/task", (int)pid);
	d = opendir(path);
	while (d && (e = readdir(d))) {
		char status[512];
		FILE *f;
		snprintf(status, sizeof(status), "%s/%s/status", path,
			 e->d_name);
		f = e->d_name[0] == '.' ? NULL : fopen(status, "r");
		while (f && fgets(line, sizeof(line), f))
			if (!strncmp(line, "voluntary_ctxt_switches:", 24))
				total += strtol(line + 24, NULL, 10);
		if (f)
			fclose(f);
	}
	if (d)
		closedir(d);
	return total;
}

static void
append_journal(const char *workspace, int run)
{
	struct rv_buf path = RV_BUF_INIT, line = RV_BUF_INIT;
	int fd;

	rv_buf_addf(&path, "%s/.reverie/subconscious.jsonl", workspace);
	rv_buf_addf(&line,
		    "{\"t\":\"2026-01-01T00:00:00.000Z\",\"step\":\"turn\","
		    "\"run\":%d,\"session\":\"bench\",\"unique\":0,\"in\":0,"
		    "\"verdicts\":{},\"ms\":0,\"skipped\":null}\n",
		    run);
	fd = open(path.p, O_WRONLY | O_CREAT | O_APPEND, 0600);
	if (fd >= 0) {
		if (write(fd, line.p, line.n) < 0)
			perror("bench");
		close(fd);
	}
	rv_buf_release(&path);
	rv_buf_release(&line);
}

#define KEYS 200

/* Two keys in turn. */
static void
press(struct child *c, const char *a, const char *b, struct samples *s)
{
	for (int i = 0; i < KEYS; i++)
		key(c, i % 2 ? b : a, s);
}

static void
bare_keys(const char *bare, struct samples *move, struct samples *screen)
{
	const char *const argv[] = {bare, NULL};
	struct child c;

	if (start(&c, argv) != 0)
		return;
	if (wait_for(&c, "? help")) {
		press(&c, "j", "k", move);
		press(&c, "4", "1", screen);
	}
	stop(&c);
}

static void
bench_live(const char *reverie, const char *bare, const char *workspace)
{
	const char *const argv[] = {reverie, "--workspace", workspace, NULL};
	struct samples move = {.n = 0}, screen = {.n = 0}, journal = {.n = 0};
	struct samples limit = {.n = 0}, whole = {.n = 0};
	struct child c;
	long before;
	double from;

	if (start(&c, argv) || !wait_for(&c, "episodes")) {
		printf("the console did not start\n");
		return;
	}
	drain(&c, 500);
	before = wakeups(c.pid);
	from = clock_ms();
	drain(&c, 3000); /* returns after 3 s of silence */
	printf("%-46s %9.2f %11s   %-16s\n", "wake-ups a second, idle",
	       (double)(wakeups(c.pid) - before) / (clock_ms() - from) * 1e3,
	       "", "0");
	printf("%-46s %9.1f %11s   %-16s\n", "resident memory, idle, MB",
	       (double)resident_kb(c.pid, "VmRSS:") / 1024.0, "", "12");
	printf("%-46s %9.1f %11s   %-16s\n", "  of it anonymous, MB",
	       (double)resident_kb(c.pid, "RssAnon:") / 1024.0, "", "-");
	press(&c, "4", "1", &screen);
	key(&c, "4", &screen);
	press(&c, "j", "k", &move);
	bare_keys(bare, &limit, &whole);
	key(&c, "3", &screen);
	for (int i = 0; i < 60; i++) {
		struct pollfd p = {.fd = c.fd, .events = POLLIN};
		drain(&c, 40);
		from = clock_ms();
		append_journal(workspace, i + 1);
		if (poll(&p, 1, 1000) > 0)
			add_sample(&journal, clock_ms() - from);
	}
	print_row("key to frame: move in a list", &move, "0.5 / 3", "");
	print_row("  a bare ncurses program", &limit, "(the limit)", "");
	print_row("key to frame: change the screen", &screen, "0.5 / 3", "");
	print_row("  a bare ncurses program", &whole, "(the limit)", "");
	print_row("journal line to frame", &journal, "2 / 10", "");
	stop(&c);
}

int
main(int argc, char **argv)
{
	if (argc < 4)
		return 2;
	bench_start(argv[1], argv[2], argv[3]);
	bench_live(argv[1], argv[2], argv[3]);
	return 0;
}
