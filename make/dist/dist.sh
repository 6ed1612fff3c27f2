#!/usr/bin/env bash
# Makes everything that users download, in .build/dist/out: packages for bookworm and trixie on amd64 and arm64, tarballs of the
# firmware, bills of materials, SHA256SUMS. `make dist` runs it, as root; the roots that it fetches are kept in .build/dist/roots.
# usage: dist.sh
# VERSION           another version than that of the source and its commit
# AFTERGLOW_BUILT   a folder with programs that are built already: firmware/x86_64/afterglow-renderer,
#                   firmware/aarch64/afterglow-renderer, and any of authors/RELEASE-ARCHITECTURE/afterglow. Nothing is compiled then,
#                   and packages without a program are left out
# RELEASES          some of the releases: RELEASES=trixie
. "$(dirname "$0")/common.sh"
needs_root
out=$dist/out
built=${AFTERGLOW_BUILT:-}
read -ra releases <<<"${RELEASES:-${releases[*]}}"
version=$(package_version)
rm -rf "$out"
mkdir -p "$out" "$dist/libraries"

if [ -n "$built" ]; then
  firmware=$built/firmware
else
  step "building the firmware"
  make firmware-x86_64 firmware-aarch64 >&2
  firmware=$PWD/.build/firmware
fi

author() { # RELEASE ARCHITECTURE: the path of the program, or nothing
  if [ -n "$built" ]; then
    [ ! -x "$built/authors/$1-$2/afterglow" ] || echo "$built/authors/$1-$2/afterglow"
  elif [ "$1-$2" != bookworm-arm64 ]; then
    make/dist/author.sh "$1" "$2"
  fi
}

bill() { # RELEASE ARCHITECTURE AUTHOR ROOT
  local list=$dist/libraries/$1-$2 resolved swift
  resolved=$(ls "$dist/source/Package.resolved" Package.resolved 2>/dev/null | head -n 1 || true)
  # Objects carry the version of their compiler.
  swift=$(strings -n 8 "$3" | sed -nE 's/.*Swift version ([0-9.]+).*/\1/p' | sort -uV | tail -n 1)
  make/dist/depends.py --libraries --loaded libcurl.so.4 "$4" "$3" >"$list"
  make/dist/sbom.py afterglow "$version" "$3" ${resolved:+--resolved "$resolved"} --libraries "$list" \
    --static "swift=${swift:-unknown}" >"$out/afterglow_${version}_$1_$2.spdx.json"
}

for release in "${releases[@]}"; do
  root=$(make/dist/root.sh "$release" amd64 libraries)
  here=$(author "$release" amd64)
  [ -n "$here" ] || fail "no author for $release on amd64: it writes man pages and archives" 66
  documents=$dist/documents/$release
  make/dist/documents.sh "$here" "$firmware/x86_64/afterglow-renderer" "$root" "$documents"
  for architecture in amd64 arm64; do
    case $architecture in amd64) processor=x86_64 ;; arm64) processor=aarch64 ;; esac
    if [ $architecture = amd64 ]; then program=$here; else program=$(author "$release" arm64); fi
    if [ -n "$program" ]; then
      root=$(make/dist/root.sh "$release" $architecture libraries)
      make/dist/package.sh "$release" $architecture --renderer "$firmware/$processor/afterglow-renderer" \
        --documents "$documents" --author "$program" --root "$root" --out "$out"
      bill "$release" $architecture "$program" "$root"
    else
      make/dist/package.sh "$release" $architecture --renderer "$firmware/$processor/afterglow-renderer" \
        --documents "$documents" --out "$out"
    fi
  done
done

for architecture in amd64 arm64; do
  case $architecture in amd64) processor=x86_64 ;; arm64) processor=aarch64 ;; esac
  make/dist/tarball.sh $architecture "$firmware/$processor/afterglow-renderer" "$dist/documents/${releases[-1]}" "$out"
  make/dist/sbom.py afterglow-renderer "$version" "$firmware/$processor/afterglow-renderer" \
    --static "drm=$(dpkg-query -W -f '${Version}' libdrm-dev 2>/dev/null || echo unknown)" \
    --static "glibc=$(dpkg-query -W -f '${Version}' libc6-dev 2>/dev/null || echo unknown)" \
    >"$out/afterglow-renderer_${version}_$architecture.spdx.json"
done
(cd "$out" && find . -maxdepth 1 -type f ! -name SHA256SUMS -printf '%P\n' | sort | xargs sha256sum >SHA256SUMS)
step "made $(wc -l <"$out/SHA256SUMS") files in $out ($(du -sh "$out" | cut -f 1))"
