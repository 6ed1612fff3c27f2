#!/usr/bin/env python3
"""Issue 42, point 1: four wings. Works on a clean checkout of any state of the flat layout; each step is a commit.

usage: wings.py WORKTREE [--no-commit]
Stops with a message, before it changes anything, when a room or a folder of tests is not in the tables below; and with a list
when text still names an old path afterwards. To run again: git reset --hard to the state before, then run.
"""
import os
import re
import subprocess
import sys

# ---------------------------------------------------------------- tables

WINGS = ["firmware", "widgets", "author", "tools"]
ROOMS = {
    "firmware": """AfterglowCore CLinux AfterglowRaster AfterglowTimeline AfterglowDevice AfterglowLight AfterglowArchive
        AfterglowEPaper AfterglowVirtual AfterglowLinux AfterglowEngine afterglow-renderer""",
    # The last line: rooms that were planned when this was written.
    "widgets": """Afterglow AfterglowMacros AfterglowErrors AfterglowPictures CConformances CPango CSymbols CJPEG CPNG
        SwiftUI WidgetKit AppIntents ActivityKit Charts OSLog
        AfterglowGeometry AfterglowTypesetting AfterglowCharts""",
    "author": """AfterglowPrograms AfterglowInk AfterglowCompiler AfterglowDocuments AfterglowSources AfterglowServer
        AfterglowFetch AfterglowWidgets AfterglowPanelModels AfterglowBoards AfterglowPreview AfterglowStudio
        CChild CCurl CExpat CStudioPage
        AfterglowKit AfterglowFrames AfterglowGuide AfterglowDaemon AfterglowSerialization""",
    "tools": "afterglow-command afterglow-bench",
}
WING_OF = {room: wing for wing, rooms in ROOMS.items() for room in rooms.split()}
# Rooms too small to be rooms: where they go, and their folder there.
MERGES = {
    "AfterglowDistance": ("AfterglowLight", "Distance"),
    "AfterglowWear": ("AfterglowLight", "Wear"),
    "AfterglowPNG": ("AfterglowPictures", "PNG"),
}
# Suites that are not named after a room, with the room that decides their wing (also in HouseRulesTests).
SUITES = {
    "DaemonTests": "afterglow-command", "SystemTests": "afterglow-command", "RendererTests": "afterglow-renderer",
    "HardwareTests": "afterglow-renderer", "PageTests": "CStudioPage",
}
# What tests share, all of it in Tests/support.
SUPPORT = {name: name for name in """TestSupport SocketSupport CCairo CICal CLockdownProbe LockdownProbe DeviceProbe PictureProbe
    SampleWidget Ported Idioms GoldenSheet HardwareModel Golden Fonts LuxTraces Fuzz""".split()}
SUPPORT["Support"] = "Helpers"
# Paths that begin with Sources/ and are in packages of widgets.
FOREIGN = {"Tides", "GreenTea", "Tea"}
# Text that keeps old paths.
UNTOUCHED = {"CHANGELOG.md", "LICENSE", "make/start-order.txt"}

# ---------------------------------------------------------------- helpers

root = None


def fail(message):
    sys.exit(f"wings: {message}")


def run(*command, **options):
    return subprocess.run(command, cwd=root, check=True, capture_output=True, text=True, **options).stdout


def read(path):
    with open(os.path.join(root, path), encoding="utf-8") as file:
        return file.read()


def write(path, text):
    with open(os.path.join(root, path), "w", encoding="utf-8") as file:
        file.write(text)


def edit(path, old, new, isOptional=False):
    """One exact replacement. A later state of the text is a reason to look."""
    text = read(path)
    if new in text and (old not in text or old in new):
        return
    if text.count(old) != 1:
        if isOptional and old not in text:
            return
        fail(f"{path}: expected once, found {text.count(old)} times:\n{old}\nwanted instead:\n{new}")
    write(path, text.replace(old, new))


def substitute(path, pattern, new, least=1):
    text, count = re.subn(pattern, new, read(path))
    if count < least:
        fail(f"{path}: nothing matches {pattern}")
    write(path, text)


def folders(path):
    """Folders with files that git tracks; what a build or an editor has left does not count."""
    found = set()
    for file in run("git", "ls-files", path).splitlines():
        rest = file[len(path) + 1:]
        if "/" not in rest:
            fail(f"{file} is in no room")
        found.add(rest.split("/")[0])
    return sorted(found)


