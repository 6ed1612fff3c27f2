#!/usr/bin/env bash
# Places programs, boards, documents and units, and takes exactly those away again.
# usage: install.sh install DESTDIR PREFIX UNIT_DIR SYSUSERS_DIR RENDERER AUTHOR
#        install.sh uninstall DESTDIR PREFIX
# An empty AUTHOR installs the firmware alone, for a panel whose archive is compiled elsewhere.
set -euo pipefail
cd "$(dirname "$0")/.."
action=$1
destination=$2
prefix=$3
case $prefix in
  /*) ;;
  *) echo "PREFIX=$prefix is no absolute path" >&2; exit 64 ;;
esac
list=$prefix/share/afterglow/installed-files

# Everything of an earlier install, and the folders that are empty then.
remove_listed() {
  [ -f "$destination$list" ] || return 0
  local path paths
  mapfile -t paths <"$destination$list"
  for path in "${paths[@]}"; do rm -f -- "$destination$path"; done
  # Deepest first; folders that are in use stay.
  for path in "${paths[@]}"; do dirname -- "$path"; done | sort -ru | while IFS= read -r path; do
    while [ "$path" != "$prefix" ] && [ "$path" != / ] && rmdir -- "$destination$path" 2>/dev/null; do
      path=$(dirname -- "$path")
    done
  done
}

refuse() {  # PATH
  echo "cannot write $destination$1: run as root, or with PREFIX=\$HOME/.local for programs alone" >&2
  exit 73
}

place() {  # MODE FROM TO
  install -D -m "$1" -- "$2" "$destination$3" || refuse "$3"
  echo "$3" >>"$new"
}

place_link() {  # TARGET LINK
  mkdir -p -- "$(dirname -- "$destination$2")" && ln -sfn -- "$1" "$destination$2"
  echo "$2" >>"$new"
}

place_completions() {  # AUTHOR, which knows its own words; one for another machine cannot be asked
  local shell
  for shell in bash zsh fish; do
    "$1" --generate-completion-script "$shell" >"$filled" 2>/dev/null && [ -s "$filled" ] || {
      echo "no completions: $1 does not run here; \`afterglow --generate-completion-script $shell\` writes them" >&2
      return 0
    }
    case $shell in
      bash) place 644 "$filled" "$prefix/share/bash-completion/completions/afterglow" ;;
      zsh) place 644 "$filled" "$prefix/share/zsh/site-functions/_afterglow" ;;
      fish) place 644 "$filled" "$prefix/share/fish/vendor_completions.d/afterglow.fish" ;;
    esac
  done
}

place_unit() {  # FROM TO
  sed "s|@PREFIX@|$prefix|g" "$1" >"$filled"
  place 644 "$filled" "$2"
}

install_all() {
  units=$4
  sysusers=$5
  for program in "$6" ${7:+"$7"}; do
    [ -x "$program" ] || { echo "$program is not built: make build" >&2; exit 66; }
  done
  # Before anything is placed: half an installation is worse than none.
  for folder in "$prefix/bin" "$prefix/share" "$units" "$sysusers"; do
    mkdir -p -- "$destination$folder" && [ -w "$destination$folder" ] || refuse "$folder"
  done
  new=$(mktemp)
  filled=$(mktemp)
  trap 'rm -f "$new" "$filled"' EXIT
  place 755 "$6" "$prefix/bin/afterglow-renderer"
  find boards -type f -print | LC_ALL=C sort >"$filled.boards"
  while IFS= read -r file; do place 644 "$file" "$prefix/share/afterglow/$file"; done <"$filled.boards"
  rm -f "$filled.boards"
  # Pages and boards link to each other: both trees have the folders of the sources.
  for file in README.md LICENSE NOTICE CHANGELOG.md CONTRIBUTING.md SECURITY.md docs/*.md docs/*/*.md docs/*/*.json docs/*/*.png; do
    place 644 "$file" "$prefix/share/doc/afterglow/$file"
  done
  place_link ../../afterglow/boards "$prefix/share/doc/afterglow/boards"
  place_link ../doc/afterglow/docs "$prefix/share/afterglow/docs"
  # The symbols' font is in the author; what it may be used for, and where it comes from, lies beside the pages.
  for file in LICENSE README.md; do
    place 644 "Sources/widgets/CSymbols/data/$file" "$prefix/share/doc/afterglow/symbols/$file"
  done
  place_unit service/afterglow-renderer@.service.in "$units/afterglow-renderer@.service"
  place 644 service/afterglow.sysusers.conf "$sysusers/afterglow.conf"
  if [ -n "$7" ]; then
    place 755 "$7" "$prefix/bin/afterglow"
    place_completions "$7"
    place_unit service/afterglow@.service.in "$units/afterglow@.service"
  fi
  # What an older version had and this one has not.
  if [ -f "$destination$list" ]; then
    { grep -vxF -f "$new" "$destination$list" || true; } | while IFS= read -r path; do rm -f -- "$destination$path"; done
  fi
  echo "$list" >>"$new"
  install -D -m 644 "$new" "$destination$list"
  next_steps "$7"
}

next_steps() {  # AUTHOR
  echo "installed under $destination$prefix, units in $destination$units"
  [ -z "$destination" ] || return 0
  if [ -z "$1" ]; then
    cat <<END
next, as root, with the archive of the board whose panel is connected to this machine:
  systemd-sysusers && systemctl daemon-reload
  install -D -m 644 BOARD.archive /var/lib/afterglow/BOARD/scene.archive
  systemctl enable --now afterglow-renderer@BOARD
  journalctl -fu afterglow-renderer@BOARD      # what it reports about its display
END
    return 0
  fi
  cat <<END
next, as root, for the board whose panel is connected to this machine (ls $prefix/share/afterglow/boards):
  systemd-sysusers && systemctl daemon-reload
  systemctl enable --now afterglow-renderer@BOARD afterglow@BOARD
  journalctl -fu afterglow-renderer@BOARD      # what it reports about its display
END
}

uninstall_all() {
  if [ ! -f "$destination$list" ]; then
    echo "nothing is installed under $destination$prefix"
    return 0
  fi
  if [ -z "$destination" ] && [ -d /run/systemd/system ]; then
    systemctl disable --now 'afterglow@*.service' 'afterglow-renderer@*.service' 2>/dev/null || true
  fi
  remove_listed
  echo "removed from $destination$prefix; pictures and settings stay in /var/lib/afterglow"
}

case $action in
  install) install_all "$@" ;;
  uninstall) uninstall_all ;;
  *) echo "install or uninstall" >&2; exit 64 ;;
esac
