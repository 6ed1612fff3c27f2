#!/usr/bin/env bash
# Runs the built tests in four processes side by side: tests of whole programs and of sockets wait most of the time, and Swift
# Testing gives one process as many threads as there are processors, which a test that waits keeps.
# usage: run-tests.sh BUNDLE LOGS
# LOGS: a folder for the whole output of each process; what fails, and how each ended, is printed.
set -euo pipefail
bundle=$1
logs=$2
mkdir -p "$logs"

part() { # NAME ARGUMENT…
  local name=$1 status=0
  shift
  "$bundle" --testing-library swift-testing "$@" >"$logs/$name.log" 2>&1 || status=$?
  # Of an issue also the lines below it, which say what was found.
  grep -a -A 12 'recorded an issue' "$logs/$name.log" || true
  grep -a 'Test run with' "$logs/$name.log" | sed "s/^/$name: /" || true
  # A part without tests has lost them.
  [ "$status" != 0 ] || grep -aq 'Test run with [1-9]' "$logs/$name.log" || status=1
  [ "$status" = 0 ] || printf '%s: ended with status %s; all it said is in %s\n' "$name" "$status" "$logs/$name.log"
  return "$status"
}

printf 'running the tests in four processes; logs in %s\n' "$logs"
targets() { # PART: the names of its test targets, as alternatives of an expression; make/test-parts.txt lists them
  awk -v part="$1" '!/^#/ && $2 == part { printf "%s%s", separator, $1; separator = "|" }' "$(dirname "$0")/test-parts.txt"
}
# Of each pair one is what the other leaves out: no name is in neither.
waiting=$(targets sockets)
forking=$(targets attacks)
[ -n "$waiting" ] && [ -n "$forking" ]
sockets() {
  local status=0
  part sockets --filter "^($waiting)\." || status=1
  part attacks --filter "^$forking\." || status=1
  return $status
}

part rooms --skip "^(SystemTests|$waiting|$forking)\." & rooms=$!
sockets & sockets=$!
part programs --filter '^SystemTests\.' --skip '^SystemTests\.[D-Z]' & programs=$!
part firmware --filter '^SystemTests\.[D-Z]' & firmware=$!
status=0
for process in $rooms $sockets $programs $firmware; do wait "$process" || status=1; done
exit $status
