"""Replaces the `display` of a board.yaml by the machine's: board.py FILE 'kind: drm'

With it go `backlight`, which the machine's screen has none of, and `clock`: the machine's is set by hand, and a clock that
is untrusted would be marked as one.
"""
import re
import sys


def replaced(lines, display):
    """Without the top-level blocks that are not the machine's."""
    result, skips = [f"display: {{{display}}}", "clock: {trust: always}"], False
    for line in lines:
        if re.match(r"[^\s#]", line):
            skips = re.match(r"(display|backlight|clock)\s*:", line) is not None
        if not skips:
            result.append(line)
    return result


def main():
    path, display = sys.argv[1:]
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    if not any(re.match(r"display\s*:", line) for line in lines):
        sys.exit(f"hil: {path} has no 'display' that stands at the beginning of a line")
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(replaced(lines, display)) + "\n")


if __name__ == "__main__":
    main()
