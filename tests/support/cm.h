/* SPDX-License-Identifier: MIT */
#ifndef RV_TESTS_SUPPORT_CM_H
#define RV_TESTS_SUPPORT_CM_H

/* cmocka with the headers that it forgets to include, and a check of views. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/str.h"

/* Compares a view with a C string and shows both when they differ. */
#define assert_sv(v, s)                                                   \
	do {                                                              \
		struct rv_sv got_ = (v), want_ = rv_sv(s);                \
		if (!rv_sv_eq(got_, want_))                               \
			fail_msg("got \"%.*s\", want \"%.*s\"",           \
				 RV_SV_ARG(got_), RV_SV_ARG(want_));      \
	} while (0)

#endif
