/* SPDX-License-Identifier: MIT */
/* Passwords by their place on a command line. */
#include "config.h"

#include <string.h>

#include "doc/redact_value.h"

/* How the flag and the value stand. */
enum form {
	JOINED,	 /* -pvalue */
	APART,	 /* -p value */
	EITHER,	 /* -pvalue or -p value */
	BEHIND_PERCENT, /* -U user%value */
	BEHIND_COMMA,	/* -u user,value */
	FIRST, SECOND, THIRD /* without a flag: that argument */
};

/* A flag says nothing without its program: "-p" is a port as well. */
static const struct command {
	const char *program;
	bool family; /* letters may follow: ldapsearch, snmpwalk */
	const char *flag;
	enum form form;
} commands[] = {
	{"sshpass", false, " -p", EITHER},
	{"mysql", true, " -p", JOINED},
	{"mariadb", true, " -p", JOINED},
	{"redis-cli", false, " -a", APART},
	{"docker login", false, " -p", APART},
	{"podman login", false, " -p", APART},
	{"registry login", false, " -p", APART},
	{"oc login", false, " -p", APART},
	{"az login", false, " -p", APART},
	{"cf login", false, " -p", APART},
	{"7z", true, " -p", JOINED},
	{"rar", false, " -hp", JOINED},
	{"rar", false, " -p", JOINED},
	{"zip", false, " -P", APART},
	{"smbclient", false, " -U", BEHIND_PERCENT},
	{"rpcclient", false, " -U", BEHIND_PERCENT},
	{"lftp", false, " -u", BEHIND_COMMA},
	{"ldap", true, " -w", APART},
	{"snmp", true, " -c", APART},
	{"snmp", true, " -A", APART},
	{"snmp", true, " -X", APART},
	{"openssl", false, " -k", APART},
	{"ipmitool", false, " -P", APART},
	{"sqlcmd", false, " -P", APART},
	{"mosquitto_", true, " -P", APART},
	{"mongo", true, " -p", APART},
	{"cqlsh", false, " -p", APART},
	{"impala-shell", false, " -p", APART},
	{"rdesktop", false, " -p", APART},
	{"freerdp", false, " /p:", JOINED},
	{"evil-winrm", false, " -p", APART},
	{"crackmapexec", false, " -p", APART},
	{"kinit", false, " <<<", APART},
	{"wpa_passphrase", false, NULL, SECOND},
	{"net user", false, NULL, SECOND},
	{"rclone obscure", false, NULL, FIRST},
};

static bool
ends_word(char c)
{
	return (unsigned char)c <= ' ' || rv__one_of(c, "\"'`;|&)");
}

/* The word at `at`, without its quotes. */
static struct rv_sv
word_at(struct rv_sv v, size_t at, size_t *end)
{
	size_t i = at, from;
	char quote = 0;

	if (rv__one_of(rv__at(v, i), "\"'"))
		quote = v.p[i++];
	from = i;
	while (i < v.n && i - at < 256 && v.p[i] != '\n' &&
	       (quote ? v.p[i] != quote : !ends_word(v.p[i])))
		i++;
	*end = i + (quote && rv__at(v, i) == quote);
	return rv_sv_slice(v, from, i);
}

static bool
take(struct rv_sv v, struct rv_sv word, struct rv__hit *hit)
{
	if (word.n < 4 || word.p[0] == '-' || rv__stand_in(word))
		return false;
	hit->from = (size_t)(word.p - v.p);
	hit->to = hit->from + word.n;
	return true;
}

/* The n-th word that is no option. */
static bool
take_argument(struct rv_sv v, size_t at, int n, struct rv__hit *hit)
{
	struct rv_sv word;
	size_t i = at, start;

	for (int words = 0; words < 12; words++) {
		start = i = rv__blanks(v, i, 40);
		word = word_at(v, i, &i);
		if (i == start)
			return false;
		if (rv__at(v, start) != '-' && --n == 0)
			return take(v, word, hit);
	}
	return false;
}

static bool
take_flag(struct rv_sv v, size_t i, enum form form, struct rv__hit *hit)
{
	bool blank = rv__one_of(rv__at(v, i), " \t");
	struct rv_sv word;
	ptrdiff_t sign;
	size_t end;

	if ((form == APART && !blank) || (form == JOINED && blank))
		return false;
	word = word_at(v, rv__blanks(v, i, 8), &end);
	if (form == BEHIND_PERCENT || form == BEHIND_COMMA) {
		sign = rv_sv_find_char(word, form == BEHIND_COMMA ? ',' : '%');
		if (sign <= 0)
			return false;
		word = rv_sv_slice(word, (size_t)sign + 1, word.n);
	}
	return take(v, word, hit);
}

