#!/usr/bin/env bash
# Tries packages in a fresh root of their release: asks lintian, installs them in the way of docs/packages.md, upgrades to a newer
# build of the same, refuses the older one, removes and purges, and lists what is left over. Prints one line a step. In the root, a
# program stands in for systemd and writes down what it is asked to do: an upgrade must not stop a panel.
# usage: try.sh RELEASE ARCHITECTURE FOLDER [--with-author]
#   FOLDER  packages (make dist: .build/dist/out); those of the release and the architecture are tried
# The newer version is made of FOLDER by changing version numbers alone. The author need not run: only --with-author runs it, for
# its version, a check of every shipped board, and a virtual panel whose scene changes. As root; takes a minute for the machine's
# own architecture, many for an emulated one.
# shellcheck disable=SC2015,SC2016  # conditions before fail; formats of dpkg
set -euo pipefail
# shellcheck source=make/dist/common.sh
. "$(dirname "$0")/common.sh"
[ $# -ge 3 ] || fail "usage: try.sh RELEASE ARCHITECTURE FOLDER [--with-author]" 64
release=$1 architecture=$2 folder=$(realpath "$3")
needs_root
mark=$(mark "$release")
packages=()
for deb in "$folder"/*~"${mark}_$architecture.deb" "$folder"/*~"${mark}_all.deb"; do
  if [ -f "$deb" ]; then packages+=("$deb"); fi
done
[ ${#packages[@]} -ge 2 ] || fail "$folder has no packages of $release for $architecture: make dist" 66
install_tools lintian >&2
step "asking lintian"
lintian --allow-root --tag-display-limit 0 --fail-on error,warning,info "${packages[@]}" >&2 ||
  fail "lintian finds faults in the packages; make/dist/package.sh explains what is none" 70
plain=$(make/dist/root.sh "$release" "$architecture" plain)
work=$(mktemp -d "$dist/try-XXXXXX")
root=$work/root
trap 'rm -rf --one-file-system "$work"' EXIT
cp -a "$plain" "$root"
cp /etc/resolv.conf "$root/etc/resolv.conf" 2>/dev/null || true
# Nothing here must survive a power cut.
mkdir -p "$root/etc/dpkg/dpkg.cfg.d" "$root/packages" "$root/newer" "$root/run/systemd/system"
echo force-unsafe-io >"$root/etc/dpkg/dpkg.cfg.d/try"
cp "${packages[@]}" "$root/packages/"
in_root() {
  run_in "$root" DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 TZ=UTC HOME=/root "$@"
}

# Stands in for systemd, which is not in the root: every unit is active.
[ ! -e "$root/usr/bin/systemctl" ] || fail "the root has a systemd of its own, of which nothing here runs"
cat >"$root/usr/bin/systemctl" <<'END'
#!/bin/sh
echo "$*" >>/var/log/asked
END
chmod 755 "$root/usr/bin/systemctl"
asked() { cat "$root/var/log/asked" 2>/dev/null || true; }
forget() { rm -f "$root/var/log/asked"; }
expect_asked() { asked | grep -qF -- "$1" || { asked >&2; fail "$2"; }; } # WORDS MESSAGE
expect_not_asked() { # EXPRESSION MESSAGE
  if asked | grep -E -- "$1" >&2; then fail "$2"; fi
}

# Everything that a package may leave, apart from what apt, dpkg and useradd (the copies /etc/passwd- and the like) write.
listing() {
  (cd "$root" && find . -xdev \( -path ./packages -o -path ./newer -o -path ./var/lib/dpkg -o -path ./var/lib/apt -o -path ./var/cache \
    -o -path ./var/log -o -path './etc/*-' -o -path ./proc -o -path ./dev -o -path ./sys -o -path ./tmp \) -prune -o -print | sort)
  grep -h afterglow "$root/etc/passwd" "$root/etc/group" "$root/etc/shadow" "$root/etc/gshadow" || true
}

newer() { # DEB: the same package of a later version, also in its dependencies on the others
  local tree=$work/tree version
  rm -rf "$tree"
  dpkg-deb --raw-extract "$1" "$tree"
  version=$(sed -n 's/^Version: //p' "$tree/DEBIAN/control")
  sed -i "s|${version//./\\.}|99.$version|g" "$tree"/DEBIAN/*
  # An archive that differs, as from other fonts.
  for archive in "$tree"/usr/share/afterglow/archives/*.archive; do if [ -f "$archive" ]; then echo >>"$archive"; fi; done
  dpkg-deb --root-owner-group -Zgzip -z1 --build "$tree" "$root/newer/$(basename "$1")" >/dev/null
}

# What the unit of a panel runs before it starts (afterglow-renderer.archive.conf).
start_panel() { # BOARD
  local line
  sed -n 's/^ExecStartPre=-+//p' "$root/usr/lib/systemd/system/afterglow-renderer@.service.d/archive.conf" |
    while IFS= read -r line; do
      # shellcheck disable=SC2086  # a command and its arguments
      in_root ${line//%i/$1} </dev/null
    done
}
holds() { [ "$(in_root cat "$1")" = "$2" ]; } # FILE TEXT
states=$root/var/lib/afterglow
archives=$root/usr/share/afterglow/archives

step "installing in a fresh root of $release for $architecture"
in_root apt-get -qq update
# What the packages need stays when they go: it is installed first, so that it is no part of the comparison.
mapfile -t needed < <(for deb in "${packages[@]}"; do dpkg-deb --field "$deb" Depends; echo; done | tr ',' '\n' |
  sed -e 's/(.*//' -e 's/|.*//' -e 's/ //g' -e '/^$/d' -e '/^afterglow/d' | sort -u)
in_root apt-get -qq -y install --no-install-recommends "${needed[@]}" >/dev/null
mkdir -p "$root/etc/systemd/system/multi-user.target.wants"
listing >"$work/before"

forget
in_root bash -c 'apt-get -qq -y install --no-install-recommends /packages/*.deb >/dev/null'
[ "$(in_root dpkg-query -W -f '${db:Status-Status}\n' 'afterglow*' | grep -c '^installed$')" = ${#packages[@]} ] ||
  fail "not all ${#packages[@]} packages are installed"
in_root afterglow-renderer --version >&2 || fail "the installed firmware does not run"
in_root getent passwd afterglow >/dev/null || fail "no user afterglow"
expect_not_asked 'start|enable' "an installation starts or enables a service, whose board only the owner knows"

first=$(basename "$(find "$archives" -name '*.archive' | sort | sed -n 1p)" .archive)
start_panel "$first"
cmp -s "$archives/$first.archive" "$states/$first/scene.archive" || fail "a new panel has no archive of the package"
[ "$(in_root stat -c %U "/var/lib/afterglow/$first/scene.archive")" = afterglow ] || fail "a new panel's archive is not the author's to replace"
mkdir -p "$root/etc/afterglow/boards/mine" "$root/etc/afterglow/secrets" "$states/mine"
echo mine >"$root/etc/afterglow/boards/mine/board.yaml"
echo mine >"$root/etc/afterglow/secrets/home"
echo mine >"$states/mine/scene.archive"
in_root chown -R afterglow:afterglow /etc/afterglow/secrets /var/lib/afterglow/mine
ln -s /usr/lib/systemd/system/afterglow-renderer@.service "$root/etc/systemd/system/multi-user.target.wants/afterglow-renderer@mine.service"

try_author() {
  local board line
  in_root afterglow --version >&2 || fail "the installed author does not run"
  for board in "$root"/usr/share/afterglow/boards/*/; do
    board=$(basename "$board")
    step "checking $board"
    in_root afterglow check "$board" >"$work/check" 2>&1 || { cat "$work/check" >&2; fail "the installed author finds faults in $board"; }
  done
  make/dist/try-run.sh "$root" "$architecture"
}
if [ "${4:-}" = --with-author ] && [ -x "$root/usr/bin/afterglow" ]; then try_author; fi

for deb in "${packages[@]}"; do newer "$deb"; done
step "upgrading"
forget
in_root bash -c 'apt-get -qq -y install --no-install-recommends /newer/*.deb >/dev/null'
holds /etc/afterglow/boards/mine/board.yaml mine && holds /var/lib/afterglow/mine/scene.archive mine &&
  holds /etc/afterglow/secrets/home mine || fail "an upgrade changed the owner's board, secret or scene"
expect_asked 'daemon-reload' "an upgrade leaves systemd with the older units"
expect_not_asked '(stop|restart|kill|disable).*afterglow-renderer@' "an upgrade ends panels"
if [ -x "$root/usr/bin/afterglow" ]; then expect_asked 'try-restart afterglow@*.service' "an upgrade leaves the older author running"; fi
start_panel "$first"
cmp -s "$archives/$first.archive" "$states/$first/scene.archive" || fail "an upgrade leaves the older archive of the package"
echo mine >"$states/$first/own" && mv "$states/$first/own" "$states/$first/scene.archive"
start_panel "$first"
holds "/var/lib/afterglow/$first/scene.archive" mine || fail "the archive of the package replaces a scene of the author"

step "upgrading to another format of archives"
forget
echo 0 >"$archives/format"
in_root bash -c 'dpkg --install /newer/*.deb >/dev/null'
if [ -x "$root/usr/bin/afterglow" ]; then
  expect_asked 'try-restart afterglow-renderer@*.service' "panels of the older format are not restarted"
else
  expect_not_asked '(stop|restart).*afterglow-renderer@' "panels end, although no author makes an archive of the newer format"
fi
[ ! -e "$root/run/afterglow-renderer.format" ] || fail "an upgrade leaves /run/afterglow-renderer.format"

step "going back, which must be refused"
forget
if in_root bash -c 'dpkg --install /packages/*.deb' >"$work/back" 2>&1; then fail "an older release replaced a newer one"; fi
grep -q 'which is newer' "$work/back" || { cat "$work/back" >&2; fail "a refused downgrade gives no reason"; }
[ "$(in_root dpkg-query -W -f '${Version}\n' afterglow-renderer | cut -c 1-3)" = 99. ] || fail "the refused downgrade changed the version"
in_root dpkg --audit >"$work/audit" 2>&1 || true
[ ! -s "$work/audit" ] || { cat "$work/audit" >&2; fail "the refused downgrade left packages half installed"; }
expect_not_asked '(stop|restart|kill|disable) .*afterglow' "a refused downgrade ends services"

step "removing"
forget
mapfile -t names < <(in_root dpkg-query -W -f '${db:Status-Status} ${Package}\n' 'afterglow*' | sed -n 's/^installed //p')
in_root dpkg --remove "${names[@]}" >/dev/null
for file in etc/afterglow/boards/mine/board.yaml etc/afterglow/secrets/home var/lib/afterglow/mine/scene.archive; do
  [ -f "$root/$file" ] || fail "a removal took /$file"
done
expect_asked 'stop afterglow-renderer@*.service' "a removal leaves panels running"
step "purging"
in_root dpkg --purge "${names[@]}" >"$work/purge" 2>&1 || { cat "$work/purge" >&2; fail "a purge failed"; }
[ -f "$root/etc/afterglow/boards/mine/board.yaml" ] && [ -f "$root/etc/afterglow/secrets/home" ] || fail "a purge took the owner's board or secret"
in_root getent passwd afterglow >/dev/null || fail "a purge removed the user to whom a secret belongs: the next one of its number could read it"
rm -r "$root/etc/afterglow"
step "installing and purging again, without files of the owner"
in_root bash -c 'dpkg --install /packages/*.deb >/dev/null'
start_panel "$first"
in_root dpkg --purge "${names[@]}" >"$work/purge" 2>&1 || { cat "$work/purge" >&2; fail "a purge failed"; }
listing >"$work/after"
if ! diff "$work/before" "$work/after" >"$work/left"; then
  cat "$work/left" >&2
  fail "a purge left files behind"
fi
step "$release $architecture: installed, upgraded, downgrade refused, removed, purged; nothing left over"
