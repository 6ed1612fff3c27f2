#!/usr/bin/env bash
# Makes everything that users download, in .build/dist/out: packages for bookworm and trixie on amd64 and arm64, tarballs of the
# firmware, bills of materials, SHA256SUMS. `make dist` runs it, as root; the roots that it fetches are kept in .build/dist/roots.
# The folder is replaced as a whole at the end: it is never half of one run and half of another.
# usage: dist.sh
# VERSION           another version than that of the source and its commit
# AFTERGLOW_BUILT   a folder with programs that are built already: firmware/x86_64/afterglow-renderer,
#                   firmware/aarch64/afterglow-renderer, and any of authors/RELEASE-ARCHITECTURE/afterglow. Nothing is compiled then,
#                   and packages without a program are left out
# AFTERGLOW_AT_ONCE how many authors are built at the same time (default: 3; each takes up to 3 GB of memory)
# RELEASES          some of the releases: RELEASES=trixie
set -euo pipefail
# shellcheck source=make/dist/common.sh
. "$(dirname "$0")/common.sh"
needs_root
out=$dist/out
built=${AFTERGLOW_BUILT:-}
read -ra releases <<<"${RELEASES:-${releases[*]}}"
for release in "${releases[@]}"; do mark "$release" >/dev/null; done
version=$(package_version)
mkdir -p "$dist/libraries" "$dist/logs"
[ -n "$built" ] || needs_space 12
# Runs at the same time would build in the same folders.
exec 8>"$dist/lock"
flock --nonblock 8 || fail "another run of make dist is not done: its files are in $dist" 75
new=$dist/out.new
rm -rf "$new"
stop() {
  local job
  for job in $(jobs -p); do kill -- "-$job" 2>/dev/null || true; done
  rm -rf "$new"
}
trap stop EXIT
mkdir -p "$new"

program() { # RELEASE ARCHITECTURE: the path of its author, or nothing
  if [ -n "$built" ]; then
    if [ -x "$built/authors/$1-$2/afterglow" ]; then echo "$built/authors/$1-$2/afterglow"; fi
  elif [ "$1-$2" != bookworm-arm64 ]; then
    cat "$dist/logs/$1-$2.program"
  fi
}

# Builds the authors, several at the same time: each is a chain of modules, which leaves processors idle.
build_authors() {
  local release architecture name names=() running=0 failed=()
  # Each in a process group of its own, which ends as a whole.
  set -m
  for release in "${releases[@]}"; do
    for architecture in amd64 arm64; do
      [ "$release-$architecture" = bookworm-arm64 ] || names+=("$release-$architecture")
    done
  done
  for name in "${names[@]}"; do
    rm -f "$dist/logs/$name.status"
    if [ "$running" -ge "${AFTERGLOW_AT_ONCE:-3}" ]; then
      wait -n || true
      running=$((running - 1))
    fi
    step "building the author for ${name/-/ on } (log: $dist/logs/$name.log)"
    {
      status=0
      make/dist/author.sh "${name%-*}" "${name#*-}" >"$dist/logs/$name.program" 2>"$dist/logs/$name.log" || status=$?
      echo "$status" >"$dist/logs/$name.status"
    } &
    running=$((running + 1))
  done
  wait
  set +m
  for name in "${names[@]}"; do
    [ "$(cat "$dist/logs/$name.status" 2>/dev/null || true)" != 0 ] || continue
    failed+=("$name")
    tail -n 40 "$dist/logs/$name.log" >&2
  done
  [ ${#failed[@]} = 0 ] || fail "no author for ${failed[*]}; everything it printed is in $dist/logs" 70
}

if [ -n "$built" ]; then
  firmware=$built/firmware
else
  step "building the firmware"
  make firmware-x86_64 firmware-aarch64 >&2
  firmware=$PWD/.build/firmware
  build_authors
fi

bill() { # RELEASE ARCHITECTURE AUTHOR ROOT
  local list=$dist/libraries/$1-$2 resolved=() swift
  [ ! -f "$dist/source/Package.resolved" ] || resolved=(--resolved "$dist/source/Package.resolved")
  # Objects carry the version of their compiler.
  swift=$(strings -n 8 "$3" | sed -nE 's/.*Swift version ([0-9.]+).*/\1/p' | sort -uV | tail -n 1)
  make/dist/depends.py --libraries --loaded libcurl.so.4 "$4" "$3" >"$list"
  make/dist/sbom.py afterglow "$version" "$3" "${resolved[@]}" --libraries "$list" \
    --static "swift=${swift:-unknown}" >"$new/afterglow_${version}_$1_$2.spdx.json"
}

for release in "${releases[@]}"; do
  root=$(make/dist/root.sh "$release" amd64 libraries)
  here=$(program "$release" amd64)
  [ -n "$here" ] || fail "no author for $release on amd64: it writes man pages and archives" 66
  documents=$dist/documents/$release
  make/dist/documents.sh "$here" "$firmware/x86_64/afterglow-renderer" "$root" "$documents"
  for architecture in amd64 arm64; do
    author=$(program "$release" "$architecture")
    packing=(--renderer "$firmware/$(processor "$architecture")/afterglow-renderer" --documents "$documents" --out "$new")
    if [ -n "$author" ]; then
      root=$(make/dist/root.sh "$release" "$architecture" libraries)
      packing+=(--author "$author" --root "$root")
      bill "$release" "$architecture" "$author" "$root"
    fi
    make/dist/package.sh "$release" "$architecture" "${packing[@]}"
  done
done

# Versions of what is linked into the firmware: this machine's, from which make/firmware.mk takes it for both architectures.
installed() { dpkg-query -W -f '${Version}' "$1" 2>/dev/null || echo unknown; }
for architecture in amd64 arm64; do
  renderer=$firmware/$(processor "$architecture")/afterglow-renderer
  make/dist/tarball.sh "$architecture" "$renderer" "$dist/documents/${releases[-1]}" "$new"
  make/dist/sbom.py afterglow-renderer "$version" "$renderer" --static "drm=$(installed libdrm-dev)" \
    --static "glibc=$(installed libc6-dev)" >"$new/afterglow-renderer_${version}_$architecture.spdx.json"
done
# With this file in the working copy, a later build takes the same versions of Swift packages.
[ -n "$built" ] || cp "$dist/source/Package.resolved" "$new/afterglow_$version.Package.resolved"
(cd "$new" && sha256sum -- *) >"$dist/SHA256SUMS"
mv "$dist/SHA256SUMS" "$new/"
rm -rf "$out"
mv "$new" "$out"
step "made $(wc -l <"$out/SHA256SUMS") files in $out ($(du -sh "$out" | cut -f 1))"
