#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# People read times as their clocks show them: every verb by TZ, of summer and of
# winter each by its own hour; programs read UTC.
. "$(dirname "$0")/lib.sh"
printf '#!/bin/sh\nexec "%s" --now 2026-06-20T20:30:00Z --seed 1 "$@"\n' \
	"$REVERIE" >"$work/reverie"
chmod +x "$work/reverie"
REVERIE=$work/reverie

expect 0 demo --at "$work/demo" --no-console
cd "$work/demo" || exit 99
expect 0 review defer P-4 --for 2d
expect 0 log --json
cp "$out" "$work/utc"

export TZ=JST-9
shows() {
	local text=$1
	shift
	expect 0 "$@"
	ok "$* does not say $text" grep -qF -- "$text" "$out"
	no "$* says a time of UTC" grep -q '2026-06-20 20:30' "$out"
}
shows '2026-06-21 05:30' log
shows '(until 2026-06-23 05:30)' log
shows '2026-06-21 05:30' review list
shows '2026-06-21 05:30' review show P-1
shows '2026-06-15 23:11' status
shows '2026-06-21 05:30  defer' review defer P-3 --for 1d
expect 0 undo
expect 0 log --json
is '[.ledger[].time|select(endswith("T20:30:00.000Z")|not)]' '[]'
cmp -s <(jq -c '.ledger[-5:]' "$out") <(jq -c '.ledger[-5:]' "$work/utc") ||
	fail "JSON follows the zone"
# A page that names only its day is of that day, west of it too.
TZ=XST12 shows '2026-06-16 00:00  wiki' search redis

# A row of January in June.
export TZ=CET-1CEST,M3.5.0,M10.5.0/3
expect 0 search Basil --json
hit=$(jq -r '[.hits[]|select(.time and (.time|test("-(11|12|01|02)-..T0[1-9]|-(11|12|01|02)-..T1")))][0].time' "$out")
[ "$hit" != null ] || fail "no hit of the winter"
want=$(TZ=$TZ date -d "$hit" '+%F %H:%M')
[ "$want" != "${hit:0:10} ${hit:11:5}" ] || fail "the same in winter: $hit"
shows "$want" search Basil
shows '2026-06-20 22:30' log
exit 0
