#!/bin/sh
# Draws every picture of the README at fixed instants, in one zone and language, so that a run anywhere changes nothing.
set -eu
export TZ=Europe/Lisbon LC_ALL=en_GB.UTF-8
afterglow=$1
scenes=make/pictures
out=docs/pictures
# One instant for all by day: the illustration shows them in one room.
morning=2026-11-21T10:09:00+00:00
evening=2026-11-21T22:07:00+00:00
mkdir -p "$out"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

draw() { # NAME BOARD OPTION...
  name=$1 board=$2
  shift 2
  "$afterglow" render "$board" "$@" --out "$out/$name.png"
}

clock=boards/bedside-clock
draw day $clock --scene $clock/face.yaml --at "$morning" --lux 300
draw always-on $clock --scene $clock/face.yaml --at "$evening" --lux 12 --always-on
draw night $clock --scene $clock/face.yaml --at "$evening" --lux 0.5
for face in analogue solar world; do
  draw face-$face $clock --scene $scenes/faces/$face.yaml --at "$morning" --lux 300
done
draw wall boards/wall-display-1080p --at "$morning" --lux 300
# The same board with another scene, and content for it.
cp -r boards/wall-display-1080p "$work/wall"
cp $scenes/colour-wall/* "$work/wall"
draw wall-colour "$work/wall" --at "$morning" --lux 300
draw ink boards/epaper-2in13-v4 --at "$morning" --lux 300
draw ink-mono boards/epaper-7in5-v2 --at "$morning"
draw ink-colour boards/epaper-7in3-spectra6 --at "$morning"
draw portrait boards/rpi-dsi-720x1280 --at "$morning" --lux 300

# The illustration is a widget that shows some of these pictures.
mkdir "$work/range"
cp $scenes/range/*.yaml "$out"/*.png "$work/range"
"$afterglow" render boards/round-240 --at "$morning" --lux 300 --out "$work/range/round.png"
draw range "$work/range" --at "$morning"
