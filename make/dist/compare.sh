#!/usr/bin/env bash
# Compares the authors of a release for amd64 and arm64: each shipped board is compiled and drawn by both, in fresh roots with
# the packages installed, at one instant. Prints one line a board: bytes of the archive and pixels of the picture that differ.
# usage: compare.sh RELEASE FOLDER
#   FOLDER  packages of both architectures (make dist: .build/dist/out)
# Exits with 1 if a pixel or a byte differs. As root. The author for arm64 is emulated, which takes long.
set -euo pipefail
# shellcheck source=make/dist/common.sh
. "$(dirname "$0")/common.sh"
[ $# = 2 ] || fail "usage: compare.sh RELEASE FOLDER" 64
release=$1 folder=$2
needs_root
at=$(date -ud "@$SOURCE_DATE_EPOCH" +%Y-%m-%dT%H:%M:%SZ)
for architecture in amd64 arm64; do
  set -- "$folder"/afterglow_*~"$(mark "$release")_$architecture.deb"
  [ -f "$1" ] || fail "$folder has no author of $release for $architecture: make dist" 66
done
work=$(mktemp -d "$dist/compare-XXXXXX")
trap 'rm -rf --one-file-system "$work"' EXIT

draw() { # ARCHITECTURE
  local root=$work/$1 board
  cp -a "$(make/dist/root.sh "$release" "$1" plain)" "$root"
  cp /etc/resolv.conf "$root/etc/resolv.conf" 2>/dev/null || true
  mkdir -p "$root/packages" "$root/drawn"
  cp "$folder"/*~"$(mark "$release")_$1.deb" "$folder"/*~"$(mark "$release")_all.deb" "$root/packages/"
  step "installing on $1"
  run_in "$root" DEBIAN_FRONTEND=noninteractive bash -c 'apt-get -qq update && apt-get -qq -y install /packages/*.deb >/dev/null'
  for board in boards/*/; do
    board=$(basename "$board")
    step "drawing $board on $1"
    run_in "$root" LC_ALL=C.UTF-8 TZ=UTC HOME=/nonexistent afterglow build "$board" --at "$at" --out "/drawn/$board.archive" >/dev/null
    run_in "$root" LC_ALL=C.UTF-8 TZ=UTC HOME=/nonexistent afterglow render "$board" --at "$at" --lux 300 --out "/drawn/$board.png" >/dev/null
  done
}
draw amd64
draw arm64

status=0
for board in boards/*/; do
  board=$(basename "$board")
  bytes=$(make/dist/archive-difference.py "$work/amd64/drawn/$board.archive" "$work/arm64/drawn/$board.archive") || status=1
  # The pictures are PNG files of one encoder: the same pixels are the same bytes.
  if cmp -s "$work/amd64/drawn/$board.png" "$work/arm64/drawn/$board.png"; then
    pixels=same
  else
    cp "$work/arm64/drawn/$board.png" "$work/amd64/drawn/$board.arm64.png"
    pixels=$(run_in "$work/amd64" LC_ALL=C.UTF-8 afterglow compare "/drawn/$board.png" "/drawn/$board.arm64.png" || true)
  fi
  printf '%-24s of the archive differ %s; picture: %s\n' "$board" "$bytes" "$pixels"
  [ "$pixels" = same ] || status=1
done
exit "$status"
