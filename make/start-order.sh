#!/bin/sh
# Writes make/start-order.txt anew: watches the firmware start and run on boards with a virtual framebuffer, function by
# function (gdb), and keeps the former list's order for what only other hardware runs.
# usage: start-order.sh RENDERER-WITH-SYMBOLS AFTERGLOW
set -eu
list=make/start-order.txt
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT
# A name of its own: what runs under it is killed at the end of each part.
cp "$1" "$folder/start-order-renderer"
boards="round-240 bedside-clock lock-screen wall-display-1080p"
for board in $boards; do
  "$2" build "boards/$board" --out "$folder/$board.archive" >/dev/null
  # A minute's change belongs to the loop.
  for part in loop:64 renderer:6 guard:6; do
    echo "start-order: $board, $part s"
    BIN="$folder/start-order-renderer" ARGUMENTS="--display $folder/panel $folder/$board.archive" \
      OUT="$folder/${part%:*}-$board" PART="${part%:*}" SECONDS_LONG="${part#*:}" \
      gdb -q -batch -x make/start-order.py >/dev/null 2>&1
    rm -f "$folder/panel"
  done
done
nm "$1" | awk '{ print $NF }' | sort -u >"$folder/names"
grep -v '^#' "$list" | grep -Fx -f "$folder/names" >"$folder/former"
# What came before the program's own start was the loop's.
loop=$(grep -n -x _start "$folder/former" | cut -d: -f1)
{
  grep '^#' "$list"
  {
    for board in $boards; do cat "$folder/loop-$board"; done
    head -n $((loop - 1)) "$folder/former"
    for board in $boards; do cat "$folder/renderer-$board"; done
    for board in $boards; do cat "$folder/guard-$board"; done
    tail -n +"$loop" "$folder/former"
  } | awk '!seen[$0]++'
} >"$folder/list"
cp "$folder/list" "$list"
echo "start-order: $(grep -vc '^#' "$list") functions in $list"
