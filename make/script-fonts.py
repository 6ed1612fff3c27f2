#!/usr/bin/env python3
"""Writes Sources/widgets/AfterglowTypesetting/Fonts/ScriptFontTable.swift: which of Debian's fonts-noto-core has a character that Inter lacks.

Run it after an update of the package: make/script-fonts.py > Sources/widgets/AfterglowTypesetting/Fonts/ScriptFontTable.swift
"""
import glob, os, re, struct, subprocess, sys, unicodedata

NOTO = "/usr/share/fonts/truetype/noto"
# Other designs of scripts that another font has.
DESIGNS = ("Display", "Kufi", "Naskh", "Nastaliq", "Rashi", "LoopedThai", "Unjoined", "Slanted", "Traditional")
# Signs of all scripts: asked only for what no other font has.
GENERAL = ["NotoSans", "NotoSansSymbols", "NotoSansSymbols2", "NotoSansMath", "NotoMusic", "NotoLoopedLao"]
BASE = [f"{NOTO}/NotoSans{name}-Regular.ttf" for name in ("Arabic", "Hebrew", "Devanagari")]
DEJAVU = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
OTHERS = [DEJAVU, "/usr/share/fonts/truetype/wqy/wqy-microhei.ttc"]
# Control characters, blanks of our own, and private ones: fonts have them without a picture.
UNSEEN = {*range(0xA0), *range(0x200B, 0x2010), *range(0x2028, 0x2030), *range(0x2060, 0x2070), *range(0xE000, 0xF900),
          *range(0xFE00, 0xFE10), 0xFEFF, *range(0xFFF0, 0x10000), *range(0xE0000, 0x110000), 0x180B, 0x180C, 0x180D, 0x180E,
          0x180F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFFA0, 0x34F}
INTER = "/usr/share/fonts/opentype/inter/Inter-Regular.otf"


def query(file, key):
    return subprocess.run(["fc-query", "-i", "0", "-f", "%{" + key + "}", file], capture_output=True, text=True, check=True).stdout


def charset(file):
    found = set()
    for part in query(file, "charset").split():
        first, _, last = part.partition("-")
        found.update(range(int(first, 16), int(last or first, 16) + 1))
    return found


def line_height(file):
    """In hundredths of an em, as HarfBuzz has it."""
    data = open(file, "rb").read()
    tables = {data[12 + 16 * n:16 + 16 * n]: struct.unpack(">II", data[20 + 16 * n:28 + 16 * n]) for n in range(struct.unpack(">H", data[4:6])[0])}
    em = struct.unpack(">H", data[tables[b"head"][0] + 18:][:2])[0]
    ascent, descent, gap = struct.unpack(">hhh", data[tables[b"hhea"][0] + 4:][:6])
    os2 = tables[b"OS/2"][0]
    if struct.unpack(">H", data[os2 + 62:][:2])[0] & 128:
        ascent, descent, gap = struct.unpack(">hhh", data[os2 + 68:][:6])
    return round((ascent - descent + gap) * 100 / em)


def stem(file):
    return os.path.basename(file).removesuffix("-Regular.ttf")


def main():
    inter, own = charset(INTER), set().union(*map(charset, BASE))
    shown = inter | own | set().union(*map(charset, OTHERS))
    coverage = {}
    for file in sorted(glob.glob(f"{NOTO}/Noto*-Regular.ttf")):
        if not any(word in file for word in DESIGNS) and not re.search("Tifinagh[A-Z]", file) and file not in BASE:
            coverage[file] = charset(file)
    names = {stem(file) for file in coverage}
    for file in list(coverage):
        if stem(file).startswith("NotoSerif") and (stem(file) == "NotoSerif" or stem(file).replace("Serif", "Sans") in names or stem(file) == "NotoSerifHebrew" or stem(file) == "NotoSerifDevanagari"):
            del coverage[file]
    scripts = {f: c for f, c in coverage.items() if stem(f) not in GENERAL}
    general = {f"{NOTO}/{name}-Regular.ttf": coverage[f"{NOTO}/{name}-Regular.ttf"] for name in GENERAL}
    fonts, of = [], {}
    everything = set().union(*coverage.values())
    def isSign(c):
        return c < 0x530 or 0x2000 <= c < 0x2C00 or 0x2E00 <= c < 0x3100 or 0xA700 <= c < 0xA720 or 0xFE00 <= c < 0xFE30 or c == 0xFEFF
    def words(file):
        return re.sub("([a-z])([A-Z])", r"\1 \2", re.sub("^Noto(Sans|Serif)?", "", stem(file))).upper().replace("ORIYA", "ORIYA")
    for c in sorted(everything - inter - own - UNSEEN):
        having = [f for f, s in scripts.items() if c in s]
        if having and not (isSign(c) and c in shown):
            name = unicodedata.name(chr(c), "").replace("-", " ")
            of[c] = next((f for f in having if name.startswith(words(f))), min(having, key=lambda f: (isSign(c), len(scripts[f]))))
        elif c not in shown:
            having = [f for f, s in general.items() if c in s]
            if having: of[c] = having[0]
    used = sorted(set(of.values()))
    ranges, last = [], None
    # A font may be named for characters in between that none has, but not for those that need none.
    for c in sorted(set(of) | shown | UNSEEN):
        font = of.get(c)
        if font != last or not ranges:
            ranges.append((c, font)); last = font
    used.sort(key=lambda file: min(c for c in of if of[c] == file))
    print(HEAD)
    for file in used:
        family = query(file, "family").split(",")[0]
        print(f'    ScriptFont("{family}", "{stem(file)}", lineHeight: {line_height(file)}{", isSigns: true" if file in general and "Looped" not in file else ""}),')
    print("  ]\n\n  /// Where the characters of a font begin, and its index; 255: Inter and the fonts that are always asked have them, or\n  /// none has.\n  static let starts: [(first: UInt32, font: UInt8)] = [")
    line = "   "
    for c, font in ranges:
        word = f" (0x{c:X}, {255 if font is None else used.index(font)}),"
        if len(line) + len(word) > 120:
            print(line)
            line = "   "
        line += word
    print(line + "\n  ]\n}")


HEAD = """// Written by make/script-fonts.py.

extension ScriptFont {
  /// Debian's fonts-noto-core, without other designs of a script.
  static let all: [ScriptFont] = ["""


if __name__ == "__main__":
    main()
