#!/usr/bin/env python3
"""Writes the software bill of materials of a program, as SPDX 2.3 in JSON, to standard output.

usage: sbom.py NAME VERSION PROGRAM [--resolved FILE] [--libraries FILE] [--static NAME=VERSION]…

PROGRAM       the program, of which the bill has the checksum
--resolved    the Package.resolved of its build: Swift packages with version and commit
--libraries   lines of `depends.py --libraries`: shared libraries of Debian with the versions of the release
--static      something that is linked into the program, such as libdrm=2.4.114-1+b1

Licences are those of the tables in NOTICE. What NOTICE names in words that are no SPDX expression is a comment. The moment is
that of SOURCE_DATE_EPOCH, so that two runs write the same bytes.
"""

import argparse
import datetime
import hashlib
import json
import os
import re
import sys
from pathlib import Path

NOTICE = Path(__file__).resolve().parents[2] / "NOTICE"


def licences():
  """Licences by name: of the first column, and of Debian's packages in the second one."""
  found = {}
  for line in NOTICE.read_text().splitlines():
    if not line.startswith("| "): continue
    cells = [cell.strip() for cell in line.strip("|").split("|")]
    for name in [cells[0], *re.split(r",\s*", cells[1] if len(cells) > 2 else "")]:
      found.setdefault(name.strip("` ").lower(), cells[-1])
    for name in re.findall(r"Debian's (\S+?),", cells[1] if len(cells) > 2 else ""): found.setdefault(name, cells[-1])
  return found


def expression(words):
  """A licence of NOTICE as SPDX: an expression, and the words where they are none."""
  if not words: return "NOASSERTION", None
  known = {
    "Apache-2.0 with Runtime Library Exception": "Apache-2.0 WITH Swift-exception",
    "GPL-3.0-or-later with GCC Runtime Library Exception": "GPL-3.0-or-later WITH GCC-exception-3.1",
    "libpng-2.0": "libpng-2.0", "BSD-3-Clause, IJG and Zlib": "BSD-3-Clause AND IJG AND Zlib",
  }
  if words in known: return known[words], None
  if re.fullmatch(r"[A-Za-z0-9.+-]+", words): return words, None
  return "NOASSERTION", words


def package(name, version, licence, purl=None, commit=None, where=None):
  text, comment = expression(licence)
  result = {
    "SPDXID": "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name),
    "name": name, "versionInfo": version, "downloadLocation": where or "NOASSERTION", "filesAnalyzed": False,
    "licenseConcluded": text, "licenseDeclared": text, "copyrightText": "NOASSERTION",
  }
  if comment: result["licenseComments"] = comment
  if commit: result["sourceInfo"] = f"commit {commit}"
  if purl:
    result["externalRefs"] = [
      {"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": purl}
    ]
  return result


def licence_of(name, found):
  """The licence of a Debian package, also of a rebuild with another name: libglib2.0-0t64 for libglib2.0-0."""
  names = [name, name.removesuffix("t64"), re.sub(r"t64(-gnutls)$", r"\1", name)]
  return next((found[other.lower()] for other in names if other.lower() in found), None)


def main():
  parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
  parser.add_argument("name")
  parser.add_argument("version")
  parser.add_argument("program")
  parser.add_argument("--resolved")
  parser.add_argument("--libraries")
  parser.add_argument("--static", action="append", default=[], metavar="NAME=VERSION")
  arguments = parser.parse_args()
  if "SOURCE_DATE_EPOCH" not in os.environ: sys.exit("sbom.py: SOURCE_DATE_EPOCH is not set; two runs would differ")
  moment = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)
  found = licences()

  main_package = package(arguments.name, arguments.version, "Apache-2.0")
  main_package["checksums"] = [
    {"algorithm": "SHA256", "checksumValue": hashlib.sha256(Path(arguments.program).read_bytes()).hexdigest()}
  ]
  linked, loaded = [], {}
  if arguments.resolved:
    for pin in json.loads(Path(arguments.resolved).read_text())["pins"]:
      name = pin["location"].rstrip("/").rsplit("/", 1)[-1].removesuffix(".git")
      owner = re.sub(r"^https?://", "", pin["location"]).removesuffix(".git")
      version = pin["state"].get("version", pin["state"]["revision"])
      linked.append(package(
        name, version, found.get(name.lower()), f"pkg:swift/{owner}@{version}", pin["state"]["revision"],
        "git+" + pin["location"]))
  for text in arguments.static:
    name, _, version = text.partition("=")
    linked.append(package(name, version, licence_of(name, found)))
  if arguments.libraries:
    for line in Path(arguments.libraries).read_text().splitlines():
      _, owner, version, _ = line.split("\t")
      loaded[owner] = package(owner, version, licence_of(owner, found), f"pkg:deb/debian/{owner}@{version}")

  root = main_package["SPDXID"]
  relations = [{"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": root}]
  for one in linked:
    relations.append({"spdxElementId": root, "relationshipType": "STATIC_LINK", "relatedSpdxElement": one["SPDXID"]})
  for one in loaded.values():
    relations.append({"spdxElementId": root, "relationshipType": "DYNAMIC_LINK", "relatedSpdxElement": one["SPDXID"]})
  packages = [main_package, *linked, *(loaded[name] for name in sorted(loaded))]
  json.dump({
    "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
    "name": f"{arguments.name}-{arguments.version}",
    "documentNamespace": f"urn:afterglow:sbom:{arguments.name}:{arguments.version}:"
      + main_package["checksums"][0]["checksumValue"][:16],
    "creationInfo": {"created": f"{moment:%Y-%m-%dT%H:%M:%SZ}", "creators": ["Tool: make/dist/sbom.py"]},
    "packages": packages, "relationships": relations,
  }, sys.stdout, indent=2, ensure_ascii=False)
  print()


if __name__ == "__main__": main()