/* Behind the name of the program that stands at `at`; 0: it is another. */
static size_t
program_end(struct rv_sv line, const struct command *c)
{
	size_t i = strlen(c->program);

	if (!rv_sv_starts(line, rv_sv(c->program)))
		return 0;
	while (c->family && i < line.n && rv__is(line.p[i], RV__C_NAME))
		i++;
	return rv__at(line, i) == ' ' ? i : 0;
}

bool
rv__rule_command(struct rv_sv v, size_t at, struct rv__hit *hit)
{
	struct rv_sv line, rest = rv_sv_slice(v, at, RV_MIN(v.n, at + 400));

	if (!rv__starts(v, at, RV__REDACT_STRICT | RV__REDACT_LOOSE) &&
	    v.p[at - 1] != '/')
		return false;
	(void)rv_sv_next_line(&rest, &line);
	for (size_t k = 0; k < ARRAY_LEN(commands); k++) {
		const struct command *c = &commands[k];
		size_t end = program_end(line, c);
		ptrdiff_t flag;

		if (!end)
			continue;
		if (!c->flag) {
			if (take_argument(v, at + end, c->form - FIRST + 1, hit))
				return true;
			continue;
		}
		flag = rv_sv_find(rv_sv_slice(line, end, line.n), rv_sv(c->flag));
		if (flag >= 0 &&
		    take_flag(v, at + end + (size_t)flag + strlen(c->flag),
			      c->form, hit))
			return true;
	}
	return false;
}

/* "htpasswd -b FILE NAME VALUE", "htpasswd -nb NAME VALUE" */
bool
rv__rule_htpasswd(struct rv_sv v, size_t at, struct rv__hit *hit)
{
	size_t i = rv__blanks(v, at + 8, 8), end;
	bool batch = false, print = false;
	struct rv_sv word;

	while (rv__at(v, i) == '-') {
		word = word_at(v, i, &end);
		batch |= rv_sv_find_char(word, 'b') >= 0;
		print |= rv_sv_find_char(word, 'n') >= 0;
		i = rv__blanks(v, end, 8);
	}
	return batch && take_argument(v, i, print ? 2 : 3, hit);
}

/* "net use X: \\host\share VALUE /user:NAME" */
bool
rv__rule_net_use(struct rv_sv v, size_t at, struct rv__hit *hit)
{
	size_t i = at, from;

	while (i && rv__one_of(v.p[i - 1], " \t"))
		i--;
	for (from = i; from && i - from < 128 && !ends_word(v.p[from - 1]);)
		from--;
	if (from == i || rv__one_of(v.p[from], "\\/*") || v.p[i - 1] == ':' ||
	    rv_sv_is(rv_sv_slice(v, from, i), "use"))
		return false;
	return take(v, rv_sv_slice(v, from, i), hit);
}

/* --- what is written to a command --------------------------------------------- */

/* "echo VALUE | sudo -S", "echo NAME:VALUE | chpasswd" */
bool
rv__rule_piped(struct rv_sv v, size_t at, struct rv__hit *hit)
{
	size_t i = at, line = at, to;
	struct rv_sv word;
	ptrdiff_t echo, colon;
	char quote = 0;

	while (line && at - line < 256 && v.p[line - 1] != '\n')
		line--;
	if (v.p[at] == '|') /* of the anchor, or before it */
		i = at + 1;
	while (i > line && v.p[i - 1] != '|')
		i--;
	if (i == line)
		return false;
	for (i--; i > line && v.p[i - 1] == ' ';)
		i--;
	word = rv_sv_slice(v, line, i);
	if ((echo = rv_sv_find(word, RV_SV("echo "))) >= 0)
		word = rv_sv_slice(word, (size_t)echo + 5, word.n);
	else if ((echo = rv_sv_find(word, RV_SV("printf "))) >= 0)
		word = rv_sv_slice(word, (size_t)echo + 7, word.n);
	else
		return false;
	if (word.n > 3 && word.p[0] == '-' && word.p[2] == ' ')
		word = rv_sv_slice(word, 3, word.n);
	if (word.n > 2 && rv__one_of(word.p[word.n - 1], "\"'")) {
		quote = word.p[--word.n];
		for (i = word.n; i && word.p[i - 1] != quote;)
			i--;
		word = rv_sv_slice(word, i, word.n);
	}
	to = word.n;
	while (to > 2 && word.p[to - 2] == '\\' && word.p[to - 1] == 'n')
		to -= 2;
	word.n = to;
	if (!quote && rv_sv_find_char(word, ' ') >= 0)
		return false;
	if (v.p[at] == '|') { /* chpasswd */
		if ((colon = rv_sv_find_char(word, ':')) < 0)
			return false;
		word = rv_sv_slice(word, (size_t)colon + 1, word.n);
	}
	return take(v, word, hit);
}
