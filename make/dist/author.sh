#!/usr/bin/env bash
# Builds the author for a release and an architecture in a root of that release, and prints the path of the program:
# .build/dist/authors/RELEASE-ARCHITECTURE/release/afterglow (with symbols; make/dist/package.sh strips it).
# usage: author.sh RELEASE ARCHITECTURE
#   bookworm or trixie on amd64: with this machine's Swift, which is mounted into the root
#   trixie on arm64: cross-built on amd64 with Debian's own Swift, because its libraries for arm64 can be imported by no other
#     compiler. glibc of bookworm is too old for them: there is no author for bookworm on arm64
# As root, on amd64. The first build of one takes 10 to 15 minutes on two cores and 2 GB, later ones compile what has changed.
# SWIFT names the compiler, AFTERGLOW_SWIFT_RELEASE the release of Debian that has a Swift for arm64 (sid). A Package.resolved in
# the working copy decides the versions of Swift packages; without one they are the newest that Package.swift admits, and later
# runs keep them.
set -euo pipefail
# shellcheck source=make/dist/common.sh
. "$(dirname "$0")/common.sh"
[ $# = 2 ] || fail "usage: author.sh RELEASE ARCHITECTURE" 64
release=$1 architecture=$2
mark "$release" >/dev/null
triplet "$architecture" >/dev/null
needs_root
[ "$(dpkg --print-architecture)" = amd64 ] || fail "the author is built on amd64" 69

scratch=$dist/authors/$release-$architecture
source=$dist/source
packages=$dist/packages
flags=(-c release --static-swift-stdlib --product afterglow --no-color-diagnostics --disable-index-store --skip-update
  --package-path /afterglow --scratch-path /build -Xlinker -z -Xlinker now -Xlinker -z -Xlinker relro)

# Paths of the files of this working copy, without what is built in it, each ended by a zero byte, in order.
files() {
  git ls-files -z --cached --others --exclude-standard | sort -zu |
    while IFS= read -rd '' file; do if [ -e "$file" ] || [ -L "$file" ]; then printf '%s\0' "$file"; fi; done
  if [ -f Package.resolved ]; then printf 'Package.resolved\0'; fi
}

# Copies those files. One that has not changed keeps its time, so that it is not compiled again.
copy_source() {
  install_tools rsync >&2
  mkdir -p "$source"
  files >"$source.files"
  rsync --archive --checksum --no-times --from0 --files-from="$source.files" . "$source/"
  # What is no longer in the working copy.
  (cd "$source" && find . \( -type f -o -type l \) ! -path ./Package.resolved -printf '%P\0' | sort -z) |
    comm -z -23 - <(sort -z "$source.files") | (cd "$source" && xargs -0 --no-run-if-empty rm --)
}

# A checksum of what names the packages and their versions.
wanted() {
  {
    cat "$source/Package.swift"
    if [ -f "$source/Package.resolved" ]; then cat "$source/Package.resolved"; fi
  } | sha256sum
}

# Copies of the packages that the manifest names, fetched once by this machine's Swift: a root needs no network.
fetch_packages() {
  local wanted
  wanted=$(wanted)
  [ "$(cat "$packages/wanted" 2>/dev/null || true)" = "$wanted" ] || {
    step "fetching the packages of Package.swift"
    "${SWIFT:-swift}" package --package-path "$source" --scratch-path "$packages" resolve >&2
    # What it has resolved is what is wanted from now on.
    wanted >"$packages/wanted"
  }
  cmp -s "$packages/wanted" "$scratch/wanted" || {
    mkdir -p "$scratch"
    rsync --archive --delete "$packages/checkouts" "$packages/repositories" "$scratch/"
    # Another version of the package manager may not read this one's state; it makes its own from the copies.
    if [ "$architecture" = amd64 ]; then
      cp "$packages/workspace-state.json" "$scratch/"
    else
      rm -f "$scratch/workspace-state.json"
    fi
    cp "$packages/wanted" "$scratch/wanted"
  }
}

# Runs a command in a root where folders of this machine are mounted, for this command alone.
# usage: build_in ROOT FOLDER:PLACE… -- [NAME=VALUE]… COMMAND [ARGUMENT]…
build_in() {
  # shellcheck disable=SC2016  # the inner shell's own arguments
  unshare --mount --propagation private /bin/bash -euc '
    root=$0
    while [ "$1" != -- ]; do
      mkdir -p "$root${1#*:}"
      mount --bind "${1%%:*}" "$root${1#*:}"
      shift
    done
    shift
    mount -t proc proc "$root/proc"
    mount --rbind /dev "$root/dev"
    mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
    exec chroot "$root" /usr/bin/env -i HOME=/tmp LC_ALL=C.UTF-8 TZ=UTC SOURCE_DATE_EPOCH='"$SOURCE_DATE_EPOCH"' "$@"' "$@"
}

# Prints the folder of this machine's Swift, in which are usr/bin and usr/lib.
toolchain() {
  local swift folder version
  swift=$(realpath "$(command -v "${SWIFT:-swift}")") || fail "there is no Swift; SWIFT names the compiler" 69
  folder=${swift%/usr/bin/*}
  [ -x "$folder/usr/bin/swift-build" ] || fail "$folder/usr/bin has no swift-build; SWIFT names the compiler" 69
  # In Swift's containers it is a part of /usr, where a root has the programs of its own release: what no package has is Swift's.
  if [ -z "$folder" ]; then
    folder=$dist/toolchain
    version=$("$swift" --version 2>&1)
    [ "$(cat "$folder/version" 2>/dev/null || true)" = "$version" ] || {
      step "copying Swift out of /usr"
      rm -rf "$folder"
      mkdir -p "$folder"
      comm -23 <(find /usr/bin /usr/lib /usr/libexec /usr/share/swift \( -type f -o -type l \) ! -path '*/__pycache__/*' 2>/dev/null | sort) \
        <(sed -E 's#^/(bin|lib|sbin)/#/usr/&#; s#//#/#' /var/lib/dpkg/info/*.list | sort -u) >"$dist/toolchain.files"
      tar --create --directory / --files-from <(sed 's#^/##' "$dist/toolchain.files") | tar --extract --directory "$folder"
      printf '%s' "$version" >"$folder/version"
    }
  fi
  echo "$folder"
}

build_here() {
  local root swift
  root=$(make/dist/root.sh "$release" "$architecture" libraries)
  # At the same path on each machine: programs may have it in them.
  swift=$(toolchain)
  step "building the author for $release on $architecture (10 to 15 minutes the first time)"
  build_in "$root" "$source:/afterglow" "$scratch:/build" "$swift/usr:/swift/usr" -- \
    PATH=/swift/usr/bin:/usr/bin:/bin swift build "${flags[@]}" >&2
}

# Debian's Swift: the compiler for amd64 in a root of its own, the libraries for arm64 in another, next to the target's root.
swift_release=${AFTERGLOW_SWIFT_RELEASE:-sid}
compiler=$roots/$swift_release-amd64-swift
swift_arm64=$roots/$swift_release-arm64-swift
sdks=$dist/sdks

make_compiler() {
  local packages=ca-certificates,libedit2,libncurses6,libsqlite3-0,libxml2-16,libcurl4t64,libz3-4,lld,gcc,g++,git,pkg-config
  exec 9>"$compiler.lock"
  flock 9
  [ "$(cat "$compiler.packages" 2>/dev/null || true)" != "$packages" ] || return 0
  install_tools mmdebstrap >&2
  step "making a root of $swift_release with Debian's Swift"
  rm -rf --one-file-system "$compiler" "$compiler.new" "$swift_arm64" "$swift_arm64.new"
  trap 'rm -rf --one-file-system "$compiler.new" "$swift_arm64.new" "$swift_arm64.apt"' EXIT
  # A mirror's copy of sid may be older than the date until which it is valid.
  unshare --mount --propagation private mmdebstrap --quiet --mode=root --variant=minbase --format=directory \
    --architectures=amd64 --include="$packages" \
    --aptopt='Acquire::Check-Valid-Until "false"' --aptopt='APT::Install-Recommends "false"' \
    --aptopt='Acquire::Languages "none"' \
    "$swift_release" "$compiler.new" "deb [signed-by=$keyring] $(mirror) $swift_release main" >&2
  # 1.5 GB less: Embedded Swift, which only the firmware needs, and of arm64 what the compiler itself consists of.
  local lib=./usr/libexec/swift/lib
  download_swift amd64 "$compiler.new" . --exclude="$lib/swift/embedded"
  download_swift arm64 "$swift_arm64.new" "$lib" --exclude="$lib/swift/embedded" --exclude="$lib/swift/host" --exclude="$lib/lib*"
  mv "$swift_arm64.new" "$swift_arm64"
  mv "$compiler.new" "$compiler"
  printf '%s' "$packages" >"$compiler.packages"
}

# Unpacks a part of swiftlang and libswiftlang of an architecture, with an apt whose state is its own (as
# make/arm64-libraries.sh does).
download_swift() { # ARCHITECTURE FOLDER PART [OPTION-OF-TAR]…
  local apt=$swift_arm64.apt debs=$swift_arm64.apt/debs deb
  rm -rf "$apt"
  mkdir -p "$apt/lists/partial" "$apt/cache/archives/partial" "$apt/parts" "$debs" "$2"
  echo "deb [arch=$1 signed-by=$keyring] $(mirror) $swift_release main" >"$apt/sources.list"
  own_apt() {
    apt-get -qq -o APT::Architecture="$1" -o APT::Architectures="$1" -o APT::Sandbox::User=root -o Dir::State="$apt" \
      -o Dir::State::Lists="$apt/lists" -o Dir::State::status=/dev/null -o Dir::Cache="$apt/cache" \
      -o Dir::Etc::sourcelist="$apt/sources.list" -o Dir::Etc::sourceparts="$apt/parts" -o Acquire::Languages=none \
      -o Acquire::Check-Valid-Until=false "${@:2}"
  }
  own_apt "$1" update >&2
  (cd "$debs" && own_apt "$1" download swiftlang libswiftlang >&2)
  for deb in "$debs"/*.deb; do
    step "unpacking Debian's Swift for $1: $(basename "$deb")"
    dpkg-deb --fsys-tarfile "$deb" | tar --extract --directory "$2" "${@:4}" --wildcards "$3*"
    rm "$deb"
  done
  rm -rf "$apt"
}

# A Swift SDK (SE-0387) by which the compiler's root finds the target's libraries under /arm, and Swift's own under /swift-arm64.
make_sdk() { # ROOT
  ln -sfn ../../../swift-arm64/usr/libexec/swift/lib/swift "$1/usr/lib/swift"
  ln -sfn ../../../swift-arm64/usr/libexec/swift/lib/swift_static "$1/usr/lib/swift_static"
  local bundle=$sdks/trixie-arm64.artifactbundle
  # Debian's compiler calls this machine x86_64-pc-linux-gnu.
  mkdir -p "$bundle/trixie-arm64"
  cat >"$bundle/info.json" <<'END'
{"schemaVersion": "1.0", "artifacts": {"trixie-arm64": {"type": "swiftSDK", "version": "1", "variants": [
  {"path": "trixie-arm64", "supportedTriples": [
    "x86_64-unknown-linux-gnu", "x86_64-pc-linux-gnu"]}]}}}
END
  cat >"$bundle/trixie-arm64/swift-sdk.json" <<'END'
{"schemaVersion": "4.0", "targetTriples": {"aarch64-unknown-linux-gnu": {
  "sdkRootPath": "/arm", "swiftResourcesPath": "/arm/usr/lib/swift",
  "swiftStaticResourcesPath": "/arm/usr/lib/swift_static", "toolsetPaths": ["toolset.json"]}}}
END
  cat >"$bundle/trixie-arm64/toolset.json" <<'END'
{"schemaVersion": "1.0", "rootPath": "/usr/bin", "swiftCompiler": {"extraCLIOptions": ["-use-ld=lld"]}}
END
}

build_for_arm64() {
  local root
  root=$(make/dist/root.sh "$release" arm64 libraries)
  make_compiler
  make_sdk "$root"
  step "building the author for $release on arm64 with Debian's Swift (10 to 15 minutes the first time)"
  # The older type checker finds the types of some expressions only beyond its own limits; with ten times as much room it takes
  # longer for those, and does not give up. Debian's packages have no `swift` in /usr/bin.
  build_in "$compiler" "$source:/afterglow" "$scratch:/build" "$root:/arm" "$swift_arm64:/swift-arm64" "$sdks:/sdks" -- \
    PATH=/usr/libexec/swift/bin:/usr/bin:/bin PKG_CONFIG_SYSROOT_DIR=/arm \
    PKG_CONFIG_PATH=/arm/usr/lib/aarch64-linux-gnu/pkgconfig:/arm/usr/share/pkgconfig \
    swift-build --swift-sdks-path /sdks --swift-sdk trixie-arm64 "${flags[@]}" \
    -Xswiftc -Xfrontend -Xswiftc -solver-scope-threshold=10000000 \
    -Xswiftc -Xfrontend -Xswiftc -solver-trail-threshold=640000000 \
    -Xswiftc -Xfrontend -Xswiftc -solver-memory-threshold -Xswiftc -Xfrontend -Xswiftc 2000000000 >&2
}

# Authors of other releases may be built at the same time, of the same files.
mkdir -p "$dist" "$roots"
exec 7>"$dist/source.lock"
flock 7
copy_source
fetch_packages
[ "$architecture" != amd64 ] || toolchain >/dev/null
exec 7>&-
case $release-$architecture in
  *-amd64) build_here ;;
  trixie-arm64) build_for_arm64 ;;
  *) fail "there is no author for $release on $architecture: Debian's Swift for arm64 needs the glibc of trixie" 69 ;;
esac

# A folder `release` leads to that of the triple.
program=$(realpath "$scratch/release/afterglow" || true)
[ -x "$program" ] || fail "the build left no $scratch/release/afterglow" 70
step "built $program"
echo "$program"
