#!/bin/sh
# Takes the package that docs/coming-from-widgetkit.md shows out of the page, builds it outside the repository, adds its
# widget and looks for it on a panel. Then the same with a package that `widgets new` writes, whose intent is performed and
# whose source is changed while `afterglow studio` shows it, with one that has resources in three languages, with two that were
# written for iOS, and with the example that fetches JSON, from a server of its own.
set -eu
afterglow=$1
repository=$(pwd)
work=$(mktemp -d)
server=
trap 'rm -rf "$work"; [ -z "$server" ] || kill "$server"' EXIT
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

# User defaults of their own.
export HOME="$work/home" XDG_STATE_HOME="$work/state"
mkdir -p "$HOME"
show() {
  printf 'context: standBy\nwidgets:\n  - kind: clock\n  - kind: %s\n%s' "$1" "${2:-}" > "$work/board/scene.yaml"
  "$afterglow" render "$work/board" --out "$work/panel.png" --layout "$work/panel.json"
  grep -q "\"widget\" : \"$1\"" "$work/panel.json"
}

"$afterglow" widgets new "$work/tea" --afterglow "$repository"
"$afterglow" widgets add "$work/tea"
show tea
grep -q '"text" : "0"' "$work/panel.json"
"$afterglow" widgets perform tea AddIntent
show tea
grep -q '"text" : "1"' "$work/panel.json"
echo "tea counts"
# A comment before a preview may name it.
sed -i 's|^#Preview|// The #Preview of an empty cup.\n#Preview|' "$work/tea/Sources/Tea/Tea.swift"
"$afterglow" widgets previews "$work/tea" --out "$work/previews" --look dark
test -s "$work/previews/dark.png"
echo "tea has a preview"

mkdir -p "$work/harbour/Sources"
cp -r Tests/support/Ported/Harbour "$work/harbour/Sources/"
# It is written again, from resources that the manifest does not declare.
rm "$work/harbour/Sources/Harbour/GeneratedResources.swift"
cat > "$work/harbour/Package.swift" << 'END'
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Harbour", defaultLocalization: "en", dependencies: [.package(path: "../afterglow")],
  targets: [.executableTarget(name: "Harbour", dependencies: [.product(name: "WidgetKit", package: "afterglow")])])
END
"$afterglow" widgets add "$work/harbour"
cmp Tests/support/Ported/Harbour/GeneratedResources.swift "$work/harbour/Sources/Harbour/GeneratedResources.swift"
"$afterglow" render --widget harbour --locale pl --out "$work/panel.png" --layout "$work/panel.json"
grep -q '"text" : "2 łodzie"' "$work/panel.json"
grep -q 'harbour.example/Harbour"' "$work/panel.json"
echo "harbour speaks Polish"

make/package-page.py "$afterglow" "$work/tea" Sources/Tea/Tea.swift "$work/board" 'Text(entry.settings.title)' 'Text("Cups")'
echo "tea is built again when it changes"

# Widgets for iOS that import UIKit, Intents, Combine and os.
for name in Ferry Lighthouse; do
  mkdir -p "$work/$name/Sources/$name"
  cp "Tests/support/Ported/$name/$name.swift" "$work/$name/Sources/$name/"
  cat > "$work/$name/Package.swift" << END
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "$name",
  dependencies: [.package(path: "../afterglow")],
  targets: [
    .executableTarget(
      name: "$name", dependencies: [.product(name: "WidgetKit", package: "afterglow")],
      swiftSettings: [.swiftLanguageMode(.v5)])
  ])
END
  "$afterglow" widgets add "$work/$name"
  "$afterglow" widgets list | grep -q "^${name}Widget (added)"
done
show FerryWidget
grep -q '"text" : "Old Town"' "$work/panel.json"
echo "FerryWidget is on the panel"

cp -r Examples/Carbon "$work/carbon"
# It stands two folders below the repository.
sed -i "s|path: \"../..\"|path: \"$repository\"|" "$work/carbon/Package.swift"
"$afterglow" widgets add "$work/carbon"
mkdir "$work/www"
printf '{"data": [{"from": "2020-01-01T00:00Z", "to": "2099-01-01T00:00Z", "intensity": {"forecast": 187, "index": "low"}}]}' \
  > "$work/www/day.json"
python3 -u -m http.server 0 --bind 127.0.0.1 --directory "$work/www" > "$work/server.log" 2>&1 &
server=$!
for _ in $(seq 100); do grep -q 'port [0-9]' "$work/server.log" && break; sleep 0.1; done
port=$(sed -n 's/.* port \([0-9]*\).*/\1/p' "$work/server.log" | head -1)
show carbon "    configuration: {address: \"http://127.0.0.1:$port/day.json\"}
"
grep -q '187' "$work/panel.json"
echo "carbon is fetched"
