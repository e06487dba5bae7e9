/* SPDX-License-Identifier: MIT */
#ifndef RV_CLI_INTERRUPT_H
#define RV_CLI_INTERRUPT_H

/*
 * Ctrl-C and a polite kill while a model is asked: the call ends like one that
 * `jobs cancel` stopped, counted and with its sentence.  Without a call they end
 * the program as ever, and so does the second one.
 */

#include <stdbool.h>

#include "engine/running.h"

/* Watches calls of an engine that gets this (rv_engine_opts.running). */
struct rv_running *rv_interrupt_watch(void);
/* 128 and the number of the signal that ended a call, or 0. */
int rv_interrupt_code(void);

#endif
