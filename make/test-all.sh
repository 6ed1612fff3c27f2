#!/usr/bin/env bash
# Runs every suite that works without special hardware, one after the other, and says how each ended.
# usage: make/test-all.sh [TARGET…] (default: all of them)
set -uo pipefail
cd "$(dirname "$0")/.."
targets=("$@")
[ $# -gt 0 ] || targets=(test firmware docs fuzz test-package test-page test-memory test-load test-readers test-syscalls test-weeks test-panels test-types test-time test-clocks test-kills test-deaths bench hil)
logs=.build/test-all
mkdir -p "$logs"

failed=0
results=()
for target in "${targets[@]}"; do
  echo "test-all: make $target (log: $logs/$target.log)"
  start=$SECONDS
  if make "$target" > "$logs/$target.log" 2>&1; then result=passed; else result=FAILED; failed=$((failed + 1)); fi
  results+=("$(printf '%-14s %-8s %5d s' "$target" "$result" $((SECONDS - start)))")
  [ $result = passed ] || tail -15 "$logs/$target.log" | sed 's/^/    /'
done

printf '%s\n' "${results[@]}"
[ $failed -eq 0 ] || { echo "test-all: $failed of ${#targets[@]} failed" >&2; exit 1; }
