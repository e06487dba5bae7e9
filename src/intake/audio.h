/* SPDX-License-Identifier: MIT */
#ifndef RV_INTAKE_AUDIO_H
#define RV_INTAKE_AUDIO_H

/*
 * Sound in a message: {"type":"audio","mimeType":"audio/x-mulaw;rate=8000",
 * "data":base64}.  Mu-law becomes a WAV object, and the text says how long it
 * is and, by the first 12 digits, which object.  Other sound is not kept.
 */

#include "base/json.h"
#include "intake/formats.h"

/*
 * Appends "audio of 2.5 seconds [0123456789ab]", or nothing when the block is
 * no audio.  The same bytes give the same text whether or not they were kept:
 * a reader whose `keep` fails logs it.
 */
void rv_audio_text(const rv_json *block, struct rv_reader *r,
		   struct rv_buf *out);

#endif
