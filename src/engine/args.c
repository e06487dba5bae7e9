/* SPDX-License-Identifier: MIT */
/* Command lines become arguments of an action, and back. */
#include "config.h"

#include <stdarg.h>
#include <string.h>

#include "base/i18n.h"
#include "engine/action.h"

#define ARGS_MAX 100000

/* How many of argv's words are the verb `v`; 0 when it is another one. */
static int
verb_match(const char *v, int argc, const char *const *argv)
{
	struct rv_sv rest = rv_sv(v), word;
	int n = 0;

	while (rv_sv_next_part(&rest, ' ', &word)) {
		if (n >= argc || !rv_sv_is(word, argv[n]))
			return 0;
		n++;
	}
	return n;
}

static bool
is_group(const struct rv_action *a, const char *word)
{
	size_t n = strlen(word);

	return strncmp(a->verb, word, n) == 0 && a->verb[n] == ' ';
}

/* "review" and what is not the second word of a verb: "review list". */
static rv_status
find_group(int argc, const char *const *argv, const struct rv_action **out,
	   struct rv_err *err)
{
	struct rv_buf names = RV_BUF_INIT;
	const struct rv_action *first = NULL, *all;
	rv_status s = RV_OK;
	size_t n;

	all = rv_actions(&n);
	for (size_t i = 0; i < n; i++) {
		if (!is_group(&all[i], argv[0]))
			continue;
		first = first ? first : &all[i];
		rv_buf_addf(&names, "%s%s", names.n ? ", " : "", all[i].verb);
	}
	if (!first && argv[0][0] == '-')
		s = rv_fail(err, RV_E_USAGE,
			    _("%s: there is no such option; `reverie help` "
			      "lists them"),
			    argv[0]);
	else if (!first)
		s = rv_fail(err, RV_E_USAGE,
			    _("%s: there is no such verb; `reverie help` lists "
			      "them"),
			    argv[0]);
	else if (argc > 1 && argv[1][0] != '-')
		s = rv_fail(err, RV_E_USAGE,
			    _("%s %s: there is no such verb; there is %s"),
			    argv[0], argv[1], names.p);
	else
		*out = first;
	rv_buf_release(&names);
	return s;
}

static rv_status
find_action(int argc, const char *const *argv, const struct rv_action **out,
	    int *words, struct rv_err *err)
{
	const struct rv_action *all;
	size_t n;
	int best = 0;

	all = rv_actions(&n);
	for (size_t i = 0; i < n; i++) {
		int m = verb_match(all[i].verb, argc, argv);

		if (m > best) {
			best = m;
			*out = &all[i];
		}
	}
	*words = best;
	if (best)
		return RV_OK;
	if (argc < 1)
		return rv_fail(err, RV_E_USAGE,
			       _("no verb: say what to do; `reverie help` lists "
				 "the verbs"));
	*words = 1;
	return find_group(argc, argv, out, err);
}

static const struct rv_opt *
find_opt(const struct rv_action *a, struct rv_sv name, bool letter)
{
	for (const struct rv_opt *o = a->opts; o && o->name; o++) {
		if (!letter && rv_sv_is(name, o->name))
			return o;
		if (letter && o->letter && name.n && name.p[0] == o->letter)
			return o;
	}
	return NULL;
}

static rv_status
no_such_opt(const struct rv_action *a, const char *word, struct rv_err *err)
{
	struct rv_buf names = RV_BUF_INIT;
	rv_status s;

	for (const struct rv_opt *o = a->opts; o && o->name; o++) {
		rv_buf_addf(&names, "%s", names.n ? ", " : "");
		if (o->letter)
			rv_buf_addf(&names, "-%c/", o->letter);
		rv_buf_addf(&names, "--%s", o->name);
	}
	if (names.n)
		s = rv_fail(err, RV_E_USAGE,
			    _("%s %.40s: there is no such option; it has %s; "
			      "-- ends the options before a text"),
			    a->verb, word, names.p);
	else
		s = rv_fail(err, RV_E_USAGE,
			    _("%s %.40s: there is no such option; it has none; "
			      "-- ends the options before a text"),
			    a->verb, word);
	rv_buf_release(&names);
	return s;
}

static void
push(struct rv_args *out, const char *name, const char *value)
{
	out->items[out->n++] = (struct rv_arg){name, value};
}

/* One word that begins with a dash; *i moves when its value is the next one. */
static rv_status
parse_opt(int argc, const char *const *argv, int *i, struct rv_arena *arena,
	  struct rv_args *out, struct rv_err *err)
{
	const char *word = argv[*i], *value = NULL;
	bool letter = word[1] != '-';
	struct rv_sv name = rv_sv(word + (letter ? 1 : 2));
	ptrdiff_t eq = letter ? -1 : rv_sv_find_char(name, '=');
	const struct rv_opt *o;

