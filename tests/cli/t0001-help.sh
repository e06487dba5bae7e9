#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Help comes from the tables, and what is written from them is fresh.
. "$(dirname "$0")/lib.sh"

expect 0 help
for v in init import record search turn trace consolidate story 'review list' \
	'review show' 'review approve' 'review reject' 'review defer' undo log \
	status demo help version; do
	ok "help does not name $v" grep -q "^  $v" "$out"
done
for v in wonder promote ingest replay why lint mcp tick; do
	no "help names $v, which is not built" grep -qw "^  $v" "$out"
	expect 2 "$v"
done
expect 0 --help
ok "help names no option" grep -q -- '--workspace DIR' "$out"
expect 0 search --help
ok "no usage of search" grep -q '^Usage: reverie search' "$out"
ok "no -k" grep -q -- '-k, --limit' "$out"
expect 0 review approve -h
ok "no usage of review approve" grep -q '^Usage: reverie review approve' "$out"
expect 0 help review
ok "no group" [ "$(grep -c '^Usage: ' "$out")" -eq 7 ]
expect 2 help frobnicate
expect 0 help --json
is .v 1
is '[.verbs[]|select(.class=="decide")|.verb]' \
	'["story restore","story accept","review approve","review reject","review defer","review apply","erase","undo","chain accept"]'
is '[.verbs[]|select(.class=="decide")|.doors[]|select(.=="mcp")]' '[]'
expect 0 --version
ok "no version" grep -Eq '^reverie [0-9.]+$' "$out"
expect 0 version --json
is .v 1

expect 0 help --man
ok "man/reverie.1 is stale: run \`reverie help --man >man/reverie.1\`" \
	cmp -s "$out" "$SRCDIR/man/reverie.1"
