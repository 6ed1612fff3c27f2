#!/usr/bin/env bash
# Runs in the machine that make/dist/boot.sh boots, as a service of its systemd. The kernel's command line has the trial:
#   faults      the panel's first frame and its times; then each fault, after which the panel must show another picture in time
#   rest-HOURS  what the services write while the panel is left alone for these hours
# Speaks with make/dist/boot.py over a port of virtio: MATCH and HOLD compare the scanned-out picture, SAY prints, EXIT ends.
set -euo pipefail
trial=$(sed -n 's/.*afterglow\.trial=\([^ ]*\).*/\1/p' /proc/cmdline)
unit=afterglow-renderer@trial author=afterglow@trial
scene=/var/lib/afterglow/trial/scene.archive
limit_ms=2000

for _ in $(seq 100); do
  [ ! -e /dev/virtio-ports/afterglow ] || break
  sleep 0.1
done
exec 3<>/dev/virtio-ports/afterglow
# One request, one answer: OK and a word, or ERROR and a sentence.
ask() {
  printf '%s\n' "$*" >&3
  IFS= read -r answer <&3
  case $answer in
    OK*) answer=${answer#OK}; answer=${answer# } ;;
    *) return 1 ;;
  esac
}
say() { ask "SAY $*"; }
fail() {
  trap - EXIT
  ask "SAY FAILED: $*" || true
  {
    echo "FAILED: $*"
    systemctl --no-pager status "$unit" "$author"
    journalctl --no-pager -b -u "$unit" -u "$author" | tail -n 40
  } >/dev/console 2>&1 || true
  ask "SNAP failed" || true
  printf 'EXIT 1\n' >&3
  sleep 60
  exit 1
}
# In the trap of the end the number of the line is lost.
set -E
trap 'failed=$LINENO' ERR
trap 'fail "line ${failed:-?} ended with status $?"' EXIT
property() { systemctl show --property "$1" --value "${2:-$unit}"; }
uptime_ms() {
  local seconds rest
  read -r seconds rest </proc/uptime
  echo $((10#${seconds/./} * 10))
}
is_running() { [ -d "/proc/$1" ]; }
# The processes of the panel: its guard, and among its children the one that draws.
guard() { property MainPID; }
child_called() { # NAME
  local main child children name
  main=$(guard)
  read -r children <"/proc/$main/task/$main/children" || true
  for child in $children; do
    read -r name <"/proc/$child/comm" || continue
    [ "$name" != "$1" ] || { echo "$child"; return; }
  done
  return 1
}
await() { # SECONDS COMMAND…
  local left=$(($1 * 20))
  shift
  until "$@"; do
    left=$((left - 1))
    [ "$left" -gt 0 ] || return 1
    sleep 0.05
  done
}

# Two moments whose pictures differ. A panel that shows the other one after a fault is alive. They lie in one hour, because without
# its author the weather of the earlier one is marked as old.
shown=one other=two
moment() { case $1 in one) date -s '2026-11-21 08:41:05' ;; two) date -s '2026-11-21 08:57:05' ;; esac >/dev/null; }
turn() {
  local last=$shown
  shown=$other other=$last
}
alive() { # FAULT SINCE [LIMIT]: the other moment is shown at once
  local limit=${3:-$limit_ms} took
  moment "$other"
  ask "MATCH $other 600" || fail "after '$1': $answer"
  took=$(($(uptime_ms) - $2))
  turn
  say "$1: recovered in $took ms"
  [ "$took" -le "$limit" ] || fail "'$1' took $took ms, of $limit"
  sleep 0.5
}
kept() { ask "HOLD $shown 0.15" || fail "the picture went with '$1': $answer"; }
restarted() { [ "$(property NRestarts)" -gt "$1" ] && [ "$(property ActiveState)" = active ]; }

starts=0
first_frame() {
  # Seldom: a look costs the only processor time that the boot needs.
  local started ready i
  for i in $(seq 300); do
    ! booted || break
    sleep 2
  done
  # Until the driver of the card is loaded, a start fails and is repeated after half a second (RestartSec).
  for i in $(seq 30); do
    ! is_active || break
    sleep 2
  done
  is_active || fail "the boot has ended, or takes ten minutes, and the panel's service is $(property ActiveState)"
  starts=$(property NRestarts)
  [ "$starts" = 0 ] || say "boot: the card's driver was loaded after the first start of the unit, which was repeated: $starts"
  started=$(property InactiveExitTimestampMonotonic) ready=$(property ActiveEnterTimestampMonotonic)
  say "boot: $(systemd-analyze time | head -n 1 | sed 's/Startup finished in //')"
  say "boot: first frame $((ready / 1000)) ms after the kernel's start, $(((ready - started) / 1000)) ms after that of its unit"
  [ $((ready - started)) -le $((limit_ms * 1000)) ] || fail "the unit's first frame took $(((ready - started) / 1000)) ms"
}
is_active() { [ "$(property ActiveState)" = active ]; }
booted() { systemd-analyze time >/dev/null 2>&1; }

# The process that draws has lost every right, and both are behind a filter of system calls.
confined() {
  local drawing main status
  main=$(guard)
  drawing=$(child_called aglow-renderer) || fail "no process draws"
  status=/proc/$drawing/status
  grep -q '^Uid:[[:space:]]*65534[[:space:]]*65534' "$status" || fail "the process that draws is $(grep ^Uid: "$status")"
  grep -q '^CapEff:[[:space:]]*0*$' "$status" || fail "the process that draws has capabilities: $(grep ^CapEff: "$status")"
  for status in "/proc/$drawing/status" "/proc/$main/status"; do
    grep -q '^Seccomp:[[:space:]]*2' "$status" || fail "no filter of system calls: $(grep ^Seccomp: "$status")"
    grep -q '^NoNewPrivs:[[:space:]]*1' "$status" || fail "privileges could grow again: $status"
  done
  say "confined: user 65534 without capabilities draws; both processes are behind a filter"
}