def texts():
    """Paths of tracked text files that may name others."""
    for path in run("git", "ls-files").splitlines():
        full = os.path.join(root, path)
        if path in UNTOUCHED or os.path.islink(full) or not os.path.isfile(full):
            continue
        with open(full, "rb") as file:
            data = file.read()
        if b"\0" in data:
            continue
        try:
            data.decode("utf-8")
        except UnicodeDecodeError:
            continue
        yield path


def move(old, new):
    os.makedirs(os.path.join(root, os.path.dirname(new)), exist_ok=True)
    run("git", "mv", old, new)


def remove_empty(folder):
    """Files that were moved one by one leave their folders; the tests of rooms would find them."""
    for path, _, _ in os.walk(os.path.join(root, folder), topdown=False):
        if not os.listdir(path):
            os.rmdir(path)


def format_swift():
    changed = run("git", "status", "--porcelain", "-z", "--no-renames").split("\0")
    paths = [entry[3:] for entry in changed if entry[3:].endswith(".swift") and os.path.exists(os.path.join(root, entry[3:]))]
    # What was only moved is formatted as it was.
    old = set(run("git", "ls-tree", "-r", "HEAD", "--format=%(objectname)").split())
    paths = [path for path in paths if run("git", "hash-object", path).strip() not in old]
    if paths:
        run("swift", "format", "--in-place", "--parallel", *paths)
        result = subprocess.run(["swift", "format", "lint", "--strict", "--parallel", *paths], cwd=root, capture_output=True, text=True)
        if result.returncode or result.stdout or result.stderr:
            print(result.stdout, result.stderr)
            fail("the formatter is not content with what was edited")


def commit(message):
    format_swift()
    run("git", "add", "-A")
    if not run("git", "status", "--porcelain"):
        return
    subject = message.split("\n")[0]
    assert len(subject) < 72, subject
    if "--no-commit" in sys.argv:
        print(f"wings: (no commit) {subject}")
    else:
        run("git", "commit", "-q", "-F", "-", input=message)
        print(f"wings: {subject}")


# ---------------------------------------------------------------- the manifest

def list_of(text, function):
    """The targets of a function of the manifest: where its list begins and ends, and its elements with their comments."""
    head = f"func {function}() -> [Target] {{\n  [\n"
    start = text.find(head)
    if start < 0:
        fail(f"Package.swift has no {function}() with one list")
    body = start + len(head)
    end = text.index("\n  ]\n}", body) + 1
    elements, current, depth = [], "", 0
    for line in text[body:end].splitlines(keepends=True):
        current += line
        code = re.sub(r"//.*", "", re.sub(r'"[^"]*"', '""', line))
        if not code.strip():
            continue
        depth += sum(code.count(c) for c in "([") - sum(code.count(c) for c in ")]")
        if depth == 0:
            if not code.rstrip().endswith(","):
                current = current.rstrip("\n") + ",\n"
            elements.append(current)
            current = ""
    if current.strip() or depth:
        fail(f"Package.swift: cannot take {function}() apart at: {current}")
    return start, end + len("  ]\n}"), elements


def name_of(element):
    match = re.search(r'^\s*(firmware|tests|\.\w+)\(\s*(?:name: )?"([^"]+)"', re.sub(r"(?m)^\s*//.*\n", "", element))
    if not match:
        fail(f"Package.swift: a target without a name: {element}")
    return match[2] + ("Tests" if match[1] == "tests" else "")


# ---------------------------------------------------------------- small rooms

