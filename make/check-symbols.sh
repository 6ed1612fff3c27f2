#!/usr/bin/env bash
# Every symbol that our objects leave to others, checked against make/firmware-symbols.txt: what is not in that list fails,
# and so does an allocator in the list itself.
# usage: check-symbols.sh NM FOLDER
set -euo pipefail
nm=$1
folder=$2
list=$(dirname "$0")/firmware-symbols.txt

allowed() { grep -v '^#' "$list" | grep -v '^$' | sort -u; }

if allowed | grep -E '^(m|c|re|aligned_|v)alloc$|^free$|^posix_memalign$|^memalign$|^s?brk$|^swift_(slow)?(A|a)lloc|^swift_allocObject'; then
  echo "make/firmware-symbols.txt lists an allocator: take it out" >&2
  exit 1
fi

objects=$("$(dirname "$0")/firmware-objects.sh" "$folder")
# shellcheck disable=SC2086
undefined=$(comm -23 <("$nm" -u $objects | awk '$1 ~ /^[Uwv]$/ {print $2}' | sort -u) \
  <("$nm" --defined-only $objects | awk 'NF == 3 {print $3}' | sort -u))
unknown=$(comm -23 <(printf '%s\n' "$undefined") <(allowed))
if [ -n "$unknown" ]; then
  echo "our objects in $folder need symbols that make/firmware-symbols.txt does not allow:" >&2
  printf '  %s\n' $unknown >&2
  exit 1
fi
echo "$(printf '%s\n' "$undefined" | wc -l) foreign symbols in $folder, none of them an allocator"
