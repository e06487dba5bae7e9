#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The command line of the console: tab completes the word under the cursor and
# takes nothing away, and a line that was wrong stays with what is wrong below it.
. "$(dirname "$0")/lib.sh"
demo

for size in 120x36 80x24; do
	console $size <<'END'
key 5
wait text "43 files"
key :
type promote wiki/research/redis-persistence.md --
key tab
wait text "promote wiki/research/redis-persistence.md --"
wait text "--into"
type in
key tab
wait text "redis-persistence.md --into"
key esc
key :
type goto wi
key tab
wait text ":goto wiki/"
type research/redis-p
key tab
wait text ":goto wiki/research/redis-persistence.md"
key esc
key :
type log
wait text "list proposals, decisions and writes, newest first"
key esc
key :
type promo
key tab
wait text ":promote"
key enter
wait text "PATH is missing"
wait text ":promote"
dump
key esc
key :
type review approve P-
key tab
wait text "P-1  P-2"
type 2 --nothing
key enter
wait text "there is no such option"
wait text ":review approve P-2 --nothing"
key esc
wait idle
END
	ends 0
done
