#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Four vaults as people have them: each is imported, browsed, linted and promoted
# from; no warning is wrong, and nothing that a page says of itself is lost.
. "$(dirname "$0")/lib.sh"

v=$work/v
put() { # FILE: standard input
	mkdir -p "$(dirname "$v/$1")"
	cat >"$v/$1"
}

# Obsidian: callouts, embeds, aliases as text and as list, dates, dataview,
# templates, a drawing, a canvas, an attachment.
put ob/.obsidian/app.json <<<'{}'
put ob/Map.canvas <<<'{"nodes":[]}'
put 'ob/Attachments/tomato plan.png' <<<x
put 'ob/Areas/Garden/Tomatoes.md' <<'END'
---
aliases: Love apples
tags: [garden, food/veg]
created: 2026-03-01
cssclasses: wide
related: ["[[Beans]]", "[[Projects/Boat/Log|the log]]"]
---
# Tomatoes

> [!tip]- Water them in the morning
> Never from above, see [[Beans#Watering]].

![[tomato plan.png|300]]

- [ ] prick out 📅 2026-04-01 #task/garden

Inline (soil:: loam), a matrix [[1, 2], [3, 4]] and `$= dv.pages('[[x]]')`. ^fact1

```dataview
TABLE rating FROM #garden WHERE contains(file.outlinks, [[Nowhere]])
```

| kind | note |
| --- | --- |
| [[Beans\|climbing]] | fine |
END
put 'ob/Areas/Garden/Beans.md' <<'END'
---
aliases:
  - Runner beans
  - "Beans: climbing"
date: 2026-04-02
---

## Watering

Every day. ![[Tomatoes#^fact1]] [[Love apples]] [[Runner beans|them]] [[Tomatoes^fact1]]
END
put ob/Projects/Boat/Log.md <<'END'
[[2026-06-01]] we painted. [Tomatoes](../../Areas/Garden/Tomatoes.md) [Beans](Beans.md) [[Boats]]
END
put ob/Daily/2026-06-01.md <<<'Painted with [[Log]].'
put ob/Templates/Note.md <<'END'
---
created: {{date:YYYY-MM-DD}}
aliases: <%% tp.file.title %%>
---
[[{{date}}]]
END

# Logseq: properties, blocks, journals, namespaces, backups of its own.
put lo/logseq/config.edn <<<'{:preferred-format "Markdown"}'
put lo/logseq/bak/pages/Boat/2026.md <<<'- old [[gone]]'
put lo/assets/boat.png <<<x
put lo/pages/Boat.md <<'END'
alias:: The boat, [[Dinghy]]
tags:: [[project]], sailing
updated:: 2026-05-01

- ## Hull
  collapsed:: true
	- id:: 64f1c2d4-aaaa-4000-8000-000000000000
	  It was painted by [[Mara]] on the first warm day.
	- ![boat](../assets/boat.png){:height 200}
- {{query (and [[project]] (task LATER))}}
- ((64f1c2d4-aaaa-4000-8000-000000000000)) #[[long tag]]
- [block](((64f1c2d4-aaaa-4000-8000-000000000000))) [Sails]([[Boat/Sails]])
END
put lo/pages/Boat___Sails.md <<<'- two of them, [[Dinghy]]'
put 'lo/pages/What%3A why.md' <<<'- who? [[Boat]]'
put lo/journals/2026_06_01.md <<<'- [[The boat]] day, [[What: why]], [[Boat/Sails]]'

# A site of documents: relative links, by folder, by what is built of them.
put md/mkdocs.yml <<<'site_name: X'
put md/docs/guide/img/a.png <<<x
put md/docs/index.md <<'END'
# Welcome

[guide](guide/) [install](guide/install.md#linux) [top](#welcome) [abs](/guide/)
[built](guide/install.html) [bad](guide/nope.md)

!!! note "Title"
    Body with [link](guide/install.md){ .md-button }
END
put md/docs/guide/index.md <<'END'
---
title: Guide
date: 2026-01-02 10:00:00
---
[up](../index.md) ![a](img/a.png "t"){ width=100 } [next](install.md "Install")
END
put md/docs/guide/install.md <<'END'
# Install

It is installed with [one command][r].

[r]: ../index.md "Welcome"
END

# A card index: numbers are names.
put ze/202601021130.md <<'END'
# Ropes hold by friction

Tags: #rope

A rope holds, see [[202601031200]] and [[202601031200 Knots]].
END
put 'ze/202601031200 Knots.md' <<'END'
---
title: Knots
date: 2026-01-03
---

A knot is [[202601021130]] twice. [[202601049999]]
END
put ze/index.md <<<'- [[202601021130]] [[Knots]] [k](<202601031200 Knots.md>) [k](202601031200%20Knots.md)'

workspace w
for name in ob:5 lo:4 md:3 ze:3; do
	expect 0 import --format vault "$v/${name%:*}" --json
	is .added "${name#*:}"
	is .rejected '[]'
done
rv --now "$NOW" lint --json
jq -r --arg v "$v/" '.findings[]|"\(.code) \(.path|sub($v;"")):\(.line)"' \
	"$out" >"$work/found"
diff - "$work/found" >&2 <<'END' || fail "other warnings"
link.broken md/docs/index.md:4
link.broken ob/Projects/Boat/Log.md:1
link.broken ze/202601031200 Knots.md:6
END

expect 0 layers --json
jq -r --arg v "$v/" '.items[]|[(.path|sub($v;"")),.title,.updated//"-"
	|.[:20]]+[.backlinks]|join("|")' "$out" >"$work/pages"
diff - "$work/pages" >&2 <<'END' || fail "other pages"
lo/journals/2026_06_|2026_06_01|-|0
lo/pages/Boat.md|Boat|2026-05-01T00:00:00.|3
lo/pages/Boat___Sail|Sails|-|2
lo/pages/What%3A why|What: why|-|1
md/docs/guide/index.|Guide|2026-01-02T10:00:00.|1
md/docs/guide/instal|Install|-|2
md/docs/index.md|Welcome|-|2
ob/Areas/Garden/Bean|Beans|2026-04-02T00:00:00.|2
ob/Areas/Garden/Toma|Tomatoes|2026-03-01T00:00:00.|2
ob/Daily/2026-06-01.|2026-06-01|-|1
ob/Projects/Boat/Log|Log|-|2
ob/Templates/Note.md|Note|-|0
ze/202601021130.md|Ropes hold by fricti|-|2
ze/202601031200 Knot|Knots|2026-01-03T00:00:00.|2
ze/index.md|index|-|0
END

# From each something is promoted; its source is linked, the vaults stay as
# they are.
sums() {
	(cd "$v" && find . -type f -exec sha256sum {} + | sort | sha256sum)
}
before=$(sums)
for page in ob/Areas/Garden/Tomatoes.md lo/pages/Boat.md \
	md/docs/guide/install.md ze/202601021130.md; do
	expect 0 --now "$NOW" promote "$v/$page" --json
	target=$(jq -r .target "$out")
	expect 0 --now "$NOW" review approve "$(jq -r .proposal "$out")" \
		--sha256 "$(jq -r .sha256 "$out")" --reason tested
	case $page in
	ob/*) words='Never from above' ;;
	lo/*) words='It was painted by' ;;
	md/*) words='It is installed with' ;;
	ze/*) words='A rope holds' ;;
	esac
	grep -q "$words" "$target" || fail "$page: its text is not in $target"
	! grep -q '^alias::' "$target" || fail "$page: its fields are text"
	expect 0 layers --json
	jq -e --arg p "$v/$page" '.items[]|select(.path==$p)|.backlinks>0' \
		"$out" >/dev/null || fail "$page is linked by nobody"
done
[ "$(sums)" = "$before" ] || fail "a vault was written"
expect 0 log --verify
