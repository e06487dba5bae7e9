#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# An anchor without a zone counts as UTC, and says so until it is written anew.
. "$(dirname "$0")/lib.sh"

workspace w
said='LAST_PROCESSED of STORY.md has no zone: read as UTC'
for at in 2026-01-01T10:00:00 '2026-01-01 10:00' 2026-01-01; do
	printf '<!-- LAST_PROCESSED: %s -->\n\n### [2026-01-01 09:00] Day\n\nText.\n' "$at" >STORY.md
	expect 0 --now "$NOW" status
	ok "$at" grep -q "$said" "$out"
	expect 0 --now "$NOW" doctor --json
	ok "doctor of $at" grep -q "$said" "$out"
done
for at in 2026-01-01T10:00:00Z 2026-01-01T10:00:00.000+02:00 2026-01-01T10:00:00-05:00; do
	printf '<!-- LAST_PROCESSED: %s -->\n\n### [2026-01-01 09:00] Day\n\nText.\n' "$at" >STORY.md
	expect 0 --now "$NOW" status
	no "$at" grep -q "$said" "$out"
done
printf '<!-- LAST_PROCESSED: 2026-01-01T10:00:00 -->\n\n### [2026-01-01 09:00] Day\n\nText.\n' >STORY.md
expect 0 record --session s --role user --time 2026-02-01T10:00:00Z "Mara decided on 2026-02-01 to keep FalkorDB."
expect 0 consolidate --json
expect 0 review approve "$(jq -r .proposal "$out")" --sha256 "$(jq -r .sha256 "$out")"
expect 0 --now "$NOW" status
no "gone behind a consolidation" grep -q "$said" "$out"
