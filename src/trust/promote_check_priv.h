/* SPDX-License-Identifier: MIT */
#ifndef RV_TRUST_PROMOTE_CHECK_PRIV_H
#define RV_TRUST_PROMOTE_CHECK_PRIV_H

/*
 * What the checks of a promotion share.  A check is a row of
 * promote_checks.def and a function rv_promote_check_NAME; it reads the job and
 * the page that would come of it, and says one level and one sentence:
 *
 *	promote_check_page.c	the page itself and its source
 *	promote_check_near.c	other pages that have its words or its names
 *	promote_check_against.c	other pages that disagree with it
 *
 * A check that cannot be asked (the index fails) leaves status and err.
 */

#include "trust/promote_priv.h"

struct rv_promote_asked {
	struct rv_promote_job *j;
	struct rv_page_doc doc; /* the result */
	struct rv_page_meta meta;
	struct rv_sv settled; /* a list, of its frontmatter */
	enum rv_trust_level level;
	struct rv_sv why;
	rv_status status;
	struct rv_err *err;
};

/* The answer of a check, in the arena of the job. */
void rv_promote_say(struct rv_promote_asked *a, enum rv_trust_level level,
		    const char *fmt, ...) RV_PRINTF(3, 4);

#define PROMOTE_CHECK(name, attested, sentence) \
	void rv_promote_check_##name(struct rv_promote_asked *a);
#include "trust/promote_checks.def"
#undef PROMOTE_CHECK

/* One check more where the page is a closed decision and no statement of it is
 * met: nothing to choose between, so it has no row.  After "contradiction". */
void rv_promote_add_closed(struct rv_promote_asked *a);

#endif
