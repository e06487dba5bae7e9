/* SPDX-License-Identifier: MIT */
/* The shapes of pi entries, as tables. */
#include "config.h"

#include "intake/pi_entry.h"

#include "base/time.h"
#include "intake/audio.h"
#include "intake/scan.h"

#define SECONDS_MAX 1e11 /* smaller numbers are seconds, not ms */
#define TIME_MAX 253402300799999.0 /* end of the year 9999 */

/* Lines that are no messages. */
static const struct {
	const char *type, *reason;
} line_reasons[] = {
	{"custom_message", "injected"},
	{"session", "metadata"},
	{"compaction", "metadata"},
	{"branch_summary", "metadata"},
	{"custom", "metadata"},
	{"model_change", "metadata"},
	{"thinking_level_change", "metadata"},
	{"label", "metadata"},
	{"session_info", "metadata"},
	{"reset", "metadata"},
};

static const struct {
	const char *role, *reason; /* NULL: conversation */
} role_reasons[] = {
	{"user", NULL},
	{"assistant", NULL},
	{"toolResult", "tool"},
	{"tool", "tool"},
	{"bashExecution", "shell"},
	{"custom", "injected"},
	{"hookMessage", "injected"},
	{"system", "injected"},
	{"developer", "injected"},
	{"branchSummary", "derived"},
	{"compactionSummary", "derived"},
};

const char *
rv_pi_line_reason(struct rv_sv type)
{
	for (size_t i = 0; i < ARRAY_LEN(line_reasons); i++)
		if (rv_sv_is(type, line_reasons[i].type))
			return line_reasons[i].reason;
	return "unknown";
}

const char *
rv_pi_role_reason(struct rv_sv role)
{
	for (size_t i = 0; i < ARRAY_LEN(role_reasons); i++)
		if (rv_sv_is(role, role_reasons[i].role))
			return role_reasons[i].reason;
	return "unknown";
}

bool
rv_pi_time(struct rv_sv raw, int64_t *out)
{
	double d;

	if (raw.n && raw.p[0] == '"')
		return rv_time_parse(rv_scan_str(raw), out);
	if (!raw.n || !rv_sv_to_double(raw, &d) || !(d > 0) || d > TIME_MAX)
		return false;
	*out = (int64_t)(d < SECONDS_MAX ? d * 1000 : d);
	return true;
}

void
rv_pi_text(struct rv_reader *r, const rv_json *message, struct rv_buf *out)
{
	const rv_json *content = rv_json_get(message, "content");
	const rv_json *block;

	if (rv_json_is_string(content)) {
		rv_buf_addv(out, rv_json_sv(content));
		return;
	}
	for (block = rv_json_is_array(content) ? rv_json_first(content) : NULL;
	     block; block = rv_json_next(block)) {
		struct rv_sv text = rv_json_get_sv(block, "text");
		struct rv_sv type = rv_json_get_sv(block, "type");

		if (!rv_sv_is(type, "audio") &&
		    (!rv_sv_is(type, "text") || !text.n))
			continue;
		if (out->n)
			rv_buf_addc(out, '\n');
		if (rv_sv_is(type, "audio"))
			rv_audio_text(block, r, out);
		else
			rv_buf_addv(out, text);
	}
}

bool
rv_pi_calls_tool(const rv_json *message)
{
	const rv_json *content = rv_json_get(message, "content");
	const rv_json *block;

	if (rv_sv_is(rv_json_get_sv(message, "stopReason"), "toolUse"))
		return true;
	for (block = rv_json_is_array(content) ? rv_json_first(content) : NULL;
	     block; block = rv_json_next(block))
		if (rv_sv_is(rv_json_get_sv(block, "type"), "toolCall"))
			return true;
	return false;
}

const char *
rv_pi_text_reason(const rv_json *message, struct rv_sv text)
{
	if (!rv_sv_trim(text).n)
		return "empty";
	if (rv_sv_is(rv_json_get_sv(message, "model"), "delivery-mirror"))
		return "mirror";
	if (rv_sv_starts(rv_sv_trim(text),
			 RV_SV("[openclaw] missing tool result")))
		return "repair";
	return NULL;
}
