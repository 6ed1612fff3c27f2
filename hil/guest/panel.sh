# Functions for scripts inside the machine that run the firmware: ". /hil/guest/panel.sh" after board.sh.
# $FIRMWARE is afterglow-renderer; archives and expected pictures lie in /out.

PANEL_SOCKET=/run/panel.sock

# fail WORDS…: ends the scenario, and says so.
fail() { echo "FAILED: $*"; exit 1; }
# say NAME VALUE: a figure for the log.
say() { echo "$1=$2"; }
uptime_ms() { local seconds rest; read -r seconds rest </proc/uptime; echo $((${seconds/./} * 10)); }

# panel_start NAME [ARGUMENT…]: shows /out/NAME.archive. GUARD is then its process.
panel_start() {
  local archive=/out/$1.archive
  shift
  "$FIRMWARE" --control "$PANEL_SOCKET" "$@" "$archive" </dev/null >>/out/panel.log 2>&1 &
  GUARD=$!
}
# The process that draws, among the guard's children.
renderer() {
  local child children name
  # Built-in words only: a process takes an emulated machine tens of milliseconds.
  read -r children <"/proc/$GUARD/task/$GUARD/children" || true
  for child in $children; do
    read -r name <"/proc/$child/comm" || continue
    [ "$name" != aglow-renderer ] || { echo "$child"; return; }
  done
  return 1
}
panel_stop() { kill "$GUARD"; wait "$GUARD"; }
is_running() { kill -0 "$1" 2>/dev/null; }

# expect NAME SECONDS: the scanned-out picture becomes /out/NAME.ppm in time; how long that took goes to the log.
expect() {
  local took
  took=$(hil match "$@") || { is_running "$GUARD" || echo "the guard is dead"; fail "$1 is not shown"; }
  say "$1_ms" "$took"
}
# Processor time of a process in milliseconds, to the kernel's tick.
cpu_ms() { local fields; read -r -a fields <"/proc/$1/stat"; echo $(((fields[13] + fields[14]) * 1000 / $(getconf CLK_TCK))); }
# How often a process has waited and been woken.
wakeups() { sed -n 's/^voluntary_ctxt_switches:[[:space:]]*//p' "/proc/$1/status"; }
# set_clock "YYYY-MM-DD HH:MM:SS.mmm": sets the clock, in UTC.
set_clock() { date -u -s "$1" >/dev/null; }
