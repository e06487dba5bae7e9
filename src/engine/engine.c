/* SPDX-License-Identifier: MIT */
/* The handle: one agent's workspace, opened. */
#include "config.h"

#include "engine/engine.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/path.h"
#include "doc/redact.h"
#include "engine/access.h"
#include "engine/models.h"
#include "engine/salt.h"
#include "engine/usage.h"
#include "engine/view_priv.h"
#include "files/publish.h"
#include "store/chain.h"

static bool
has_state(const char *dir)
{
	struct rv_arena a = RV_ARENA_INIT;
	bool yes = rv_path_is_dir(rv_path_join_in(&a, dir, ".reverie"));

	rv_arena_release(&a);
	return yes;
}

static rv_status
take_dir(const char *dir, struct rv_buf *out, struct rv_err *err)
{
	char *real = realpath(dir, NULL);
	bool ok = real && rv_path_is_dir(real);

	if (ok)
		rv_buf_adds(out, real);
	free(real);
	if (ok)
		return RV_OK;
	return rv_fail_path(err, RV_E_NOWORKSPACE, dir,
			    _("%s: no such directory; name the directory that "
			      "holds STORY.md"),
			    dir);
}

rv_status
rv_workspace_find(const struct rv_env *env, const char *given, const char *cwd,
		  struct rv_buf *out, struct rv_err *err)
{
	struct rv_config config;
	struct rv_buf dir = RV_BUF_INIT;
	rv_status st;
	const char *configured;

	if (given && *given)
		return take_dir(given, out, err);
	rv_buf_adds(&dir, cwd);
	while (dir.n > 0) {
		const char *slash;
		if (has_state(dir.p)) {
			rv_buf_addv(out, rv_buf_sv(&dir));
			rv_buf_release(&dir);
			return RV_OK;
		}
		slash = strrchr(dir.p, '/');
		if (!slash || dir.n == 1)
			break;
		rv_buf_truncate(&dir, slash == dir.p ? 1
						     : (size_t)(slash - dir.p));
	}
	rv_buf_release(&dir);
	st = rv_config_load(&config, env, NULL, NULL, err);
	if (st != RV_OK)
		return st;
	configured = rv_config_get(&config, "workspace");
	if (*configured)
		st = take_dir(configured, out, err);
	else
		st = rv_fail(err, RV_E_NOWORKSPACE,
			     _("no workspace here: neither this directory nor "
			       "one above it holds .reverie; run `reverie init` "
			       "in the agent's directory, name it with "
			       "--workspace, or look at `reverie demo`"));
	rv_config_release(&config);
	return st;
}

static rv_status
make_state_dir(struct rv_engine *e, struct rv_err *err)
{
	if (access(e->workspace, W_OK) != 0)
		return rv_fail_errno(err, errno, e->workspace,
				     _("cannot write into the workspace"));
	return rv_path_mkdirs(e->dir, 0700, err);
}

enum rv_access
rv_engine_access(const struct rv_engine *e)
{
	return rv_config_bool(&e->config, "demo") || !rv_map_any(e)
		       ? RV_ACCESS_WRITE
		       : rv_access_of(e->dir);
}

static void
ask_access(struct rv_engine *e, const struct rv_engine_opts *opts)
{
	enum rv_access a = RV_ACCESS_WRITE;

	if (opts->look && !e->readonly)
		a = rv_engine_access(e);
	e->undecided = a == RV_ACCESS_UNDECIDED;
	e->readonly |= a != RV_ACCESS_WRITE;
}

/* Decides whether this handle may write, and makes .reverie where asked. */
static rv_status
settle_access(struct rv_engine *e, const struct rv_engine_opts *opts,
	      bool *fresh, struct rv_err *err)
{
	e->readonly = opts->readonly;
	*fresh = false;
	if (rv_path_is_dir(e->dir)) {
		if (access(e->workspace, W_OK) || access(e->dir, W_OK))
			e->readonly = true;
		ask_access(e, opts);
		return RV_OK;
	}
	if (e->readonly || !opts->create) {
		e->readonly = e->undecided = true;
		return RV_OK;
	}
	*fresh = true;
	return make_state_dir(e, err);
}

/* No child of ours, an editor or a check, needs a model's key. */
static void
hide_keys(struct rv_engine *e)
{
	struct rv_llm_config cfg = rv_models_config(e);

	rv_llm_hide_keys(&cfg);
}

static void
settle_masking(const struct rv_config *c, const char *workspace, bool readonly)
{
	struct rv_arena arena = RV_ARENA_INIT;
	const struct rv_redact_options opts = {
		.email = rv_config_bool(c, "redact.email"),
		.phone = rv_config_bool(c, "redact.phone"),
		.salt = rv_salt_in(&arena, workspace, readonly),
	};

	rv_redact_settle(&opts);
	rv_arena_release(&arena);
}

rv_status
rv_workspace_settle(const struct rv_env *env, const char *workspace,
		    const char *config, struct rv_err *err)
{
	struct rv_config c = {0};
	rv_status st = rv_config_load(&c, env, workspace, config, err);

	if (st == RV_OK)
		settle_masking(&c, workspace, true);
	rv_config_release(&c);
	return st;
}

