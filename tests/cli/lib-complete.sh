# SPDX-License-Identifier: MIT
# What is typed and the one word that a shell makes of its last word.
completions() {
	cat <<'END'
reverie rev|review
reverie review sh|show
reverie review approve --sh|--sha256
reverie review list --al|--all
reverie story re|restore
reverie story --cha|--chapters
reverie jobs c|cancel
reverie search --sem|--semantic
reverie --workspace review pro|promote
reverie review --workspace list rej|reject
reverie promote --in|--into
reverie --head|--headless
reverie import not|notes.jsonl
reverie promote --into not|notes.jsonl
END
}
# A directory in which the file of the last cases lies.
typing_place() {
	mkdir "$work/place"
	cd "$work/place" || exit 99
	: >notes.jsonl
}
