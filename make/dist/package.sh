#!/usr/bin/env bash
# Makes the Debian packages of one release and architecture from programs that are built already:
#   afterglow-renderer  the static firmware, its unit, its user, an archive of every shipped board
#   afterglow           the author, its unit, completions, man pages, documentation (only with --author)
#   afterglow-boards    the shipped boards (with the architecture amd64 only: it is the same for all)
# usage: package.sh RELEASE ARCHITECTURE --renderer PROGRAM --documents FOLDER [--author PROGRAM --root FOLDER] --out FOLDER
#   --documents  what make/dist/documents.sh has written: man pages, completions, archives
#   --root       a root of the release with the author's libraries (make/dist/root.sh RELEASE ARCHITECTURE libraries)
#   --loaded     a library that the author opens by its name (default: libcurl.so.4)
# VERSION of the environment names another version. AFTERGLOW_COMPRESSION="-Zgzip -z1" is for a quick try. Two runs at one commit
# write the same bytes.
set -euo pipefail
# shellcheck source=make/dist/common.sh
. "$(dirname "$0")/common.sh"

renderer='' author='' documents='' root='' out='' loaded=libcurl.so.4
[ $# -ge 2 ] || fail "usage: package.sh RELEASE ARCHITECTURE --renderer PROGRAM --documents FOLDER --out FOLDER …" 64
release=$1 architecture=$2
shift 2
while [ $# -gt 1 ]; do
  case $1 in
    --renderer) renderer=$2 ;;
    --author) author=$2 ;;
    --documents) documents=$2 ;;
    --root) root=$2 ;;
    --out) out=$2 ;;
    --loaded) loaded=$2 ;;
    *) fail "$1 is no option of this script" 64 ;;
  esac
  shift 2
done
for value in "$renderer" "$documents" "$out"; do [ -n "$value" ] || fail "--renderer, --documents and --out are needed" 64; done
[ -z "$author" ] || [ -n "$root" ] || fail "--author needs --root, for its libraries" 64
for file in "$renderer" ${author:+"$author"}; do [ -f "$file" ] || fail "$file is not there: build it first" 66; done
install_tools binutils "binutils-$(triplet "$architecture" | tr _ -)" >&2

upstream=$(package_version)
# Before the release itself: 0.2.0~rc.1, not 0.2.0-rc.1.
version=${upstream/-/\~}-1~$(mark "$release")
maintainer=${AFTERGLOW_MAINTAINER:-$(git log -1 --format='%an <%ae>')}
format=$(sed -nE 's/.*static var currentVersion: UInt32 \{ ([0-9]+) \}.*/\1/p' Sources/firmware/AfterglowArchive/Layout.swift)
[ -n "$format" ] || fail "no version of archives in Sources/firmware/AfterglowArchive/Layout.swift" 66
# As debhelper strips: without the compilers' notes.
strip=("$(triplet "$architecture")-strip" --remove-section=.comment --remove-section=.note)
read -ra compression <<<"${AFTERGLOW_COMPRESSION:--Zxz -z6}"
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
mkdir -p "$out"

place() { install -D -m "$1" -- "$2" "$tree/$3"; } # MODE FROM TO
filled() { # FROM TO: a template with this package's name, version and format, and the prefix of Debian
  mkdir -p "$(dirname "$2")"
  sed -e "s|@PREFIX@|/usr|g" -e "s|@PACKAGE@|$package|g" -e "s|@VERSION@|$version|g" -e "s|@ARCHIVE_FORMAT@|$format|g" "$1" >"$2"
}

