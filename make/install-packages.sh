#!/bin/sh
# Installs the named Debian packages that are missing; says nothing and needs no privilege when all are there.
set -eu
list_missing() {
  missing=
  for package in "$@"; do
    state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$state" = installed ] || missing="$missing $package"
  done
}
list_missing "$@"
[ -n "$missing" ] || exit 0

# Targets of a parallel make take turns, for apt refuses a second process.
exec 9<"$0"
flock 9
list_missing "$@"
[ -n "$missing" ] || exit 0

echo "installing Debian packages:$missing"
as_root=
if [ "$(id -u)" != 0 ]; then
  command -v sudo >/dev/null || {
    echo "these packages are missing, and there is no sudo to install them with; as root run:" >&2
    echo "  apt-get install --no-install-recommends$missing" >&2
    exit 69
  }
  as_root=sudo
fi
export DEBIAN_FRONTEND=noninteractive
# shellcheck disable=SC2086  # a list of words
install() { $as_root apt-get install -qq -y --no-install-recommends $missing >/dev/null; }
install 2>/dev/null || { $as_root apt-get update -qq && install; }
