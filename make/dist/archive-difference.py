#!/usr/bin/env python3
"""Says where two archives differ: their bytes by part, on one line, as "31 bytes: header 12, provenance 19". Parts that a section
table (docs/archive-format.md) places elsewhere, or makes longer, are compared each by itself.
usage: archive-difference.py FILE OTHER
Exits with 0 if they are equal, 1 if they differ, 65 if one is no archive.
"""
import struct
import sys

HEADER, ROW = 64, 16
SECTIONS = (
    "board", "strings", "provenance", "widgets", "entries", "variants", "node list", "nodes", "paints", "gradients", "glyphs",
    "glyph data", "placements", "pictures", "picture data", "points", "zones", "zone transitions", "tick templates", "tick phrases",
    "tick items", "digit sets", "tick tables", "plural tables", "hit regions", "actions")


def parts(path):
    with open(path, "rb") as file:
        data = file.read()
    if data[:8] != b"AFTERGLW" or len(data) < HEADER:
        raise ValueError(f"{path} is no archive")
    count = struct.unpack_from("<I", data, 20)[0]
    table = HEADER + count * ROW
    found = {"header": data[:HEADER], "section table": data[HEADER:table]}
    for row in range(count):
        number, size, offset, records = struct.unpack_from("<4I", data, HEADER + row * ROW)
        name = SECTIONS[number] if number < len(SECTIONS) else f"section {number}"
        found[name] = data[offset:offset + size * records]
    return found


def differing(one, other):
    return sum(a != b for a, b in zip(one, other)) + abs(len(one) - len(other))


def main():
    if len(sys.argv) != 3:
        print(__doc__.strip(), file=sys.stderr)
        return 64
    try:
        one, other = parts(sys.argv[1]), parts(sys.argv[2])
    except (ValueError, OSError, struct.error) as error:
        print(f"archive-difference.py: {error}", file=sys.stderr)
        return 65
    counts = {name: differing(one.get(name, b""), other.get(name, b"")) for name in {**one, **other}}
    total = sum(counts.values())
    where = ", ".join(f"{name} {count}" for name, count in counts.items() if count)
    print(f"{total} bytes: {where}" if total else "0 bytes")
    return 1 if total else 0


if __name__ == "__main__":
    sys.exit(main())