def merge_rooms():
    merges = {old: new for old, new in MERGES.items() if old in folders("Sources")}
    if not merges:
        return
    for old, (new, folder) in merges.items():
        for path in run("git", "ls-files", f"Sources/{old}").splitlines():
            move(path, f"Sources/{new}/{folder}/{path.split('/', 2)[2]}")
        if f"{old}Tests" in folders("Tests"):
            for path in run("git", "ls-files", f"Tests/{old}Tests").splitlines():
                move(path, f"Tests/{new}Tests/{path.split('/', 2)[2]}")
        remove_empty(f"Sources/{old}")
        remove_empty(f"Tests/{old}Tests")

    for path in texts():
        if path in ("Package.swift", "docs/architecture.md"):
            continue
        text = before = read(path)
        for old, (new, folder) in merges.items():
            text = re.sub(rf"\bSources/{old}/(?=[A-Za-z])", f"Sources/{new}/{folder}/", text)
            text = re.sub(rf"\b{old}(Tests)?\b", rf"{new}\1", text)
        if text != before and path.endswith(".swift"):
            own = path.split("/")[1]
            for new in {new for new, _ in merges.values()}:
                imports = re.findall(rf"(?m)^(?:@\w+ |public |package |internal |private |fileprivate )*import {new}\n", text)
                keep = [] if own == new else sorted(imports, key=len)[-1:]
                for line in imports:
                    if line in keep:
                        keep.remove(line)
                        text = text.replace(line, line.replace("import", "\0"), 1)
                        continue
                    text = re.sub(rf"(?m)^{re.escape(line)}", "", text, count=1)
                text = text.replace("\0", "import")
        if text != before:
            write(path, text)

    text = read("Package.swift")
    for function in ("firmwareSide", "authorSide", "testTargets"):
        start, end, elements = list_of(text, function)
        gone = set(merges) | {f"{old}Tests" for old in merges}
        body = "".join(element for element in elements if name_of(element) not in gone)
        text = text[:start] + f"func {function}() -> [Target] {{\n  [\n{body}  ]\n}}" + text[end:]
    for old, (new, _) in merges.items():
        text = text.replace(f'"{old}"', f'"{new}"')

    def once(match):
        seen, out = set(), match[0]
        for name in {new for new, _ in merges.values()}:
            first = out.find(f'"{name}"')
            if first >= 0:
                after = first + len(name) + 2
                out = out[:after] + re.sub(rf',\s*"{name}"', "", out[after:])
        return out

    text = re.sub(r"\[[^\[\]]*\]", once, text)
    write("Package.swift", text)

    text = read("docs/architecture.md")
    lines = []
    for line in text.splitlines(keepends=True):
        cells = line.split("|")
        if len(cells) >= 7 and cells[2].strip().isdigit():
            if cells[1].strip() in merges:
                continue
            imports = []
            for name in cells[4].strip().split(", "):
                name = merges[name][0] if name in merges else name
                if name not in imports:
                    imports.append(name)
            cells[4] = f" {', '.join(imports)} " if imports != [""] else " "
            line = "|".join(cells)
        lines.append(line)
    write("docs/architecture.md", "".join(lines))
    if "AfterglowDistance" in merges:
        edit("docs/architecture.md", "| lux filter, day, always-on and night, colour stage |",
             "| lux filter, day, always-on and night, colour stage; the viewer's distance; burn-in |")
        substitute("Tests/Fuzz/run.sh", r"Distance\|Wear\|", "")
        substitute("Tests/Fuzz/run.sh", r"Distance,Wear,", "")
        # As the compiler writes the names of what has moved; `make start-order` would find the same ones.
        order = read("make/start-order.txt")
        order = order.replace("$e17AfterglowDistance11DetailStateV", "$e14AfterglowLight11DetailStateV")
        order = order.replace("8distance0A8Distance0fD0Vvg", "8distance0A5Light08DistanceD0Vvg")
        write("make/start-order.txt", order)
        if re.search(r"17AfterglowDistance|0A8Distance|13AfterglowWear|0A4Wear", order):
            fail("make/start-order.txt names functions of AfterglowDistance or AfterglowWear that this script does not know")
    if "AfterglowPNG" in merges:
        substitute("docs/architecture.md", r"(?m)^(\| AfterglowPictures \|.*; linear light) \|$",
                   r"\1; a panel's pixels as PNG files, and back |")
    for path in texts():
        for old in merges:
            if re.search(rf"\b{old}(Tests)?\b", read(path)):
                fail(f"{path} still names {old}")
    commit("""Join three small rooms with larger ones

The distance of the viewer and burn-in were rooms of one or two files: what
a panel's light, distance and wear decide is now in AfterglowLight, and
reading and writing a panel's pixels as PNG in AfterglowPictures, which no
firmware room imports. Folders keep them apart.
""")


# ---------------------------------------------------------------- the program's target

