#!/usr/bin/env bash
# Runs the author that is installed in a root, with its firmware, on a virtual panel; changes the scene; and waits until the
# panel's picture changes.
# usage: try-run.sh ROOT ARCHITECTURE [SECONDS]
#   SECONDS  for the first picture, and from the change to the next one (default: 60; emulated: 900)
# As root. The firmware of another architecture runs unconfined: an emulator of programs has no system-call filter.
set -euo pipefail
# shellcheck source=make/dist/common.sh
. "$(dirname "$0")/common.sh"
[ $# -ge 2 ] || fail "usage: try-run.sh ROOT ARCHITECTURE [SECONDS]" 64
root=$1 architecture=$2
needs_root
place=/tmp/run
rm -rf "${root:?}$place"
mkdir -p "$root$place/runtime" "$root$place/state"
cp -r "$root/usr/share/afterglow/boards/bedside-clock" "$root$place/board"
log=$root$place/log
seconds=60 variables=()
if [ "$(dpkg --print-architecture)" != "$architecture" ]; then
  seconds=900 variables=("AFTERGLOW_RENDERER=$place/renderer")
  # shellcheck disable=SC2016  # the arguments of the script
  printf '#!/bin/sh\nexec /usr/bin/afterglow-renderer --unconfined "$@"\n' >"$root$place/renderer"
  chmod 755 "$root$place/renderer"
fi
seconds=${3:-$seconds}
in_root() {
  run_in "$root" LC_ALL=C.UTF-8 TZ=UTC HOME="$place" XDG_RUNTIME_DIR="$place/runtime" XDG_STATE_HOME="$place/state" \
    "${variables[@]}" "$@"
}

step "showing a virtual panel"
: >"$log"
in_root timeout $((3 * seconds)) afterglow run "$place/board" --virtual >"$log" 2>&1 &
job=$!
stop() {
  in_root afterglow stop "$place/board" >/dev/null 2>&1 || kill "$job" 2>/dev/null || true
  wait "$job" || true
  rm -rf "${root:?}$place"
}
trap stop EXIT

await() { # WHAT COMMAND…: until the command succeeds
  local what=$1 left=$seconds
  shift
  until "$@"; do
    left=$((left - 1))
    if [ "$left" -lt 0 ] || ! kill -0 "$job" 2>/dev/null; then
      cat "$log" >&2
      fail "$what within $seconds s"
    fi
    sleep 1
  done
}
picture() { find "$root$place/runtime" -name panel.png; }
has_picture() { grep -q '  start: ' "$log" && [ -s "$(picture)" ]; }
differs() { ! cmp -s "$(picture)" "$root$place/before.png"; }
await "the panel has no picture" has_picture
cp "$(picture)" "$root$place/before.png"
step "changing its scene"
sed -i 's/# face: solar/face: thin #/' "$root$place/board/scene.yaml"
await "the author has not compiled the changed scene" grep -q 'files changed: compiled' "$log"
await "the panel's picture has not changed" differs
in_root afterglow status "$place/board" >/dev/null || fail "afterglow status finds a fault"
step "the panel follows its scene"
