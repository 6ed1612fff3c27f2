#!/usr/bin/env bash
# Checks the format of one room, builds it and runs the tests that cover it. Of the other rooms it compiles only those that
# these depend on.
# usage: make/quick.sh ROOM
# SWIFT names the compiler driver (default: swift).
set -euo pipefail
cd "$(dirname "$0")/.."
room=${1:-}
swift=${SWIFT:-swift}

rooms=$(sed -nE 's/^\| ([A-Za-z-]+) \| [0-9]+ \|.*/\1/p' docs/architecture.md)
if [ -z "$room" ] || ! grep -qxF -- "$room" <<< "$rooms"; then
  [ -z "$room" ] || echo "quick: there is no room \"$room\"" >&2
  echo "usage: make quick ROOM=NAME, where NAME is one of" >&2
  sed 's/^/  /' <<< "$rooms" >&2
  exit 2
fi

# Test targets that cover the room, programs that those start, and which of their suites to run (all, if empty).
programs=()
filter=()
case $room in
  AfterglowDevice) tests=(AfterglowEPaperTests AfterglowVirtualTests) ;;
  AfterglowLinux | CLinux) tests=(AfterglowLinuxTests) programs=(device-probe) ;;
  Afterglow | AfterglowViews | AfterglowPorting | AfterglowCompiler | CConformances | AfterglowMacros)
    tests=(AfterglowTests) ;;
  AfterglowGeometry) tests=(AfterglowTypesettingTests AfterglowTests) ;;
  CChild) tests=(AfterglowProgramsTests) ;;
  SwiftUI | WidgetKit | AppIntents | ActivityKit | Charts | UIKit | Intents | UserNotifications | OSLog)
    tests=() programs=(ported-commute ported-ferry ported-harbour ported-pantry ported-vitality) ;;
  os | Combine) tests=() programs=(ported-lighthouse) ;;
  AfterglowPreview)
    tests=(AfterglowDaemonTests CommandTests SystemTests) programs=(afterglow-renderer ported-harbour sample-widget)
    filter=(--filter '^(AfterglowDaemonTests|CommandTests|SystemTests\.CommandLine)') ;;
  AfterglowKit) tests=(AfterglowDaemonTests CommandTests) programs=(afterglow-renderer sample-widget) ;;
  AfterglowGuide) tests=(CommandTests) programs=(afterglow-renderer sample-widget) ;;
  CCurl) tests=(AfterglowFetchTests) ;;
  AfterglowErrors) tests=(AfterglowSourcesTests) ;;
  CStudioPage) tests=(AfterglowStudioTests) ;;
  CSamplePhoto) tests=(AfterglowWidgetsTests) ;;
  afterglow-renderer) tests=(RendererTests) ;;
  afterglow-command)
    tests=(CommandTests SystemTests) programs=(afterglow-renderer ported-harbour sample-widget)
    filter=(--filter '^(CommandTests|SystemTests\.CommandLine)') ;;
  afterglow-bench) tests=() ;;
  *) tests=("${room}Tests") ;;
esac

folders=(Sources/*/"$room")
for test in "${tests[@]}"; do folders+=(Tests/*/"$test"); done
"$swift" format lint --strict --parallel --recursive "${folders[@]}"

# Warnings fail the build, as in make test.
export AFTERGLOW_STRICT=1
export AFTERGLOW_TARGETS="$room ${tests[*]} ${programs[*]}"
# Rooms that use no package have a build folder of their own: their manifest names none, and checkouts that come and go would
# be compiled again each time.
side=author
grep -qE "^\| $room \| [0-9]+ \| firmware \|" docs/architecture.md && side=firmware
# And so do those whose names packages of others look for: in a common folder these would find them.
case $room in os | Combine) side=names ;; esac
build=$PWD/.build/quick/$side
# Optimised: after a change of one line AfterglowLight takes 7 s to build and 12 s to test, in a debug build 2 s and 59 s.
flags=(-c release -Xswiftc -enable-testing --scratch-path "$build")
folder=$(mktemp -d "${TMPDIR:-/tmp}/ag-quick.XXXX")
# SwiftPM removes Package.resolved when a manifest names no package; later builds would have to look up the versions again.
[ ! -e Package.resolved ] || cp -p Package.resolved "$folder/resolved"
restore() {
  [ ! -e "$folder/resolved" ] || [ -e Package.resolved ] || cp -p "$folder/resolved" Package.resolved
  rm -rf "$folder"
}
trap restore EXIT
chmod 1777 "$folder"

if [ ${#tests[@]} -eq 0 ]; then
  "$swift" build --no-color-diagnostics --explicit-target-dependency-import-check error "${flags[@]}"
  echo "quick: $room is built; nothing tests it but a run of it (make bench)"
  exit
fi
"$swift" build --no-color-diagnostics --build-tests --explicit-target-dependency-import-check error "${flags[@]}"
TMPDIR=$folder AFTERGLOW_BIN_DIR=$build/release AFTERGLOW_RENDERER=$build/release/afterglow-renderer \
  "$swift" test --skip-build --disable-xctest "${flags[@]}" "${filter[@]}"
