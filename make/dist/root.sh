#!/usr/bin/env bash
# Makes a root of a Debian release once, and prints its folder: .build/dist/roots/RELEASE-ARCHITECTURE-KIND. Later runs print
# it at once, until the list of its packages changes. A root takes 1 to 3 minutes on an idle machine.
# usage: root.sh RELEASE ARCHITECTURE plain|system|libraries
#   plain      a fresh system (debootstrap's minbase), to try packages in; of another architecture it takes long, because its
#              packages are configured by emulated programs
#   system     the same with systemd, a kernel and what starts it, to boot packages in
#   libraries  the libraries with their headers, and fonts, that the author is built with (make/packages.mk). Of another
#              architecture it is unpacked alone: nothing of it runs, and it has no fonts
# As root. A root of another architecture whose programs run (plain, system) needs the kernel's binfmt_misc, which this script sets up with qemu-user-static.
# AFTERGLOW_MIRROR and AFTERGLOW_KEYRING name another mirror and its keys.
set -euo pipefail
# shellcheck source=make/dist/common.sh
. "$(dirname "$0")/common.sh"
[ $# = 3 ] || fail "usage: root.sh RELEASE ARCHITECTURE plain|libraries" 64
release=$1 architecture=$2 kind=$3
mark "$release" >/dev/null
triplet "$architecture" >/dev/null
is_foreign=$([ "$(dpkg --print-architecture)" = "$architecture" ] || echo yes)
case $release in bookworm) gcc=12 ;; trixie) gcc=14 ;; esac

variant=minbase
case $kind in
  plain) packages=ca-certificates ;;
  # initramfs-tools packs the drivers of the disk; kbd switches consoles.
  system) packages="ca-certificates systemd-sysv udev kmod kbd initramfs-tools linux-image-$architecture" ;;
  libraries)
    if [ -n "$is_foreign" ]; then
      variant=extract
      packages="libc6-dev libgcc-$gcc-dev libstdc++-$gcc-dev linux-libc-dev"
      for package in $(make -s dist-libraries); do case $package in fonts-*) ;; *) packages+=" $package" ;; esac; done
    else
      # A compiler and a linker in addition to Swift, and the libraries that Swift itself links.
      packages="ca-certificates gcc g++ git libncurses6 libsqlite3-0 libxml2 $(make -s dist-libraries)"
    fi
    ;;
  *) fail "$kind is no kind of root: plain, system or libraries" 64 ;;
esac

root=$roots/$release-$architecture-$kind
stamp=$root.packages
is_made() { [ -d "$root" ] && [ "$(cat "$stamp" 2>/dev/null || true)" = "$packages" ]; }
return_if_made() {
  is_made || return 0
  echo "$root"
  exit 0
}

# Programs of another processor run by the kernel's own hand, since its last boot: F keeps the emulator open, so that no root
# needs a copy of it.
emulate() {
  local folder=/proc/sys/fs/binfmt_misc name
  case $architecture in amd64) name=qemu-x86_64 ;; arm64) name=qemu-aarch64 ;; esac
  needs_root
  # mmdebstrap asks arch-test, also where the kernel runs these programs already.
  install_tools qemu-user-static arch-test >&2
  [ ! -e "$folder/$name" ] || return 0
  [ -e "$folder/register" ] || mount -t binfmt_misc binfmt_misc "$folder" ||
    fail "this kernel has no binfmt_misc, which programs of $architecture need here" 69
  [ -e "$folder/$name" ] || sed -e 's/$/F/' -e 's/FF$/F/' "/usr/lib/binfmt.d/$name.conf" >"$folder/register"
}
[ -z "$is_foreign" ] || [ "$variant" = extract ] || emulate

return_if_made
needs_root
mkdir -p "$roots"
# Several scripts may need one root at the same time: the first one makes it.
exec 9>"$root.lock"
flock 9
return_if_made
install_tools mmdebstrap >&2

# What dpkg would have noted if these packages had been installed: their versions, files and symbols (make/dist/depends.py).
note_packages() { # ROOT
  local info=$1/var/lib/dpkg/info deb name control file
  control=$1/var/lib/dpkg/control
  mkdir -p "$info"
  for deb in "$1"/var/cache/apt/archives/*.deb; do
    name=$(dpkg-deb --field "$deb" Package)
    rm -rf "$control"
    dpkg-deb --control "$deb" "$control"
    for file in symbols shlibs; do
      [ ! -f "$control/$file" ] || cp "$control/$file" "$info/$name:$architecture.$file"
    done
    dpkg-deb --fsys-tarfile "$deb" | tar --list | sed -e 's|^\.||' -e 's|/$||' >"$info/$name:$architecture.list"
    {
      dpkg-deb --field "$deb" Package Version Architecture
      echo
    } >>"$1/var/lib/dpkg/status"
    rm "$deb"
  done
  rm -rf "$control" "$1"/var/lib/apt/lists/*
  # base-files, which makes these links, may not be among the packages.
  [ -e "$1/lib" ] || ln -s usr/lib "$1/lib"
}

step "making a root of $release for $architecture: $packages"
rm -rf --one-file-system "$root" "$root.new" "$stamp"
trap 'rm -rf --one-file-system "$root.new"' EXIT
options=()
[ "$variant" = minbase ] || options=('--skip=cleanup/apt,download/empty')
# No translations, no recommendations: a root is for building and trying. The downloaded packages are needed once more. What is
# mounted in the root for its scripts is mounted for this command alone: nothing of it is left where a run is killed.
unshare --mount --propagation private mmdebstrap --quiet --mode=root --variant="$variant" --format=directory --architectures="$architecture" \
  --include="${packages// /,}" --dpkgopt='path-exclude=/usr/share/locale/*' \
  --aptopt='APT::Install-Recommends "false"' --aptopt='Acquire::Languages "none"' \
  "${options[@]}" \
  "$release" "$root.new" "deb [signed-by=$keyring] $(mirror) $release main" >&2
[ "$variant" = minbase ] || note_packages "$root.new"
mv "$root.new" "$root"
printf '%s' "$packages" >"$stamp"
step "made $root ($(du -sh "$root" | cut -f 1))"
echo "$root"
