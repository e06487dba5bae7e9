#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Vaults of other programs: what they mean by their links is no warning, what
# leads nowhere is one; they browse, and a page of them is promoted.
. "$(dirname "$0")/lib.sh"

# warned VAULT LINE...: lint says exactly "CODE PATH:LINE" of this vault
warned() {
	local vault=$1
	shift
	rv --now "$NOW" lint --json
	jq -r --arg v "/$vault/" '.findings[]|select(.path|contains($v))|
		"\(.code) \(.path|split($v)[1]):\(.line)"' "$out" | sort >"$work/found"
	printf '%s\n' "$@" | sort >"$work/expected"
	diff "$work/expected" "$work/found" >"$work/diff" || {
		cat "$work/diff"
		fail "other warnings of $vault"
	}
}

# Obsidian: aliases, embeds, headings, blocks, callouts, attachments, templates.
o=$work/obsidian
mkdir -p "$o/.obsidian/plugins" "$o/.trash" "$o/Daily notes" \
	"$o/Projekte/Übung Ärger" "$o/attachments" "$o/templates" "$o/日本語"
echo '[[nowhere]]' >"$o/.obsidian/plugins/README.md"
echo '[[nowhere]]' >"$o/.trash/old.md"
printf 'PNG' >"$o/attachments/image.png"
printf 'PDF' >"$o/attachments/My paper (2).pdf"
echo '{"nodes":[]}' >"$o/Board.canvas"
cat >"$o/Home.md" <<'END'
---
aliases: [Start, "The Hub"]
tags: [moc, index/main]
type: dashboard
created: 2026-01-02T10:00
date: January 2nd
up:
---
# Home

