/* SPDX-License-Identifier: MIT */
/* Types of pages, themes, confidence. */
#include "config.h"

#include "trust/page_type.h"

#include <string.h>

#include "base/attr.h"
#include "base/buf.h"
#include "doc/slug.h"

static const struct rv_page_type_row rows[] = {
#define PAGE_TYPE(name, code, folder, prefix, canonical, sections) \
	{code, folder, prefix, sections, canonical},
#include "trust/types.def"
#undef PAGE_TYPE
};

static const char *const themes[RV_THEMES] = {
	"runtime", "memory",  "wiki", "retrieval", "signals",
	"routing", "sync",    "security", "operations",
};

const struct rv_page_type_row *
rv_page_type_row(enum rv_page_type t)
{
	return &rows[t];
}

enum rv_page_type
rv_page_type_of(struct rv_sv code)
{
	for (size_t i = 0; i < ARRAY_LEN(rows); i++)
		if (rv_sv_is(code, rows[i].code))
			return (enum rv_page_type)i;
	return RV_PAGE_TYPE_N;
}

bool
rv_page_is_canonical(struct rv_sv type)
{
	enum rv_page_type t = rv_page_type_of(type);

	return t != RV_PAGE_TYPE_N && rows[t].canonical;
}

int
rv_theme_index(struct rv_sv theme)
{
	for (int i = 0; i < RV_THEMES; i++)
		if (rv_sv_is(theme, themes[i]))
			return i;
	return -1;
}

const char *
rv_theme_name(int i)
{
	return themes[i];
}

char
rv_trust_letter(struct rv_sv confidence)
{
	static const char *const names[] = {"CONFIRMED", "INFERRED",
					    "AMBIGUOUS"};

	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		if (rv_sv_eq_ascii_nocase(confidence, rv_sv(names[i])))
			return names[i][0];
	return ' ';
}

bool
rv_list_has(struct rv_sv list, struct rv_sv item)
{
	struct rv_buf a = RV_BUF_INIT, b = RV_BUF_INIT;
	struct rv_sv one;
	bool has = false;

	rv_name_key(item, &a);
	while (!has && a.n && rv_sv_next_line(&list, &one)) {
		rv_buf_reset(&b);
		rv_name_key(one, &b);
		has = rv_sv_eq(rv_buf_sv(&a), rv_buf_sv(&b));
	}
	rv_buf_release(&a);
	rv_buf_release(&b);
	return has;
}
