#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A resolver that never answers: the turn keeps its deadline, a consolidation is
# cancelled, the console answers its keys and ends.
. "$SRCDIR/tests/cli/lib.sh"
cc=${CC:-cc}
command -v "${cc%% *}" >/dev/null || { echo "there is no C compiler"; exit 77; }

# In the place of the C library's: the name is never found, nor not found.
cat >"$work/mute.c" <<'END'
#include <unistd.h>

int
getaddrinfo(const char *host, const char *service, const void *hints, void *out)
{
	(void)host;
	(void)service;
	(void)hints;
	(void)out;
	for (;;)
		pause();
}
END
$cc -shared -fPIC -o "$work/mute.so" "$work/mute.c" ||
	{ echo "no shared object can be built"; exit 77; }

export REV_TEST_KEY=sk-live-7f3Kq9ZxW2mB8vTnR4
workspace ws
echo off >.reverie/readonly # a person said so
for i in 1 2 3; do
	expect 0 record --session s --role user \
		"We keep FalkorDB until restore drill number $i is done."
done
cat >"$work/config.yaml" <<'END'
chat: {provider: openai, model: "m"}
resonance.deadlineWithModel: 1
models: {connectSeconds: 60}
providers:
  openai: {baseUrl: "https://model.example/v1", keyEnv: REV_TEST_KEY}
END
with="--workspace $ws --config $work/config.yaml"
now_ms() {
	echo $((${EPOCHREALTIME/./} / 1000))
}
# mute ARGS...: as rv, with the resolver
mute() {
	rc=0
	LD_PRELOAD=$work/mute.so "$REVERIE" "$@" >"$out" 2>"$err" \
		</dev/null || rc=$?
}
runs() {
	rv --workspace "$ws" --json jobs
	jq -e '.jobs[0].state=="running"' "$out" >/dev/null
}

# --- a turn has a deadline of 1 s, whatever the name of the server does
start=$(now_ms)
# shellcheck disable=SC2086
mute $with turn --json --session t "What about FalkorDB and the restore drill?"
took=$(($(now_ms) - start))
echo "resolver: a turn with a deadline of 1000 ms took $took ms"
[ "$rc" = 0 ] || fail "the turn ended with $rc"
is '.block|test("FalkorDB")' true
is '[.engines[]|select(.name=="model").state][0]' '"late"'
[ "$took" -ge 500 ] || fail "nothing was resolved: $took ms"
[ "$took" -lt 4000 ] || fail "it took $took ms"

# --- a consolidation ends soon after it is cancelled, and writes nothing
sums() {
	sha256sum pending-episodes.log .reverie/episodes.jsonl
}
before=$(sums)
# shellcheck disable=SC2086
LD_PRELOAD=$work/mute.so "$REVERIE" $with consolidate \
	>"$work/c-out" 2>"$work/c-err" </dev/null &
pid=$!
until_true runs || fail "no call runs"
start=$(now_ms)
expect 0 --workspace "$ws" jobs cancel "$(jq -r '.jobs[0].id' "$out")"
code=0
wait "$pid" || code=$?
took=$(($(now_ms) - start))
echo "resolver: jobs cancel to the end of consolidate $took ms"
[ "$code" = 4 ] || fail "it ended with $code: $(cat "$work/c-err")"
[ "$took" -lt 2000 ] || fail "it took $took ms"
[ "$(sums)" = "$before" ] || fail "something changed"

# --- and so it does on SIGTERM
# shellcheck disable=SC2086
LD_PRELOAD=$work/mute.so "$REVERIE" $with consolidate \
	>"$work/c-out" 2>"$work/c-err" </dev/null &
pid=$!
until_true runs || fail "no call runs"
start=$(now_ms)
kill -TERM "$pid"
code=0
wait "$pid" || code=$?
took=$(($(now_ms) - start))
echo "resolver: SIGTERM to the end of consolidate $took ms"
[ "$code" = 143 ] || fail "it ended with $code: $(cat "$work/c-err")"
[ "$took" -lt 2000 ] || fail "it took $took ms"

# --- the console: screens change while it resolves, x cancels, q ends
cat >"$work/script" <<'END'
wait idle
key 4
wait screen pending
wait idle
key c
wait text "asked and has not begun"
key 7
wait screen jobs
wait text "running"
key 1
wait screen overview
key 4
wait screen pending
key x
wait text "preview cancelled"
wait idle
key c
wait text "asked and has not begun"
key q
END
start=$(now_ms)
# shellcheck disable=SC2086
mute $with --headless --size 120x36 --script "$work/script"
took=$(($(now_ms) - start))
echo "resolver: the console's screens, a cancelled preview, the end $took ms"
[ "$rc" = 0 ] || fail "the console ended with $rc"
[ "$took" -lt 10000 ] || fail "it took $took ms"
rv --workspace "$ws" --json jobs
is '[.jobs[]|select(.kind!="turn").state]|unique' '["cancelled"]'
[ "$(sums)" = "$before" ] || fail "something changed"
exit 0
