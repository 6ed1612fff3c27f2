#!/bin/sh
# Takes the package that docs/coming-from-widgetkit.md shows out of the page, builds it outside the repository, adds its
# widget and looks for it on a panel.
set -eu
afterglow=$1
repository=$(pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Beside the package, as the page has it.
ln -s "$repository" "$work/afterglow"
mkdir -p "$work/tides/Sources/Tides"
# The first block after `Package.swift`, and the first after `Sources/Tides/Tides.swift`.
block() {
  awk -v heading="$1" '
    index($0, heading) == 1 { found = 1 }
    found && /^```/ { if (inside) exit; inside = 1; next }
    inside { print }' docs/coming-from-widgetkit.md
}
block '`Package.swift`' > "$work/tides/Package.swift"
block '`Sources/Tides/Tides.swift`' > "$work/tides/Sources/Tides/Tides.swift"
test -s "$work/tides/Package.swift" && test -s "$work/tides/Sources/Tides/Tides.swift"
export AFTERGLOW_WIDGETS="$work/widgets"
"$afterglow" widgets add "$work/tides"
kind=$("$afterglow" widgets list | sed -n 's/ (added):.*//p' | head -1)
test -n "$kind"
mkdir "$work/board"
cp boards/bedside-clock/board.yaml "$work/board/"
printf 'context: standBy\nwidgets:\n  - kind: clock\n  - kind: %s\n' "$kind" > "$work/board/scene.yaml"
"$afterglow" render "$work/board" --out "$work/panel.png" --layout "$work/panel.json"
grep -q "\"widget\" : \"$kind\"" "$work/panel.json"
# Its own words, not a placeholder in their place.
grep -q '"text" : "Harbour"' "$work/panel.json"
echo "$kind is on the panel"
