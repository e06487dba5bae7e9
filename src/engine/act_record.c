/* SPDX-License-Identifier: MIT */
/* record: one message into the record and the pending log. */
#include "config.h"

#include <string.h>

#include "base/i18n.h"
#include "base/time.h"
#include "doc/estimate.h"
#include "doc/mask.h"
#include "doc/redact.h"
#include "engine/act.h"
#include "engine/engine_priv.h"
#include "intake/noise.h"
#include "intake/pending.h"
#include "store/episode.h"

static const struct {
	const char *role, *also;
	enum rv_origin origin;
} roles[] = {
	{"user", "human", RV_ORIGIN_OWNER},
	{"assistant", "agent", RV_ORIGIN_AGENT},
	{"tool", "toolResult", RV_ORIGIN_TOOL},
	{"system", NULL, RV_ORIGIN_SYSTEM},
};

static rv_status
read_role(const struct rv_args *args, struct rv_episode *ep,
	  struct rv_err *err)
{
	const char *role = rv_args_get(args, "role");
	const char *origin = rv_args_get(args, "origin");
	size_t i;

	if (!role)
		return rv_fail(err, RV_E_USAGE,
			       _("record: --role is missing; give user, "
				 "assistant, tool or system"));
	for (i = 0; i < ARRAY_LEN(roles); i++)
		if (strcmp(roles[i].role, role) == 0 ||
		    (roles[i].also && strcmp(roles[i].also, role) == 0))
			break;
	if (i == ARRAY_LEN(roles))
		return rv_fail(err, RV_E_USAGE,
			       _("record --role %.40s: there is no such role; "
				 "give user, assistant, tool or system"),
			       role);
	ep->role = rv_sv(roles[i].role);
	ep->origin = roles[i].origin;
	if (origin && !rv_origin_parse(rv_sv(origin), &ep->origin))
		return rv_fail(err, RV_E_USAGE,
			       _("record --origin %.40s: there is no such "
				 "origin; give owner, agent, tool, web or "
				 "system"),
			       origin);
	return RV_OK;
}

static const char *
noise_of(const struct rv_episode *ep)
{
	const char *why = rv_noise_session(ep->session);

	if (!why && rv_sv_is(ep->role, "user"))
		why = rv_noise_prompt(ep->text);
	if (!why && rv_sv_is(ep->role, "assistant"))
		why = rv_noise_reply(ep->text);
	return why;
}

static rv_status
take_in(struct rv_engine *e, struct rv_episode *ep, struct rv_arena *arena,
	struct rv_err *err)
{
	int64_t number = 0;
	rv_status s = rv_store_lock(e->store, err);

	if (s != RV_OK)
		return s;
	s = rv_store_catch_up(e->store, err);
	if (s == RV_OK)
		s = rv_record_next(e->store, &number, err);
	if (s == RV_OK) {
		ep->entry = rv_sv(rv_arena_printf(arena, "r%lld",
						  (long long)number));
		ep->ref = ep->entry;
		rv_episode_identify(ep);
		s = rv_record_append(e->store, ep, 1, NULL, err);
	}
	/* Other processes of ours consume the log under the same lock. */
	if (s == RV_OK)
		s = rv_pending_append(e->map.pending, ep->time, ep->role,
				      ep->text, err);
	rv_store_unlock(e->store);
	if (s == RV_OK)
		s = rv_engine_sync(e, err);
	return s;
}

rv_status
rv_act_record(struct rv_engine *e, const struct rv_env *env,
	      const struct rv_args *args, enum rv_door door,
	      struct rv_buf *json, struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_episode ep = {.class = RV_SOURCE_RECORD,
				.source = RV_SV("record")};
	const char *skipped = NULL;
	struct rv_jw w;
	rv_status s;

	(void)door;
	/* A secret may stand in any of the three. */
	ep.session = rv_mask_name(&arena, rv_sv(rv_args_get(args, "session")),
				  NULL);
	ep.name = rv_redact_in(&arena, rv_sv(rv_args_get(args, "name")), NULL);
	s = read_role(args, &ep, err);
	if (s == RV_OK && !ep.session.n)
		s = rv_fail(err, RV_E_USAGE,
			    _("record: --session is missing; name the "
			      "conversation that the message belongs to"));
	if (s == RV_OK)
		s = rv_act_operand(args, "TEXT", &ep.text, err);
	if (s == RV_OK)
		s = rv_act_time(args, "time", rv_env_now(env), &ep.time, err);
	if (s != RV_OK)
		goto out;
	skipped = noise_of(&ep);
	ep.text = rv_redact_in(&arena, rv_sv_trim_end(ep.text), NULL);
	ep.tokens = rv_estimate_tokens(ep.text);
	if (!skipped)
		s = take_in(e, &ep, &arena, err);
	if (s != RV_OK)
		goto out;
	rv_act_begin(&w, json);
	rv_jw_str(&w, "episode", skipped ? NULL : ep.id);
	rv_jw_str(&w, "skipped", skipped);
	rv_jw_sv(&w, "session", ep.session);
	rv_jw_time(&w, "time", ep.time);
	rv_jw_int(&w, "tokens", ep.tokens);
	rv_act_end(&w);
out:
	rv_arena_release(&arena);
	return s;
}
