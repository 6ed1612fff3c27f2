#!/usr/bin/env bash
# Lists the kernels of Debian 12 that the package lists hold whole, the best first: the stock kernel, then the newest. One
# line each: the release, then PACKAGE=VERSION of its image, headers, source and build programs. For each kernel that lacks
# a package, a line on standard error names what is missing.
# usage: hil/kernels.sh
#
# An archive can hold a kernel's parts at different versions for days. Headers and source must have the image's own version.
# The build programs may be newer, as the headers' own dependency allows.
set -euo pipefail

stock=$(apt-cache depends linux-image-amd64 2>/dev/null | sed -n 's/.*Depends: linux-image-//p' | head -n 1)
mapfile -t releases < <(apt-cache search --names-only '^linux-image-6\.1\.[0-9]+-[0-9]+-amd64$' |
  sed -nE 's/^linux-image-(6\.1\.[0-9]+-[0-9]+-amd64) .*/\1/p' | sort -u)
[ "${#releases[@]}" -gt 0 ] || exit 0

names=(linux-source-6.1 linux-kbuild-6.1)
for release in "${releases[@]}"; do
  names+=("linux-image-$release" "linux-headers-$release" "linux-headers-${release%-amd64}-common")
done
# PACKAGE VERSION of each of them; a source package of the same name is none.
lists=$(apt-cache madison "${names[@]}" | awk -F ' *[|] *' '$3 ~ / Packages$/ { print $1, $2 }' | sed 's/^ *//' | sort -u)

versions() { awk -v name="$1" '$1 == name { print $2 }' <<<"$lists"; }
has() { grep -qxF -- "$1 $2" <<<"$lists"; }

# VERSION RELEASE of every image.
images() {
  local release version
  for release in "${releases[@]}"; do
    for version in $(versions "linux-image-$release"); do
      printf '%d %s %s\n' "$([ "$release" = "$stock" ]; echo $?)" "$version" "$release"
    done
  done | sort -k 1,1n -k 2,2Vr | cut -d ' ' -f 2-
}

# The oldest version of a package that is no older than another.
nearest() {
  local version
  for version in $(versions "$1" | sort -V); do
    ! dpkg --compare-versions "$version" ge "$2" || { printf '%s' "$version"; return; }
  done
}

while read -r version release; do
  parts="linux-image-$release=$version"
  missing=
  for package in "linux-headers-$release" "linux-headers-${release%-amd64}-common" linux-source-6.1; do
    if has "$package" "$version"; then parts+=" $package=$version"; else missing+=" $package=$version"; fi
  done
  build=$(nearest linux-kbuild-6.1 "$version")
  if [ -n "$build" ]; then parts+=" linux-kbuild-6.1=$build"; else missing+=" linux-kbuild-6.1>=$version"; fi
  if [ -z "$missing" ]; then
    printf '%s %s\n' "$release" "$parts"
  else
    printf 'hil: the package lists have the kernel %s at %s without%s\n' "$release" "$version" "$missing" >&2
  fi
done < <(images)