def rename_command():
    if "afterglow" not in folders("Sources"):
        return
    move("Sources/afterglow", "Sources/afterglow-command")
    text = read("Package.swift")
    text = re.sub(r'(?<!executable\(name: )"afterglow"', '"afterglow-command"', text)
    old = "    name: \"Afterglow\", dependencies: targets.contains(where: usesPackages) ? packages : [],\n"
    if text.count(old) != 1:
        fail("Package.swift: the package of AFTERGLOW_TARGETS has changed")
    text = text.replace(old, """    name: "Afterglow",
    // Of other programs, the product has the name of the target.
    products: targets.contains { $0.name == "afterglow-command" } ? [commandProduct] : [],
    dependencies: targets.contains(where: usesPackages) ? packages : [],
""")
    product = '.executable(name: "afterglow", targets: ["afterglow-command"]),'
    if text.count(product) != 1:
        fail("Package.swift: the product afterglow has changed")
    text = text.replace(product, "commandProduct,")
    text = text.replace("\nlet packages: [Package.Dependency] = [", """
/// The target cannot have the program's name: it would differ from the library's only by case, which the file systems of
/// Macs do not distinguish.
let commandProduct = Product.executable(name: "afterglow", targets: ["afterglow-command"])

let packages: [Package.Dependency] = [""", 1)
    write("Package.swift", text)
    for path in texts():
        text = before = read(path)
        if path.endswith(".swift"):
            text = re.sub(r"(?m)^((?:@testable )?import )afterglow$", r"\1afterglow_command", text)
        text = re.sub(r"\bSources/afterglow(?![\w-])", "Sources/afterglow-command", text)
        if text != before:
            write(path, text)
    substitute("docs/architecture.md", r"(?m)^\| afterglow \| ", "| afterglow-command | ")
    substitute("make/quick.sh", r"(?m)^  afterglow\)$", "  afterglow-command)")
    edit("CONTRIBUTING.md", "`afterglow` has tests of the daemon's parts and of the command line.",
         "`afterglow-command`, the program\n`afterglow`, has tests of the daemon's parts and of the command line.")
    commit("""Give the program afterglow a target of another name

Sources/Afterglow and Sources/afterglow were one folder on the file systems
of Macs, and so were their modules and build folders. The target is
afterglow-command now; the product and its file are still afterglow.
""")


# ---------------------------------------------------------------- wings

def test_place(name):
    if name in SUPPORT:
        return f"support/{SUPPORT[name]}"
    room = SUITES.get(name) or (name[:-len("Tests")] if name.endswith("Tests") else None)
    if name == "DaemonTests" and "AfterglowDaemon" in folders("Sources"):
        room = "AfterglowDaemon"
    return f"{WING_OF[room]}/{name}" if room in WING_OF else None


def place_map():
    places, unknown = {}, []
    for room in folders("Sources"):
        if room in WING_OF:
            places[f"Sources/{room}"] = f"Sources/{WING_OF[room]}/{room}"
        elif room not in MERGES and room != "afterglow":
            unknown.append(f"Sources/{room}")
    for name in folders("Tests"):
        place = test_place(name)
        if place:
            places[f"Tests/{name}"] = f"Tests/{place}"
        elif name[:-len("Tests")] not in MERGES:
            unknown.append(f"Tests/{name}")
    if unknown:
        fail("not in the tables of wings.py (ROOMS, SUITES or SUPPORT): " + ", ".join(unknown))
    return places


def new_path(path, places):
    parts = path.split("/")
    key = "/".join(parts[:2])
    return "/".join([places[key]] + parts[2:]) if key in places else path


FILE_PATH = re.compile(
    r'URL\((?:fileURLWithPath|filePath): #filePath\)(?P<chain>(?:\s*\.deletingLastPathComponent\(\))*)'
    r'(?P<appended>\s*\.(?:appending\(path: |appendingPathComponent\()"(?P<literal>[^"]*)")?')


def deepen(path, text, places):
    """What starts at a test's own path has one folder more to leave. `path`: the old one."""
    endsInTests = False

    def one(match):
        nonlocal endsInTests
        up = match["chain"].count(".deletingLastPathComponent")
        literal = match["literal"] or ""
        dots = len(re.match(r"(?:\.\./)*(?:\.\.$)?", literal)[0].rstrip("/").split("/")) if literal.startswith("..") else 0
        left = path.split("/")[: len(path.split("/")) - up - dots]
        if len(left) >= 2:
            return match[0]
        if dots:
            return match[0].replace(f'"{literal}"', f'"../{literal}"')
        appended = match["appended"] or ""
        if left == ["Tests"]:
            endsInTests = True
            if appended:
                name, _, rest = literal.partition("/")
                if f"Tests/{name}" not in places:
                    fail(f"{path}: what is Tests/{literal}?")
                new = places[f"Tests/{name}"][len("Tests/"):] + (f"/{rest}" if rest else "")
                appended = appended.replace(f'"{literal}"', f'"{new}"')
        start = match[0][: match.end("chain") - match.start()]
        return start + ".deletingLastPathComponent()" + appended

    text = FILE_PATH.sub(one, text)
    if endsInTests:
        text = re.sub(r'(appending\(path: |appendingPathComponent\()"(\w+)(?=[/"])',
                      lambda m: m[1] + '"' + places.get(f"Tests/{m[2]}", f"Tests/{m[2]}")[len("Tests/"):], text)
    return text


