/* SPDX-License-Identifier: MIT */
/* The parts of an http or https URL. */
#include "config.h"

#include "net/url.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>

static bool
starts_nocase(struct rv_sv text, struct rv_sv prefix)
{
	return text.n >= prefix.n &&
	       rv_sv_eq_ascii_nocase(rv_sv_slice(text, 0, prefix.n), prefix);
}

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool
is_name_char(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       is_digit(c) || c == '-' || c == '.' || c == '_';
}

/* 1: four decimals, 0: a name, -1: something that a resolver might take for
 * a number in another notation (0x7f.1, 127.1, 2130706433). */
static int
kind_of_name(struct rv_sv host, struct in_addr *v4)
{
	char text[INET_ADDRSTRLEN];
	struct rv_sv rest = host, part = RV_SV_NONE, last = RV_SV_NONE;

	if (host.n < sizeof(text)) {
		memcpy(text, host.p, host.n);
		text[host.n] = '\0';
		if (inet_pton(AF_INET, text, v4) == 1)
			return 1;
	}
	while (rv_sv_next_part(&rest, '.', &part)) {
		if (part.n > 0)
			last = part;
	}
	return last.n == 0 || is_digit(last.p[0]) ? -1 : 0;
}

static bool
read_host(struct rv_url *u)
{
	struct in_addr v4;

	if (u->host.n == 0 || u->host.n > 253)
		return false;
	for (size_t i = 0; i < u->host.n; i++) {
		if (!is_name_char(u->host.p[i]))
			return false;
	}
	switch (kind_of_name(u->host, &v4)) {
	case 1:
		u->loopback = ntohl(v4.s_addr) >> 24 == 127;
		return true;
	case 0:
		u->loopback = rv_sv_eq_ascii_nocase(u->host,
						    RV_SV("localhost"));
		return true;
	}
	return false;
}

static bool
read_host6(struct rv_url *u)
{
	char text[INET6_ADDRSTRLEN];
	struct in6_addr v6;

	if (u->host.n >= sizeof(text))
		return false;
	memcpy(text, u->host.p, u->host.n);
	text[u->host.n] = '\0';
	if (inet_pton(AF_INET6, text, &v6) != 1)
		return false;
	u->loopback = IN6_IS_ADDR_LOOPBACK(&v6);
	return true;
}

static bool
read_port(struct rv_url *u, struct rv_sv text)
{
	int64_t port;

	u->port = u->https ? 443 : 80;
	if (text.n == 0)
		return true;
	if (text.p[0] != ':' || text.n < 2 || !is_digit(text.p[1]))
		return false;
	if (!rv_sv_to_int(rv_sv_slice(text, 1, text.n), &port))
		return false;
	u->port = (unsigned)port;
	return port > 0 && port < 65536;
}

bool
rv_url_parse(struct rv_sv text, struct rv_url *out)
{
	struct rv_url u = {0};
	struct rv_sv authority;
	size_t at, end;
	ptrdiff_t close;

	u.https = starts_nocase(text, RV_SV("https://"));
	if (!u.https && !starts_nocase(text, RV_SV("http://")))
		return false;
	for (size_t i = 0; i < text.n; i++) {
		unsigned char c = (unsigned char)text.p[i];

		if (c <= ' ' || c >= 0x7f || strchr("\\\"#<>^`{|}", c))
			return false;
	}
	at = u.https ? 8 : 7;
	for (end = at; end < text.n; end++) {
		if (strchr("/?", text.p[end]))
			break;
	}
	authority = rv_sv_slice(text, at, end);
	u.rest = rv_sv_slice(text, end, text.n);
	if (authority.n == 0)
		return false;
	if (authority.p[0] == '[') {
		close = rv_sv_find_char(authority, ']');
		if (close < 0)
			return false;
		u.host = rv_sv_slice(authority, 1, (size_t)close);
		if (!read_host6(&u))
			return false;
		authority = rv_sv_slice(authority, (size_t)close + 1,
					authority.n);
	} else {
		close = rv_sv_find_char(authority, ':');
		u.host = close < 0 ? authority :
				     rv_sv_slice(authority, 0, (size_t)close);
		if (!read_host(&u))
			return false;
		authority = rv_sv_slice(authority, u.host.n, authority.n);
	}
	if (!read_port(&u, authority))
		return false;
	*out = u;
	return true;
}

bool
rv_url_same_origin(const struct rv_url *a, const struct rv_url *b)
{
	return a->https == b->https && a->port == b->port &&
	       rv_sv_eq_ascii_nocase(a->host, b->host);
}

void
rv_url_where(const struct rv_url *u, struct rv_buf *out)
{
	bool six = rv_sv_has(u->host, RV_SV(":"));

	rv_buf_addf(out, six ? "[%.*s]" : "%.*s", RV_SV_ARG(u->host));
	if (u->port != (u->https ? 443u : 80u))
		rv_buf_addf(out, ":%u", u->port);
}

static size_t
find_any(struct rv_sv v, size_t from, const char *chars)
{
	while (from < v.n && !strchr(chars, v.p[from]))
		from++;
	return from;
}

/* "a=***&b=***" of a query. */
static void
show_query(struct rv_sv query, struct rv_buf *out)
{
	for (size_t at = 0; at < query.n;) {
		size_t end = find_any(query, at, "&;");
		size_t is = find_any(query, at, "=&;");

		if (is < end) /* a name alone may be the secret itself */
			rv_buf_addv(out, rv_sv_slice(query, at, is + 1));
		rv_buf_adds(out, "***");
		if (end < query.n)
			rv_buf_addc(out, query.p[end]);
		at = end + 1;
	}
}

void
rv_url_show(struct rv_sv text, struct rv_buf *out)
{
	ptrdiff_t scheme = rv_sv_find(text, RV_SV("://"));
	size_t at = scheme < 0 ? 0 : (size_t)scheme + 3;
	size_t end = find_any(text, at, "?#"), part = at;

	/* A slash in a password ends nothing: what stands before the last @ of
	 * all but the query is one. */
	for (size_t i = at; i < end; i++)
		if (text.p[i] == '@')
			part = i;
	rv_buf_addv(out, rv_sv_slice(text, 0, at));
	if (part > at || (at < end && text.p[at] == '@'))
		rv_buf_adds(out, "***");
	rv_buf_addv(out, rv_sv_slice(text, part, end));
	if (end < text.n && text.p[end] == '?') {
		size_t hash = find_any(text, end, "#");

		rv_buf_addc(out, '?');
		show_query(rv_sv_slice(text, end + 1, hash), out);
		end = hash;
	}
	if (end < text.n)
		rv_buf_adds(out, "#***");
}
