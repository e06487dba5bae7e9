/* SPDX-License-Identifier: MIT */
#ifndef RV_BASE_FLAG_H
#define RV_BASE_FLAG_H

/*
 * A wish to stop, raised by one thread or process and looked at by another: one
 * int, in memory that both see.
 */

#include <stdbool.h>
#include <stddef.h>

/* NULL is a flag that nobody raises. */
static inline bool
rv_flag_up(const volatile int *flag)
{
	return flag && __atomic_load_n(flag, __ATOMIC_ACQUIRE) != 0;
}

static inline void
rv_flag_raise(volatile int *flag)
{
	__atomic_store_n(flag, 1, __ATOMIC_RELEASE);
}

#endif