def rename_paths(text, places):
    def one(match):
        return places.get(match[0], match[0])

    text = re.sub(r"\b(?:Sources|Tests)/[A-Za-z][\w-]*", one, text)
    # The fuzzer's rooms: all of the firmware.
    text = re.sub(r"\bSources/Afterglow\{", "Sources/firmware/Afterglow{", text)
    text = re.sub(r"\bSources_(Afterglow\w+?)_", lambda m: f"Sources_{WING_OF[m[1]]}_{m[1]}_", text)
    return text


def regroup_manifest(places):
    text = read("Package.swift")
    groups = {wing: [] for wing in WINGS}
    tests = {wing: [] for wing in WINGS + ["support"]}
    spans = {}
    for function in ("firmwareSide", "authorSide", "testTargets"):
        start, end, elements = list_of(text, function)
        spans[function] = text[start:end]
        for element in elements:
            name = name_of(element)
            path = re.search(r',\s*path: "(Tests/([\w-]+)[^"]*)"', element)
            if path and f"Tests/{path[2]}" not in places:
                fail(f"Package.swift: {name} is in {path[1]}, which is not there")
            place = places[f"Tests/{path[2]}"] if path else None
            if place and place.startswith("Tests/support/"):
                element = element.replace(f'"{path[1]}"', f'"{new_path(path[1], places)}"')
                # The firmware's probe is built as the firmware is, in packages without tests.
                (groups["firmware"] if function == "firmwareSide" else tests["support"]).append(element)
            elif place or f"Tests/{name}" in places:
                if path:
                    element = element.replace(path[0], "")
                tests[(place or places[f"Tests/{name}"]).split("/")[1]].append(element)
            elif name in WING_OF:
                groups[WING_OF[name]].append(element)
            else:
                fail(f"Package.swift: target {name} is in no wing")

    def function(name, folder, elements):
        return f"func {name}() -> [Target] {{\n  inFolder(\n    \"{folder}\",\n    [\n{''.join(elements)}    ])\n}}"

    parts = [function(f"{wing}Wing", f"Sources/{wing}", groups[wing]) for wing in WINGS]
    suites = "\n    + ".join(
        f"inFolder(\n    \"Tests/{wing}\",\n    [\n{''.join(tests[wing])}    ])" for wing in WINGS if tests[wing])
    parts.append(f"func testTargets() -> [Target] {{\n  {suites}\n    + supportTargets()\n}}")
    parts.append(f"/// What tests share, and programs that they start.\nfunc supportTargets() -> [Target] {{\n  [\n{''.join(tests['support'])}  ]\n}}")
    parts.append("func allTargets() -> [Target] { " + " + ".join(f"{wing}Wing()" for wing in WINGS) + " + testTargets() }")
    text = text.replace(spans["authorSide"], parts[1] + "\n\n" + parts[2] + "\n\n" + parts[3])
    helper = """/// Targets that name no path of their own are in a folder of their name, in the folder of their wing.
func inFolder(_ wing: String, _ targets: [Target]) -> [Target] {
  for target in targets where target.path == nil { target.path = "\\(wing)/\\(target.name)" }
  return targets
}

"""
    text = text.replace(spans["firmwareSide"], helper + parts[0])
    text = text.replace(spans["testTargets"], "\n\n".join(parts[4:]))
    text = text.replace("firmwareSide() + authorSide() + testTargets()", "allTargets()").replace("firmwareSide()", "firmwareWing()")
    if re.search(r"authorSide|firmwareSide", text):
        fail("Package.swift still has sides")
    write("Package.swift", text)


def wings():
    places = place_map()
    for old, new in places.items():
        # Tests/Support and Tests/support are one folder to some file systems.
        move(old, new.replace("Tests/support/", "Tests/wings-support/"))
    if os.path.isdir(os.path.join(root, "Tests/wings-support")):
        run("git", "mv", "Tests/wings-support", "Tests/support")
    olds = {new: old for old, new in places.items()}
    for old in places:
        remove_empty(old)

    regroup_manifest(places)
    for path in texts():
        if path == "Package.swift":
            continue
        text = before = read(path)
        parts = path.split("/")
        if parts[0] == "Tests" and path.endswith(".swift") and "#filePath" in text:
            text = deepen("/".join([olds["/".join(parts[:3])]] + parts[3:]), text, places)
        text = rename_paths(text, places)
        if text != before:
            write(path, text)

    fuzz = "Tests/support/Fuzz/run.sh"
    edit(fuzz, 'cd "$(dirname "$0")/../.."', 'cd "$(dirname "$0")/../../.."')
    substitute("make/docs.sh", r"Sources/\*/(?!\*)", "Sources/*/*/")
    quick()
    house_rules()
    pages()
    leftovers()
    commit("""Group the rooms into four wings

Sources had 45 folders in one list. They are in firmware, widgets (what
authors of widgets build against), author and tools now, and a wing builds
on those before it alone. Tests follows, with everything that tests share in
Tests/support. HouseRulesTests checks wings as it checks rooms, and that no
two paths, targets or modules differ only by case.
""")


