#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Preview, proposal, approval bound to the hash.
. "$(dirname "$0")/lib.sh"

workspace empty
expect 1 consolidate --json
is '[.v,.proposal,.episodes,.tokens]' '[1,null,0,0]'
ok "no sentence" grep -q '^reverie: ' "$err"
expect 1 consolidate --dry-run

imported w
expect 0 --now "$NOW" consolidate --dry-run --json
is '[.proposal,.episodes]' '[null,4]'
is .anchor '"2026-02-03T09:00:00.000Z"'
is '[.batches[]|[.tokens>0,.anchor]]' '[[true,"2026-02-03T09:00:00.000Z"]]'
is '([.batches[].tokens]|add)==.tokens' true
is '[.checks[]|select(.level=="fail")]' '[]'
ok "checks" jq -e '.checks|length>3 and all(.code and .level and .message)' "$out"
ok "diff" jq -e '.diff|test("FalkorDB")' "$out"
sum=$(jq -r .sha256 "$out")
[ ! -e STORY.md ] || fail "a dry run wrote STORY.md"
[ ! -d .reverie/objects ] || [ -z "$(ls .reverie/objects)" ] || fail "a dry run kept bytes"
expect 0 review --json
is .proposals '[]'

expect 0 --now "$NOW" consolidate --json
is .proposal '"C-1"'
is .sha256 "\"$sum\""
expect 0 consolidate --json
is '[.proposal,.sha256]' "[\"C-1\",\"$sum\"]"
expect 0 review list --json
is '[.proposals[]|[.id,.kind,.target,.sha256]]' "[[\"C-1\",\"consolidate\",\"STORY.md\",\"$sum\"]]"
ok "fields" jq -e '.proposals[0]|has("tier") and has("opened") and (.checks|length>0)' "$out"
expect 0 review show C-1 --json
is '[.v,.id,.sha256,.episodes]' "[1,\"C-1\",\"$sum\",4]"
ok "diff" jq -e '(.diff|test("FalkorDB")) and (.checks|length>0)' "$out"

# Not without a person or the hash of exactly these bytes.
expect 6 review approve C-1
expect 6 --json consolidate --approve
is .proposal '"C-1"'
expect 6 review approve C-1 --sha256 "$(printf '%064d' 1)"
expect 6 consolidate --approve --sha256 "$(printf '%064d' 1)"
[ ! -e STORY.md ] || fail "STORY.md came without approval"

expect 0 --now "$NOW" review approve C-1 --sha256 "$sum" --json
is '[.v,.ledger.kind,.ledger.action,.ledger.target,.ledger.door,.ledger.before,.ledger.after]' \
	"[1,\"approve\",\"consolidate\",\"STORY.md\",\"cli\",null,\"$sum\"]"
[ "$(sha STORY.md)" = "$sum" ] || fail "STORY.md is not what was approved"
[ "$(head -1 STORY.md)" = '<!-- LAST_PROCESSED: 2026-02-03T09:00:00.000Z -->' ] || fail "anchor"
[ -z "$(sed -n 2p STORY.md)" ] || fail "line 2"
[ "$(tail -c 1 STORY.md | od -An -c | tr -d ' ')" != '\n' ] || fail "final newline"
[ ! -e STORY.md.lock ] || fail "the lock is still there"
expect 0 status --json
is '[.chapters,.pending.episodes,.proposals,.anchor]' '[3,0,0,"2026-02-03T09:00:00.000Z"]'
expect 4 review approve C-1 --sha256 "$sum"
expect 1 consolidate

expect 0 story --chapters --json
is '[.v,.anchor,(.chapters|length)]' '[1,"2026-02-03T09:00:00.000Z",3]'
ok "chapters" jq -e '.chapters|all(.time and .title and .words>0 and .supported>0)' "$out"
expect 0 story
ok "text" grep -q 'FalkorDB' "$out"

# Late: not newer than the anchor; taken only when asked.
cat >"$work/late.jsonl" <<'END'
{"ref":"z1","session":"talk2","time":"2026-01-15T10:00:00Z","role":"user","name":"Timo","text":"Timo decided on 2026-01-15 to sell the old Basil server."}
END
expect 0 import "$work/late.jsonl"
expect 0 status --json
is '[.pending.episodes,.pending.late]' '[1,1]'
expect 1 consolidate
expect 0 consolidate --late --json
is '[.proposal,.episodes,.anchor]' '["C-2",1,"2026-02-03T09:00:00.000Z"]'
# An edit of it is about the same episodes, and takes no secret in.
{ cat STORY.md; printf '\n\n### [2026-01-15 10:00] Basil\n\nTimo decided on 2026-01-15 to sell the old Basil server, key ghp_%s.\n' Zq7xW2mK9pLd4TbV6nRcY3sHf8JgAe1UoQ5i; } >"$work/edit"
rows=$(wc -l <.reverie/ledger.jsonl)
rv review edit C-2 --file "$work/edit"
[ "$rc" -ne 0 ] || is '.checks[]|select(.code=="secret")|.level' '"fail"'
no "kept" grep -rqs Zq7xW2mK9pLd4 .reverie
[ "$(wc -l <.reverie/ledger.jsonl)" -eq "$rows" ] || fail "a secret was proposed"

