#!/usr/bin/env bash
# Writes what packages take from the programs' own words and from the boards: man pages, completions, and an archive of every
# board. The archives are drawn in a root of the release, with its fonts and libraries, as of the newest commit's time.
# usage: documents.sh AUTHOR RENDERER ROOT OUT
#   AUTHOR, RENDERER  programs that this machine can run, built for the release of ROOT
#   ROOT              make/dist/root.sh RELEASE amd64 libraries
#   OUT               gets man/*.1, completions/ and archives/*.archive
# As root. Takes about ten seconds.
set -euo pipefail
# shellcheck source=make/dist/common.sh
. "$(dirname "$0")/common.sh"
[ $# = 4 ] || fail "usage: documents.sh AUTHOR RENDERER ROOT OUT" 64
author=$1 renderer=$2 root=$3 out=$4
needs_root
for file in "$author" "$renderer"; do [ -x "$file" ] || fail "$file is no program: build it first" 66; done

# A folder of the root with the author and the boards, for as long as this takes. Its name is always the same, so that two runs
# can only write the same.
inside=$root/tmp/afterglow-documents
rm -rf "$inside"
mkdir "$inside"
trap 'rm -rf "$inside"' EXIT
cp "$author" "$inside/afterglow"
cp "$renderer" "$inside/afterglow-renderer"
cp -r boards "$inside/boards"
in_root() { run_in "$root" LC_ALL=C.UTF-8 TZ=UTC HOME=/nonexistent "$@"; }
program=${inside#"$root"}

rm -rf "$out"
mkdir -p "$out/man" "$out/completions" "$out/archives"
version=$(package_version)
step "writing man pages and completions"
in_root "$program/afterglow" --experimental-dump-help | make/dist/manual.py "$version" "$out/man"
in_root "$program/afterglow-renderer" --help | make/dist/manual.py --text afterglow-renderer "$version" "$out/man"
in_root "$program/afterglow" --generate-completion-script bash >"$out/completions/afterglow.bash"
in_root "$program/afterglow" --generate-completion-script zsh >"$out/completions/_afterglow"
in_root "$program/afterglow" --generate-completion-script fish >"$out/completions/afterglow.fish"
for file in "$out"/completions/*; do [ -s "$file" ] || fail "the author wrote no completions: $file is empty" 70; done

at=$(date -ud "@$SOURCE_DATE_EPOCH" +%Y-%m-%dT%H:%M:%SZ)
for folder in boards/*/; do
  board=$(basename "$folder")
  step "compiling $board"
  in_root "$program/afterglow" build "$program/boards/$board" --at "$at" --out "$program/$board.archive" >"$inside/$board.log" 2>&1 || {
    cat "$inside/$board.log" >&2
    fail "the author could not compile $board" 70
  }
  mv "$inside/$board.archive" "$out/archives/"
done
