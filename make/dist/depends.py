#!/usr/bin/env python3
"""Prints the Debian packages that a program needs in a release: those of the shared libraries that it links.

usage: depends.py [--libraries] [--loaded NAME]… ROOT PROGRAM

ROOT is a root of the release (make/dist/root.sh RELEASE ARCHITECTURE libraries). Each library is searched there, its package is
the one that dpkg's lists name, and the oldest version that will do is that of the newest symbol that the program uses, as
the symbols file of the library's package says. Nothing runs in the root, so that it may be of another architecture.

--loaded NAME   a library that the program opens by its name, such as libcurl.so.4: its package, of any version
--libraries     one line a library: name, package, version in the root, path; also those that the libraries link

A library that no package of the root has is an error: link it statically, or add its package to make/packages.mk.
"""

import argparse
import functools
import os
import re
import subprocess
import sys
from pathlib import Path


class Root:
  """A release's files, and what its dpkg knows of them."""

  def __init__(self, path):
    self.path = Path(path).resolve()
    self.info = self.path / "var/lib/dpkg/info"
    if not self.info.is_dir():
      sys.exit(f"{path} is no root of Debian: {self.info} is missing; make one with make/dist/root.sh")

  @functools.cached_property
  def folders(self):
    """Folders in which the loader searches, as /etc/ld.so.conf of the root lists them."""
    found = []
    for file in sorted((self.path / "etc/ld.so.conf.d").glob("*.conf")):
      lines = (line.split("#")[0].strip() for line in file.read_text().splitlines())
      found += [line for line in lines if line.startswith("/")]
    return found + ["/lib", "/usr/lib", "/lib64", "/usr/lib64"]

  def find(self, name, run_paths=()):
    """The path in the root of a library, links resolved within the root."""
    for folder in [*run_paths, *self.folders]:
      path = self.resolve(f"{folder}/{name}")
      if path: return path
    return None

  def resolve(self, path):
    """A path of the root without links, or None. Absolute links lead to the root's own files."""
    for _ in range(40):
      parts = Path(path).parts[1:]
      place = self.path
      for index, part in enumerate(parts):
        place = place / part
        if place.is_symlink():
          target = os.readlink(place)
          parent = "/" + "/".join(parts[:index])
          path = os.path.normpath(os.path.join(parent, target, *parts[index + 1 :]))
          break
      else:
        return path if place.is_file() else None
    return None

  @functools.cached_property
  def owners(self):
    """Which package has which file. Files of /lib are found under /usr/lib too, where they are since the merge."""
    owners = {}
    for list_file in self.info.glob("*.list"):
      for line in list_file.read_text(errors="replace").splitlines():
        if ".so" not in line: continue
        owners[line] = list_file.stem
        if line.startswith("/lib"): owners["/usr" + line] = list_file.stem
    return owners

  @functools.cached_property
  def versions(self):
    """Versions of the installed packages, by name."""
    versions = {}
    for paragraph in (self.path / "var/lib/dpkg/status").read_text(errors="replace").split("\n\n"):
      fields = dict(re.findall(r"^(Package|Version|Source): (.+)$", paragraph, re.M))
      if "Version" in fields: versions[fields["Package"]] = fields["Version"]
    return versions

  @functools.lru_cache(maxsize=None)
  def symbols(self, owner, name):
    """Template of the dependency of a library, and the oldest version of each of its symbols; None without a symbols file."""
    file = self.info / f"{owner}.symbols"
    if not file.exists(): return None
    template, oldest, is_here = None, {}, False
    for line in file.read_text().splitlines():
      if not line.strip() or line.startswith("#"): continue
      if line[0] not in " |*":
        library, _, rest = line.partition(" ")
        is_here = library == name
        if is_here: template = rest or owner.split(":")[0]
      elif is_here and line[0] == " ":
        words = line.split()
        if len(words) >= 2: oldest[re.sub(r"^\([^)]*\)", "", words[0]).strip('"')] = words[1]
    return (template, oldest) if template else None

  def template(self, owner, name):
    """The dependency that the shlibs file of a library's package names; the package itself without one."""
    match = re.fullmatch(r"(.+?)[.-](?:so\.)?([0-9].*?)(?:\.so)?", name)
    file = self.info / f"{owner}.shlibs"
    for line in file.read_text().splitlines() if file.exists() and match else []:
      words = line.split(None, 2)
      if len(words) == 3 and words[:2] == [match[1], match[2]]: return words[2]
    return owner.split(":")[0]


