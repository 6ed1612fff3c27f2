#!/usr/bin/env bash
# Packs the static firmware for systems without Debian's packages: test rigs, Buildroot, Yocto. Two runs at one commit write the
# same bytes.
# usage: tarball.sh ARCHITECTURE RENDERER DOCUMENTS OUT
#   ARCHITECTURE  amd64 or arm64
#   DOCUMENTS     what make/dist/documents.sh has written
set -euo pipefail
# shellcheck source=make/dist/common.sh
. "$(dirname "$0")/common.sh"
[ $# = 4 ] || fail "usage: tarball.sh ARCHITECTURE RENDERER DOCUMENTS OUT" 64
architecture=$1 renderer=$2 documents=$3 out=$4
triplet "$architecture" >/dev/null
[ -f "$renderer" ] || fail "$renderer is not there: make firmware" 66
name=afterglow-renderer-$(package_version)-$architecture
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
mkdir -p "$out"
install -D -m 755 "$renderer" "$stage/$name/bin/afterglow-renderer"
for file in "$documents"/archives/*.archive; do install -D -m 644 "$file" "$stage/$name/archives/$(basename "$file")"; done
install -D -m 644 "$documents/man/afterglow-renderer.1" "$stage/$name/share/man/man1/afterglow-renderer.1"
for file in service/afterglow-renderer@.service.in service/afterglow.sysusers.conf; do
  install -D -m 644 "$file" "$stage/$name/service/$(basename "$file")"
done
for file in LICENSE NOTICE docs/lockdown.md docs/archive-format.md; do install -D -m 644 "$file" "$stage/$name/$(basename "$file")"; done
tar --create --directory "$stage" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner \
  --format=ustar "$name" | gzip -9n >"$out/$name.tar.gz"
step "$out/$name.tar.gz ($(du -h --apparent-size "$out/$name.tar.gz" | cut -f 1))"
