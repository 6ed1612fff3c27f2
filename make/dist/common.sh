# What the scripts of make/dist share: folders, versions, the time of the newest commit, progress. Sourced, never run.
# usage: . make/dist/common.sh (from a script in make/dist; it changes to the repository's folder)
# shellcheck shell=bash
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

started=$SECONDS
step() { printf '%3d:%02d  %s\n' $(((SECONDS - started) / 60)) $(((SECONDS - started) % 60)) "$*" >&2; }

fail() { # MESSAGE [STATUS]
  printf '%s: %s\n' "$(basename "$0")" "$1" >&2
  exit "${2:-1}"
}

needs_root() {
  [ "$(id -u)" = 0 ] || fail "unpacking a root of Debian takes root: run it with sudo, or in a container" 77
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
    echo "$version~git$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y%m%d%H%M%S).$(git rev-parse --short=8 HEAD)"
  fi
}

# The mirror that this machine's apt uses. AFTERGLOW_MIRROR names another one, which a machine that is not Debian needs.
mirror() {
  local found=${AFTERGLOW_MIRROR:-}
  [ -n "$found" ] || found=$(. /etc/os-release && [ "$ID" = debian ] &&
    apt-get indextargets --format '$(REPO_URI)' "Origin: Debian" "Component: main" "Label: Debian" | head -n 1)
  [ -n "$found" ] || fail "which mirror of Debian? Set AFTERGLOW_MIRROR to its address" 78
  echo "${found%/}"
}
keyring=${AFTERGLOW_KEYRING:-/usr/share/keyrings/debian-archive-keyring.gpg}

# Packages of the machine, by the same script as every target's.
install_tools() { make/install-packages.sh "$@"; }

# Runs a command in a root, with the kernel's file systems mounted for this command alone: Swift reads its arguments from /proc.
run_in() { # ROOT [NAME=VALUE]… COMMAND [ARGUMENT]…
  local root=$1
  shift
  unshare --mount --propagation private /bin/bash -euc '
    mount -t proc proc "$0/proc"
    mount --rbind /dev "$0/dev"
    exec chroot "$0" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"' "$root" "$@"
}