	if (eq >= 0) {
		value = name.p + eq + 1;
		name = rv_sv_slice(name, 0, (size_t)eq);
	}
	if (letter && name.n > 1) {
		value = name.p + 1;
		name = rv_sv_slice(name, 0, 1);
	}
	o = find_opt(out->action, name, letter);
	/* "-k" is documented, "--k" is what people then try. */
	if (!o && !letter && name.n == 1)
		o = find_opt(out->action, name, true);
	if (!o)
		return no_such_opt(out->action, word, err);
	if (!o->arg && value)
		return rv_fail(err, RV_E_USAGE,
			       _("%s --%s: it takes no value; leave it out"),
			       out->action->verb, o->name);
	if (o->arg && !value) {
		if (*i + 1 >= argc)
			return rv_fail(err, RV_E_USAGE,
				       _("%s --%s: its value %s is missing; "
					 "give one"),
				       out->action->verb, o->name, o->arg);
		value = argv[++*i];
	}
	if (!o->many && rv_args_has(out, o->name))
		return rv_fail(err, RV_E_USAGE,
			       _("%s --%s: it is given twice; give it once"),
			       out->action->verb, o->name);
	push(out, o->name,
	     value ? rv_sv_cstr_in(arena, rv_sv(value)) : NULL);
	return RV_OK;
}

/* QUERY, TEXT and MESSAGE may be several words; one blank parts them. */
static bool
is_text(const struct rv_action *a)
{
	return strcmp(a->operands, "QUERY") == 0 ||
	       strcmp(a->operands, "REASON") == 0 ||
	       (a->flags & RV_ACTION_STDIN) != 0;
}

static void
join_operands(struct rv_args *out, struct rv_arena *arena)
{
	struct rv_arg *first = NULL;
	size_t n = 0;

	for (size_t i = 0; i < out->n; i++) {
		struct rv_arg *a = &out->items[i];

		if (*a->name || !first) {
			if (!*a->name)
				first = &out->items[n];
			out->items[n++] = *a;
			continue;
		}
		first->value = rv_arena_printf(arena, "%s %s", first->value,
					       a->value);
	}
	out->n = n;
}

static rv_status
check_operands(const struct rv_args *a, struct rv_err *err)
{
	const char *spec = a->action->operands;
	size_t n = rv_args_operands(a);

	if (!*spec && n)
		return rv_fail(err, RV_E_USAGE,
			       _("%s %s: it takes no operand; leave it out"),
			       a->action->verb, rv_args_operand(a, 0));
	if (n > 1 && !strstr(spec, "..."))
		return rv_fail(err, RV_E_USAGE,
			       _("%s %s: it takes one operand, %s; leave the "
				 "others out"),
			       a->action->verb, rv_args_operand(a, 1), spec);
	return RV_OK;
}

rv_status
rv_args_parse(int argc, const char *const *argv, struct rv_arena *arena,
	      struct rv_args *out, struct rv_err *err)
{
	struct rv_args a = {0};
	bool operands = false;
	rv_status s;
	int i;

	if (argc < 0 || argc > ARGS_MAX)
		return rv_fail(err, RV_E_USAGE,
			       _("the command line: it has too many words; give "
				 "fewer"));
	s = find_action(argc, argv, &a.action, &i, err);
	if (s != RV_OK)
		return s;
	a.items = rv_arena_array(arena, struct rv_arg, (size_t)argc + 1);
	for (; i < argc && s == RV_OK; i++) {
		const char *word = argv[i];

		if (!operands && strcmp(word, "--") == 0)
			operands = true;
		else if (!operands && word[0] == '-' && word[1])
			s = parse_opt(argc, argv, &i, arena, &a, err);
		else
			push(&a, "", rv_sv_cstr_in(arena, rv_sv(word)));
	}
	if (s != RV_OK)
		return s;
	if (is_text(a.action))
		join_operands(&a, arena);
	s = check_operands(&a, err);
	if (s == RV_OK)
		*out = a;
	return s;
}

/* Cuts the next word off the line; false at its end. */
static bool
next_word(struct rv_sv *rest, struct rv_buf *word, bool *unclosed)
{
	char quote = 0;
	bool any = false;
	size_t i = 0;

	rv_buf_reset(word);
	while (i < rest->n && (rest->p[i] == ' ' || rest->p[i] == '\t'))
		i++;
	for (; i < rest->n; i++) {
		char c = rest->p[i];

		if (!quote && (c == ' ' || c == '\t' || c == '\n'))
			break;
		any = true;
		if (quote ? c == quote : c == '"' || c == '\'') {
			quote = quote ? 0 : c;
		} else if (c == '\\' && quote != '\'' && i + 1 < rest->n) {
			rv_buf_addc(word, rest->p[++i]);
		} else {
			rv_buf_addc(word, c);
		}
	}
	*unclosed = quote != 0;
	*rest = rv_sv_slice(*rest, i, rest->n);
	return any;
}

