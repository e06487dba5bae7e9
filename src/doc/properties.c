/* SPDX-License-Identifier: MIT */
/* Fields of a page of Logseq. */
#include "config.h"

#include "doc/properties.h"

/* A key is a word: "std::string" in running text is none. */
static bool
is_key(struct rv_sv v)
{
	for (size_t i = 0; i < v.n; i++) {
		unsigned char c = (unsigned char)v.p[i];

		if (c <= ' ' || c == ':' || c == '`')
			return false;
	}
	return v.n > 0;
}

struct rv_sv
rv_property(struct rv_sv body, const char *key)
{
	struct rv_sv line;

	while (rv_sv_next_line(&body, &line)) {
		struct rv_sv name, value;
		ptrdiff_t at;

		line = rv_sv_trim(line);
		if (rv_sv_starts(line, RV_SV("- ")))
			line = rv_sv_trim(rv_sv_slice(line, 2, line.n));
		at = rv_sv_find(line, RV_SV("::"));
		if (at < 0)
			break;
		name = rv_sv_slice(line, 0, (size_t)at);
		value = rv_sv_slice(line, (size_t)at + 2, line.n);
		if (!is_key(name) || (value.n && value.p[0] != ' '))
			break;
		if (rv_sv_eq_ascii_nocase(name, rv_sv(key)))
			return rv_sv_trim(value);
	}
	return RV_SV_NONE;
}
