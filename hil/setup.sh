#!/usr/bin/env bash
# Prepares the hardware rig: Debian's stock kernel, the drivers its configuration leaves out, our own test modules and the
# guest's programs. Finishes at once when the cache is current.
# usage: hil/setup.sh
# AFTERGLOW_HIL_CACHE names the cache (default: .build/hil in the repository; half a gigabyte).
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
repository=$(dirname "$here")
cache=${AFTERGLOW_HIL_CACHE:-$repository/.build/hil}
packages="qemu-system-x86 kmod cpio xz-utils python3 pkg-config gcc gcc-12 libc6-dev libelf1 libdrm-dev make systemd"

say() { printf 'hil: %s\n' "$*" >&2; }
fail() { printf 'hil: %s\n' "$*" >&2; exit 69; }

[ "$(uname -m)" = x86_64 ] || fail "the rig boots an x86-64 machine and builds for one: run it on x86-64, not $(uname -m)"
command -v apt-get >/dev/null || fail "the rig takes its kernel from Debian 12: run it there, or in a container of debian:12"
mkdir -p "$cache"
cache=$(cd "$cache" && pwd)
case $cache in *,*) fail "the cache's path may hold no comma, which separates the emulator's options: $cache" ;; esac

# One set-up at a time: another one waits for the first and then finds everything done.
exec 9>"$cache/.lock"
flock -w 900 9 || fail "another set-up has held $cache/.lock for 15 minutes: see what it waits for"

sum() { cat "$@" "$here/setup.sh" | sha256sum | cut -d ' ' -f 1; }
is_current() { [ -f "$cache/$1.stamp" ] && [ "$(cat "$cache/$1.stamp")" = "$2" ]; }

install_packages() {
  # shellcheck disable=SC2086  # a list of words
  "$repository/make/install-packages.sh" $packages
}

# The ELF kernel inside the boot image starts at once (PVH); the image would unpack itself in the emulator first. Where the
# packed kernel lies stands in the header: Documentation/arch/x86/boot.rst, payload_offset and payload_length.
cut_kernel() {
  local image=$1 sectors offset length
  sectors=$(od -An -tu1 -j $((0x1f1)) -N 1 "$image")
  read -r offset length < <(od -An -tu4 -j $((0x248)) -N 8 "$image")
  local start=$(((sectors + 1) * 512 + offset))
  dd if="$image" iflag=skip_bytes,count_bytes skip="$start" count=$((length - 4)) bs=1M status=none | xz -dc >"$2"
}

unpack_kernel() {
  say "unpacking the kernel"
  local debs=("$work"/linux-image-*.deb)
  dpkg-deb -x "${debs[0]}" "$work/image"
  mkdir -p "$work/kernel" "$work/build"
  mv "$work/image/lib" "$work/kernel/"
  cp "$work/image/boot/vmlinuz-$release" "$work/kernel/bzImage"
  cut_kernel "$work/kernel/bzImage" "$work/kernel/vmlinux"
  local deb
  for deb in "$work"/linux-headers-*.deb "$work"/linux-kbuild-*.deb; do dpkg-deb -x "$deb" "$work/build"; done
  sed -i "s|/usr/src|$cache/build/usr/src|" "$work/build/usr/src/linux-headers-$release/Makefile"
  say "unpacking the drivers' source"
  dpkg-deb --fsys-tarfile "$work"/linux-source-6.1_*.deb | tar -xO ./usr/src/linux-source-6.1.tar.xz | xz -dc -T0 |
    tar -x -C "$work/build" --strip-components 1 --wildcards '*/drivers/gpu/drm/vkms' '*/drivers/gpio/gpio-sim.c' \
      '*/drivers/gpio/gpiolib.h' '*/kernel/irq/irq_sim.c' '*/drivers/spi/spi-gpio.c' '*/drivers/spi/spi-bitbang-txrx.h'
}

