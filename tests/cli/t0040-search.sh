#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Hits with their provenance; --batch answers line by line.
. "$(dirname "$0")/lib.sh"

imported w
expect 0 --now "$NOW" search --json -k 2 "restore drill"
is .v 1
is '.hits|length' 2
is .ms 0
is '.hits[0]|[.session,.layer,.path!=null,.line>0,.score>0]' \
	'["talk","raw",true,true,true]'
is '[.hits[].ref]|sort' '["a2","a3"]'
ok "no episode" jq -e '.hits[0].episode|test("^e-")' "$out"
expect 1 search --json zeppelin
is .hits '[]'
expect 0 search --json --as-of 2026-02-01T23:00:00Z "restore drill"
is '[.hits[].ref]' '["a2"]'
expect 1 search --json --layer wiki "restore drill"
expect 0 search --json --layer raw --layer wiki "restore drill"
expect 0 search --json --explain "restore drill"
is '[.terms[].word]' '["restore","drill"]'
is '.hits[0].rank' 1
ok "features" jq -e '.hits[0].features.bm25 > 0 and .weights.text' "$out"

# Pages and chapters.
mkdir -p wiki/entities
printf -- '---\ntitle: Fennel\nupdated: 2026-02-04\n---\n\nA server with copper fins.\n' \
	>wiki/entities/fennel.md
expect 0 search --json "copper fins"
is '.hits[0]|[.layer,.path,.episode]' '["wiki","wiki/entities/fennel.md",null]'

# Query syntax is text.
expect 1 search --json '"AND ( NEAR *'
expect 1 search '"; DROP TABLE episode; --'
expect 0 search --json 'drill" OR "x'

# Batch: same order, id echoed, a bad line is an error and the next goes on.
cat >"$work/batch" <<'END'
{"id":"q1","query":"restore drill"}
{"id":7,"query":"zeppelin"}
not json
{"id":null}
{"id":"q5","query":"Fennel"}
END
rv search --batch "$work/batch"
[ "$rc" -eq 3 ] || fail "exit $rc of a batch with bad lines"
[ "$(wc -l <"$out")" -eq 5 ] || fail "five lines in, $(wc -l <"$out") out"
is 'select(.id=="q1")|.hits|length' 2
is 'select(.id==7)|.hits' '[]'
is 'select(.error)|.error.code' "$(printf '"input.malformed"\n"usage"')"
is 'select(.id=="q5")|.hits|length>0' true
[ "$(jq -c .id "$out" | tr '\n' ' ')" = '"q1" 7 null null "q5" ' ] ||
	fail "ids: $(jq -c .id "$out" | tr '\n' ' ')"
printf '{"id":1,"query":"Fennel"}\n\n \n{"id":2,"query":"Fennel"}\n' >"$work/batch"
rv search --batch "$work/batch"
[ "$rc" -eq 3 ] || fail "exit $rc of a batch with empty lines"
[ "$(jq -c '[.id,.error.code]' "$out" | tr '\n' ' ')" = \
	'[1,null] [null,"input.malformed"] [null,"input.malformed"] [2,null] ' ] ||
	fail "empty lines"

printf '{"id":1,"query":"Fennel"}' | "$REVERIE" search --batch - >"$out" 2>"$err" ||
	fail "a last line without newline"
is .id 1

# Answers come at once: the second line is asked after the first answer.
mkfifo "$work/in" "$work/answers"
"$REVERIE" search --batch - <"$work/in" >"$work/answers" 2>/dev/null &
pid=$!
exec 7>"$work/in" 8<"$work/answers"
echo '{"id":1,"query":"Fennel"}' >&7
read -r -t 10 line <&8 || fail "no answer while the input is open"
echo '{"id":2,"query":"Fennel"}' >&7
read -r -t 10 line <&8 || fail "no second answer"
[ "$(jq .id <<<"$line")" = 2 ] || fail "second answer: $line"
exec 7>&- 8<&-
wait $pid || fail "the batch ended with $?"
