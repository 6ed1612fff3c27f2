#!/usr/bin/env bash
# Makes a root of a Debian release once, and prints its folder: .build/dist/roots/RELEASE-ARCHITECTURE-KIND. Later runs print
# it at once, until the list of its packages changes. A root takes 1 to 3 minutes on an idle machine.
# usage: root.sh RELEASE ARCHITECTURE plain|libraries
#   plain      a fresh system (debootstrap's minbase), to try packages in; of another architecture it takes long, because its
#              packages are configured by emulated programs
#   libraries  the libraries with their headers, and fonts, that the author is built with (make/packages.mk). Of another
#              architecture it is unpacked alone: nothing of it runs, and it has no fonts
# As root. A plain root of another architecture needs the kernel's binfmt_misc, which this script sets up with qemu-user-static.
# AFTERGLOW_MIRROR and AFTERGLOW_KEYRING name another mirror and its keys.
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
  libraries)
    if [ -n "$is_foreign" ]; then
      variant=extract
      packages="libc6-dev libgcc-$gcc-dev libstdc++-$gcc-dev linux-libc-dev $(make -s dist-libraries | tr ' ' '\n' | grep -v '^fonts-' | tr '\n' ' ')"
      packages=${packages% }
    else
      # A compiler and a linker in addition to Swift, and the libraries that Swift itself links.
      packages="ca-certificates gcc g++ git libncurses6 libsqlite3-0 libxml2 $(make -s dist-libraries)"
    fi
    ;;
  *) fail "$kind is no kind of root: plain or libraries" 64 ;;
esac

root=$roots/$release-$architecture-$kind
stamp=$root.packages
if [ "$(cat "$stamp" 2>/dev/null || true)" = "$packages" ] && [ -d "$root" ]; then
  echo "$root"
  exit 0
fi

needs_root
install_tools mmdebstrap >&2

# Programs of another processor run by the kernel's own hand: F keeps the emulator open, so that no root needs a copy of it.
emulate() {
  install_tools qemu-user-static arch-test >&2
  local folder=/proc/sys/fs/binfmt_misc name
  [ -e $folder/register ] || mount -t binfmt_misc binfmt_misc $folder ||
    fail "this kernel has no binfmt_misc, which programs of $architecture need here" 69
  case $architecture in amd64) name=qemu-x86_64 ;; arm64) name=qemu-aarch64 ;; esac
  [ -e $folder/$name ] || sed -e 's/$/F/' -e 's/FF$/F/' "/usr/lib/binfmt.d/$name.conf" >$folder/register
}
[ -z "$is_foreign" ] || [ $variant = extract ] || emulate

# What dpkg would have noted if these packages had been installed: their versions, files and symbols (make/dist/depends.py).
note_packages() { # ROOT
  local info=$1/var/lib/dpkg/info deb name control
  control=$(mktemp -d)
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
  rm -rf "$control"
  # base-files, which makes these links, may not be among the packages.
  [ -e "$1/lib" ] || ln -s usr/lib "$1/lib"
}

step "making a root of $release for $architecture: $packages"
# A run that was killed may have left file systems mounted there.
rm -rf --one-file-system "$root" "$root.new" "$stamp"
mkdir -p "$roots"
# No translations, no recommendations: a root is for building and trying. The downloaded packages are needed once more.
mmdebstrap --quiet --mode=root --variant=$variant --format=directory --architectures="$architecture" \
  --include="${packages// /,}" --dpkgopt='path-exclude=/usr/share/locale/*' \
  --aptopt='APT::Install-Recommends "false"' --aptopt='Acquire::Languages "none"' \
  $([ $variant = minbase ] || echo --skip=cleanup/apt,download/empty) \
  "$release" "$root.new" "deb [signed-by=$keyring] $(mirror) $release main" >&2
[ $variant = minbase ] || note_packages "$root.new"
mv "$root.new" "$root"
printf '%s' "$packages" >"$stamp"
step "made $root ($(du -sh "$root" | cut -f 1))"
echo "$root"
