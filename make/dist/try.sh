#!/usr/bin/env bash
# Tries packages in a fresh root of their release: installs them in the way of docs/packages.md, upgrades to a newer build of
# the same, refuses the older one, removes and purges, and lists what is left over. Prints one line a step.
# usage: try.sh RELEASE ARCHITECTURE FOLDER
#   FOLDER  one version of the packages (make/dist/package.sh)
# The newer version is made of FOLDER by changing version numbers alone. The author need not run: only --with-author asks it
# for its version. As root; takes a minute for the machine's own architecture, many for an emulated one.
. "$(dirname "$0")/common.sh"
[ $# -ge 3 ] || fail "usage: try.sh RELEASE ARCHITECTURE FOLDER [--with-author]" 64
release=$1 architecture=$2 folder=$(realpath "$3")
needs_root
plain=$(make/dist/root.sh "$release" "$architecture" plain)
work=$(mktemp -d "$dist/try-XXXXXX")
root=$work/root
trap 'rm -rf --one-file-system "$work"' EXIT
cp -a "$plain" "$root"
cp /etc/resolv.conf "$root/etc/resolv.conf" 2>/dev/null || true
# Nothing here must survive a power cut.
mkdir -p "$root/etc/dpkg/dpkg.cfg.d"
echo force-unsafe-io >"$root/etc/dpkg/dpkg.cfg.d/try"
mkdir -p "$root/packages" "$root/newer"
cp "$folder"/*_"$architecture".deb "$folder"/*_all.deb "$root/packages/"
in_root() { run_in "$root" DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 "$@"; }

# Everything that a package may leave, apart from what apt, dpkg and useradd (the copies /etc/passwd- and the like) write.
listing() {
  (cd "$root" && find . -xdev \( -path ./packages -o -path ./newer -o -path ./var/lib/dpkg -o -path ./var/lib/apt -o -path ./var/cache \
    -o -path ./var/log -o -path './etc/*-' -o -path ./proc -o -path ./dev -o -path ./sys -o -path ./tmp \) -prune -o -print | sort)
  grep -h afterglow "$root/etc/passwd" "$root/etc/group" || true
}

newer() { # DEB: the same package of a later version, also in its dependencies on the others
  local tree=$work/tree
  rm -rf "$tree"
  dpkg-deb --raw-extract "$1" "$tree"
  version=$(sed -n 's/^Version: //p' "$tree/DEBIAN/control")
  sed -i "s|${version//./\\.}|99.$version|g" "$tree"/DEBIAN/*
  dpkg-deb --root-owner-group -Zgzip -z1 --build "$tree" "$root/newer/$(basename "$1")" >/dev/null
}

step "installing in a fresh root of $release for $architecture"
in_root apt-get -qq update
# What the packages need stays when they go: it is installed first, so that it is no part of the comparison.
needed=$(for deb in "$root"/packages/*.deb; do dpkg-deb --field "$deb" Depends; done | tr ',' '\n' | sed -e 's/(.*//' -e 's/|.*//' -e 's/ //g' |
  grep -v '^afterglow' | sort -u)
# shellcheck disable=SC2086  # a list of names
in_root apt-get -qq -y install --no-install-recommends $needed >/dev/null
mkdir -p "$root/etc/systemd/system/multi-user.target.wants"
listing >"$work/before"

count=$(ls "$root"/packages/*.deb | wc -l)
in_root bash -c 'apt-get -qq -y install --no-install-recommends /packages/*.deb >/dev/null'
[ "$(in_root dpkg-query -W -f '${db:Status-Status}\n' 'afterglow*' | grep -c '^installed$')" = "$count" ] || fail "not all $count packages are installed"
in_root afterglow-renderer --version >&2 || fail "the installed firmware does not run"
in_root getent passwd afterglow >/dev/null || fail "no user afterglow"
if [ "${4:-}" = --with-author ]; then
  in_root afterglow --version >&2 || fail "the installed author does not run"
  in_root afterglow check bedside-clock >&2 || fail "the installed author finds faults in a shipped board"
fi
mkdir -p "$root/etc/afterglow/boards/mine" "$root/var/lib/afterglow/mine"
echo 'mine' >"$root/etc/afterglow/boards/mine/board.yaml"
echo 'mine' >"$root/var/lib/afterglow/mine/scene.archive"
ln -s /usr/lib/systemd/system/afterglow-renderer@.service "$root/etc/systemd/system/multi-user.target.wants/afterglow-renderer@mine.service"

for deb in "$root"/packages/*.deb; do newer "$deb"; done
step "upgrading"
in_root bash -c 'apt-get -qq -y install --no-install-recommends /newer/*.deb >/dev/null'
[ "$(cat "$root/etc/afterglow/boards/mine/board.yaml" "$root/var/lib/afterglow/mine/scene.archive")" = $'mine\nmine' ] ||
  fail "an upgrade changed the owner's board or a panel's scene"

step "going back, which must be refused"
if in_root bash -c 'dpkg --install /packages/*.deb' >"$work/back" 2>&1; then fail "an older release replaced a newer one"; fi
grep -q 'which is newer' "$work/back" || { cat "$work/back" >&2; fail "a refused downgrade gives no reason"; }
[ "$(in_root dpkg-query -W -f '${Version}\n' afterglow-renderer | cut -c 1-3)" = 99. ] || fail "the refused downgrade changed the version"
in_root dpkg --audit | grep . >&2 && fail "the refused downgrade left packages half installed"

step "removing"
names=$(in_root dpkg-query -W -f '${Package}\n' 'afterglow*')
# shellcheck disable=SC2086
in_root dpkg --remove $names >/dev/null
[ -f "$root/etc/afterglow/boards/mine/board.yaml" ] && [ -f "$root/var/lib/afterglow/mine/scene.archive" ] ||
  fail "a removal took the owner's board or a panel's scene"
rm -r "$root/etc/afterglow/boards/mine"
step "purging"
# shellcheck disable=SC2086
in_root dpkg --purge $names >/dev/null 2>"$work/purge" || { cat "$work/purge" >&2; fail "a purge failed"; }
listing >"$work/after"
if ! diff "$work/before" "$work/after" >"$work/left"; then
  cat "$work/left" >&2
  fail "a purge left files behind"
fi
step "$release $architecture: installed, upgraded, downgrade refused, removed, purged; nothing left over"
