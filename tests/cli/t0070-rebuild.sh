#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Delete the database: the next start builds it anew, and every answer is the
# same.
. "$(dirname "$0")/lib.sh"

REVERIE_NOW=$NOW
export REVERIE_NOW
imported w
mkdir -p sessions wiki
cat >sessions/one.jsonl <<'END'
{"type":"session","version":3,"id":"one","timestamp":"2026-02-10T11:59:00.000Z","cwd":"/"}
{"type":"message","id":"00000001","parentId":null,"timestamp":"2026-02-10T11:59:30.000Z","message":{"role":"user","content":"Lena asked on 2026-02-10 about the radio."}}
{"type":"message","id":"00000002","parentId":"00000001","timestamp":"2026-02-10T11:59:40.000Z","message":{"role":"assistant","content":[{"type":"text","text":"HEARTBEAT_OK"}]}}
END
printf -- '---\ntitle: Radio\nupdated: 2026-02-11\n---\n\nThe VEF 202 radio of Lena.\n' >wiki/radio.md
expect 0 consolidate --json
expect 0 review approve C-1 --sha256 "$(jq -r .sha256 "$out")"
expect 0 record --session s --role user --time 2026-02-12T10:00:00Z "Lena decided on 2026-02-12 to keep the radio."
expect 0 record --session s --role assistant --time 2026-02-12T10:01:00Z "Kenji repairs the radio on Friday."
expect 0 record --session s --role user --time 2026-01-12T10:01:00Z "A late word about Timo on 2026-01-12."
expect 0 turn --session s "What about the radio of Lena and the restore drill?"
expect 0 turn --session s "What about the radio of Lena and the restore drill?"
expect 0 consolidate
expect 0 review reject C-2 --reason "not yet"
expect 0 consolidate
expect 0 consolidate --approve --sha256 "$(expect 0 consolidate --json; jq -r .sha256 "$out")"
expect 0 undo
expect 0 consolidate

answers() {
	local a
	for a in status story 'story --chapters' 'review --all' 'review show C-3' \
		'log -n 100' 'search radio' 'search restore drill --explain' \
		'search --layer wiki radio' 'search late word' 'trace 1' 'trace 2' \
		'turn --dry-run --session s radio' 'consolidate --dry-run' \
		'consolidate --dry-run --late'; do
		echo "== $a"
		# shellcheck disable=SC2086
		"$REVERIE" --json $a </dev/null || echo "exit $?"
	done
}
answers >"$work/before" 2>&1
[ "$(grep -c '"v":1' "$work/before")" -eq 15 ] || fail "$(cat "$work/before")"
no "an error" grep -q '"error"' "$work/before"
rm -f .reverie/reverie.db*
answers >"$work/after" 2>&1
diff "$work/before" "$work/after" || fail "a rebuilt index answers otherwise"

# A damaged one is set aside.
printf 'garbage garbage garbage' >.reverie/reverie.db
rm -f .reverie/reverie.db-*
answers >"$work/third" 2>"$work/warnings"
diff "$work/before" <(grep -v '^reverie: ' "$work/third") || fail "after damage"

# Read-only it is read through an index in memory: the same again.
for a in status 'search radio' 'log -n 100' story; do
	# shellcheck disable=SC2086
	expect 0 $a --json
	cp "$out" "$work/rw"
	# shellcheck disable=SC2086
	expect 0 --readonly $a --json
	diff <(jq 'del(.readonly)' "$work/rw") <(jq 'del(.readonly)' "$out") || fail "$a"
done

# One flipped byte in the ledger is found.
cp .reverie/ledger.jsonl "$work/ledger"
sed -i '3s/consolidate/consolidatf/' .reverie/ledger.jsonl
cmp -s .reverie/ledger.jsonl "$work/ledger" && fail "nothing was flipped"
expect 1 log --verify --json
is '[.v,.ok,.first_bad]' '[1,false,3]'
