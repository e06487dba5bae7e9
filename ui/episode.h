/* SPDX-License-Identifier: MIT */
#ifndef RV_UI_EPISODE_H
#define RV_UI_EPISODE_H

/* Episodes as rows and in a window of their own. */

#include "ui/ctx.h"

void ui_episode_show(struct ui_ctx *c, const struct rv_view_episode *e);
/* What `/` and `f` see of it. */
void ui_episode_text(const struct rv_view_episode *e, struct rv_buf *out);

#endif
