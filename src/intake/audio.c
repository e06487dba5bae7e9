/* SPDX-License-Identifier: MIT */
/* Sound in a message. */
#include "config.h"

#include "intake/audio.h"

#include "base/hash.h"
#include "base/log.h"
#include "llm/mulaw.h"

static void
add_length(struct rv_buf *out, size_t samples, unsigned rate)
{
	size_t tenths = (samples * 10 + rate / 2) / rate;

	rv_buf_addf(out, "audio of %zu", tenths / 10);
	if (tenths % 10)
		rv_buf_addf(out, ".%zu", tenths % 10);
	rv_buf_adds(out, tenths == 10 ? " second" : " seconds");
}

static void
keep(struct rv_reader *r, struct rv_sv wav)
{
	struct rv_err why = {0};

	if (r->keep && r->keep(r, wav, &why) != RV_OK)
		rv_log(RV_LOG_WARN, "%s", why.msg);
}

void
rv_audio_text(const rv_json *block, struct rv_reader *r, struct rv_buf *out)
{
	struct rv_buf bytes = RV_BUF_INIT, wav = RV_BUF_INIT;
	char sha[RV_SHA256_HEX];
	unsigned rate;

	if (!rv_sv_is(rv_json_get_sv(block, "type"), "audio"))
		return;
	if (!rv_mulaw_mime(rv_json_get_sv(block, "mimeType"), &rate)) {
		rv_buf_adds(out, "audio of another kind, not kept");
		return;
	}
	if (!rv_base64_decode(rv_json_get_sv(block, "data"), &bytes) ||
	    !bytes.n || !rv_mulaw_wav(rv_buf_sv(&bytes), rate, &wav)) {
		rv_buf_adds(out, "audio that could not be decoded");
	} else {
		keep(r, rv_buf_sv(&wav));
		rv_sha256_of(rv_buf_sv(&wav), sha);
		add_length(out, bytes.n, rate);
		rv_buf_addf(out, " [%.12s]", sha);
	}
	rv_buf_release(&bytes);
	rv_buf_release(&wav);
}
