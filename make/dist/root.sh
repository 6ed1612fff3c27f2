#!/usr/bin/env bash
# Makes a root of a Debian release once, and prints its folder: .build/dist/roots/RELEASE-ARCHITECTURE-KIND. Later runs print
# it at once, until the list of its packages changes. One root takes 1 to 3 minutes, an emulated one up to 15.
# usage: root.sh RELEASE ARCHITECTURE plain|libraries
#   plain      what debootstrap calls minbase: a fresh system, to try packages in
#   libraries  that, and the libraries with their headers and fonts that the author is built with (make/packages.mk)
# As root. Roots of another architecture need the kernel's binfmt_misc and qemu-user-static, which this script sets up.
# AFTERGLOW_MIRROR and AFTERGLOW_KEYRING name another mirror and its keys.
. "$(dirname "$0")/common.sh"
[ $# = 3 ] || fail "usage: root.sh RELEASE ARCHITECTURE plain|libraries" 64
release=$1 architecture=$2 kind=$3
mark "$release" >/dev/null
triplet "$architecture" >/dev/null

case $kind in
  plain) packages=ca-certificates ;;
  # binutils and a C compiler link what Swift compiles; libc6-dev and libstdc++ come with them.
  libraries) packages="ca-certificates gcc g++ git $(make -s dist-libraries)" ;;
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

# Programs of another processor run in the root by the kernel's own hand: F keeps the emulator open, so that it need not be there.
emulate() {
  [ "$(dpkg --print-architecture)" != "$architecture" ] || return 0
  install_tools qemu-user-static arch-test >&2
  local folder=/proc/sys/fs/binfmt_misc name
  [ -e $folder/register ] || mount -t binfmt_misc binfmt_misc $folder ||
    fail "this kernel has no binfmt_misc, which programs of $architecture need here" 69
  case $architecture in amd64) name=qemu-x86_64 ;; arm64) name=qemu-aarch64 ;; esac
  [ -e $folder/$name ] || sed 's/$/F/' "/usr/lib/binfmt.d/$name.conf" | sed 's/FF$/F/' >$folder/register
}
emulate

step "making a root of $release for $architecture: $packages"
# A run that was killed may have left file systems mounted there.
rm -rf --one-file-system "$root" "$root.new" "$stamp"
mkdir -p "$roots"
# No documentation of others, and no recommendations: a root is for building and trying.
mmdebstrap --quiet --mode=root --variant=minbase --format=directory --architectures="$architecture" \
  --include="${packages// /,}" --dpkgopt='path-exclude=/usr/share/locale/*' \
  --aptopt='APT::Install-Recommends "false"' --aptopt='Acquire::Languages "none"' \
  "$release" "$root.new" "deb [signed-by=$keyring] $(mirror) $release main" >&2
mv "$root.new" "$root"
printf '%s' "$packages" >"$stamp"
step "made $root ($(du -sh "$root" | cut -f 1))"
echo "$root"
