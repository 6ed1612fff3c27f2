#!/bin/bash
# Feeds inputs to the archive reader, and what it accepts to the engine, under libFuzzer and the address sanitizer; the same
# bytes are events of touch devices and keys. A million or more then says how much of the reader they reached. A crash leaves
# its input in .build/fuzz/crashes and says how to play it again.
# usage: Tests/support/Fuzz/run.sh [runs]    20,000 unless said otherwise; 0 only builds the fuzzer
#
# Built with swiftc and not as part of the package: the sanitizers must reach every module, and everything is compiled as
# one, so that no build setting of the package needs to know of it.
set -euo pipefail
shopt -s globstar
cd "$(dirname "$0")/../../.."
runs=${1:-20000}
# Short runs only guard; the share of lines is counted and judged where there was time to reach them. To count them makes the
# build a quarter slower.
least=${AFTERGLOW_FUZZ_COVERAGE:-}
if [ "$runs" -ge 1000000 ]; then least=${least:-95}; fi
counting=()
[ -z "$least" ] || counting=(-profile-generate -profile-coverage-mapping)
build=${AFTERGLOW_FUZZ_BUILD:-.build/fuzz}
sources="$build/sources"
mkdir -p "$build/corpus" "$build/crashes" "$sources"
build=$(cd "$build" && pwd)
sources="$build/sources"
# The profile's format belongs to the compiler: its own tools, whatever else is installed.
tools=$(dirname "$(readlink -f "$(command -v swiftc)")")

# One module: imports of the package's own rooms, and their names before a dot, fall away.
rooms='Core|Raster|Timeline|Light|Input|Archive|Device|Engine'
flatten() {
  for file in "$@"; do
    sed -E "s/^ *(@testable )?import (Afterglow.*|TestSupport)//; s/Afterglow($rooms)\.([a-z])/ArchiveFuzz.\2/g" "$file" \
      > "$sources/new" && mv "$sources/new" "$sources/${file//\//_}"
  done
}
stamp=$({ echo "${counting[*]}"; cat Tests/support/Fuzz/* Tests/support/TestSupport/{AlignedBytes,SeededNumbers}.swift Tests/firmware/AfterglowArchiveTests/*.swift Tests/firmware/AfterglowEngineTests/Support/*.swift Tests/firmware/AfterglowInputTests/InputRig.swift \
  Sources/firmware/Afterglow{Core,Raster,Timeline,Light,Input,Archive,Device,Engine}/**/*.swift; } | cksum)
if [ "$(cat "$build/stamp" 2>/dev/null)" != "$stamp" ]; then
  rm -rf "$sources" "$build/seeds" "$build/work" "$build/stamp"
  mkdir -p "$sources" "$build/seeds" "$build/work"
  flatten Sources/firmware/Afterglow{Core,Raster,Timeline,Light,Input,Archive,Device,Engine}/**/*.swift \
    Tests/firmware/AfterglowArchiveTests/{RandomArchive,ArchiveWalk,TestBoard}.swift \
    Tests/firmware/AfterglowEngineTests/Support/RandomScene.swift Tests/firmware/AfterglowInputTests/InputRig.swift \
    Tests/support/TestSupport/{AlignedBytes,SeededNumbers}.swift Tests/support/Fuzz/*.swift
  rm "$sources/Sources_firmware_AfterglowCore_Arena.swift"  # Tests/support/Fuzz/SeparateArena.swift takes its place
  # The checks of a debug build (indices of unsafe buffers, for one) in optimised code: what lies inside the archive is
  # beyond the address sanitizer, which sees only its end.
  (cd "$build/work" && swiftc -O -wmo -g -swift-version 6 -module-name ArchiveFuzz -package-name afterglow -parse-as-library -use-ld=lld \
    -sanitize=fuzzer,address -assert-config Debug "${counting[@]}" \
    -enable-experimental-feature Extern "$sources"/*.swift -o "$build/archive-fuzz")
  AFTERGLOW_FUZZ_SEEDS="$build/seeds" LLVM_PROFILE_FILE=/dev/null "$build/archive-fuzz"
  echo "$stamp" > "$build/stamp"
fi
[ "$runs" != 0 ] || exit 0

# The archives of real boards, where the author is built; of a size that leaves the fuzzer quick.
mkdir -p "$build/boards"
if [ -x "${AFTERGLOW_BIN_DIR:-}/afterglow" ]; then
  for board in boards/*/; do
    "$AFTERGLOW_BIN_DIR/afterglow" build "$board" --at 2026-11-21T09:41:00+01:00 --out "$build/boards/$(basename "$board")" > /dev/null
  done
fi
longest=65536
find "$build/boards" -type f -size +${longest}c -delete

rm -f "$build"/*.profraw
# Swift's own crash reports get in the way of the sanitizer's.
export SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0 ASAN_SYMBOLIZER_PATH="$tools/llvm-symbolizer"
if ! LLVM_PROFILE_FILE="$build/run.profraw" "$build/archive-fuzz" -runs="$runs" -seed=1 -max_len=$longest \
  -len_control=0 -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 -artifact_prefix="$build/crashes/" \
  "$build/corpus" "$build/seeds" "$build/boards" > "$build/log" 2>&1; then
  # From the first word of trouble on, without the fuzzer's progress.
  grep -v -E '^#[0-9]+\s' "$build/log" | sed -n '/Fatal error\|ERROR:\|ALARM:/,$p' | head -60 >&2
  input=$(sed -n 's/.*Test unit written to //p' "$build/log" | tail -1)
  echo "fuzz: the archive in ${input:-$build/crashes} fails; to see it again:" >&2
  echo "  SWIFT_BACKTRACE=enable=no LLVM_PROFILE_FILE=/dev/null $build/archive-fuzz $input" >&2
  exit 1
fi
seconds=$(sed -n 's/.*Done [0-9]* runs in \([0-9]*\) second.*/\1/p' "$build/log")
rate=$(sed -n 's/stat::average_exec_per_sec: *//p' "$build/log")
if [ -z "$least" ]; then
  echo "fuzz: $runs archives in $seconds s ($rate/s), no crash"
  exit
fi
"$tools/llvm-profdata" merge -o "$build/run.profdata" "$build/run.profraw"
cover() { "$tools/llvm-cov" report "$build/archive-fuzz" -instr-profile="$build/run.profdata" "$@"; }
cover "$sources"/Sources_*.swift > "$build/coverage"
share=$(cover "$sources"/Sources_firmware_AfterglowArchive_{Archive,ArchiveChecksum,Variants,Validation_*}.swift |
  awk '/^TOTAL/ { sub("%", "", $10); print $10 }')
echo "fuzz: $runs archives in $seconds s ($rate/s), no crash; lines of the archive reader reached: $share %"
awk -v share="$share" -v least="$least" 'BEGIN { exit !(share >= least) }' ||
  { echo "fuzz: at least $least % of the reader's lines are expected; see $build/coverage" >&2; exit 1; }
