#!/usr/bin/env python3
"""Prints the largest type cycle of each module: files that reach each other by the types that they name.

usage: type-cycles.py [MODULE …] [--most COUNT] [--cuts] [--sources FOLDER]

A file depends on another file of its module if it names a type that the other file declares. Files that reach each other are
a strongly connected component of that graph. The script prints the size of the largest component of each module, and the
files of the largest one of all.

The script compares words; the compiler knows more. It ignores
  * names that two files of a module declare, and names that are private to a file,
  * names that the file itself declares, including generic parameters and associated types,
  * names after a dot, except those of nested types after a type of the module,
  * calls of functions: the caller depends on another file, but on no type of it.

--most COUNT: exit with status 1 if a component has more files. --cuts: also print the dependencies of the largest component
whose removal leaves the smallest one. --sources: the folder of the wings (default: Sources).
"""
import argparse
import pathlib
import re
import signal
import sys

NAME = r"[A-Z]\w*"
DECLARATION = re.compile(
    rf"^(?P<indent>[ ]*)(?P<words>(?:@\w+(?:\([^)\n]*\))? |[a-z]+(?:\(set\))? )*)"
    rf"(?:struct|class|enum|protocol|actor|typealias|macro) (?P<name>{NAME})", re.M)
PARAMETERS = re.compile(rf"(?:(?:struct|class|enum|actor|typealias) {NAME}|(?:func \S+?|init\??|subscript))<([^()]*?)>\s*[({{:=]")
ASSOCIATED = re.compile(rf"associatedtype ({NAME})")
WORD = re.compile(rf"(?:(?P<qualifier>\w*)(?P<dot>\.))?\b(?P<name>{NAME})\b")


TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|#+/.*?/#+|(?P<hashes>#*)(?P<quotes>"""|")|[()]', re.S)


def code(text):
    """The text without comments and literals; what a literal interpolates stays."""
    parts = []
    scan(text, 0, parts, inside=False)
    return "".join(parts)


def scan(text, place, parts, inside):
    """Appends the code from a place on; inside of an interpolation, until its parenthesis closes. Returns the end."""
    depth = 0
    while match := TOKEN.search(text, place):
        parts.append(text[place:match.start()])
        place = match.end()
        token = match.group()
        if token in "()":
            depth += 1 if token == "(" else -1
            if inside and depth < 0:
                return place
            parts.append(token)
        elif match["quotes"]:
            parts.append('""')
            place = literal(text, place, parts, match["quotes"] + match["hashes"], "\\" + match["hashes"])
    parts.append(text[place:])
    return len(text)


def literal(text, place, parts, closing, escape):
    """Appends what a literal interpolates. Returns the end of the literal."""
    while place < len(text) and not text.startswith(closing, place):
        if text.startswith(escape + "(", place):
            parts.append(" ")
            place = scan(text, place + len(escape) + 1, parts, inside=True)
            parts.append(" ")
        else:
            place += len(escape) + 1 if text.startswith(escape, place) else 1
    return place + len(closing)


def parameter_names(clause):
    return re.findall(rf"(?:^|,)\s*(?:each |let )?({NAME})", clause)


def graph(files):
    """For each file the files whose types it names, with those names."""
    texts = {file: code(file.read_text(encoding="utf-8")) for file in files}
    declaring, own = {}, {}
    for file, text in texts.items():
        own[file] = set(ASSOCIATED.findall(text))
        for clause in PARAMETERS.findall(text):
            own[file].update(parameter_names(clause))
        for found in DECLARATION.finditer(text):
            own[file].add(found["name"])
            if not {"private", "fileprivate"} & set(found["words"].split()):
                declaring.setdefault(found["name"], {})[file] = not found["indent"]
    once = {name: next(iter(places.items())) for name, places in declaring.items() if len(places) == 1}
    edges = {}
    for file, text in texts.items():
        edges[file] = {}
        for word in WORD.finditer(text):
            name = word["name"]
            if name not in once or name in own[file]:
                continue
            other, is_top_level = once[name]
            if not word["dot"] or not is_top_level and word["qualifier"] in declaring:
                edges[file].setdefault(other, set()).add(name)
    return edges


def components(nodes, edges):
    """Strongly connected components, largest first (Tarjan's algorithm, without recursion)."""
    index, low, stack, on_stack, found = {}, {}, [], set(), []
    for root in nodes:
        if root in index:
            continue
        work = [(root, iter(edges[root]))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        while work:
            node, rest = work[-1]
            for other in rest:
                if other not in index:
                    index[other] = low[other] = len(index)
                    stack.append(other)
                    on_stack.add(other)
                    work.append((other, iter(edges[other])))
                    break
                if other in on_stack:
                    low[node] = min(low[node], index[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    component = []
                    while not component or component[-1] != node:
                        component.append(stack.pop())
                        on_stack.discard(component[-1])
                    found.append(component)
    return sorted(found, key=len, reverse=True)


def cuts(component, edges):
    """Dependencies of a cycle by the size of the largest cycle that is left without one of them."""
    inside = {file: {other for other in edges[file] if other in component} for file in component}
    left = []
    for file in component:
        for other in sorted(inside[file]):
            inside[file].discard(other)
            size = len(components(component, inside)[0])
            inside[file].add(other)
            if size < len(component):
                left.append((size, file, other))
    return sorted(left)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("modules", nargs="*", metavar="MODULE")
    parser.add_argument("--most", type=int, metavar="COUNT")
    parser.add_argument("--cuts", action="store_true")
    sources = pathlib.Path(__file__).resolve().parent.parent / "Sources"
    parser.add_argument("--sources", type=pathlib.Path, metavar="FOLDER", default=sources)
    arguments = parser.parse_args()
    rooms = {room.name: room for room in arguments.sources.glob("*/*") if room.is_dir()}
    for name in arguments.modules:
        if name not in rooms:
            parser.error(f"there is no module {name}")
    results = []
    for name in arguments.modules or rooms:
        files = sorted(rooms[name].rglob("*.swift"))
        if files:
            edges = graph(files)
            results.append((components(files, edges)[0], name, edges, len(files)))
    results.sort(key=lambda result: (-len(result[0]), result[1]))
    for component, name, _, count in results:
        if len(component) > 1 or arguments.modules:
            print(f"{len(component):4} of {count:3} files  {name}")
    component, name, edges, _ = results[0]
    if len(component) > 1:
        print(f"\nlargest cycle, of {name}:")
        for file in sorted(component):
            print(f"  {file.relative_to(arguments.sources)}")
    if arguments.cuts:
        print("\nwhat is left without one dependency:")
        for size, file, other in cuts(component, edges)[:20]:
            names = ", ".join(sorted(edges[file][other]))
            print(f"{size:4}  {file.stem} on {other.stem} ({names})")
    if arguments.most is not None and len(component) > arguments.most:
        sys.exit(f"the largest type cycle has {len(component)} files; at most {arguments.most} are allowed")


if __name__ == "__main__":
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    main()
