#!/bin/sh
# Lists the objects of a firmware build, its probe's apart, and those of sources that are there now: a build folder keeps
# those of removed ones.
# usage: firmware-objects.sh FOLDER
set -eu
folder=$1
for list in "$folder"/*.build/sources; do
  case $list in */lockdown_probe*.build/* | */lockdown-probe*.build/*) continue ;; esac
  [ -f "$list" ] || { echo "no objects under $folder: build first" >&2; exit 1; }
  while IFS= read -r source || [ -n "$source" ]; do
    echo "${list%/sources}/$(basename "$source").o"
  done <"$list"
done
find "$folder"/*.build -name '*.c.o' ! -path '*/CLockdownProbe.build/*'
