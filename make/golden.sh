#!/usr/bin/env bash
# Draws the golden pictures anew that differ from what the programs draw now, and puts them on one sheet, before and after.
# Pages that are made from the code are renewed with them. The programs and tests must be built: `make golden` does that.
# usage: make/golden.sh TEST_COMMAND…
set -euo pipefail
cd "$(dirname "$0")/.."
build=.build/golden
before=$build/before
sheet=$PWD/$build/sheet.png

rm -rf "$build"
mkdir -p "$before"
cp -R Tests/support/Golden docs "$before"

# The suites that have goldens are those that name what renews them.
suites=$(grep -rlE 'AFTERGLOW_UPDATE_GOLDENS|GoldenPicture|expectGolden|DigitReader\(' Tests --include='*.swift' |
  xargs sed -nE 's/^.*(struct|class) ([A-Za-z]+Tests)\>.*/\2/p' | sort -u | paste -sd '|')

echo "golden: drawing (log: $build/update.log)"
renewed=0
AFTERGLOW_UPDATE_GOLDENS=1 "$@" --filter "$suites" > "$build/update.log" 2>&1 || renewed=$?

"$AFTERGLOW_BIN_DIR/golden-sheet" "$before/Golden" Tests/support/Golden "$sheet"
for page in $(cd docs && find . -name '*.md' -o -name '*.json' -o -name '*.yaml' | sort); do
  old=$before/docs/$page
  cmp -s "$old" "docs/$page" || { echo "docs/${page#./} changed:"; diff -u "$old" "docs/$page" | tail -n +3 || true; }
done
[ "$renewed" != 0 ] || exit 0

# Renewing fails its run. What is left must pass; other failures are shown.
echo "golden: comparing (log: $build/compare.log)"
if ! "$@" --filter "$suites" > "$build/compare.log" 2>&1; then
  grep -E '^✘|error:' "$build/compare.log" >&2 || tail -20 "$build/compare.log" >&2
  echo "golden: tests fail even with the new pictures" >&2
  exit 1
fi
echo "golden: the tests pass with what was drawn; look at the sheet before you commit"
