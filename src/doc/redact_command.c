/* SPDX-License-Identifier: MIT */
/* Passwords by their place: on command lines, in address and password files. */
#include "config.h"

#include <string.h>

#include "doc/redact_priv.h"

/* A flag says nothing without its program: "-p" is a port as well. */
static const struct command {
	const char *program, *flag;
	bool apart; /* a blank between the flag and the value */
} commands[] = {
	{"sshpass", " -p", true},      {"sshpass", " -p", false},
	{"mysql", " -p", false},       {"mysqldump", " -p", false},
	{"mysqladmin", " -p", false},  {"redis-cli", " -a ", true},
	{"docker login", " -p ", true}, {"7z", " -p", false},
};

static bool
ends_word(char c)
{
	return (unsigned char)c <= ' ' || rv__one_of(c, "\"'`;|&)");
}

static bool
word_at(struct rv_sv v, size_t at, struct rv__hit *hit)
{
	size_t i = at;
	char quote = 0;

	if (i < v.n && rv__one_of(v.p[i], "\"'"))
		quote = v.p[i++];
	hit->from = i;
	while (i < v.n && i - at < 256 && v.p[i] != '\n' &&
	       (quote ? v.p[i] != quote : !ends_word(v.p[i])))
		i++;
	hit->to = i;
	return i - hit->from >= 4 && v.p[hit->from] != '-' &&
	       !rv__stand_in(rv_sv_slice(v, hit->from, i));
}

bool
rv__rule_command(struct rv_sv v, size_t at, struct rv__hit *hit)
{
	struct rv_sv line, rest = rv_sv_slice(v, at, RV_MIN(v.n, at + 400));

	if (!rv__starts(v, at, RV__REDACT_STRICT) && v.p[at - 1] != '/')
		return false;
	(void)rv_sv_next_line(&rest, &line);
	for (size_t k = 0; k < ARRAY_LEN(commands); k++) {
		const struct command *c = &commands[k];
		struct rv_sv program = rv_sv(c->program);
		ptrdiff_t flag;
		size_t i;

		if (!rv_sv_starts(line, program) || line.n == program.n ||
		    line.p[program.n] != ' ')
			continue;
		if ((flag = rv_sv_find(line, rv_sv(c->flag))) < 0)
			continue;
		i = at + (size_t)flag + strlen(c->flag);
		if (c->apart && i < v.n && v.p[i] == ' ')
			i++;
		else if (c->apart && v.p[i - 1] != ' ')
			continue;
		if (i < v.n && v.p[i] != ' ' && word_at(v, i, hit))
			return true;
	}
	return false;
}

/* "name:password@tcp(": nothing stands before the name */
bool
rv__rule_dsn(struct rv_sv v, size_t at, struct rv__hit *hit)
{
	size_t i = at, colon = 0;

	while (i && at - i < 200 && (unsigned char)v.p[i - 1] > ' ' &&
	       !rv__one_of(v.p[i - 1], "\"'`=/<>"))
		if (v.p[--i] == ':')
			colon = i;
	hit->from = i;
	hit->to = at;
	return colon > i && colon + 1 < at &&
	       !rv__stand_in(rv_sv_slice(v, colon + 1, at));
}

static size_t
field(struct rv_sv v, size_t i)
{
	while (i < v.n && (unsigned char)v.p[i] > ' ' &&
	       !rv__one_of(v.p[i], ":/\"'"))
		i++;
	return i;
}

/* "host:port:base:user:password", all of a line */
bool
rv__rule_pgpass(struct rv_sv v, size_t at, struct rv__hit *hit)
{
	size_t i = at, line = at;

	while (line && at - line < 100 && (unsigned char)v.p[line - 1] > ' ')
		if (v.p[--line] == ':')
			return false;
	if (line == at || (line && v.p[line - 1] != '\n') ||
	    rv__digits(rv_sv_slice(v, line, at)) == at - line)
		return false;
	for (int k = 0; k < 3; k++) {
		size_t from = i + 1;

		i = field(v, from);
		if (i == from || i >= v.n || v.p[i] != ':' ||
		    (k && rv__is(v.p[from], RV__C_DIGIT)))
			return false;
	}
	hit->from = i + 1;
	hit->to = field(v, i + 1);
	return hit->to - hit->from >= 6 &&
	       (hit->to == v.n || rv__one_of(v.p[hit->to], "\r\n")) &&
	       !rv__stand_in(rv_sv_slice(v, hit->from, hit->to));
}
