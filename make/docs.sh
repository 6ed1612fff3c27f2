#!/usr/bin/env bash
# Builds the documentation of the module Afterglow from its built modules; a warning of DocC's fails.
# usage: docs.sh BIN OUT (BIN: a release folder of SwiftPM's; OUT: gets Afterglow.doccarchive)
set -euo pipefail
cd "$(dirname "$0")/.."
bin=$1
out=$2
rm -rf "$out"
mkdir -p "$out/graph"
flags=(-I "$bin/Modules")
for map in Sources/*/*/include/module.modulemap Sources/*/*/module.modulemap "$bin"/*.build/module.modulemap; do
  if [ -f "$map" ]; then flags+=(-Xcc "-fmodule-map-file=$map"); fi
done
for folder in Sources/*/*/include; do flags+=(-Xcc "-I$folder"); done
for flag in $(pkg-config --cflags pangoft2 libpng libjpeg); do flags+=(-Xcc "$flag"); done
target=$(swift -print-target-info | sed -n 's/.*"triple": "\(.*\)",.*/\1/p' | head -1)
swift symbolgraph-extract -module-name Afterglow -target "$target" -minimum-access-level public \
  -skip-inherited-docs -experimental-allowed-reexported-modules=AfterglowCharts,AfterglowGeometry,AfterglowPublishers,AfterglowTypesetting,AfterglowViews \
  -output-dir "$out/graph" "${flags[@]}"
# Extensions of other modules' types are Afterglow@Other.symbols.json; other modules are not documented here.
find "$out/graph" -name '*.symbols.json' ! -name 'Afterglow*' -delete
docc convert Sources/widgets/Afterglow/Afterglow.docc --additional-symbol-graph-dir "$out/graph" \
  --fallback-display-name Afterglow --fallback-bundle-identifier afterglow --warnings-as-errors \
  --output-path "$out/Afterglow.doccarchive"
echo "$out/Afterglow.doccarchive"
