#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A dry run of an import says what the import would do, and writes nothing.
. "$(dirname "$0")/lib.sh"

key=AKIA
key=${key}IOSFODNN7XB3MPLQ
workspace w
plain >"$work/p.jsonl"
{
	plain
	echo 'no json'
	echo '{"session":"x","ref":"1","text":"The key is '"$key"', keep it.","time":"2026-01-05T10:00:00Z"}'
	echo '{"session":"x","ref":"1","text":"The key is '"$key"', keep it.","time":"2026-01-05T10:00:00Z"}'
	echo '{"session":"x","ref":"1","text":"Another text.","time":"2026-01-06T10:00:00Z"}'
	echo '{"session":"x","ref":"2","text":"Undated.","time":null}'
	printf '{"session":"x","ref":"4","text":"half'
} >"$work/all.jsonl"
cat >"$work/pi.jsonl" <<'END'
{"type":"session","version":3,"id":"abc","timestamp":"2026-02-06T10:00:00.000Z","cwd":"/"}
{"type":"message","id":"00000001","parentId":null,"timestamp":"2026-02-06T10:00:01.000Z","message":{"role":"user","content":"The lantern is lit."}}
{"broken
{"type":"message","id":"00000002","parentId":"00000001","timestamp":"2026-02-06T10:00:02.000Z","message":{"role":"assistant","content":[{"type":"text","text":"It is."},{"type":"audio","mimeType":"audio/x-mulaw;rate=8000","data":"//8="}]}}
END
expect 0 import "$work/p.jsonl"

# Every file but the index itself.
state() {
	find . -type f ! -name 'reverie.db*' ! -name lock -exec sha256sum {} + | sort
	"$REVERIE" status --json
}
same() {
	state >"$work/now"
	diff "$work/before" "$work/now" >"$work/diff" || {
		cat "$work/diff" >&2
		fail "the dry run of $1 wrote something"
	}
}
# Which of two equal lines a third one contradicts is the same to both.
counts='[.files,.lines,.added,.seen,.skipped,.waiting,[.rejected[]|.message|=sub("than line [0-9]+";"")],.rejected_count,.first,.last]'
state >"$work/before"
for f in all p pi; do
	for format in auto jsonl pi openclaw; do
		rv import --dry-run --json --format $format "$work/$f.jsonl"
		case $rc in 0 | 3) ;; *) fail "exit $rc: $f as $format" ;; esac
		is .dry_run true
		no "a secret in the answer" grep -qF "$key" "$out"
		jq -c "$counts" "$out" >"$work/dry-$f-$format"
		echo "$rc" >>"$work/dry-$f-$format"
		same "$f as $format"
	done
done

# What it says of a file with everything in it.
rv import --dry-run --json "$work/all.jsonl"
[ "$rc" -eq 3 ] || fail "exit $rc"
is '[.added,.seen,.waiting,.rejected_count]' '[2,5,1,2]'
is '[.rejected[]|[.line,.offset!=null]]' '[[5,true],[8,true]]'
is '[.first,.last]' '["2026-01-05T10:00:00.000Z","2026-01-05T10:00:00.000Z"]'
is '[.masked,.rules]' '[2,[{"rule":"aws_key_id","count":2}]]'
rv import --dry-run "$work/all.jsonl"
ok "it says so" grep -q 'nothing was written' "$out"
ok "the rule" grep -q 'aws_key_id' "$out"

# The real one does just that.
for f in all pi; do
	for format in auto jsonl pi openclaw; do
		rm -rf "$work/real"
		cp -a "$ws" "$work/real"
		cd "$work/real" || exit 99
		rv import --json --format $format "$work/$f.jsonl"
		jq -c "$counts" "$out" >"$work/real-$f-$format"
		echo "$rc" >>"$work/real-$f-$format"
		cmp -s "$work/dry-$f-$format" "$work/real-$f-$format" ||
			fail "$f as $format: $(cat "$work/dry-$f-$format" "$work/real-$f-$format")"
	done
done
cd "$ws" || exit 99

# Where nothing may be written, and where there is no workspace yet.
expect 2 --readonly import "$work/pi.jsonl"
expect 3 --readonly import --dry-run --json "$work/pi.jsonl"
is '[.added,.rejected_count]' '[2,1]'
same "a read-only workspace"

# A vault: pages, secrets; the configuration stays.
mkdir -p "$work/vault/sub"
echo '# One' >"$work/vault/one.md"
printf '# Two\n\nThe key is %s.\n' "$key" >"$work/vault/sub/two.md"
echo 'no page' >"$work/vault/three.txt"
expect 0 import --format vault --dry-run --json "$work/vault"
is '[.dry_run,.files,.added,.seen,.masked]' '[true,2,2,0,1]'
no "a secret in the answer" grep -qF "$key" "$out"
same "a vault"
expect 0 import --format vault --json "$work/vault"
is '[.files,.added]' '[2,2]'
expect 0 import --format vault --dry-run --json "$work/vault"
is '[.files,.added,.seen]' '[2,0,2]'