> [!note]+ A callout with [[Plan|the plan]]
> - [ ] a task with [[Plan#Milestones]] and [[Plan#^block1]]

![[image.png]] ![[image.png|200]] ![[attachments/image.png]] ![[Plan#Milestones]]
![[My paper (2).pdf#page=3]] [[My paper (2).pdf]] [[Board.canvas|board]]
[[#A heading]] [[#^here]] [[Projekte/Übung Ärger/Notiz eins|Notiz]] [[notiz eins]] [[Notiz eins.md]]
[[Start]] [[The Hub]] [[日本語/メモ]] [[2026-01-05]] #tag #tag/sub ==mark== [^1]
`[[code]]` [x](obsidian://open?vault=x) [mail](mailto:a@b.c) [[Broken one]]

```dataview
LIST FROM [[Nowhere]] WHERE file.name = "[[nope]]"
```

## A heading

Text ^here

[^1]: A footnote.
END
cat >"$o/Plan.md" <<'END'
---
tags:
  - project
aliases:
  - "Roadmap"
up: "[[Home]]"
---

# Plan

## Milestones

- one ^block1

| a | b |
|---|---|
| [[Home\|start]] | ![[image.png\|50]] |

[Notiz](Projekte/%C3%9Cbung%20%C3%84rger/Notiz%20eins.md#Teil) [p](<attachments/My paper (2).pdf>) ![i](attachments/image.png "title")
[short](Notiz%20eins.md) [bare](Home) <https://example.org> [gone](attachments/gone.png)
END
printf '# Notiz eins\n\n## Teil\n\nZurück zu [[Home]] und [oben](../../Home.md) und ![[../../attachments/image.png]].\n' \
	>"$o/Projekte/Übung Ärger/Notiz eins.md"
echo 'No heading. [[Roadmap]]' >"$o/日本語/メモ.md"
printf -- '---\n\nA rule begins it. [[Plan]]\n' >"$o/Daily notes/2026-01-05.md"
printf -- '---\ndate: {{date}}\ntags: {{tags}}\n---\n# {{title}}\n\n[[{{yesterday}}]] [[<%% tp.date.now() %%>]]\n' \
	>"$o/templates/Daily.md"
: >"$o/Untitled.md"

# Links of properties, and comments, which link nowhere.
cat >"$o/Props.md" <<'END2'
---
up: "[[Plan|the plan]]"
related:
  - "[[Projekte/Übung Ärger/Notiz eins]]"
  - "[[Not there]]"
  - Plan
unquoted: [[Home]]
---
# Props

A word %%and [[A draft]] with [x](nowhere.md)%% behind it, 100 %% sure, [[Gone too]].

%%
[[Another draft]]

[[And one]]
%%

Code `%%` and `[[x]]`, then [[Gone three]] %% not a comment.

```
%% in a fence
```

[[Gone four]] and %%[[hidden]]%%.
END2

# Logseq: names without a page, properties, block references.
l=$work/logseq
mkdir -p "$l/pages" "$l/journals" "$l/logseq" "$l/assets"
echo '{:a 1}' >"$l/logseq/config.edn"
printf x >"$l/assets/pic_1.png"
printf -- '- [[Project A]]\n  collapsed:: true\n\t- ((64f1c2d4-0000-4000-8000-000000000000))\n\t- TODO [[Jan 5th, 2026]] #[[long tag]]\n\t- {{embed [[Project A]]}}\n\t- ![pic](../assets/pic_1.png){:height 20}\n\t- ![gone](../assets/gone.png)\n' >"$l/pages/contents.md"
printf 'title:: Project A\nalias:: PA\ntags:: [[x]]\n\n- see [[Project A/Sub]] [[PA]]\n' >"$l/pages/Project A.md"
echo '- sub of [[Project A]]' >"$l/pages/Project A___Sub.md"
printf -- '- today [[contents]] and [[Project A/Sub]] and [[Other/Part]]\n' >"$l/journals/2026_01_05.md"
echo '- the other sub' >"$l/pages/Other%2FPart.md"

# Plain Markdown, as a repository has it.
p=$work/plain
mkdir -p "$p/docs/a b" "$p/docs/img"
printf x >"$p/docs/img/x.png"
echo licence >"$p/LICENSE"
echo '# Index' >"$p/docs/index.md"
printf '# C D\n\n[up](../index.md)\n' >"$p/docs/a b/c d.md"
cat >"$p/README.md" <<'END'
[docs](docs/) [index](docs/index.md) [site](/docs/index.md) [cd](docs/a%20b/c%20d.md#sec)
[query](docs/index.md?x=1#y) ![x](docs/img/x.png) [licence](LICENSE) [ref] [out](https://example.org/z.md)
[gone](docs/none.md) [name](index.md)

[ref]: docs/index.md
END

workspace w
for v in "$o" "$l" "$p"; do
	expect 0 import --format vault "$v" --json
	is .rejected '[]'
	is .added "$(find "$v" -name '*.md' ! -path '*/.*' | wc -l)"
done
warned obsidian 'front.date Home.md:6' 'link.broken Home.md:18' \
	'link.broken Plan.md:20' 'link.broken Props.md:5' \
	'link.broken Props.md:11' 'link.broken Props.md:19' \
	'link.broken Props.md:25'
ok "as written" grep -q '\[\[Broken one\]\] names no page' "$out"
warned logseq 'link.broken pages/contents.md:7'
warned plain 'link.broken README.md:3' 'link.broken README.md:3'
is .errors 0
expect 0 layers --json
is '[.items[]|select(.path|contains("/.obsidian/") or contains("/.trash/"))]' '[]'

# All of the path of a link counts: in lint, in backlinks, for who follows it.
o2=$work/twins
mkdir -p "$o2/.obsidian" "$o2/A" "$o2/B" "$o2/C" "$o2/A/img" "$o2/B/img"
echo '# The first' >"$o2/A/Sub.md"
echo '# The second' >"$o2/B/Sub.md"
echo '# Only one' >"$o2/B/One.md"
printf x >"$o2/A/img/p.png"
cat >"$o2/C/Links.md" <<'END2'
# Links

[[B/Sub]] [[b/sub.md#The second|there]] ![[A/Sub#^block]]

[[C/Sub]] and [[Sub]] and ![[A/img/p.png]] and ![[B/img/p.png]]

[[One]] [[/B/One]] [[../B/One]] [x](B/Sub.md) [y](../A/Sub) [z](C/Sub.md)
END2
expect 0 import --format vault "$o2" --json
warned twins 'link.broken C/Links.md:5' 'link.ambiguous C/Links.md:5' \
	'link.broken C/Links.md:5' 'link.broken C/Links.md:7'
ok "the candidates" jq -e '[.findings[]|select(.code=="link.ambiguous")|.message
	|contains("/A/Sub.md as well as ") and contains("/B/Sub.md")]==[true]' "$out"
expect 0 layers --json
is '[.items[]|select(.path|contains("/twins/"))|.backlinks]' '[1,1,1,0]'
cat >"$work/script" <<'END2'
key 5
wait text "twins"
key /
type twins/C
key enter
wait text "B/Sub there"
key tab
key l
key enter
wait text "twins/B/Sub.md"
wait text "The second"
END2
rv --now "$NOW" --headless --size 120x36 --script "$work/script"
[ "$rc" -eq 0 ] || fail "console: exit $rc"
rm -r "$XDG_STATE_HOME/reverie"

# A page of a namespace has the links that mean it, in both ways to write it.
count() { # PATH NUMBER
	expect 0 layers --json
	is "[.items[]|select(.path|endswith(\"$1\"))|.backlinks]" "[$2]"
}
count "pages/Project A___Sub.md" 2
count "pages/Other%2FPart.md" 1
count "Projekte/Übung Ärger/Notiz eins.md" 3
count "obsidian/Plan.md" 4

# A page of a vault is a source; the vault itself stays as it is.
before=$(cd "$o" && find . -type f -exec sha256sum {} + | sort | sha256sum)
expect 0 --now "$NOW" promote "$o/Projekte/Übung Ärger/Notiz eins.md" --json
sum=$(jq -r .sha256 "$out")
page=$(jq -r .target "$out")
expect 0 review approve "$(jq -r .proposal "$out")" --sha256 "$sum" --reason tested
[ "$(sha "$page")" = "$sum" ] || fail "other bytes"
[ "$(cd "$o" && find . -type f -exec sha256sum {} + | sort | sha256sum)" = "$before" ] ||
	fail "the vault was written"

# The console shows a page of it.
cat >"$work/script" <<'END'
key 5
wait text "obsidian"
key /
type Plan
key enter
wait text "Milestones"
key esc
key /
type 2026_01_05
key enter
wait text "today contents"
key tab
key l
key l
key enter
wait text "sub of Project A"
END
rv --now "$NOW" --headless --size 120x36 --script "$work/script"
[ "$rc" -eq 0 ] || fail "console: exit $rc"
expect 0 log --verify

# The configuration is a person's file: the vault is added where and as it is
# written, and a file that would not say it is not written.
mkdir "$work/one" "$work/two"
printf '# One\n\nText.\n' >"$work/one/one.md"
printf '# Two\n\nText.\n' >"$work/two/two.md"
n=0
# added BEFORE AFTER: both for printf; %s is a vault, first the one that is there
added() {
	workspace "config$((n = n + 1))"
	# shellcheck disable=SC2059
	printf -- "$1" "$work/one" >.reverie/config.yaml
	cp .reverie/config.yaml "$work/config.yaml"
	rv import --format vault "$work/two"
	if [ -z "$2" ]; then
		[ "$rc" -eq 2 ] || fail "$1: exit $rc"
		ok "by hand" grep -qF "add \"$work/two\" to it by hand" "$err"
		cmp .reverie/config.yaml "$work/config.yaml" || fail "$1: written"
		return
	fi
	[ "$rc" -eq 0 ] || fail "$1: exit $rc"
	# shellcheck disable=SC2059
	[ "$(cat .reverie/config.yaml)" = "$(printf -- "$2" $3)" ] ||
		fail "$1: $(cat .reverie/config.yaml)"
	expect 0 layers --json
	ok "in the index" jq -e '[.items[].path]|map(select(test("two.md")))|length==1' "$out"
}
both="$work/one $work/two"
added '# mine\npaths.vault: [%s] # why\nlive.checks: []\n' \
	'# mine\npaths.vault: [%s, %s] # why\nlive.checks: []\n' "$both"
added 'paths.vault:\n  # the first\n  - %s\n' 'paths.vault:\n  # the first\n  - %s\n  - %s\n' "$both"
added 'paths.vault: %s # y\n' 'paths.vault: [%s, %s] # y\n' "$both"
added 'paths:\n    # c\n    vault: [%s]\n    raw: raw2\n\nlive.checks: []\n' \
	'paths:\n    # c\n    vault: [%s, %s]\n    raw: raw2\n\nlive.checks: []\n' "$both"
added 'paths:\n  raw: raw2\n' 'paths:\n  raw: raw2\n  vault: [%s]\n' "$work/two"
added '---\n# start\nlive.checks: []\n' '---\n# start\nlive.checks: []\npaths.vault: [%s]\n' "$work/two"
added 'paths: {vault: [%s]}\n' ''
added '{paths.vault: [%s]}\n' ''
