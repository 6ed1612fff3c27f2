#!/usr/bin/env bash
# Shows a board of yours on a real kernel driver, and compares what is scanned out with what it should be.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
repository=$(dirname "$here")

help() {
  cat <<'END'
usage: hil/run.sh BOARD [--on DRIVER] [--at INSTANT] [--lux LUX] [--script FILE] [--out DIR]

Boots a machine, runs the firmware with your board's scene in it, and holds every scanned-out pixel against `afterglow
render` of the same instant. BOARD is a folder with board.yaml and scene.yaml; its `display`, `backlight` and `clock` are
replaced by the machine's, everything else is yours: size, rotation, pixel format, light, scene, content.

  --on DRIVER    bochs (default), virtio, cirrus (1024x768, rgb565), vesafb-16, vesafb-24 (800x600), simplefb-16, -24, -32
  --at INSTANT   as 2026-11-21T09:41:00+01:00; now when it is left out
  --lux LUX      light in lux: day, always-on or night by the board's thresholds
  --script FILE  runs in the machine after the first frame; hil/guest/board.sh and panel.sh are loaded, $OUT is the out
                 folder. A status other than 0 fails the run: `hil match NAME 2` waits for $OUT/NAME.ppm, for example
  --out DIR      expected.png, shown.png, difference.png, logs (out/hil)

example: hil/run.sh boards/bedside-clock --on virtio --at 2026-11-21T09:41:00+01:00 --lux 300 --out out/clock

exit status: 0 the same; 1 it differs, or the script failed; 64 wrong usage; 69 something is missing; 124 too slow; 125 the
machine died
END
}
fail() { printf 'hil: %s\n' "$2" >&2; exit "$1"; }

board='' on=bochs at='' lux='' script='' out=$repository/out/hil
while [ $# -gt 0 ]; do
  case $1 in
    --help | -h) help; exit 0 ;;
    --on | --at | --lux | --script | --out) [ $# -gt 1 ] || fail 64 "$1 wants a value; see hil/run.sh --help"
      declare "${1#--}=$2"; shift ;;
    -*) fail 64 "unknown option $1; see hil/run.sh --help" ;;
    *) [ -z "$board" ] || fail 64 "one board at a time, unexpected: $1"; board=$1 ;;
  esac
  shift
done
[ -n "$board" ] || { help >&2; exit 64; }
[ -f "$board/board.yaml" ] || fail 64 "$board holds no board.yaml: BOARD is a folder as docs/boards.md describes it"
[ -z "$script" ] || [ -f "$script" ] || fail 64 "there is no script $script"

# The programs: as make names them, else where it builds them.
first_of() { local file; for file; do [ -x "$file" ] && { echo "$file"; return; }; done; return 1; }
afterglow=$(first_of "${AFTERGLOW_BIN_DIR:-/nowhere}/afterglow" "$repository"/.build/{release,tests/release}/afterglow) ||
  fail 69 "afterglow is not built: 'make build' first, or name its folder in AFTERGLOW_BIN_DIR"
firmware=$(first_of "${AFTERGLOW_FIRMWARE_X86_64:-/nowhere}" "$repository/.build/firmware/x86_64/afterglow-renderer" \
  "$(dirname "$afterglow")/afterglow-renderer") || fail 69 "afterglow-renderer is not built: 'make firmware-x86_64' first"

display='kind: drm'
case $on in
  bochs | virtio | cirrus) screen=(--drm "$on") ;;
  vesafb-16) screen=(--vga 0x314) display='kind: framebuffer, device: /dev/fb0' ;;
  vesafb-24) screen=(--vga 0x315) display='kind: framebuffer, device: /dev/fb0' ;;
  simplefb-16 | simplefb-24 | simplefb-32) screen=(--bpp "${on#simplefb-}") display='kind: framebuffer, device: /dev/fb0' ;;
  *) fail 64 "--on takes bochs, virtio, cirrus, vesafb-16, vesafb-24, simplefb-16, simplefb-24 or simplefb-32, not '$on'" ;;
esac

"$here/setup.sh"
mkdir -p "$out"
out=$(cd "$out" && pwd)
rm -rf "$out"/{took,script-of-yours.sh,clock,clock.archive,expected.png,expected.ppm,turned.png,shown.png,difference.png,expected.seen.png}
cp -rL "$board" "$out/clock"
/usr/bin/python3 "$here/host/board.py" "$out/clock/board.yaml" "$display"
at=${at:-$(date +%Y-%m-%dT%H:%M:00%:z)}
light=()
[ -z "$lux" ] || light=(--lux "$lux")
"$afterglow" render "$out/clock" --at "$at" "${light[@]}" --out "$out/expected.png"
"$afterglow" build "$out/clock" --at "$at" --out "$out/clock.archive" >/dev/null
size=$(/usr/bin/python3 "$here/host/picture.py" "$out/clock/board.yaml" "$out/expected.png" "$out/turned.png" "$out/expected.ppm")
case $on in simplefb-*) screen+=(--stride $((${size%x*} + 32))) ;; esac

[ -z "$script" ] || cp "$script" "$out/script-of-yours.sh"
cat >"$out/run.sh" <<END
export OUT=/out FIRMWARE=$(printf %q "$firmware") TZ=UTC
. /hil/guest/board.sh
. /hil/guest/panel.sh
set_clock @$(date -d "$at" +%s)
panel_start clock ${light[*]}
# A scene that shows seconds is what it should be for one second only.
for try in 1 2 3 4 5; do
  hil match expected 2 >/out/took 2>/dev/null && break
  is_running \$GUARD || fail "the firmware has ended: \$(cat /out/panel.log)"
  set_clock @$(date -d "$at" +%s)
done
hil snap shown
[ -s /out/took ] || exit 1
[ ! -f /out/script-of-yours.sh ] || . /out/script-of-yours.sh
END
: >"$out/panel.log"
status=0
"$here/boot.sh" "${screen[@]}" --size "$size" --input --out "$out" --timeout 300 --retry 1 --cmd 'bash /out/run.sh' || status=$?
sed 's/^/  /' "$out/panel.log" >&2
[ $status -lt 124 ] || exit $status
if [ ! -s "$out/took" ] && [ ! -f "$out/shown.png" ]; then
  fail 1 "the firmware does not show this board on $on: its words stand above"
fi
if [ ! -s "$out/took" ]; then
  "$afterglow" compare "$out/turned.png" "$out/shown.png" --out "$out/difference.png" || true
  echo "hil: on $on the board does not show what it should; see $out" >&2
  exit 1
fi
[ $status = 0 ] || fail 1 "the picture on $on is right, but the script failed with status $status; see $out/cmd.log"
echo "the same: every pixel that $on scans out at $at is that of afterglow render ($size); see $out"
