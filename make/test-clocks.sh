#!/usr/bin/env bash
# Runs the suites of `make test` once for each of some moments: the wall clock of the tests, and of the programs that they
# start, stands at that moment when the run begins, and goes on from there. Then checks the shipped boards at each quarter of
# an hour of a fortnight.
# usage: make/test-clocks.sh BUNDLE LOGS [NUMBER…] (the moments' numbers, 0 for the boards; default: all of them)
# TEST_ARGUMENTS: '--filter NAME' for some suites, in one process.
#
# Tests/support/Helpers/shift-clock.c moves the clock of programs that are linked dynamically, as those of .build/tests are. The
# firmware's static builds keep the machine's time: what they show is compared at instants that tests name.
set -euo pipefail
cd "$(dirname "$0")/.."
bundle=$1
logs=$2
shift 2

# ZONE, the moment there, why.
moments=(
  "Europe/Berlin|2026-03-29 01:58:30|a minute and a half before clocks go forward"
  "Europe/Berlin|2026-10-25 00:58:30 UTC|a minute and a half before clocks go back"
  "Europe/Berlin|2026-12-31 23:59:00|the last minute of a year"
  "Europe/Berlin|2028-02-29 12:00:00|a 29 February"
  "America/Los_Angeles|2026-12-05 12:00:00|a Saturday noon"
  "Asia/Kolkata|2026-12-05 12:00:00|a Saturday noon"
  "Pacific/Auckland|2026-12-05 12:00:00|a Saturday noon"
  "Europe/Berlin|2026-11-28 14:00:00|a Saturday on which the almanac has much to show"
)

mkdir -p "$logs"
library=$logs/shift-clock.so
clang -O1 -Wall -Wextra -Werror -shared -fPIC -o "$library" Tests/support/Helpers/shift-clock.c
library=$(realpath "$library")

tests() { # LOGS
  if [ -n "${TEST_ARGUMENTS:-}" ]; then
    # shellcheck disable=SC2086  # a list of words
    "$bundle" --testing-library swift-testing $TEST_ARGUMENTS >"$1.log" 2>&1 || { grep -a -A 12 'recorded an issue' "$1.log"; return 1; }
    grep -a 'Test run with' "$1.log"
  else
    make/run-tests.sh "$bundle" "$1"
  fi
}

at_moment() { # NUMBER
  local zone moment why folder shift
  IFS='|' read -r zone moment why <<<"${moments[$1 - 1]}"
  shift=$(($(TZ=$zone date -d "$moment" +%s) - $(date +%s)))
  printf 'clock %s: %s in %s, %s\n' "$1" "$moment" "$zone" "$why"
  folder=$(mktemp -d "${TMPDIR:-/tmp}/ag-clock.XXXX")
  chmod 1777 "$folder"
  local status=0
  export AFTERGLOW_CLOCK_SHIFT=$shift
  [ $(($(LD_PRELOAD=$library date +%s) - $(date +%s) - shift)) -le 1 ] || { echo "the clock does not move" >&2; return 1; }
  TMPDIR=$folder TZ=$zone LD_PRELOAD=$library tests "$logs/$1" || status=1
  rm -rf "$folder"
  return $status
}

boards() {
  printf 'shipped boards, each quarter of an hour of a fortnight, in three zones\n'
  AFTERGLOW_FORTNIGHT=1 TEST_ARGUMENTS='--filter BoardClockTests' tests "$logs/boards"
}

numbers=("$@")
[ $# -gt 0 ] || mapfile -t numbers < <(seq "${#moments[@]}"; echo 0)
status=0
for number in "${numbers[@]}"; do
  if [ "$number" = 0 ]; then boards || status=1; else at_moment "$number" || status=1; fi
done
exit $status
