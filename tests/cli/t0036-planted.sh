#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Secrets in every field of everything that is read: none of them reaches a
# file of ours, a page of the database, or what is printed.
. "$(dirname "$0")/lib.sh"

# A token of its own for each place, in pieces, so that no scanner takes this
# file for a leak.
planted=$work/planted
token() {
	local t
	t=ghp
	t=${t}_16C7e42F292c6912E7710c838347$(printf 'Ae%06d' "$1")
	echo "$t" >>"$planted"
	echo "$t"
}

workspace w
mkdir -p wiki/entities raw sessions
d=$(token 1) f=$(token 2)
dir=$work/dir-$d
mkdir -p "$dir"

# Plain lines: every field.
cat >"$dir/$f.jsonl" <<END
{"ref":"$(token 3)","session":"s-$(token 4)","time":"2026-02-01T10:00:00Z","role":"user","name":"$(token 5)","text":"The lantern is $(token 6).","origin":"owner"}
{"ref":"b-$(token 3)","session":"s-$(token 4)","time":"2026-02-01T10:01:00Z","role":"$(token 7)","text":"x"}
{"ref":"c","session":"s","time":"$(token 8)","text":"x"}
{"ref":"d","session":"s","time":null,"text":"x","origin":"$(token 9)"}
END
expect 3 import --json "$dir/$f.jsonl"
is '[.added,(.rejected|length)]' '[1,3]'
cat "$out" "$err" >>"$work/printed"
expect 0 search --json lantern
# The id is that of the masked session and the raw entry.
e=$(jq -j '.hits[0].session+"\u0000"' "$out" |
	cat - <(printf %s "$(token 3)") | sha256sum | cut -c1-16)
is .hits[0].episode "\"e-$e\""
cat "$out" >>"$work/printed"

# A session of pi, imported and in place.
session() {
	cat <<END
{"type":"session","version":3,"id":"s-$(token 10)","timestamp":"2026-02-06T10:00:00.000Z","cwd":"/$(token 11)"}
{"type":"message","id":"m-$(token 12)","parentId":null,"timestamp":"2026-02-06T10:00:01.000Z","message":{"role":"user","content":"The harbour has $(token 13)."}}
{"type":"message","id":"m-$(token 14)","parentId":"m-$(token 12)","timestamp":"2026-02-06T10:00:02.000Z","message":{"role":"assistant","content":[{"type":"text","text":"I saw $(token 15)."},{"type":"toolCall","id":"$(token 16)","name":"x","arguments":{"a":"$(token 17)"}}]}}
{"type":"message","id":"m3","parentId":"m-$(token 14)","timestamp":"2026-02-06T10:00:03.000Z","message":{"role":"toolResult","content":"$(token 18)"}}
END
}
mkdir -p "$work/pi"
session >"$work/pi/$(token 19).jsonl"
expect 0 import --json "$work/pi"
is .added 2
cat "$out" >>"$work/printed"
here=sessions/$(token 20).jsonl
session | sed 's/harbour/harbour here/; s/2026-02-06/2026-02-07/' >"$here"
expect 0 status --json
echo '{"type":"message","id":"m4","parentId":"m3","timestamp":"2026-02-07T10:00:04.000Z","message":{"role":"user","content":"And the boathouse."}}' >>"$here"
expect 0 search --json boathouse
is '.hits|length' 1
cat "$out" >>"$work/printed"

# Pages: frontmatter, headings, links, names.
page() {
	cat <<END
---
type: entity
name: $(token 21)
title: $(token 22)
aliases: [$(token 23), plain]
themes: [$(token 24)]
related: ["[[$(token 25)]]"]
contradicts: [$(token 26)]
confidence: $(token 27)
status: $(token 28)
capture_state: $(token 29)
curation_level: $(token 30)
review_status: $(token 31)
source: $(token 32)
updated: $(token 33)
---

# Windmill $(token 34)

## Part $(token 35)

The windmill turns, see [[$(token 36)]], [[plain|$(token 37)]],
[$(token 38)](../$(token 39).md) and [out](../../../$(token 40).md).
END
}
p=wiki/entities/$(token 41).md
page >"$p"
page >"raw/x-$(token 42).md"
mkdir -p "$work/vault/$(token 43)"
page >"$work/vault/$(token 43)/$(token 44).md"
printf 'See [[%s]].\n' "$(token 41)" >wiki/entities/plain.md
expect 0 import --json --format vault "$work/vault"
cat "$out" >>"$work/printed"
expect 0 layers --json
raw=$(jq -r '[.items[].path|select(startswith("raw/"))][0]' "$out")
ok "$raw" grep -qE '^raw/x-<GITHUB_TOKEN>~[0-9a-f]{12}\.md$' <<<"$raw"
cat "$out" >>"$work/printed"
rv lint --json
# The link to a page whose name is a secret still finds it.
is '[.findings[]|select(.code=="link.broken" and .path=="wiki/entities/plain.md")]|length' 0
cat "$out" >>"$work/printed"
expect 0 search --json windmill
is '(.hits|length) > 0' true
cat "$out" >>"$work/printed"
# The masked name opens the file.
expect 0 promote --json --dry-run "$raw"
is .source "\"$raw\""
cat "$out" >>"$work/printed"

# What is said at the door, and the log that the agent writes itself.
expect 0 record --json --role user --session "$(token 45)" --name "$(token 46)" \
	"The orchard is $(token 47)." --now "$NOW"
cat "$out" >>"$work/printed"
printf '[2026-02-09T10:00:00.000Z] human: the cellar %s\n---\n' "$(token 48)" \
	>>pending-episodes.log
expect 0 turn --json --session "$(token 49)" "Where is the windmill $(token 50)?" \
	--now "$NOW"
cat "$out" >>"$work/printed"
expect 0 consolidate --json --now "$NOW"
cat "$out" >>"$work/printed"
for verb in status doctor layers lint log jobs; do
	rv "$verb"
	cat "$out" "$err" >>"$work/printed"
done

sort -u "$planted" >"$work/list"
sed 's/.*/\L&/' "$work/list" >"$work/small"
leaks() {
	grep -raoFf "$work/list" "$@"
	grep -raoFf "$work/small" "$@"
}
[ "$(wc -l <"$work/list")" -eq 50 ] || fail "$(wc -l <"$work/list") planted"
leaks .reverie >"$out"
[ ! -s "$out" ] || fail "secrets in our files"
leaks "$work/printed" >"$out"
[ ! -s "$out" ] || fail "secrets in what is printed"