connector() { for file in /sys/class/drm/card*-Virtual-1/status; do echo "$1" >"$file"; done; }
card_driver=/sys/bus/virtio/drivers/virtio_gpu
faults() {
  first_frame
  moment "$shown"
  ask "MATCH $shown 600" || fail "the panel does not show what it should: $answer"
  say "the scanned-out picture is that of afterglow render, in every pixel"
  confined
  local since victim old card i
  for i in 1 2 3; do
    victim=$(child_called aglow-renderer) since=$(uptime_ms)
    kill -9 "$victim"
    kept "the process that draws is killed"
    alive "the process that draws is killed, $i" "$since"
  done
  for i in 1 2 3; do
    connector off
    sleep 0.5
    since=$(uptime_ms)
    connector on
    alive "the cable is pulled and put back, $i" "$since"
  done
  for i in 1 2; do
    card=$(basename "$(echo "$card_driver"/virtio[0-9]*)")
    echo "$card" >"$card_driver/unbind"
    sleep 0.5
    since=$(uptime_ms)
    echo "$card" >"$card_driver/bind"
    alive "the card's driver is unbound and bound again, $i" "$since"
  done
  chvt 2
  sleep 1
  since=$(uptime_ms)
  chvt 1
  alive "another console in front, and back" "$since"
  if [ -x /usr/bin/afterglow ]; then
    afterglow power off trial >/dev/console 2>&1 || fail "the panel cannot be darkened"
    sleep 1
    since=$(uptime_ms)
    afterglow power on trial >/dev/console 2>&1 || fail "the panel cannot be lit"
    # The command is a program that must be loaded.
    alive "darkened for an empty room, and lit" "$since" 6000
  fi
  # An archive that is none, and its reload.
  systemctl stop "$author" 2>/dev/null || true
  cp -p "$scene" /run/scene.archive
  head -c 20000 /run/scene.archive >"$scene.new"
  mv "$scene.new" "$scene"
  systemctl reload "$unit"
  sleep 1
  since=$(uptime_ms)
  alive "a cut archive, and a reload" "$since"
  cp -p /run/scene.archive "$scene.new"
  mv "$scene.new" "$scene"
  systemctl reload "$unit"
  old=$(property NRestarts)
  [ "$old" = "$starts" ] || fail "systemd has restarted the service $((old - starts)) times, which no fault until here asks for"
  since=$(uptime_ms)
  kill -9 "$(guard)"
  await 60 restarted "$old" || fail "the service is not started again after its guard was killed"
  # Half a second passes before a restart (RestartSec).
  alive "the guard is killed" "$since" 4000
  old=$(property NRestarts) since=$(uptime_ms)
  kill -STOP "$(guard)"
  await 120 restarted "$old" || fail "systemd's watchdog has not ended a guard that hangs"
  alive "the guard hangs, and the watchdog ends it" "$since" 45000
  # Without a place to write to.
  systemctl stop "$unit"
  [ "$(property Result)" = success ] || fail "stopped, but: $(property Result)"
  sync
  if mount -o remount,ro /; then
    since=$(uptime_ms)
    systemctl start "$unit" || fail "the service does not start on a read-only root"
    alive "started on a read-only root" "$since" 4000
    mount -o remount,rw /
  else
    fail "the root cannot be made read-only: something writes to it"
  fi
  [ ! -x /usr/bin/afterglow ] || systemctl start "$author"
}

# Bytes that a service has sent to storage, also by processes that have ended, as the kernel counts them for its group.
written() { property IOWriteBytes "$1"; }
rest() { # HOURS
  first_frame
  local units=("$unit") name before=() after=() i allowed
  [ ! -x /usr/bin/afterglow ] || units+=("$author")
  # What a start writes, and the archive that the author saves for the next boot.
  sleep 7200
  for name in "${units[@]}"; do
    before+=("$(written "$name")")
    case ${before[-1]} in *[!0-9]* | '') fail "the kernel does not count what $name writes: ${before[-1]}" ;; esac
  done
  sleep $(($1 * 3600))
  for name in "${units[@]}"; do after+=("$(written "$name")"); done
  for i in "${!units[@]}"; do
    say "${units[i]}: $((after[i] - before[i])) bytes written in $1 hours at rest"
    # The panel nothing. Of the author's archive, what only time has changed is saved once a day.
    allowed=0
    [ "${units[i]}" = "$unit" ] || allowed=$(($(stat -c %s "$scene") + 8192))
    [ $((after[i] - before[i])) -le "$allowed" ] || fail "${units[i]} writes at rest"
  done
  [ "$(property NRestarts)" = "$starts" ] || fail "the panel was restarted $(($(property NRestarts) - starts)) times"
  moment "$other"
  ask "MATCH $other 600" || fail "after $1 hours: $answer"
}

printf 'UP\n' >&3
IFS= read -r answer <&3
case $trial in
  faults) faults ;;
  rest-*) rest "${trial#rest-}" ;;
  *) fail "no trial is called '$trial'" ;;
esac
trap - EXIT
sync
printf 'EXIT 0\n' >&3
sleep 60
