/* SPDX-License-Identifier: MIT */
/* What goes to the terminal past the library that draws. */
#include "config.h"

#include "ui/term_raw.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/utf8.h"

#define COPY_MAX ((size_t)64 << 10)

static struct termios saved_termios;
static bool have_termios;
static char crash_stack[16384];

/* Everything the program may have switched on, off again. */
static const char restore_seq[] = "\033[?2026l\033[?2004l\033[?1000l\033[?25h"
				  "\033[0m\033[?1049l\r\n";

static void
say(const char *s, size_t n)
{
	while (n > 0) {
		ssize_t w = write(STDOUT_FILENO, s, n);

		if (w < 0 && errno == EINTR)
			continue;
		if (w <= 0)
			return;
		s += w;
		n -= (size_t)w;
	}
}

/* Async-signal-safe calls only: write, tcsetattr, sigaction, raise. */
static void
on_crash(int sig)
{
	struct sigaction dfl = {.sa_handler = SIG_DFL};

	say(restore_seq, sizeof(restore_seq) - 1);
	if (have_termios)
		tcsetattr(STDIN_FILENO, TCSANOW, &saved_termios);
	sigaction(sig, &dfl, NULL);
	raise(sig);
}

void
ui_term_raw_keep(void)
{
	have_termios = tcgetattr(STDIN_FILENO, &saved_termios) == 0;
}

void
ui_term_raw_guard(void)
{
	static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
	stack_t ss = {.ss_sp = crash_stack, .ss_size = sizeof(crash_stack)};
	struct sigaction sa = {.sa_handler = on_crash,
			       .sa_flags = SA_ONSTACK | SA_NODEFER};

	sigaltstack(&ss, NULL);
	for (size_t i = 0; i < ARRAY_LEN(signals); i++) {
		struct sigaction old;

		/* A sanitizer that watches keeps its handler. */
		if (sigaction(signals[i], NULL, &old) == 0 &&
		    old.sa_handler == SIG_DFL)
			sigaction(signals[i], &sa, NULL);
	}
}

void
ui_term_raw_restore(void)
{
	if (have_termios)
		tcsetattr(STDIN_FILENO, TCSADRAIN, &saved_termios);
}

void
ui_term_raw_modes(bool on)
{
	const char *s = on ? "\033[?2004h" : "\033[?2026l\033[?2004l";

	say(s, strlen(s));
}

static void
add_base64(struct rv_buf *b, struct rv_sv v)
{
	static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmn"
				    "opqrstuvwxyz0123456789+/";

	for (size_t i = 0; i < v.n; i += 3) {
		uint32_t n = (uint32_t)(uint8_t)v.p[i] << 16;

		if (i + 1 < v.n)
			n |= (uint32_t)(uint8_t)v.p[i + 1] << 8;
		if (i + 2 < v.n)
			n |= (uint8_t)v.p[i + 2];
		rv_buf_addc(b, digit[n >> 18]);
		rv_buf_addc(b, digit[n >> 12 & 63]);
		rv_buf_addc(b, i + 1 < v.n ? digit[n >> 6 & 63] : '=');
		rv_buf_addc(b, i + 2 < v.n ? digit[n & 63] : '=');
	}
}

void
ui_term_raw_copy(struct rv_sv text)
{
	struct rv_buf b = RV_BUF_INIT;

	if (text.n > COPY_MAX)
		text.n = rv_utf8_floor(text, COPY_MAX);
	rv_buf_adds(&b, "\033]52;c;");
	add_base64(&b, text);
	rv_buf_adds(&b, "\007");
	say(b.p, b.n);
	rv_buf_release(&b);
}
