#!/usr/bin/env bash
# Downloads the best kernel of Debian 12 that can be had whole, with its headers, build programs and source, and prints its
# release. A kernel whose packages cannot be fetched is skipped; when none is left, the package lists are read anew, once.
# usage: hil/fetch-kernel.sh FOLDER
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
folder=$1

say() { printf 'hil: %s\n' "$*" >&2; }
fail() { say "$*"; exit 69; }

update_lists() {
  say "reading the package lists"
  local as_root=
  [ "$(id -u)" = 0 ] || as_root=sudo
  $as_root apt-get -qq update || say "the package lists cannot be read anew"
}

# Succeeds as soon as a kernel is there.
fetch_any() {
  local release packages
  while read -r release packages; do
    say "fetching Debian's kernel $release, its headers and its source (about 220 MB)"
    # shellcheck disable=SC2086  # a list of words
    if (cd "$folder" && apt-get -o APT::Sandbox::User=root -qq download $packages) >&2; then
      printf '%s\n' "$release"
      return
    fi
    rm -f "$folder"/*.deb
  done < <("$here/kernels.sh" 2>"$folder/incomplete")
  return 1
}

fetch_any && exit
update_lists
fetch_any && exit
cat "$folder/incomplete" >&2
fail "no kernel 6.1 can be fetched whole: the rig needs Debian 12 with its security archive, or a container of debian:12." \
  "If the lines above name packages, the archive lacks them at this hour: try again later."
