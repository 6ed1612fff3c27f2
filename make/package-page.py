#!/usr/bin/env python3
"""Changes the source of a widget's package while `afterglow studio` shows it, and checks what its pages are told.

usage: package-page.py AFTERGLOW PACKAGE SOURCE BOARD TEXT OTHER

SOURCE is a file of PACKAGE, whose widget is on BOARD. TEXT becomes OTHER in it: another picture. Then a line that is no
Swift is added: the pages get its number and words, and the picture stays. Then all is as it was, and so is the picture.
Every build is one of `swift build`; the pages' events say how far it is.
"""

import json
import queue
import re
import subprocess
import sys
import threading
import urllib.request

# Of a build after a change; the package has been built before.
LONGEST_WAIT_S = 900
FAULT = "  let = 1\n"


class Page:
    """What a page hears and asks."""

    def __init__(self, address, board):
        self.root, token = re.fullmatch(r"(http://[^/]+/)#token=(\S+)", address).groups()
        self.headers = {"Authorization": f"Bearer {token}"}
        self.board = board
        self.events = queue.Queue()
        threading.Thread(target=self.follow, args=(self.get("events"),), daemon=True).start()

    def get(self, path):
        request = urllib.request.Request(f"{self.root}api/{path}", headers=self.headers)
        return urllib.request.urlopen(request, timeout=LONGEST_WAIT_S)

    def follow(self, stream):
        name = None
        for line in stream:
            key, _, value = line.decode().rstrip("\n").partition(": ")
            if key == "event":
                name = value
            elif key == "data":
                self.events.put((name, json.loads(value)))

    def wait(self, wanted, is_right=lambda data: True):
        while True:
            name, data = self.events.get(timeout=LONGEST_WAIT_S)
            if name == wanted and is_right(data):
                return data

    def build(self):
        """The end of a build; after a good one, boards are compiled anew."""
        found = self.wait("build", lambda data: data["state"] != "building")
        if found["state"] == "done":
            self.wait("board")
        return found

    def state(self):
        return json.load(self.get("start"))["builds"][0]

    def picture(self):
        return self.get(f"boards/{self.board}/frame.png?at=2026-11-21T09:41:00Z").read()


def expect(is_right, words):
    if not is_right:
        sys.exit(f"package-page: {words}")


def check(page, path, good, text, other):
    def write(words):
        with open(path, "w", encoding="utf-8") as file:
            file.write(words)

    # The studio builds it when it starts.
    if page.state()["state"] == "building":
        first = page.build()
        expect(first["state"] == "done", f"expected a good build at the start, found {first}")
    before = page.picture()

    write(good.replace(text, other))
    build = page.build()
    expect(build["state"] == "done", f"expected a good build, found {build}")
    changed = page.picture()
    expect(changed != before, "expected another picture after the change")

    lines = good.replace(text, other).splitlines(keepends=True)
    place = next(index for index, line in enumerate(lines) if "var body: some View" in line)
    write("".join(lines[:place] + [FAULT] + lines[place:]))
    build = page.build()
    expect(build["state"] == "failed", f"expected a build that fails, found {build}")
    line = build["lines"][0]
    said = (path.endswith("/" + line["file"]), line["line"], line["text"].strip())
    expect(said == (True, place + 1, FAULT.strip()), f"expected line {place + 1}, found {line}")
    expect("expected" in line["message"], f"expected the compiler's message, found {line}")
    expect(page.state()["state"] == "failed", "expected that a page opened now hears of it")
    expect(page.picture() == changed, "expected the last good picture")

    write(good)
    lines = page.wait("build")["lines"]
    expect(lines == [line], f"expected the failing line until the next build has ended, found {lines}")
    build = page.build()
    expect(build["state"] == "done", f"expected a good build once it is mended, found {build}")
    expect(page.picture() == before, "expected the first picture again")


def main():
    if len(sys.argv) != 7:
        sys.exit(__doc__)
    afterglow, package, source, board, text, other = sys.argv[1:]
    path = f"{package}/{source}"
    with open(path, encoding="utf-8") as file:
        good = file.read()
    expect(text in good, f"expected {text} in {path}")
    command = [afterglow, "studio", "--no-open", "--package", package, board]
    studio = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        address = re.search(r"http:\S+", studio.stdout.readline()).group()
        check(Page(address, board.rstrip("/").rpartition("/")[2]), path, good, text, other)
    finally:
        studio.terminate()
        studio.wait()
        with open(path, "w", encoding="utf-8") as file:
            file.write(good)


main()
