# SPDX-License-Identifier: MIT
# A real terminal, behind lib.sh; a test is skipped where tmux is missing.
#
#   t ARGS...    tmux, with a server of this test that ends with it
#   shows TEXT   waits until the screen has it; the screen is in $out
command -v tmux >/dev/null || { echo "tmux is missing"; exit 77; }

TMUX_TMPDIR=$work
export TMUX_TMPDIR
unset TMUX
t() {
	tmux -u -L "t$$" -f /dev/null "$@"
}
trap 't kill-server 2>/dev/null; chmod -R u+rwX "$work"; rm -rf "$work"' EXIT
shows() {
	local i
	for ((i = 0; i < 400; i++)); do
		t capture-pane -p -t it >"$out"
		! grep -qF -- "$1" "$out" || return 0
		read -rt 0.05 <> <(:) || :
	done
	fail "${size:-}: the screen never shows: $1"
}
