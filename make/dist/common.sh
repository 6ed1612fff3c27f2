# What the scripts of make/dist share: folders, versions, the time of the newest commit, progress. Sourced, never run.
# usage: . make/dist/common.sh (from a script in make/dist; it changes to the repository's folder)
# shellcheck shell=bash disable=SC2034
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

# Everything that `make dist` writes is in one folder; AFTERGLOW_DIST names another one.
dist=${AFTERGLOW_DIST:-$PWD/.build/dist}
roots=$dist/roots
export LC_ALL=C.UTF-8 TZ=UTC
umask 022

# Releases of Debian, and the mark of each in a version: packages of a newer release replace those of an older one.
releases=(bookworm trixie)
mark() { # RELEASE
  case $1 in
    bookworm) echo deb12 ;;
    trixie) echo deb13 ;;
    *) fail "$1 is no release that packages are made for (${releases[*]})" 64 ;;
  esac
}

# Debian's name of an architecture, and those of its compilers and of its folder of libraries.
triplet() { # ARCHITECTURE
  case $1 in
    amd64) echo x86_64-linux-gnu ;;
    arm64) echo aarch64-linux-gnu ;;
    *) fail "$1 is no architecture that packages are made for (amd64 arm64)" 64 ;;
  esac
}

# The kernel's name of an architecture's processor, as make/firmware.mk has it.
processor() { # ARCHITECTURE
  local triplet
  triplet=$(triplet "$1")
  echo "${triplet%%-*}"
}

started=$SECONDS
step() { printf '%3d:%02d  %s\n' $(((SECONDS - started) / 60)) $(((SECONDS - started) % 60)) "$*" >&2; }

fail() { # MESSAGE [STATUS]
  printf '%s: %s\n' "$(basename "$0")" "$1" >&2
  exit "${2:-1}"
}

needs_root() {
  [ "$(id -u)" = 0 ] || fail "unpacking a root of Debian takes root: run it with sudo, or in a container" 77
}

needs_space() { # GIB, of which earlier runs have used a part
  local free used
  mkdir -p "$dist"
  free=$(df --output=avail -B 1G "$dist" | tail -n 1)
  used=$(du -s --block-size=1G "$dist" | cut -f 1)
  [ $((free + used)) -ge "$1" ] ||
    fail "$dist needs $1 GiB: it has $used GiB, and $((free)) GiB are free; AFTERGLOW_DIST names another folder" 73
}

# The moment that every file of a package has: that of the newest commit, so that two runs write the same bytes.
if [ -z "${SOURCE_DATE_EPOCH:-}" ]; then
  SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null) ||
    fail "no commit to take the time from: set SOURCE_DATE_EPOCH, in seconds since 1970" 66
fi
export SOURCE_DATE_EPOCH

# The version in the source: what the programs themselves print.
source_version() {
  sed -nE 's/.*number: StaticString \{ "([^"]+)" \}.*/\1/p' Sources/firmware/AfterglowCore/AfterglowVersion.swift
}

# That version alone at its tag. Other commits come before it, in the order of their dates. VERSION of the environment comes first.
package_version() {
  local version
  version=$(source_version)
  [ -n "$version" ] || fail "no version in Sources/firmware/AfterglowCore/AfterglowVersion.swift" 66
  if [ -n "${VERSION:-}" ]; then
    echo "$VERSION"
  elif [ "$(git describe --tags --exact-match 2>/dev/null)" = "v$version" ]; then
    echo "$version"
  else
    # .dirty: files differ from that commit.
    echo "$version~git$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y%m%d%H%M%S).$(git rev-parse --short=8 HEAD)$(
      [ -z "$(git status --porcelain --untracked-files=no)" ] || echo .dirty)"
  fi
}

# The mirror from which this machine's apt has its lists, or Debian's own. AFTERGLOW_MIRROR names another one.
mirror() {
  local found=${AFTERGLOW_MIRROR:-}
  # shellcheck disable=SC2016  # apt fills it in
  [ -n "$found" ] || found=$(apt-get indextargets --format '$(REPO_URI)' \
    "Origin: Debian" "Component: main" "Label: Debian" 2>/dev/null | sed -n 1p) || true
  found=${found:-http://deb.debian.org/debian}
  echo "${found%/}"
}
keyring=${AFTERGLOW_KEYRING:-/usr/share/keyrings/debian-archive-keyring.gpg}

# Packages of the machine, by the same script as every target's.
install_tools() { make/install-packages.sh "$@"; }

# Runs a command in a root, with the kernel's file systems mounted for this command alone: Swift reads its arguments from /proc.
run_in() { # ROOT [NAME=VALUE]… COMMAND [ARGUMENT]…
  local root=$1
  shift
  # shellcheck disable=SC2016  # the inner shell's own arguments
  unshare --mount --propagation private /bin/bash -euc '
    mount -t proc proc "$0/proc"
    mount --rbind /dev "$0/dev"
    exec chroot "$0" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"' "$root" "$@"
}
