#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Every character of a page reaches a real terminal, also where letters have
# vowel signs with a cell of their own: what is approved is what was seen.  And
# what stands behind them in the row stays in its column.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/lib-terminal.sh"

lines=('दुकान सुबह नौ बजे खुलती है' 'தமிழ் மொழி கொடு' 'বাংলা ভাষা কৌশল'
	'ไทย น้ำ ทำ' 'ລາວ ນ້ຳ' 'ကြောင်း မြန်မာ' 'ಕನ್ನಡ ಭಾಷೆ' 'മലയാളം ഭാഷ'
	'می‌خواهم نمی‌دانم' 'שָׁלוֹם' 'éà' '각 한국' 'flags 🇩🇪 🇫🇷 end')
ws=$work/ws
mkdir -p "$ws/raw"
{
	printf '# नियम\n'
	for line in "${lines[@]}"; do
		printf '\n%s\n' "$line"
	done
} >"$ws/raw/rules.md"
"$REVERIE" init "$ws" --now "$NOW" >"$out" 2>"$err" || fail "init"
cat >"$work/go" <<END
"$REVERIE" --workspace "$ws" --now "$NOW"
read -r line
END
t new-session -d -s it -x 80 -y 50 "bash --norc --noprofile $work/go" ||
	fail "tmux"
shows "A new workspace"
# A person reads a card first; and esc with a key behind it is another key.
read -rt 0.35 <> <(:) || :
t send-keys -t it Escape
for ((i = 0; i < 400; i++)); do
	t capture-pane -p -t it >"$out"
	grep -qF "A new workspace" "$out" || break
	read -rt 0.05 <> <(:) || :
done
t send-keys -t it 5
shows "rules.md"
t send-keys -t it j
t send-keys -t it Tab
t send-keys -t it z
for line in "${lines[@]}"; do
	shows "$line"
done
shows "नियम"

# The border stands where the others have it, by the terminal's own count.
t capture-pane -p -t it | grep -F 'दुकान' | grep -qE '(│|┃)$' ||
	fail "the row has no end"
