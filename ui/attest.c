/* SPDX-License-Identifier: MIT */
/* A stale page that the operator read and found right. */
#include "config.h"

#include "ui/console_priv.h"

void
ui_attest(struct ui_ctx *c, struct rv_sv path)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_args args;

	if (ui_desk_readonly(c))
		return;
	rv_args_make("attest", &arena, &args, "", rv_sv_cstr_in(&arena, path),
		     NULL);
	ui_model_run(c->model, &args, UI_TAG_ATTEST);
	rv_arena_release(&arena);
}
