/* SPDX-License-Identifier: MIT */
/* Is there anything to translate to? */
#include "config.h"

#include "base/i18n.h"

bool rv_i18n_none;

void
rv_i18n_begin(void)
{
	/* The empty string is every catalogue's own description. */
	rv_i18n_none = !*gettext("");
}
