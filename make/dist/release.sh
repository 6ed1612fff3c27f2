#!/usr/bin/env bash
# Makes a release: checks the source, builds and tests it, makes every download and tries the packages, takes the notes from
# CHANGELOG.md, and tags the commit. Nothing leaves this machine: the last lines say how to publish.
# usage: release.sh VERSION        (make release VERSION=0.1.0; as root)
# RELEASE_TESTS  the targets of make that must pass (default: test)
# RELEASE_DRY=1  all checks, notes and downloads, without tests, without trying the packages and without a tag
set -euo pipefail
# shellcheck source=make/dist/common.sh
. "$(dirname "$0")/common.sh"
[ -n "${1:-}" ] || fail "usage: make release VERSION=0.1.0" 64
version=$1
tag=v$version
export VERSION=$version

# Every reason to refuse is said at once, before anything is built.
reasons=()
[ "$(id -u)" = 0 ] || reasons+=("roots of Debian are unpacked for it: run it with sudo, or in a container")
[[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.]+)?$ ]] || reasons+=("$version is no version such as 0.1.0")
[ -z "$(git status --porcelain)" ] || reasons+=("there are changes that are not committed: git status")
! git rev-parse --quiet --verify "refs/tags/$tag" >/dev/null || reasons+=("the tag $tag exists")
[ -z "${AFTERGLOW_BUILT:-}${RELEASES:-}" ] || [ -n "${RELEASE_DRY:-}" ] ||
  reasons+=("AFTERGLOW_BUILT and RELEASES make some of the packages, and a release has all: unset them")
[ "$(source_version)" = "$version" ] ||
  reasons+=("the source is $(source_version): write $version into Sources/firmware/AfterglowCore/AfterglowVersion.swift")

# The lines of a version between its heading and the next one.
section() { # VERSION
  awk -v heading="## [$1]" 'index($0, "## [") == 1 { is_here = index($0, heading) == 1; next } is_here' CHANGELOG.md |
    sed -e '/./,$!d'
}
notes=$(section "$version")
[ -n "$notes" ] || reasons+=("CHANGELOG.md has nothing under '## [$version]': rename '## [Unreleased]', with the date")
[ -z "$notes" ] || grep -q "^## \[$version\] - [0-9]\{4\}-[0-9][0-9]-[0-9][0-9]$" CHANGELOG.md ||
  reasons+=("the heading of $version in CHANGELOG.md has no date: '## [$version] - $(date -ud "@$SOURCE_DATE_EPOCH" +%F)'")
if [ ${#reasons[@]} -gt 0 ]; then
  printf 'release.sh: not released:\n' >&2
  printf '  %s\n' "${reasons[@]}" >&2
  exit 65
fi

if [ -z "${RELEASE_DRY:-}" ]; then
  read -ra targets <<<"${RELEASE_TESTS:-test}"
  for target in "${targets[@]}"; do
    step "make $target"
    make "$target"
  done
fi
make/dist/dist.sh
[ -n "${RELEASE_DRY:-}" ] || make try-dist
out=$dist/out
{
  printf '# Afterglow %s\n\n%s\n\n## Downloads\n\n' "$version" "$notes"
  # shellcheck disable=SC2016  # the code of a page
  printf '`sha256sum --check --ignore-missing SHA256SUMS` checks what you have downloaded. docs/packages.md says which files you need.\n\n'
  # shellcheck disable=SC2016
  sed -E 's/^([0-9a-f]{64})  (.*)$/* `\2`/' "$out/SHA256SUMS"
} >"$out/RELEASE-NOTES.md"

if [ -n "${RELEASE_DRY:-}" ]; then
  step "a dry run: the notes are in $out/RELEASE-NOTES.md, there is no tag"
  exit 0
fi
git tag --annotate "$tag" --cleanup=verbatim --file "$out/RELEASE-NOTES.md"
step "tagged $(git rev-parse --short HEAD) as $tag"
cat <<END
next, from a machine that may publish:
  git push origin $tag
  upload the files of $out, with RELEASE-NOTES.md as the text
  make repository REPOSITORY=FOLDER KEY=…      # and serve FOLDER
END