prepare_kernel() {
  [ -f "$cache/kernel.stamp" ] && [ -f "$cache/kernel/vmlinux" ] && return
  work=$(mktemp -d "$cache/work.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  release=$("$here/fetch-kernel.sh" "$work")
  unpack_kernel
  rm -rf "$cache/kernel" "$cache/build" "$cache"/*.stamp
  mv "$work/kernel" "$work/build" "$cache/"
  rm -rf "$work"
  echo "$release" >"$cache/kernel.stamp"
}

# irq_sim is built into kernels that use it; as part of our module it must do without a symbol that is not exported.
gather_modules() {
  local source=$cache/build modules=$cache/build/modules
  rm -rf "$modules"
  mkdir -p "$modules/gpio"
  cp "$here"/modules/* "$modules/"
  cp -r "$source/drivers/gpu/drm/vkms" "$modules/vkms"
  cp -r "$source/drivers/gpu/drm/vkms" "$modules/vkms_clips"
  sed -i -e 's/^#include <drm\/drm_atomic.h>/&\n#include <drm\/drm_damage_helper.h>/' \
    -e 's/^\tdrm_plane_helper_add(.*/&\n\tdrm_plane_enable_fb_damage_clips(\&plane->base);/' "$modules/vkms_clips/vkms_plane.c"
  [ "$(grep -c damage "$modules/vkms_clips/vkms_plane.c")" = 2 ] || fail "this kernel's vkms is not as expected: no damage clips"
  cp "$source"/drivers/spi/spi-gpio.c "$source"/drivers/spi/spi-bitbang-txrx.h "$modules/"
  cp "$source/drivers/gpio/gpiolib.h" "$modules/gpio/"
  # Also as a chip without interrupts, as expanders on a bus often are.
  sed -e 's/^MODULE_LICENSE/static bool has_interrupts = true;\nmodule_param(has_interrupts, bool, 0444);\n&/' \
    -e '0,/^static /s//static bool has_interrupts;\n&/' \
    -e 's/gc->to_irq = gpio_sim_to_irq;/if (has_interrupts)\n\t\tgc->to_irq = gpio_sim_to_irq;/' \
    "$source/drivers/gpio/gpio-sim.c" >"$modules/gpio/sim.c"
  [ "$(grep -c has_interrupts "$modules/gpio/sim.c")" = 4 ] || fail "this kernel's gpio-sim is not as expected: no interrupts"
  sed -e 's/irq_to_desc(\([a-z]*\))/irq_data_to_desc(irq_get_irq_data(\1))/' "$source/kernel/irq/irq_sim.c" >"$modules/gpio/irq_sim.c"
}

prepare_modules() {
  local stamp
  stamp=$(sum "$here"/modules/* "$here/setup.sh")
  is_current modules "$stamp" && return
  say "building the kernel modules"
  gather_modules
  make -s -j "$(nproc)" -C "$cache/build/usr/src/linux-headers-$release" M="$cache/build/modules" modules \
    >"$cache/modules.log" 2>&1 || fail "the modules do not build: see $cache/modules.log"
  mkdir -p "$cache/kernel/lib/modules/$release/extra"
  cp "$cache"/build/modules/*.ko "$cache/kernel/lib/modules/$release/extra/"
  /sbin/depmod -b "$cache/kernel" "$release"
  rm -f "$cache/guest.stamp"
  echo "$stamp" >"$cache/modules.stamp"
}

# What must be loaded before the root folder can be mounted, in order.
first_modules() {
  local module
  for module in virtio_pci 9pnet_virtio 9p overlay; do
    /sbin/modprobe -d "$cache/kernel" -S "$release" --show-depends "$module"
  done | awk '$1 == "insmod" && !seen[$2]++ { print $2 }'
}

pack_init() {
  local root=$cache/init module number=10
  rm -rf "$root"
  mkdir -p "$root/modules" "$root/proc" "$root/sys" "$root/dev"
  cp "$cache/guest/hil" "$root/init"
  for module in $(first_modules); do
    cp "$module" "$root/modules/$number-$(basename "$module")"
    number=$((number + 1))
  done
  (cd "$root" && find . | sort | cpio -o -H newc --quiet | gzip -1) >"$cache/init.cpio.gz"
}

prepare_guest() {
  local stamp program
  stamp=$(sum "$here"/guest/* "$here"/floor/* "$here"/modules/hil_spi.h)
  is_current guest "$stamp" && return
  say "building the guest's programs"
  rm -rf "$cache/guest"
  mkdir -p "$cache/guest"
  gcc -std=gnu11 -O2 -Wall -Wextra -Werror -static -o "$cache/guest/hil" "$here"/guest/hil*.c
  for program in "$here"/guest/*.c "$here"/floor/*.c; do
    case $(basename "$program") in hil*) continue ;; esac
    # shellcheck disable=SC2046  # flags are words
    gcc -std=gnu11 -O2 -Wall -Wextra -Werror -static -I "$here/modules" $(pkg-config --cflags libdrm) \
      -o "$cache/guest/$(basename "${program%.c}")" "$program" -ldrm -lm
  done
  cp "$here"/guest/*.sh "$cache/guest/"
  pack_init
  echo "$stamp" >"$cache/guest.stamp"
}

started=$SECONDS
before=$(cat "$cache"/*.stamp 2>/dev/null || true)
install_packages
prepare_kernel
release=$(cat "$cache/kernel.stamp")
prepare_modules
prepare_guest
[ "$(cat "$cache"/*.stamp)" = "$before" ] || say "ready after $((SECONDS - started)) s, in $cache"