def read_elf(*arguments):
  """What readelf prints of a file of any architecture."""
  return subprocess.run(
    ["readelf", "--wide", *arguments], check=True, capture_output=True, text=True, env={**os.environ, "LC_ALL": "C"}
  ).stdout


def linked(path):
  """Names of the libraries that a file links, and the folders that it names itself."""
  text = read_elf("--dynamic", path)
  folders = [folder for match in re.findall(r"\(R(?:UN)?PATH\).*\[(.*)\]", text) for folder in match.split(":")]
  return re.findall(r"\(NEEDED\).*\[(.*)\]", text), [folder for folder in folders if folder.startswith("/")]


def undefined(path):
  """Symbols that a file takes from libraries, as symbols files write them: name@version or name@Base."""
  names = set()
  for line in read_elf("--dyn-syms", path).splitlines():
    words = line.split()
    if len(words) < 8 or words[6] != "UND": continue
    name, _, version = words[7].partition("@")
    names.add(f"{name}@{version.lstrip('@') or 'Base'}")
  return names


def later(one, other):
  """The later of two versions of Debian; None is before all."""
  if one is None or other is None: return one or other
  is_later = subprocess.run(["dpkg", "--compare-versions", one, "gt", other]).returncode == 0
  return one if is_later else other


def dependencies(root, program, loaded):
  """Dependencies of a program, sorted, and a list of the libraries that no package has."""
  needed, run_paths = linked(program)
  used, found, missing = undefined(program), {}, []
  for name in needed:
    path = root.find(name, run_paths)
    owner = path and root.owners.get(path)
    if not owner:
      missing.append(name)
      continue
    symbols = root.symbols(owner, name)
    if not symbols:
      found.setdefault(root.template(owner, name), None)
      continue
    template, oldest = symbols
    newest = None
    for symbol in used:
      version = oldest.get(symbol) or oldest.get("*@" + symbol.partition("@")[2])
      if version: newest = later(newest, version)
    key = template.replace("#MINVER#", "").strip()
    found[key] = later(found.get(key), newest) if "#MINVER#" in template else None
  for name in loaded:
    path = root.find(name)
    owner = path and root.owners.get(path)
    if owner: found.setdefault(owner.split(":")[0], None)
    else: missing.append(name)
  texts = []
  for key, version in found.items():
    # A version of zero is any version.
    texts.append(f"{key} (>= {version})" if version and version != "0" else key)
  return sorted(texts), missing


def libraries(root, program, loaded):
  """Every library that is mapped with a program: name, package, version, path."""
  rows, open_files, seen = [], [program], set()
  names = list(loaded)
  while open_files:
    file = open_files.pop()
    needed, run_paths = linked(file)
    for name in names + needed:
      path = root.find(name, run_paths)
      if not path or name in seen: continue
      seen.add(name)
      owner = (root.owners.get(path) or "?").split(":")[0]
      rows.append((name, owner, root.versions.get(owner, "?"), path))
      open_files.append(str(root.path) + path)
    names = []
  return sorted(rows)


def main():
  parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
  parser.add_argument("--libraries", action="store_true")
  parser.add_argument("--loaded", action="append", default=[], metavar="NAME")
  parser.add_argument("root")
  parser.add_argument("program")
  arguments = parser.parse_args()
  root = Root(arguments.root)
  if arguments.libraries:
    for row in libraries(root, arguments.program, arguments.loaded): print("\t".join(row))
    return
  texts, missing = dependencies(root, arguments.program, arguments.loaded)
  if missing:
    sys.exit(
      f"{arguments.program} links {', '.join(missing)}, which no package of {arguments.root} has; "
      "link it statically (--static-swift-stdlib), or add its package to make/packages.mk"
    )
  print(", ".join(texts))


if __name__ == "__main__": main()