def quick():
    edit("make/quick.sh", 'folders=("Sources/$room")\nfor test in "${tests[@]}"; do folders+=("Tests/$test"); done\n',
         'folders=(Sources/*/"$room")\nfor test in "${tests[@]}"; do folders+=(Tests/*/"$test"); done\n')


def house_rules():
    path = "Tests/tools/SystemTests/HouseRulesTests.swift"
    edit(path, """    var level: Int
    var isFirmware: Bool
    var imports: Set<String>
  }
""", """    var level: Int
    var wing: String
    var imports: Set<String>
    var isFirmware: Bool { wing == "firmware" }
  }

  /// The wings of `Sources`. Each builds on those before it and on none after it.
  static let wings = ["firmware", "widgets", "author", "tools"]

  /// Folders of system libraries' module maps, which are no rooms.
  static let systemLibraries: Set<String> = ["CPango", "CPNG", "CJPEG", "CExpat"]

  /// Suites that are not named after a room, with the room that decides their wing.
  static let suites = [
    "DaemonTests": "DAEMON", "HardwareTests": "afterglow-renderer", "PageTests": "CStudioPage",
    "RendererTests": "afterglow-renderer", "SystemTests": "afterglow-command",
  ]
""".replace("DAEMON", "AfterglowDaemon" if os.path.isdir(os.path.join(root, "Sources/author/AfterglowDaemon")) else "afterglow-command"))
    edit(path, 'Room(level: level, isFirmware: cells[3] == "firmware", imports: Set(imports))',
         "Room(level: level, wing: cells[3], imports: Set(imports))")
    edit(path, "  /// Swift files anywhere in a folder of the repository.\n",
         """  /// The folder of a room, from the repository's root.
  static func folder(of room: String) throws -> String {
    let wing = try #require(try plan()[room], "there is no room \\(room)").wing
    return "Sources/\\(wing)/\\(room)"
  }

  /// Names of the folders in a folder of the repository.
  static func folders(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      at: root.appending(path: folder), includingPropertiesForKeys: [.isDirectoryKey]
    )
    .filter(\\.hasDirectoryPath).map(\\.lastPathComponent)
  }

  /// Swift files anywhere in a folder of the repository.
""")
    text = read(path)
    match = re.search(r'    let folders = try FileManager\.default\.contentsOfDirectory\(atPath: Self\.root\.appending\(path: "Sources"\)\.path\)\n'
                      r'      \.filter \{ !(\[[^\]]*\])\.contains\(\$0\) \}\n    #expect\(Set\(folders\) == Set\(try Self\.plan\(\)\.keys\)\)\n  \}\n', text)
    if match:
        libraries = match[1]
        rules = '''    let plan = try Self.plan()
    #expect(Set(try Self.folders(in: "Sources")) == Set(Self.wings))
    for wing in Self.wings {
      let rooms = Set(try Self.folders(in: "Sources/\\(wing)")).subtracting(Self.systemLibraries)
      #expect(rooms == Set(plan.keys.filter { plan[$0]?.wing == wing }), "the wing \\(wing)")
    }
    for (name, room) in plan { #expect(Self.wings.contains(room.wing), "\\(name) is in no wing") }
  }

  @Test func `no wing imports a later one`() throws {
    let plan = try Self.plan()
    for (name, room) in plan {
      let allowed = Self.wings.prefix { $0 != room.wing } + [room.wing]
      for (imported, file) in try Self.imports(of: name) {
        guard let other = plan[imported] else { continue }
        #expect(
          allowed.contains(other.wing), "\\(name)/\\(file) of \\(room.wing) imports \\(imported) of \\(other.wing)")
      }
    }
  }

  @Test func `tests are in the wing of their room, and what they share is in one place`() throws {
    let plan = try Self.plan()
    #expect(Set(try Self.folders(in: "Tests")) == Set(Self.wings + ["support"]))
    for wing in Self.wings {
      for folder in try Self.folders(in: "Tests/\\(wing)") {
        let room = Self.suites[folder] ?? String(folder.dropLast("Tests".count))
        #expect(folder.hasSuffix("Tests") && plan[room]?.wing == wing, "Tests/\\(wing)/\\(folder)")
      }
    }
    for folder in try Self.folders(in: "Tests/support") {
      #expect(!folder.hasSuffix("Tests"), "Tests/support/\\(folder)")
    }
  }

  /// The file systems of Macs and of Windows do not distinguish such names: a clone has one of the two.
  @Test func `no two paths, targets or modules differ only by case`() throws {
    var spellings: [String: String] = [:]
    let top = try FileManager.default.contentsOfDirectory(atPath: Self.root.path)
      .filter { !$0.hasPrefix(".") && $0 != "out" }
    for name in top {
      let inside = FileManager.default.enumerator(atPath: Self.root.appending(path: name).path)?.allObjects ?? []
      for path in [name] + inside.compactMap({ ($0 as? String).map { "\\(name)/\\($0)" } }) {
        let other = spellings.updateValue(path, forKey: path.lowercased())
        #expect(other == nil, "\\(path) and \\(other ?? "")")
      }
    }
    #expect(spellings.count > 1000)

    let text = try String(contentsOf: Self.root.appending(path: "Package.swift"), encoding: .utf8)
    let target =
      #/(firmware|tests|\\.target|\\.executableTarget|\\.testTarget|\\.systemLibrary|\\.macro)\\(\\s*(?:name: )?"([^"]+)"/#
    let names = text.matches(of: target).map { String($0.2) + ($0.1 == "tests" ? "Tests" : "") }
    #expect(names.count > 80)
    let modules = Dictionary(grouping: names) { $0.lowercased().replacing("-", with: "_") }
    for (_, same) in modules { #expect(same.count == 1, "targets \\(same)") }
  }
'''
        text = text.replace(match[0], rules)
        text = re.sub(r'(static let systemLibraries: Set<String> = )\[[^\]]*\]', lambda m: m[1] + libraries, text)
        text = text.replace(f".union({libraries})", ".union(Self.systemLibraries)")
        write(path, text)
    elif "no wing imports a later one" not in text:
        fail(f"{path}: the test of rooms and folders has changed")

    # Folders of rooms, wherever a test goes through them.
    for path in run("git", "ls-files", "Tests/tools/SystemTests").splitlines():
        if not path.endswith(".swift"):
            continue
        owner = "Self" if path.endswith("/HouseRulesTests.swift") else "HouseRulesTests"
        text = before = read(path)
        text = re.sub(r'(for \w+ in )([\w.]+)\(in: "Sources/\\\((room|name)\)"', rf'\1try \2(in: {owner}.folder(of: \3)', text)
        if text != before:
            write(path, text)
    edit("Tests/tools/SystemTests/DocumentationTests.swift",
         '    (try? FileManager.default.contentsOfDirectory(atPath: RepositoryText.root.appending(path: "Sources").path))?\n',
         "    ((try? HouseRulesTests.plan()) ?? [:]).keys\n")
    substitute("Tests/tools/SystemTests/DocumentationTests.swift", r"\.sorted\(\)( \?\? \[\])?\n", ".sorted()\n")
    edit("Tests/tools/SystemTests/DocstringSampleTests.swift", "    let rooms = try folders(in: sources)\n",
         "    let rooms = try folders(in: sources).flatMap { try folders(in: $0) }\n")
    # These name files below a room.
    notice = "Tests/tools/SystemTests/NoticeTests.swift"
    substitute(notice, r'(\("[^"]+", ")(Afterglow\w+)/', lambda m: f"{m[1]}{WING_OF[m[2]]}/{m[2]}/", least=3)


