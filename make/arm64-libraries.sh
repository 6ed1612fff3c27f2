#!/bin/sh
# Unpacks Debian's arm64 development packages under a folder, for static linking: headers and archives, nothing is
# installed. apt gets a state of its own there, so that the machine's package lists, architectures and sources stay as
# they are. Says nothing and needs no network when everything is there.
# usage: arm64-libraries.sh FOLDER PACKAGE…
# AFTERGLOW_ARM64_MIRROR names another mirror, such as one of a build machine without a way to the Internet.
set -eu
folder=$1
shift
stamp="$folder/packages"
[ "$(cat "$stamp" 2>/dev/null || true)" != "$*" ] || exit 0

. /etc/os-release
case "$ID" in
  debian)
    mirror=${AFTERGLOW_ARM64_MIRROR:-http://deb.debian.org/debian}
    keys=/usr/share/keyrings/debian-archive-keyring.gpg
    components=main
    ;;
  ubuntu)
    mirror=${AFTERGLOW_ARM64_MIRROR:-http://ports.ubuntu.com/ubuntu-ports}
    keys=/usr/share/keyrings/ubuntu-archive-keyring.gpg
    components='main universe'
    ;;
  *)
    echo "the arm64 libraries come from Debian's packages, and this is $PRETTY_NAME: put libdrm.a and its headers" >&2
    echo "of arm64 under $folder/root/usr, and '$*' into $stamp" >&2
    exit 69
    ;;
esac

echo "fetching arm64 packages: $*"
rm -rf "$folder"
mkdir -p "$folder/apt/lists/partial" "$folder/apt/cache/archives/partial" "$folder/apt/parts" "$folder/debs" "$folder/root"
echo "deb [arch=arm64 signed-by=$keys] $mirror $VERSION_CODENAME $components" >"$folder/apt/sources.list"
apt() {
  apt-get -qq -o APT::Architecture=arm64 -o APT::Architectures=arm64 -o APT::Sandbox::User=root \
    -o Dir::State="$folder/apt" -o Dir::State::Lists="$folder/apt/lists" -o Dir::State::status=/dev/null \
    -o Dir::Cache="$folder/apt/cache" -o Dir::Etc::sourcelist="$folder/apt/sources.list" \
    -o Dir::Etc::sourceparts="$folder/apt/parts" -o Acquire::Languages=none "$@"
}
apt update
(cd "$folder/debs" && apt download "$@")
for package in "$folder"/debs/*.deb; do dpkg-deb -x "$package" "$folder/root"; done
rm -rf "$folder/apt" "$folder/debs"
printf '%s' "$*" >"$stamp"
