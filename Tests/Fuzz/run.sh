#!/bin/bash
# Feeds inputs to the archive reader under libFuzzer and the address sanitizer, then says how much of the reader they
# reached. usage: Tests/Fuzz/run.sh [runs]
#
# Built with swiftc and not as part of the package: the sanitizers must reach every module, and everything is compiled as
# one, so that no build setting of the package needs to know of it.
set -euo pipefail
cd "$(dirname "$0")/../.."
runs=${1:-20000}
# Short runs only guard; the share of lines is judged where there was time to reach them.
least=${AFTERGLOW_FUZZ_COVERAGE:-95}
build=.build/fuzz
mkdir -p "$build/corpus" "$build/seeds"
# The harness uses names of the archive room that are not public; one module lets it.
sources="$build/sources"
rm -rf "$sources" && mkdir -p "$sources"
for file in Sources/Afterglow{Core,Raster,Timeline,Light,Archive}/*.swift \
  Tests/AfterglowArchiveTests/{RandomArchive,ArchiveWalk,TestBoard}.swift Tests/Fuzz/{Harness,Corpus}.swift; do
  # One module: imports of the package's own rooms, and their names before a dot, fall away.
  flat="$sources/$(echo "$file" | tr / _)"
  sed -E '/^ *(@testable )?import Afterglow/s/.*//; s/Afterglow(Core|Raster|Timeline|Light|Archive)\.([a-z])/ArchiveReader.\2/g' "$file" > "$flat"
done
harness="$sources/Tests_Fuzz_Harness.swift"
corpus="$sources/Tests_Fuzz_Corpus.swift"
library=$(ls "$sources"/*.swift | grep -v Tests_Fuzz)
flags="-O -swift-version 6 -wmo -module-name ArchiveReader -parse-as-library"
if [ ! -x "$build/archive-fuzz" ] || [ -n "$(find Sources Tests/Fuzz Tests/AfterglowArchiveTests -newer "$build/archive-fuzz" -name '*.swift' -print -quit)" ]; then
  swiftc $flags $library "$corpus" -o "$build/corpus-writer"
  swiftc $flags -g -sanitize=fuzzer,address -profile-generate -profile-coverage-mapping $library "$harness" \
    -o "$build/archive-fuzz"
fi
"$build/corpus-writer" "$build/seeds"
rm -f "$build"/*.profraw
LLVM_PROFILE_FILE="$build/run.profraw" ASAN_OPTIONS=detect_leaks=0 "$build/archive-fuzz" -runs="$runs" -seed=1 \
  -max_len=32768 -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 -artifact_prefix="$build/" \
  "$build/corpus" "$build/seeds" > "$build/log" 2>&1 || { tail -40 "$build/log"; exit 1; }
grep -E 'Done|stat::number_of_executed_units|stat::average' "$build/log"
llvm-profdata merge -o "$build/run.profdata" "$build/run.profraw"
reader=$(ls "$sources"/Sources_AfterglowArchive_{Archive,ArchiveChecksum,Validation,Validation+*,Variants}.swift)
share=$(llvm-cov report "$build/archive-fuzz" -instr-profile="$build/run.profdata" $reader | tee "$build/coverage" |
  awk '/^TOTAL/ { sub("%", "", $10); print $10 }')
echo "line coverage of the archive reader: $share %"
awk -v share="$share" -v least="$least" 'BEGIN { exit !(share >= least) }' ||
  { echo "expected at least $least %; see $build/coverage" >&2; exit 1; }
