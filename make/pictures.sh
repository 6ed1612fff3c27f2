#!/bin/sh
# Draws every picture of the README at one fixed instant, zone and language, so that a run anywhere changes nothing.
set -eu
export TZ=Europe/Lisbon LC_ALL=en_GB.UTF-8
afterglow=$1
out=docs/pictures
at=2026-11-21T09:41:00+00:00
evening=2026-11-21T22:07:00+00:00
mkdir -p "$out"
"$afterglow" render boards/bedside-clock --at "$at" --lux 300 --out "$out/day.png"
"$afterglow" render boards/bedside-clock --at "$evening" --lux 12 --always-on --out "$out/always-on.png"
"$afterglow" render boards/bedside-clock --at "$evening" --lux 0.5 --out "$out/night.png"
"$afterglow" render boards/epaper-2in13-v4 --at "$at" --lux 300 --out "$out/ink.png"
"$afterglow" render boards/rpi-dsi-720x1280 --at "$at" --lux 300 --out "$out/portrait.png"
"$afterglow" render boards/wall-display-1080p --at "$at" --lux 300 --out "$out/wall.png"
