#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A frame goes to the terminal in a few writes: each one wakes who reads it, and
# what is half drawn is seen.  And where one is, which is kept, is written by another
# thread than the one that keys wait for.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/lib-terminal.sh"
command -v strace >/dev/null &&
	strace -f -qq -o /dev/null -e trace=none true 2>/dev/null ||
	{ echo "strace is missing or may not trace"; exit 77; }

demo
# One that asks nothing when it is left.
sed -i '/^demo:/d' "$ws/.reverie/config.yaml"
echo off >"$ws/.reverie/readonly"
cat >"$work/go" <<END
cd "$work"
strace -qq -o calls -e trace=write,rename,openat "$REVERIE" --workspace "$ws" --now "$NOW"
echo "the shell again"
read -r line
END
t new-session -d -s it -x 120 -y 36 "bash --norc --noprofile $work/go" ||
	fail "tmux"
shows "1 Overview"
before=$(grep -c '^write(1,' "$work/calls")
keys=0
for k in 6 4 2 6 4 2 6 4 2 1; do
	t send-keys -t it $k
	keys=$((keys + 1))
done
shows "[1 Overview]"
t send-keys -t it q
shows "the shell again"
n=$(($(grep -c '^write(1,' "$work/calls") - before))
! grep -E 'console\.json' "$work/calls" | grep -v O_RDONLY ||
	fail "the keys wait for a file"
grep -rqF '"screen":"overview"' "$XDG_STATE_HOME" || fail "nothing was kept"
# Most screens are a row or more of 36 that change: one write each was 300.
[ "$n" -le 100 ] || fail "$n writes for $keys screens"
