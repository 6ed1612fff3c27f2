#!/usr/bin/env bash
# Writes the packages of `make dist` as an apt repository, a folder that any web server can serve: DISTS are bookworm and trixie.
# usage: repository.sh PACKAGES FOLDER [KEY]
#   PACKAGES  .build/dist/out
#   FOLDER    the repository; packages of earlier releases in its pool stay in it
#   KEY       a key of gpg to sign with. Without one the repository is not signed, and apt refuses it unless it is trusted by hand
set -euo pipefail
# shellcheck source=make/dist/common.sh
. "$(dirname "$0")/common.sh"
[ $# -ge 2 ] || fail "usage: repository.sh PACKAGES FOLDER [KEY]" 64
packages=$1 folder=$2 key=${3:-}
[ -d "$packages" ] || fail "$packages is not there: make dist" 66
install_tools apt-utils >&2
lists_file=$(mktemp)
trap 'rm -f "$lists_file"' EXIT
[ -z "$key" ] || install_tools gpg >&2
for release in "${releases[@]}"; do
  pool=$folder/pool/$release
  mkdir -p "$pool"
  mapfile -d '' found < <(find "$packages" -maxdepth 1 -name "*~$(mark "$release")_*.deb" -print0)
  [ ${#found[@]} -gt 0 ] || { step "no packages for $release in $packages"; continue; }
  cp "${found[@]}" "$pool/"
  for architecture in amd64 arm64; do
    lists=dists/$release/main/binary-$architecture
    mkdir -p "$folder/$lists"
    # Packages for all architectures are in both lists. From within the folder, because paths are written as they are given.
    (cd "$folder" && apt-ftparchive --arch "$architecture" packages "pool/$release" >"$lists/Packages")
    gzip -9nkf "$folder/$lists/Packages"
  done
  (
    cd "$folder/dists/$release" || exit
    rm -f Release InRelease Release.gpg
    # Outside of the folder, or the list would have the checksum of its own beginning.
    apt-ftparchive -o APT::FTPArchive::Release::Origin=Afterglow -o APT::FTPArchive::Release::Label=Afterglow \
      -o "APT::FTPArchive::Release::Suite=$release" -o "APT::FTPArchive::Release::Codename=$release" \
      -o 'APT::FTPArchive::Release::Architectures=amd64 arm64' -o APT::FTPArchive::Release::Components=main \
      release . >"$lists_file"
    cp "$lists_file" Release
    [ -z "$key" ] || {
      gpg --batch --yes --local-user "$key" --clearsign --output InRelease Release
      gpg --batch --yes --local-user "$key" --armor --detach-sign --output Release.gpg Release
    }
  )
  step "$release: $(grep -c '^Package: ' "$folder/dists/$release/main/binary-arm64/Packages") packages for arm64"
done
[ -z "$key" ] || gpg --batch --yes --export "$key" >"$folder/afterglow.gpg"
step "the repository is in $folder"
