#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Vectors of what the index holds: made once, kept, paid for, found with; by
# batch jobs that outlive the process that sent them.
. "$SRCDIR/tests/services/lib.sh"
# asked PATH: how many requests for it, or how many texts, since the last time
asked() {
	python3 -c 'import json, sys, urllib.request as u
log = json.load(u.urlopen(sys.argv[1] + "/_log"))
u.urlopen(u.Request(sys.argv[1] + "/_log", method="DELETE"))
open(sys.argv[3], "w").write(json.dumps(log))
print(sum(sys.argv[2] in e["path"] for e in log))' "$url" "$1" "$work/log"
}

ws=$work/ws
mkdir "$ws"
# server PROVIDER MODEL [MORE]
server() {
	local base=$url
	[ "$1" = gemini ] || base=$url/v1
	cat >"$work/config.yaml" <<-END
		memorySearch: {provider: $1, model: "$2"${3:+, $3}}
		models: {prices: {"openai/m": {input: 1000, output: 0},
		  "gemini/g#batch": {input: 500, output: 0}}}
		providers:
		  $1: {baseUrl: "$base", keyEnv: REV_TEST_KEY}
	END
}
expect 0 init "$ws"
with="--workspace $ws --config $work/config.yaml"
say() {
	expect 0 --workspace "$ws" record --session s --role user "$1"
}
say "The restore drill of FalkorDB is on Friday."
say "Coffee beans come from the shop in Harbour Street."
say "Our token is AKIA5XQ7RZ3LMN2PV6TD, keep it."

# --- nobody is configured: by words, and it says so
# shellcheck disable=SC2086
{
	expect 2 --workspace "$ws" embed
	grep -q memorySearch.provider "$err" || fail "no advice: $(cat "$err")"
	expect 0 --workspace "$ws" --json search --semantic Friday
	is '.semantic.used' false
	is '.hits|length' 1
	is '.semantic.note|test("memorySearch.provider")' true

	# --- configured, nothing made yet
	server openai m
	expect 0 $with --json search --semantic Friday
	is '.semantic.used' false
	is '.semantic.note|test("reverie embed")' true
	[ "$(asked embeddings)" = 0 ] || fail "a search asked for nothing"
	expect 0 $with --json doctor
	is '[.checks[]|select(.kind=="embeddings" and .name=="vectors")][0].state' '"none"'

	# --- made once, redacted
	expect 0 $with --json embed
	is .state '"done"'
	is .documents 3
	is .vectors 3
	is .made 3
	is .dimensions 64
	is '.tokens > 10' true
	[ "$(asked embeddings)" = 1 ] || fail "not one request for three texts"
	grep -q AKIA5XQ7RZ3LMN2PV6TD "$work/log" && fail "a secret left"
	grep -q FalkorDB "$work/log" || fail "the texts were not sent"
	expect 0 $with --json doctor
	is '[.checks[]|select(.kind=="embeddings" and .name=="vectors")][0].state' '"ok"'
	is '[.checks[]|select(.kind=="embeddings" and .name=="vectors")][0].message|test("3 of 3 .* 64 numbers")' true
	is '.usage.all.calls' 1
	is '.usage.all.cost > 0.01' true
	is '.usage.all.unpriced' 0
	expect 0 $with --json jobs
	is '.jobs[0].kind' '"embed"'
	is '.jobs[0].state' '"done"'
	is '.jobs[0].tokens > 10' true

	# --- asked of nobody the second time
	expect 0 $with --json embed
	is .made 0
	[ "$(asked embeddings)" = 0 ] || fail "it asked again"

	# --- found by it; the query's vector is kept as well
	expect 0 $with --json search --semantic --explain "coffee shop street"
	is '.semantic.used' true
	is '.semantic.note' null
	is '.hits|length' 3
	is '.hits[0].text|test("Coffee")' true
	is '.hits[0].features.cosine > .hits[1].score' true
	expect 0 $with --json search --semantic "coffee shop street" -k 1
	is '.hits|length' 1
	[ "$(asked embeddings)" = 1 ] || fail "the query was sent twice"
	expect 0 $with search --semantic "coffee shop street" -k 1
	grep -q Coffee "$out" || fail "no hit for people"

	# --- what is new has none yet, and that is said; only it is sent
	say "Tea is better than nothing."
	expect 0 $with search --semantic "coffee shop street"
	grep -q "3 of 4 documents have a vector" "$out" || fail "$(cat "$out")"
	expect 0 $with --json embed
	is .made 1
	is .vectors 4

	# --- a server that fails: by words, one sentence
	server openai "m:503"
	expect 0 $with --json search --semantic Friday
	is '.semantic.used' false
	is '.hits|length' 1
	is '.semantic.note|test("503")' true
	expect 5 $with embed
	[ "$(wc -l <"$err")" = 1 ] || fail "not one sentence: $(cat "$err")"
	expect 0 $with --json jobs
	is '.jobs[0].state' '"failed"'

	# --- one text is refused: the others have theirs
	server openai m
	rm "$ws/.reverie/embeddings.bin"
	say "A poison word that this model takes for bad."
	sed -i 's/"m"/"poison"/' "$work/config.yaml"
	expect 0 $with --json embed
	is .refused 1
	is .made 4
	is .vectors 4

	# --- another model under the same name
	server openai m
	expect 0 $with --json embed
	server openai m "dimensions: 0"
	kill "$server"
	wait "$server" || :
}
"$SRCDIR/tests/services/scripted-model" --parent $$ --dim 32 >"$work/server" &
server=$!
for _ in $(seq 100); do
	grep -q listening "$work/server" && break
	nap 0.1