# Reject, with a reason; defer; and what was decided stays decided.
expect 2 review reject C-2
expect 0 review reject C-2 --reason "not the story's business" --json
is '[.ledger.kind,.ledger.reason]' '["reject","not the story'"'"'s business"]'
expect 4 review approve C-2 --sha256 "$sum"
expect 0 consolidate --late --json
is .proposal '"C-3"'
expect 0 review defer C-3 --json
is .ledger.kind '"defer"'
expect 0 review --json
is '[.proposals[]|[.id,.state]]' '[["C-3","deferred"]]'
expect 0 consolidate --late --json
is .proposal '"C-3"'
expect 0 consolidate --late --approve --sha256 "$(jq -r .sha256 "$out")" --json
is '[.proposal,.ledger.kind]' '["C-3","approve"]'
expect 0 story --chapters --json
is '.chapters|length' 4

# Text that a person edited; its anchor is ours.
expect 0 record --session s --role user --time "$NOW" "Kenji decided to move the queue on 2026-02-28."
expect 0 consolidate --json
is .proposal '"C-4"'
sed '1s/.*/<!-- LAST_PROCESSED: 2030-01-01T00:00:00.000Z -->/' STORY.md >"$work/edited"
printf '\n\n### [2026-03-01 12:00] By hand\n\nKenji will move the queue.\n' >>"$work/edited"
expect 0 consolidate --edited "$work/edited" --json
is '[.proposal,.anchor]' '["C-5","2026-03-01T12:00:00.000Z"]'
expect 0 review --json --all
is '[.proposals[]|select(.id=="C-4")|.state]' '["superseded"]'
expect 0 review show C-5 --json
expect 0 review approve C-5 --sha256 "$(jq -r .sha256 "$out")"
ok "edited text" grep -q 'Kenji will move the queue.' STORY.md
[ "$(grep -c LAST_PROCESSED STORY.md)" -eq 1 ] || fail "anchors: $(grep LAST_PROCESSED STORY.md)"
[ "$(head -1 STORY.md)" = '<!-- LAST_PROCESSED: 2026-03-01T12:00:00.000Z -->' ] || fail "anchor"

# A failing check cannot be approved.
expect 0 record --session s --role user --time 2026-03-02T12:00:00Z "Mara decided to buy a lamp on 2026-03-02."
printf 'All gone.\n' >"$work/shrunk"
expect 0 consolidate --edited "$work/shrunk" --json
is .approvable false
before=$(sha STORY.md)
expect 3 review approve "$(jq -r .proposal "$out")" --sha256 "$(jq -r .sha256 "$out")"
[ "$(sha STORY.md)" = "$before" ] || fail "published against a failed check"
: >"$work/nothing"
expect 3 consolidate --edited "$work/nothing"
expect 0 log --verify --json
is '[.v,.ok,.first_bad]' '[1,true,null]'

# An edit of a late consolidation, and of one of the pending log alone, is about
# the same episodes.
sed 's/z1/z2/; s/Basil/Thyme/' "$work/late.jsonl" >"$work/late2.jsonl"
expect 0 import "$work/late2.jsonl"
expect 0 consolidate --late --json
late=$(jq -r .proposal "$out")
is .episodes 2
{ cat STORY.md; printf '\n\n### [2026-01-15 10:00] Thyme\n\nTimo decided on 2026-01-15 to sell the old Thyme server.\n'; } >"$work/edit"
expect 0 review edit "$late" --file "$work/edit" --json
is .episodes 2
expect 0 review approve "$(jq -r .proposal "$out")" --sha256 "$(jq -r .sha256 "$out")"
sed 's/z1/z3/; s/Basil/Sage/; s/2026-01-15/2026-03-02/g' "$work/late.jsonl" >"$work/late3.jsonl"
expect 0 import "$work/late3.jsonl"
expect 0 record --session s --role user --time 2026-03-03T10:00:00Z "Mara will sell the Mint server on 2026-03-09."
expect 0 consolidate --trigger pending --json
only=$(jq -r .proposal "$out")
is .episodes 1
{ cat STORY.md; printf '\n\n### [2026-03-03 10:00] Mint\n\nMara will sell the Mint server on 2026-03-09.\n'; } >"$work/edit"
expect 0 review edit "$only" --file "$work/edit" --json
is .episodes 1
