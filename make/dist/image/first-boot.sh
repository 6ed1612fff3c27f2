#!/bin/sh
# Sets up a panel at the first boot of an image, from the file afterglow.txt on the boot partition, which any computer can edit.
# usage: first-boot.sh [FILE]     (default: /boot/firmware/afterglow.txt)
# AFTERGLOW_ROOT is put before every path, and then nothing is started: for trying.
# Each line is KEY=VALUE; a line that begins with # is a comment. Keys: board, timezone, hostname, place, calendar, news. A line
# that cannot be used is reported in the journal and skipped, so that a slip never leaves the panel dark.
set -eu
# The mark at the beginning of a file is bytes, not letters.
export LC_ALL=C
root=${AFTERGLOW_ROOT:-}
file=${1:-$root/boot/firmware/afterglow.txt}
board=rpi-hdmi-1080p timezone='' hostname='' place='' calendar='' news=''

say() { echo "afterglow.txt: $*" >&2; }

read_settings() {
  [ -f "$file" ] || { say "not there; showing $board"; return 0; }
  number=0
  while IFS= read -r line || [ -n "$line" ]; do
    number=$((number + 1))
    # Editors of other systems end lines with a carriage return, and begin files with a mark of their own.
    line=$(printf '%s' "$line" | tr -d '\r' | sed -e 's/^\xef\xbb\xbf//' -e 's/^[[:space:]]*//' -e 's/[[:space:]]*$//')
    case $line in '' | '#'*) continue ;; esac
    key=${line%%=*} value=${line#*=}
    case $line in *=*) ;; *) say "line $number is not KEY=VALUE; skipped"; continue ;; esac
    case $key in
      board)
        if [ -f "$root/usr/share/afterglow/boards/$value/board.yaml" ] && [ "$value" = "${value#*/}" ]; then
          board=$value
        else
          say "line $number: no board is called $value (ls /usr/share/afterglow/boards); showing $board"
        fi ;;
      timezone)
        if [ -f "$root/usr/share/zoneinfo/$value" ] && [ "$value" = "${value#*..}" ]; then
          timezone=$value
        else
          say "line $number: no time zone is called $value (such as Europe/Lisbon); skipped"
        fi ;;
      hostname)
        if printf '%s' "$value" | grep -Eqx '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?'; then
          hostname=$value
        else
          say "line $number: a host name has letters, digits and hyphens; skipped"
        fi ;;
      place) place=$value ;;
      calendar) calendar=$value ;;
      news) news=$value ;;
      *) say "line $number: $key is no setting (board timezone hostname place calendar news); skipped" ;;
    esac
  done <"$file"
}

run() { if [ -n "$root" ]; then echo "would run: $*"; else "$@"; fi; }
# Without waiting: a panel is ready with its first frame, and the boot must not depend on a display.
start() { run systemctl enable "$1" && run systemctl --no-block start "$1"; }

read_settings
if [ -n "$timezone" ]; then
  ln -sfn "/usr/share/zoneinfo/$timezone" "$root/etc/localtime"
  echo "$timezone" >"$root/etc/timezone"
fi
if [ -n "$hostname" ]; then
  echo "$hostname" >"$root/etc/hostname"
  run hostname "$hostname"
fi
name=$board
if [ -n "$place$calendar$news" ]; then
  # A board of the owner's own, on the same hardware. Without it the shipped one is shown.
  set -- --panel "$board"
  [ -z "$place" ] || set -- "$@" --place "$place"
  [ -z "$calendar" ] || set -- "$@" --calendar "$calendar"
  [ -z "$news" ] || set -- "$@" --news "$news"
  if [ -e "$root/etc/afterglow/boards/home" ] || run afterglow new /etc/afterglow/boards/home "$@"; then
    name=home
  else
    say "afterglow could not make the board; showing $board"
  fi
fi
start "afterglow-renderer@$name.service"
[ ! -e "$root/usr/bin/afterglow" ] || start "afterglow@$name.service"
mkdir -p "$root/var/lib/afterglow-first-boot"
: >"$root/var/lib/afterglow-first-boot/done"