def pages():
    page = "docs/architecture.md"
    lines = []
    for line in read(page).splitlines(keepends=True):
        cells = line.split("|")
        if len(cells) >= 7 and cells[2].strip().isdigit():
            room = cells[1].strip()
            if room not in WING_OF:
                fail(f"{page}: {room} is in no wing")
            cells[3] = f" {WING_OF[room]} "
            line = "|".join(cells)
        lines.append(line)
    write(page, "".join(lines))
    edit(page, "| room | level | side | imports | subject |", "| room | level | wing | imports | subject |")
    text = read(page)
    match = re.search(r"A room is a folder under `Sources`, except ([^.]*?),\s+which are modules of system libraries\. It may\s+import rooms of a lower level only\.\s+`HouseRulesTests` compares this table with the code: both have exactly the same imports\.\s+Rooms\s+marked \*firmware\* compile",
                      text)
    if not match and "Rooms are grouped into four wings" not in text:
        fail(f"{page}: the paragraph on rooms has changed")
    if match:
        libraries = re.sub(r"\s+", " ", match[1])
        text = text.replace(match[0], f"""Rooms are grouped into four wings, the folders of `Sources`. Each wing builds on those before it and on none after it:

| wing | what is in it |
|---|---|
| `firmware` | the renderer and its guard, with everything below them, which the author uses as well |
| `widgets` | the API that authors of widgets build against, what that API needs, and modules under the names of iOS |
| `author` | what makes an archive: content, built-in widgets, boards, the compiler, previews, the studio |
| `tools` | the programs of the author's side: command line and daemon, measurements |

A package of a widget builds rooms of the first two wings alone. `Tests` has the same wings; what tests share (modules, probes,
sample widgets, golden pictures and other data, the fuzzer) is in `Tests/support`. No two paths, targets or modules differ only by case,
because the file systems of Macs do not distinguish them: the program `afterglow` is built from the target `afterglow-command`.

A room is a folder of a wing, except {libraries}, which are modules of system libraries. It may
import rooms of a lower level only. `HouseRulesTests` compares this table with the code: both have exactly the same imports. Rooms
of the wing `firmware` compile""")
        write(page, text)
    edit(page, "| room | a folder under `Sources` |", "| room | a folder of a wing, which is one module |")
    if "| wing | a group of rooms" not in read(page):
        text = read(page)
        last = re.search(r"(?m)^\| variant \| .*\n", text) or fail(f"{page}: the glossary has changed")
        write(page, text.replace(last[0], last[0] + "| wing | a group of rooms, which is a folder of `Sources` |\n"))
    edit("CONTRIBUTING.md", "every room (a folder under `Sources`), which rooms", "every room (a folder of a wing of `Sources`), which rooms")
    log = read("CHANGELOG.md")
    entry = """- A clone on a Mac has all files: no two paths, targets or modules differ only by case. The program `afterglow` is built from the target
  `afterglow-command`; products, and modules that widgets import, keep their names.
"""
    if entry not in log:
        head = re.search(r"## \[Unreleased\]\n+(?:.*\n)*?### Fixed\n", log) or fail("CHANGELOG.md has no ### Fixed")
        write("CHANGELOG.md", log[: head.end()] + entry + log[head.end():])