void
rv_message_mask(struct rv_sv message, struct rv_buf *out)
{
	const struct rv_redact_options opts = {.credentials = true};
	struct rv_redactor *r = rv_redactor_new(&opts);
	size_t was = out->n;

	if (rv_redactor_run(r, message, out, NULL) != RV_OK)
		rv_buf_truncate(out, was);
	rv_redactor_free(r);
}

void
rv_reason_mask(struct rv_sv reason, struct rv_buf *out)
{
	(void)rv_redact(reason, out);
}

rv_status
rv_engine_open(const struct rv_engine_opts *opts, struct rv_engine **out,
	       struct rv_err *err)
{
	struct rv_engine *e = rv_calloc(1, sizeof(*e));
	struct rv_store_opts store = {.env = opts->env};
	bool fresh = false;
	rv_status st;

	e->env = opts->env;
	e->running = opts->running;
	e->waiting = opts->waiting;
	e->workspace = rv_sv_cstr_in(&e->arena, rv_sv(opts->workspace));
	e->dir = rv_path_join_in(&e->arena, e->workspace, ".reverie");
	if (access(e->workspace, R_OK | X_OK) != 0) {
		st = rv_fail_errno(err, errno, e->workspace,
				   _("cannot read the workspace"));
		goto out;
	}
	if (rv_path_is_dir(e->dir) && access(e->dir, R_OK | X_OK) != 0) {
		st = rv_fail_errno(err, errno, e->dir,
				   _("cannot read the memory"));
		goto out;
	}
	st = rv_config_load(&e->config, e->env, e->workspace, opts->config,
			    err);
	if (st != RV_OK)
		goto out;
	rv_config_check(&e->config);
	rv_models_check(e);
	hide_keys(e);
	rv_models_network(e);
	rv_map_find(e);
	st = settle_access(e, opts, &fresh, err);
	if (st != RV_OK)
		goto out;
	/* Before the store: its index follows what is masked. */
	settle_masking(&e->config, e->workspace, e->readonly);
	e->demo = rv_config_bool(&e->config, "demo");
	e->agent = rv_config_get(&e->config, "agent.id");
	if (!*e->agent)
		e->agent = rv_path_base(e->workspace);
	store.dir = e->dir;
	store.readonly = e->readonly;
	st = rv_store_open(&store, &e->store, err);
	if (st != RV_OK)
		goto out;
	e->readonly = rv_store_readonly(e->store);
	e->tokens = rv_tokens_new();
	if (!e->readonly) {
		rv_publish_sweep(e->workspace);
		st = rv_recover(e, err);
	}
	if (st == RV_OK && fresh) {
		st = rv_engine_sync(e, err);
		if (st == RV_OK)
			st = rv_baseline(e, err);
	}
out:
	if (st != RV_OK) {
		rv_engine_free(e);
		return st;
	}
	*out = e;
	return RV_OK;
}

void
rv_engine_free(struct rv_engine *e)
{
	if (!e)
		return;
	rv_engine_scan_free(e);
	rv_turn_cache_free(e->turns);
	rv_tree_cache_free(e->tree);
	rv_support_cache_free(e->support);
	rv_usage_free(e->usage);
	rv_engine_kept_drop(e);
	free(e->known);
	rv_tokens_free(e->tokens);
	rv_store_free(e->store);
	rv_config_release(&e->config);
	rv_config_release(&e->config_kept);
	rv_arena_release(&e->arena);
	free(e);
}

rv_status
rv_engine_verify(struct rv_engine *e, struct rv_err *err)
{
	return rv_chain_look(e->store, err);
}

void
rv_engine_rest(struct rv_engine *e)
{
	rv_store_rest(e->store);
	rv_mem_rest();
}

const char *
rv_engine_workspace(const struct rv_engine *e)
{
	return e->workspace;
}

bool
rv_engine_readonly(const struct rv_engine *e)
{
	return e->readonly;
}

bool
rv_engine_undecided(const struct rv_engine *e)
{
	return e->undecided;
}

bool
rv_engine_held(const struct rv_engine *e)
{
	return rv_access_said(e->dir) == RV_ACCESS_HELD;
}

rv_status
rv_engine_keep_readonly(const char *workspace, bool readonly,
			struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	const char *dir = rv_path_join_in(&arena, workspace, ".reverie");
	rv_status st = rv_path_is_dir(dir)
			       ? rv_access_keep(dir, readonly, err)
			       : RV_OK;

	rv_arena_release(&arena);
	return st;
}

const char *
rv_engine_config(const struct rv_engine *e, const char *key)
{
	return rv_config_get(&e->config, key);
}

rv_status
rv_engine_read_story(struct rv_engine *e, struct rv_buf *out,
		     struct rv_err *err)
{
	rv_status st = rv_path_read(e->map.story, (size_t)64 << 20, out, err);

	if (st == RV_E_NOTFOUND && err)
		*err = (struct rv_err){0};
	return st == RV_E_NOTFOUND ? RV_OK : st;
}