rv_status
rv_args_parse_line(struct rv_sv line, struct rv_arena *arena,
		   struct rv_args *out, struct rv_err *err)
{
	struct rv_buf word = RV_BUF_INIT;
	bool unclosed = false;
	const char **argv;
	int argc = 0;

	line = rv_sv_trim(line);
	argv = rv_arena_array(arena, const char *, line.n + 1);
	while (!unclosed && next_word(&line, &word, &unclosed))
		argv[argc++] = rv_sv_cstr_in(arena, rv_buf_sv(&word));
	rv_buf_release(&word);
	if (unclosed)
		return rv_fail(err, RV_E_USAGE,
			       _("the command line: a quote is not closed; close "
				 "it"));
	if (argc && strcmp(argv[0], "reverie") == 0)
		return rv_args_parse(argc - 1, argv + 1, arena, out, err);
	return rv_args_parse(argc, argv, arena, out, err);
}

void
rv_args_make(const char *id, struct rv_arena *arena, struct rv_args *out, ...)
{
	const char *name;
	size_t n = 0;
	va_list ap;

	*out = (struct rv_args){.action = rv_action_by_id(id)};
	va_start(ap, out);
	while (va_arg(ap, const char *)) {
		(void)va_arg(ap, const char *);
		n++;
	}
	va_end(ap);
	out->items = rv_arena_array(arena, struct rv_arg, n + 1);
	va_start(ap, out);
	while ((name = va_arg(ap, const char *)) != NULL) {
		const char *value = va_arg(ap, const char *);

		push(out, rv_sv_cstr_in(arena, rv_sv(name)),
		     value ? rv_sv_cstr_in(arena, rv_sv(value)) : NULL);
	}
	va_end(ap);
}

const char *
rv_args_get(const struct rv_args *a, const char *opt)
{
	for (size_t i = 0; i < a->n; i++)
		if (*a->items[i].name && strcmp(a->items[i].name, opt) == 0)
			return a->items[i].value;
	return NULL;
}

bool
rv_args_write(const struct rv_args *a)
{
	return (a->action->flags & RV_ACTION_WRITES) &&
	       !rv_args_has(a, "dry-run");
}

bool
rv_args_decide(const struct rv_args *a)
{
	return a->action->class == RV_CLASS_DECIDE ? rv_args_write(a)
						   : rv_args_has(a, "approve");
}

bool
rv_args_has(const struct rv_args *a, const char *opt)
{
	for (size_t i = 0; i < a->n; i++)
		if (*a->items[i].name && strcmp(a->items[i].name, opt) == 0)
			return true;
	return false;
}

const char *
rv_args_operand(const struct rv_args *a, size_t i)
{
	for (size_t k = 0; k < a->n; k++)
		if (!*a->items[k].name && i-- == 0)
			return a->items[k].value;
	return NULL;
}

size_t
rv_args_operands(const struct rv_args *a)
{
	size_t n = 0;

	for (size_t k = 0; k < a->n; k++)
		n += !*a->items[k].name;
	return n;
}

rv_status
rv_args_int(const struct rv_args *a, const char *opt, int64_t otherwise,
	    int64_t *out, struct rv_err *err)
{
	const char *text = rv_args_get(a, opt);

	if (!text) {
		*out = otherwise;
		return RV_OK;
	}
	if (!rv_sv_to_int(rv_sv(text), out) || *out < 0)
		return rv_fail(err, RV_E_USAGE,
			       _("%s --%s: \"%.40s\" is not a number; give a "
				 "whole one"),
			       a->action->verb, opt, text);
	return RV_OK;
}

void
rv_args_quote(const char *s, struct rv_buf *out)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
				    "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				    "0123456789_-+=./:,@%";

	if (*s && s[strspn(s, plain)] == '\0') {
		rv_buf_adds(out, s);
		return;
	}
	rv_buf_addc(out, '\'');
	for (; *s; s++) {
		if (*s == '\'')
			rv_buf_adds(out, "'\\''");
		else
			rv_buf_addc(out, *s);
	}
	rv_buf_addc(out, '\'');
}

void
rv_args_cli_twin(const struct rv_args *a, struct rv_buf *out)
{
	bool ended = false;

	rv_buf_addf(out, "reverie %s", a->action->verb);
	for (size_t i = 0; i < a->n; i++) {
		const struct rv_arg *it = &a->items[i];

		if (!*it->name)
			continue;
		rv_buf_addf(out, " --%s", it->name);
		if (it->value) {
			rv_buf_addc(out, ' ');
			rv_args_quote(it->value, out);
		}
	}
	for (size_t i = 0; i < a->n; i++) {
		const struct rv_arg *it = &a->items[i];

		if (*it->name || !it->value)
			continue;
		if (!ended && it->value[0] == '-' && it->value[1]) {
			rv_buf_adds(out, " --");
			ended = true;
		}
		rv_buf_addc(out, ' ');
		rv_args_quote(it->value, out);
	}
}