def leftovers():
    """Old paths, and patterns that would now find nothing."""
    found = []
    names = set(WINGS) | FOREIGN
    for path in texts():
        for number, line in enumerate(read(path).splitlines(), 1):
            for match in re.finditer(r"\b(Sources|Tests)/([A-Za-z][\w-]*|\\\(\w+\)|\$\{?\w+\}?|\*(?![*/])|\*/(?!\*/|\"\$)|\{)", line):
                name = match[2]
                # Two stars are any depth; one wing, then one room.
                if name == "*" and line[match.end():].startswith("*"):
                    continue
                if name in names or (match[1] == "Tests" and name == "support"):
                    continue
                if (path, name) in {("Sources/tools/afterglow-command/Widgets/NewWidget.swift", r"\(type)"),
                                    ("Tests/tools/SystemTests/NoticeTests.swift", r"\(file)"),
                                    ("Tests/tools/SystemTests/HouseRulesTests.swift", r"\(wing)"),
                                    ("Package.swift", r"\(wing)")}:
                    continue
                found.append(f"{path}:{number}: {line.strip()}")
            if path.startswith(("Tests/", "make/", "hil/")) and re.search(r'path: "(Sources|Tests)"|PathComponent\("(Sources|Tests)"\)', line):
                if os.path.basename(path) not in ("LayoutTests.swift", "DocstringSampleTests.swift"):
                    found.append(f"{path}:{number}: {line.strip()}")
    if found:
        fail("these still name old paths, or folders of rooms in a way that this script does not know:\n" + "\n".join(found))


def main():
    global root
    arguments = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
    if len(arguments) != 1:
        fail("usage: wings.py WORKTREE [--no-commit]")
    root = os.path.abspath(arguments[0])
    if run("git", "status", "--porcelain"):
        fail(f"{root} is not clean")
    if set(folders("Sources")) == set(WINGS):
        fail("the rooms are already in wings")
    place_map()
    merge_rooms()
    rename_command()
    wings()


main()
