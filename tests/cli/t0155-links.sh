#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Relative links of what is promoted lead from the new place where they led.
. "$(dirname "$0")/lib.sh"

workspace w
mkdir -p raw/img raw/deep wiki/concepts
printf '# Plan\n\nA plan.\n' >raw/plan.md
printf 'x' >raw/img/map.png
printf '# Deep\n\nDeep.\n' >'raw/deep/a b.md'
printf -- '---\ntype: concept\nname: Well\nthemes: [runtime]\n---\n\n# Well\n\nWater.\n' >wiki/concepts/well.md
cat >raw/pump.md <<'END'
# Pump

The [plan](plan.md#part "t") and ![map](img/map.png), [deep](<deep/a b.md>), [deep too](deep/a%20b.md).

## How it works

See [the well](../wiki/concepts/well.md), [gone](none.md), [site](/plan.md), [web](https://a.example/plan.md),
[here](#pump), [itself](pump.md), `[code](plan.md)` and [by name][p].

```
[fenced](plan.md)
```

[p]: plan.md
END
expect 0 --now "$NOW" promote raw/pump.md --to concept --json
id=$(jq -r .proposal "$out") sum=$(jq -r .sha256 "$out")
expect 0 --now "$NOW" review approve "$id" --sha256 "$sum"
p=wiki/concepts/pump.md
for want in '[plan](../../raw/plan.md#part "t")' '![map](../../raw/img/map.png)' \
	'[deep](<../../raw/deep/a b.md>)' '[deep too](../../raw/deep/a%20b.md)' \
	'[the well](well.md)' '[gone](none.md)' '[site](/plan.md)' \
	'[web](https://a.example/plan.md)' '[here](#pump)' \
	'[itself](../../raw/pump.md)' '`[code](plan.md)`' '[fenced](plan.md)' \
	'[p]: ../../raw/plan.md'; do
	ok "$want" grep -qF -- "$want" $p
done
# what stands there is known again, and no link of it is broken
expect 1 --now "$NOW" promote raw/pump.md --to concept
ok "known" grep -q "holds all of it" "$err"
expect 0 --now "$NOW" lint --json
is "[.findings[]|select(.path==\"$p\" and (.code|test(\"link\")))|.message]|length" 1

# A page that holds it with the links of before has it, too.
printf -- '---\ntype: concept\nname: Barrel\nthemes: [runtime]\n---\n\n# Barrel\n\n## Definition\n\nThe [plan](plan.md).\n' >wiki/concepts/barrel.md
printf '# Barrel\n\nThe [plan](plan.md).\n' >raw/barrel.md
expect 1 --now "$NOW" promote raw/barrel.md --into wiki/concepts/barrel.md
ok "known" grep -q "holds all of it" "$err"

# To memory at the top, to raw from the wiki; an edit says nothing new by that.
printf '# Tip\n\nRead [the plan](plan.md) first.\n' >raw/tip.md
expect 0 --now "$NOW" promote raw/tip.md --to memory --json
ok "memory" jq -e '.diff|test("\\+.*\\[the plan\\]\\(raw/plan.md\\)")' "$out"
expect 0 --now "$NOW" promote raw/tip.md --to concept --json
id=$(jq -r .proposal "$out")
{ jq -r .diff "$out" | sed -n 's/^+//p' | sed 1d | sed 's/ first\./ first of all./'; } >"$work/edit.md"
expect 0 --now "$NOW" review edit "$id" --file "$work/edit.md" --json
id=$(jq -r .proposal "$out")
ok "one sentence" jq -e '.checks[]|select(.code=="edited")|.message|test("1 sentence")' "$out"
sed 's/ first of all\./ first./' "$work/edit.md" >"$work/again.md"
expect 0 --now "$NOW" review edit "$id" --file "$work/again.md" --json
ok "nothing by hand" jq -e '.checks[]|select(.code=="edited")|.level=="ok"' "$out"
expect 0 --now "$NOW" review show "$(jq -r .proposal "$out")" --json