begin() { # PACKAGE
  package=$1
  tree=$stage/$1
  mkdir -p "$tree/DEBIAN" "$tree/usr/share/doc/$1"
  local script
  for script in postinst prerm postrm; do
    [ ! -f "make/dist/debian/$1.$script.in" ] || filled "make/dist/debian/$1.$script.in" "$tree/DEBIAN/$script"
  done
  # Only one package has archives, whose format may change.
  if [ "$1" = afterglow-renderer ]; then
    sed -e '/@FORMAT@/{r make/dist/debian/format.in' -e 'd}' make/dist/debian/preinst.in
  else
    sed '/@FORMAT@/d' make/dist/debian/preinst.in
  fi >"$stage/preinst"
  filled "$stage/preinst" "$tree/DEBIAN/preinst"
  chmod 755 "$tree"/DEBIAN/*
  {
    cat make/dist/debian/copyright.in
    sed -e 's/[[:space:]]*$//' -e 's/^$/./' -e 's/^/ /' NOTICE
    printf '\nLicense: Apache-2.0\n On Debian, the text is in /usr/share/common-licenses/Apache-2.0.\n'
  } >"$tree/usr/share/doc/$1/copyright"
  gzip -9nc CHANGELOG.md >"$tree/usr/share/doc/$1/changelog.gz"
  printf '%s (%s) %s; urgency=medium\n\n  * Release %s: see changelog.gz.\n\n -- %s  %s\n' "$1" "$version" "$release" \
    "${version%-1~*}" "$maintainer" "$(date -Rud "@$SOURCE_DATE_EPOCH")" | gzip -9nc >"$tree/usr/share/doc/$1/changelog.Debian.gz"
}

describe() { # the end of a package's control file, from standard input
  {
    printf 'Package: %s\nSource: afterglow\nVersion: %s\nArchitecture: %s\nMaintainer: %s\n' \
      "$package" "$version" "$1" "$maintainer"
    # As dpkg-gencontrol computes it: the size of a folder differs between file systems.
    printf 'Section: misc\nPriority: optional\nInstalled-Size: %s\n' "$(find "$tree" -path "$tree/DEBIAN" -prune -o -printf '%y %s\n' |
      awk '{ kib += $1 == "f" ? int(($2 + 1023) / 1024) : 1 } END { print kib }')"
    cat
  } >"$tree/DEBIAN/control"
}

finish() { # ARCHITECTURE
  # Everything has the time of the commit, and no more rights than it needs.
  (cd "$tree" && find . -path ./DEBIAN -prune -o -type f -printf '%P\0' | sort -z | xargs -0 md5sum >DEBIAN/md5sums)
  chmod 644 "$tree/DEBIAN/md5sums" "$tree/DEBIAN/control"
  find "$tree" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
  # One thread: what xz writes depends on their number.
  dpkg-deb --root-owner-group --threads-max=1 "${compression[@]}" --build "$tree" "$out/${package}_${version}_$1.deb" >/dev/null
  step "$out/${package}_${version}_$1.deb ($(du -h --apparent-size "$out/${package}_${version}_$1.deb" | cut -f 1))"
}

pages() { # NAME…
  local page
  for page in "$@"; do
    mkdir -p "$tree/usr/share/man/man1"
    gzip -9nc "$documents/man/$page.1" >"$tree/usr/share/man/man1/$page.1.gz"
  done
}

overrides() { # one line each, from standard input
  mkdir -p "$tree/usr/share/lintian/overrides"
  cat >"$tree/usr/share/lintian/overrides/$package"
}

make_renderer() {
  step "packing afterglow-renderer for $release on $architecture"
  begin afterglow-renderer
  mkdir -p "$tree/usr/bin"
  "${strip[@]}" -o "$tree/usr/bin/afterglow-renderer" "$renderer"
  chmod 755 "$tree/usr/bin/afterglow-renderer"
  filled service/afterglow-renderer@.service.in "$tree/usr/lib/systemd/system/afterglow-renderer@.service"
  place 644 make/dist/debian/afterglow-renderer.archive.conf "usr/lib/systemd/system/afterglow-renderer@.service.d/archive.conf"
  place 755 make/dist/debian/place-archive usr/libexec/afterglow-renderer/place-archive
  place 644 service/afterglow.sysusers.conf usr/lib/sysusers.d/afterglow.conf
  local file
  for file in service/*.tmpfiles.conf; do [ ! -f "$file" ] || place 644 "$file" usr/lib/tmpfiles.d/afterglow.conf; done
  for file in service/*.rules; do [ ! -f "$file" ] || place 644 "$file" "usr/lib/udev/rules.d/$(basename "$file")"; done
  for file in "$documents"/archives/*.archive; do place 644 "$file" "usr/share/afterglow/archives/$(basename "$file")"; done
  echo "$format" >"$tree/usr/share/afterglow/archives/format"
  pages afterglow-renderer
  # A static program that can be loaded anywhere is a shared library without libraries to lintian.
  local static=statically-linked-binary
  ! readelf --wide --file-header "$renderer" | grep -q 'Type: *DYN' || static=shared-library-lacks-prerequisites
  overrides <<END
# One file without libraries: it starts before anything else is there, and keeps running while packages are replaced.
afterglow-renderer: $static [usr/bin/afterglow-renderer]
# The archives have the format that this very firmware reads; those of another package could be of another version.
afterglow-renderer: arch-dep-package-has-big-usr-share *
END
  describe "$architecture" <<'END'
Depends: systemd-standalone-sysusers | systemd-sysusers | systemd
Suggests: afterglow
Description: clock and widgets on a panel that is always on (firmware)
 Shows an archive on a display for years: a monitor, a panel on DSI or SPI, or
 e-paper. It keeps the time, dims with the room, turns red in the dark and never
 goes blank. It reserves its memory before the first frame and opens nothing
 after it.
 .
 The package has an archive for each board of afterglow-boards, so that a panel
 shows a clock before any author runs. The clock of these archives is in UTC.
END
  finish "$architecture"
}

make_author() {
  step "packing afterglow for $release on $architecture"
  begin afterglow
  mkdir -p "$tree/usr/bin"
  "${strip[@]}" -o "$tree/usr/bin/afterglow" "$author"
  chmod 755 "$tree/usr/bin/afterglow"
  local needed
  needed=$(make/dist/depends.py --loaded "$loaded" "$root" "$tree/usr/bin/afterglow")
  filled service/afterglow@.service.in "$tree/usr/lib/systemd/system/afterglow@.service"
  # It is read by a shell, never run.
  sed '1{/^#!/d}' "$documents/completions/afterglow.bash" >"$stage/completions"
  place 644 "$stage/completions" usr/share/bash-completion/completions/afterglow
  place 644 "$documents/completions/_afterglow" usr/share/zsh/vendor-completions/_afterglow
  place 644 "$documents/completions/afterglow.fish" usr/share/fish/vendor_completions.d/afterglow.fish
  local file name
  for file in "$documents"/man/afterglow*.1; do
    name=$(basename "$file" .1)
    [ "$name" = afterglow-renderer ] || pages "$name"
  done
  # Pages link to each other and to boards, as in the sources.
  for file in README.md NOTICE CHANGELOG.md CONTRIBUTING.md SECURITY.md docs/*.md docs/*/*.md docs/*/*.json docs/*/*.png; do
    place 644 "$file" "usr/share/doc/afterglow/$file"
  done
  place 644 Sources/widgets/CSymbols/data/README.md usr/share/doc/afterglow/symbols/README.md
  ln -s ../../common-licenses/Apache-2.0 "$tree/usr/share/doc/afterglow/LICENSE"
  ln -s ../../afterglow/boards "$tree/usr/share/doc/afterglow/boards"
  mkdir -p "$tree/usr/share/afterglow"
  ln -s ../doc/afterglow/docs "$tree/usr/share/afterglow/docs"
  install -d -m 755 "$tree/etc/afterglow/boards"
  overrides <<'END'
# Swift calls none of the functions of the C library that have a checked form.
afterglow: hardening-no-fortify-functions *
# Yams, which reads YAML, contains its own copy of libyaml and cannot be linked with another.
afterglow: embedded-library libyaml *
# Names and tables of ICU and of Swift's library, which are linked in.
afterglow: spelling-error-in-binary *
END
  describe "$architecture" <<END
Depends: $needed, afterglow-renderer (= $version), afterglow-boards (= $version), ca-certificates, fonts-dejavu-core, fonts-inter, fonts-materialdesignicons-webfont, tzdata
Recommends: fonts-noto-color-emoji, fonts-noto-core, fonts-wqy-microhei
Description: clock and widgets on a panel that is always on
 Widgets for displays that are always on: wall displays, bedside clocks and
 e-paper. It brings the model of WidgetKit (families, timelines, rendering
 modes) to any display that a Linux board can drive: clocks, weather, calendars,
 news, tables and values of your own.
 .
 This package has the author, the command line and the daemon: it compiles a
 scene whenever its files or its content change. The panel is driven by
 afterglow-renderer, and keeps running without the author.
END
  finish "$architecture"
}

make_boards() {
  step "packing afterglow-boards for $release"
  begin afterglow-boards
  local file
  find boards -type f -print | sort >"$stage/boards"
  while IFS= read -r file; do place 644 "$file" "usr/share/afterglow/$file"; done <"$stage/boards"
  overrides <<'END'
# The page of a board belongs to its folder, which owners copy as a whole.
afterglow-boards: package-contains-documentation-outside-usr-share-doc [usr/share/afterglow/boards/*]
END
  describe all <<'END'
Multi-Arch: foreign
Suggests: afterglow
Description: clock and widgets on a panel that is always on (boards)
 The boards that come with Afterglow: for monitors, panels on DSI and SPI,
 e-paper panels, and virtual panels. Each is a folder with a description of the
 hardware and a scene. Copy one to /etc/afterglow/boards to make it yours.
END
  finish all
}

make_renderer
[ -z "$author" ] || make_author
[ "$architecture" != amd64 ] || make_boards
