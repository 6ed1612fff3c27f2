#!/usr/bin/env bash
# Boots a fresh system with the packages installed, in an emulator: a Debian release with its own kernel and its own systemd, from
# a disk to the picture of a panel on the kernel's driver of a graphics card. Then the panel's service is hurt as a display and a
# machine hurt it, and left alone for a day. Prints one line a step, and figures.
# usage: boot.sh RELEASE ARCHITECTURE FOLDER
#   FOLDER  packages (make dist: .build/dist/out); those of the release are installed, with the author where there is one for the
#           architecture. What the panel must show is drawn by the author for amd64, on this machine
# AFTERGLOW_REST  hours that the panel is left alone for, in compressed time (default: 24)
# The pictures and logs are in .build/dist/boot/RELEASE-ARCHITECTURE. As root. Takes minutes; an emulated processor of another
# architecture is not slower than the machine's own, which is emulated too: only its packages are unpacked more slowly.
set -euo pipefail
# shellcheck source=make/dist/common.sh
. "$(dirname "$0")/common.sh"
[ $# = 3 ] || fail "usage: boot.sh RELEASE ARCHITECTURE FOLDER" 64
release=$1 architecture=$2 folder=$(realpath "$3")
needs_root
mark=$(mark "$release")
triplet "$architecture" >/dev/null
case $architecture in
  amd64) install_tools qemu-system-x86 e2fsprogs python3-minimal >&2 ;;
  arm64) install_tools qemu-system-arm e2fsprogs python3-minimal >&2 ;;
