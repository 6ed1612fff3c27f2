#!/usr/bin/env bash
# Runs a build. The first one says how long it takes, and shows its steps: in a terminal on one line with the time since its
# start, elsewhere as the build prints them. Every other line, such as an error, is printed whole.
# usage: make/build.sh PRODUCT NOTICE COMMAND…
# PRODUCT: a file that exists after the first build. NOTICE: how long that takes, on how many cores.
# Exits with the status of COMMAND.
set -euo pipefail
product=$1 notice=$2
shift 2
[ ! -e "$product" ] || exec "$@"

printf '%s; this machine has %s. Later builds compile only what has changed.\n' "$notice" "$(nproc)"
[ -t 1 ] && [ -t 2 ] && [ "${TERM:-dumb}" != dumb ] || exec "$@"

size=$(stty size <&2) || size='0 0'
columns=${size#* }
[ "$columns" -gt 0 ] || columns=80
clear=$'\r\033[K'
SECONDS=0

draw() { # STEP
  local text
  printf -v text '%d:%02d  %s' $((SECONDS / 60)) $((SECONDS % 60)) "$1"
  printf '%s%s' "$clear" "${text:0:columns - 1}"
}

progress() { # reads the lines of the build
  local line part='' step='' drawn='' status
  while true; do
    status=0
    IFS= read -r -t 1 line || status=$?
    # What is read until the time is up is the beginning of a line.
    part+=$line
    if [ "$status" -gt 128 ]; then
      :
    elif [[ $part =~ ^\[[0-9]+/[0-9]+\]\  ]]; then
      step=$part part=''
    elif [ "$status" = 0 ] || [ -n "$part" ]; then
      printf '%s%s\n' "$clear" "$part"
      part='' drawn=''
    fi
    if [ "$status" = 1 ]; then break; fi
    # Once a second is often enough for eyes.
    if [ -n "$step" ] && [ "$drawn" != "$SECONDS" ]; then
      draw "$step"
      drawn=$SECONDS
    fi
  done
  printf '%s' "$clear"
}

status=0
"$@" 2>&1 | progress || status=${PIPESTATUS[0]}
exit "$status"