done
url=$(sed -n 's/^listening //p' "$work/server")
say "One more thing for the other model."
# shellcheck disable=SC2086
{
	server openai m
	expect 5 $with embed
	grep -q "32 numbers and had 64 before" "$err" || fail "$(cat "$err")"
	grep -q embeddings.bin "$err" || fail "no advice: $(cat "$err")"

	# --- the database is gone: the numbers of jobs go on
	expect 0 $with --json jobs
	last=$(jq '.jobs[0].id' "$out")
	rm "$ws"/.reverie/reverie.db*
	expect 5 $with embed
	expect 0 $with --json jobs
	is '.jobs|length' 1
	is '.jobs[0].id > '$((last - 1)) true

	# --- two at a time: the second is told
	exec 9>>"$ws/.reverie/embed.lock"
	flock 9
	expect 4 $with embed
	flock -u 9
	exec 9>&-

	# --- batch jobs that nobody waits for
	asked none >/dev/null
	server gemini g 'remote: {batch: {enabled: true, wait: false, pollSeconds: 1}}'
	expect 0 $with --json embed
	is .state '"waiting"'
	is .made 0
	[ -s "$ws/.reverie/embed-job.json" ] || fail "the job is not noted"
	grep -q FalkorDB "$ws/.reverie/embed-job.json" && fail "the job holds text"
	expect 0 $with --json embed
	is .state '"waiting"'
	expect 0 $with --json embed
	is .state '"done"'
	is .vectors 6
	[ ! -e "$ws/.reverie/embed-job.json" ] || fail "the job is still there"
	[ "$(asked asyncBatch)" = 1 ] || fail "not one job"
	grep -q '"gemini","model":"g#batch".*"cost":0.0' "$ws/.reverie/usage.jsonl" ||
		fail "the job was not counted"

	# --- one that is waited for, by a process that is killed meanwhile
	say "Something for the second batch job."
	server gemini g 'remote: {batch: {enabled: true, pollSeconds: 100}}'
	"$REVERIE" $with embed >"$work/e-out" 2>&1 &
	pid=$!
	for _ in $(seq 200); do
		grep -q batches/ "$ws/.reverie/embed-job.json" 2>/dev/null && break
		nap 0.05
	done
	kill -9 "$pid"
	wait "$pid" 2>/dev/null || :
	[ -s "$ws/.reverie/embed-job.json" ] || fail "the job died with its process"
	server gemini g 'remote: {batch: {enabled: true, pollSeconds: 1}}'
	expect 0 $with --json embed
	is .state '"done"'
	is .made 1
	is .vectors 7
	[ "$(asked asyncBatch)" = 1 ] || fail "the job was sent a second time"
	expect 0 $with --json jobs
	is '.jobs[0].state' '"done"'
	is '.jobs[1].state' '"died"'

	# --- one that fails, and one whom somebody stops
	say "Something for the third batch job."
	server gemini batch-fails 'remote: {batch: {enabled: true, pollSeconds: 1}}'
	expect 5 $with embed
	[ "$(wc -l <"$err")" = 1 ] || fail "not one sentence: $(cat "$err")"
	server gemini g 'remote: {batch: {enabled: true, pollSeconds: 100}}'
	"$REVERIE" $with embed >"$work/e-out" 2>&1 &
	pid=$!
	id=
	for _ in $(seq 200); do
		expect 0 $with --json jobs
		id=$(jq -r 'first(.jobs[]|select(.state=="running")|.id)//empty' "$out")
		[ -n "$id" ] && grep -q batches/ "$ws/.reverie/embed-job.json" \
			2>/dev/null && break
		nap 0.05
	done
	expect 0 $with jobs cancel "$id"
	code=0
	wait "$pid" || code=$?
	[ "$code" = 4 ] || fail "embed ended with $code, not 4"
	grep -q "the next .reverie embed. fetches it" "$work/e-out" ||
		fail "$(cat "$work/e-out")"
	expect 2 $with --readonly embed
}

# --- a long text in portions, found by what stands at its end
mkdir "$work/long"
ws=$work/long
expect 0 init "$ws"
with="--workspace $ws --config $work/config.yaml"
server openai m
say "$(printf 'The boat %04d is old. ' $(seq 180)) The lighthouse keeps lamps."
say "The lighthouse is closed on Mondays and Tuesdays, says Kenji."
asked embeddings >/dev/null
# shellcheck disable=SC2086
{
	expect 0 $with --json embed
	is '[.documents,.vectors,.made]' '[2,2,4]'
	[ "$(asked embeddings)" = 1 ] || fail "not one request for four texts"
	expect 0 $with --json embed
	is .made 0
	expect 0 $with --json search --semantic "old boat lighthouse keeps lamps"
	is '.hits|length' 2
	is '.hits[0].text|test("keeps lamps")' true
}
exit 0