esac
packages=()
for deb in "$folder"/*~"${mark}_$architecture.deb" "$folder"/*~"${mark}_all.deb"; do
  if [ -f "$deb" ]; then packages+=("$deb"); fi
done
[ ${#packages[@]} -ge 2 ] || fail "$folder has no packages of $release for $architecture: make dist" 66
drawing=$(find "$folder" -name "afterglow_*~${mark}_amd64.deb" | sort | tail -n 1)
[ -n "$drawing" ] || fail "$folder has no author of $release for amd64, which draws what the panel must show" 66
system=$(make/dist/root.sh "$release" "$architecture" system)
libraries=$(make/dist/root.sh "$release" amd64 libraries)

out=$dist/boot/$release-$architecture
rm -rf --one-file-system "$out"
mkdir -p "$out"
work=$(mktemp -d "$dist/boot-XXXXXX")
trap 'rm -rf --one-file-system "$work" "${libraries:?}/tmp/afterglow-boot"' EXIT
root=$work/root
cp -a --reflink=auto "$system" "$root"

# The first command of docs/packages.md.
step "installing ${#packages[@]} packages on $release for $architecture"
cp /etc/resolv.conf "$root/etc/resolv.conf" 2>/dev/null || true
mkdir -p "$root/packages" "$root/etc/dpkg/dpkg.cfg.d"
# A power cut here costs nothing.
echo force-unsafe-io >"$root/etc/dpkg/dpkg.cfg.d/boot"
cp "${packages[@]}" "$root/packages/"
in_root() { run_in "$root" DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 TZ=UTC HOME=/root "$@"; }
in_root bash -c 'apt-get -qq update && apt-get -qq -y install --no-install-recommends /packages/*.deb >/dev/null'
rm -rf "$root/packages" "$root/etc/dpkg/dpkg.cfg.d/boot"

# A board of the owner's own: the shipped one, on the connector that the emulated card has, without a clock from the network.
board=$root/etc/afterglow/boards/trial
mkdir -p "$(dirname "$board")"
cp -r boards/rpi-hdmi-1080p "$board"
sed -i -e '/^  connector:/d' -e '/^  mode:/d' -e 's/trust: synchronised/trust: always/' "$board/board.yaml"
grep -q 'trust: always' "$board/board.yaml" || fail "boards/rpi-hdmi-1080p is not as expected: it names no clock" 70

# What it must show at two moments, and the archive of an earlier run.
step "drawing what the panel must show"
inside=$libraries/tmp/afterglow-boot
rm -rf "$inside"
mkdir -p "$inside/program"
dpkg-deb --fsys-tarfile "$drawing" | tar --extract --directory "$inside/program" ./usr/bin/afterglow
cp -r "$board" "$inside/trial"
draw() {
  run_in "$libraries" LC_ALL=C.UTF-8 TZ=UTC HOME=/nonexistent /tmp/afterglow-boot/program/usr/bin/afterglow "$@" >/dev/null
}
draw build /tmp/afterglow-boot/trial --at 2026-11-21T08:40:00Z --out /tmp/afterglow-boot/scene.archive
for moment in one=08:41 two=08:57; do
  name=${moment%=*}
  draw render /tmp/afterglow-boot/trial --at "2026-11-21T${moment#*=}:05Z" --out "/tmp/afterglow-boot/$name.png"
  python3 hil/host/picture.py "$board/board.yaml" "$inside/$name.png" "$out/$name.png" "$out/$name.ppm" >/dev/null
done
has_author=$([ ! -x "$root/usr/bin/afterglow" ] || echo yes)
# A panel has the archive of its last run, or that of the package; the first start of all waits for its author instead.
mkdir -p "$root/var/lib/afterglow/trial"
cp "$inside/scene.archive" "$root/var/lib/afterglow/trial/scene.archive"
in_root chown -R afterglow:afterglow /var/lib/afterglow

# The second command. What else a fresh system starts at boot stays as it is.
in_root systemctl --quiet enable afterglow-renderer@trial ${has_author:+afterglow@trial}
install -m 755 make/dist/boot-guest.sh "$root/usr/local/sbin/afterglow-boot"
cat >"$root/etc/systemd/system/afterglow-boot.service" <<'END_OF_UNIT'
[Unit]
Description=Trial of the panel's service
[Service]
ExecStart=/usr/local/sbin/afterglow-boot
StandardOutput=journal+console
StandardError=journal+console
[Install]
WantedBy=multi-user.target
END_OF_UNIT
in_root systemctl --quiet enable afterglow-boot
# The units are those of the packages. That the kernel counts what they write is all that is added.
for name in afterglow-renderer@ afterglow@; do
  mkdir -p "$root/etc/systemd/system/$name.service.d"
  printf '[Service]\nIOAccounting=yes\n' >"$root/etc/systemd/system/$name.service.d/count.conf"
done
# Without a network, nothing asks for the time, and nobody logs in.
in_root systemctl --quiet mask systemd-timesyncd apt-daily.timer apt-daily-upgrade.timer systemd-networkd-wait-online \
  systemd-firstboot || true
# A root that can be read-only keeps its journal in memory.
mkdir -p "$root/etc/systemd/journald.conf.d"
printf '[Journal]\nStorage=volatile\n' >"$root/etc/systemd/journald.conf.d/boot.conf"
echo trial >"$root/etc/hostname"
: >"$root/etc/fstab"

step "writing the disk"
truncate --size 3G "$work/disk"
mke2fs -q -t ext4 -d "$root" -L trial "$work/disk"
kernel=$(find "$root/boot" -name 'vmlinuz-*' | sort -V | tail -n 1)
initrd=$root/boot/initrd.img-${kernel##*/vmlinuz-}
[ -f "$initrd" ] || fail "the root has no $initrd, from which its kernel starts" 70
boot() { # TRIAL SECONDS
  make/dist/boot.py "$architecture" --kernel "$kernel" --initrd "$initrd" --disk "$work/disk" --trial "$1" --timeout "$2" \
    --out "$out" || fail "the $1 on $release $architecture failed; pictures and logs are in $out"
}
step "booting, and hurting the panel (log: $out/faults.serial.log)"
boot faults 1800
hours=${AFTERGLOW_REST:-24} rested=
if [ "$hours" != 0 ]; then
  step "leaving the panel alone for $hours hours in compressed time (log: $out/rest.serial.log)"
  boot "rest-$hours" 3600
  rested=", wrote nothing at rest"
fi
step "$release $architecture: booted to a picture, recovered from each fault$rested"
