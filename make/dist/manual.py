#!/usr/bin/env python3
"""Writes man pages out of what the programs say of themselves.

usage: afterglow --experimental-dump-help | manual.py VERSION FOLDER
       afterglow-renderer --help | manual.py --text afterglow-renderer VERSION FOLDER

The first form writes afterglow.1 and one page for each command, such as afterglow-run.1; the second one the page of a program
whose help is text. The date of the pages is that of SOURCE_DATE_EPOCH. Nothing of a page is written by hand: to change one,
change the help of the program.
"""

import argparse
import datetime
import json
import os
import re
import sys
from pathlib import Path


# Options of every command.
SHARED = {"version", "help"}


def escaped(text):
  """A text in roff's own letters. A line may not begin with a dot or an apostrophe."""
  text = text.replace("\\", "\\(rs").replace("-", "\\-").replace("`", "\\`").replace("…", "\\&...").replace("^", "\\(ha")
  text = text.replace("~", "\\(ti").replace("'", "\\(aq")
  return re.sub(r"^(?=[.])", r"\\&", text)


def marked(text):
  """A running text: what is between backquotes is bold."""
  parts = re.split(r"`([^`]+)`", text)
  return "".join(f"\\fB{escaped(part)}\\fR" if index % 2 else escaped(part) for index, part in enumerate(parts))


def prose(text):
  """Paragraphs, headings in capitals, and lines as they are where they are indented."""
  lines, kept, is_first = [], [], True

  def end_kept():
    if not kept: return
    lines.extend([".RS 4", ".nf", *(escaped(line) for line in kept), ".fi", ".RE"])
    kept.clear()

  for line in text.split("\n"):
    if line.startswith("  "):
      kept.append(line[2:].rstrip())
      continue
    if not line.strip():
      if kept and kept[-1]: continue
      is_first = True
      continue
    if kept: is_first = True
    end_kept()
    if re.fullmatch(r"[A-Z][A-Z ]+", line):
      lines.append(f".SH {line}")
      is_first = False
      continue
    if is_first and lines and not lines[-1].startswith(".SH"): lines.append(".PP")
    is_first = True
    lines.append(marked(line.strip()))
  end_kept()
  return lines


def header(name, version):
  seconds = int(os.environ["SOURCE_DATE_EPOCH"]) if "SOURCE_DATE_EPOCH" in os.environ else None
  moment = datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc) if seconds else datetime.datetime.now()
  return [
    '.\\" Made by make/dist/manual.py from the help of the program.',
    f'.TH {escaped(name.upper())} 1 "{moment:%Y-%m-%d}" "Afterglow {escaped(version)}" "Afterglow"',
    ".nh", ".ad l",
  ]


def spelt(name):
  return ("--" if name["kind"] == "long" else "-") + name["name"]


def shown(argument):
  """An argument as a synopsis has it."""
  value = f"\\fI{escaped(argument.get('valueName', ''))}\\fR"
  if argument["kind"] == "positional":
    text = value
  else:
    text = f"\\fB{escaped(spelt(argument['preferredName']))}\\fR" + (f" {value}" if argument["kind"] == "option" else "")
  if argument.get("isRepeating"): text += " \\&..."
  return f"[{text}]" if argument["isOptional"] else text


def arguments_of(command):
  return [argument for argument in command.get("arguments", []) if argument.get("shouldDisplay", True)]


def synopsis(words, command):
  parts = [
    shown(argument) for argument in arguments_of(command)
    if argument["kind"] == "positional" or argument["preferredName"]["name"] not in SHARED
  ]
  if visible(command): parts.append("\\fIcommand\\fR")
  return [f"\\fB{escaped(' '.join(words))}\\fR " + " ".join(parts)]


def options(command, own=False):
  lines = []
  for argument in arguments_of(command):
    if own and argument["kind"] != "positional" and argument["preferredName"]["name"] in SHARED: continue
    lines.append(".TP")
    if argument["kind"] == "positional":
      lines.append(f"\\fI{escaped(argument['valueName'])}\\fR")
    else:
      value = f" \\fI{escaped(argument['valueName'])}\\fR" if argument["kind"] == "option" else ""
      names = sorted(argument["names"], key=lambda name: name["kind"] == "long")
      lines.append(", ".join(f"\\fB{escaped(spelt(name))}\\fR{value}" for name in names))
    text = argument.get("abstract", "")
    default = argument.get("defaultValue")
    if default and "default" not in text: text = f"{text} (default: {default})"
    values = argument.get("allValues")
    if values and not all(value in text for value in values): text = f"{text} ({', '.join(values)})"
    lines.append(marked(text) or "\\&")
  return lines


def visible(command):
  return [
    child for child in command.get("subcommands", []) if child.get("shouldDisplay", True) and child["commandName"] != "help"
  ]


def summary(command):
  """The line of an index: no full stop, no colon's second half."""
  return command.get("abstract", "").rstrip(".")


def page(words, command, version):
  name = "-".join(words)
  lines = header(name, version)
  lines += [".SH NAME", f"{escaped(name)} \\- {escaped(summary(command))}", ".SH SYNOPSIS", *synopsis(words, command)]
  children = visible(command)
  if len(words) > 1:
    for child in children: lines += [".br", *synopsis([*words, child["commandName"]], child)]
  body = prose(command.get("discussion", ""))
  place = next((index for index, line in enumerate(body) if line.startswith(".SH ")), len(body))
  lines += [".SH DESCRIPTION", *(body[:place] or [marked(command.get("abstract", ""))])]
  if children:
    lines.append(".SH COMMANDS")
    for child in children:
      full = [*words, child["commandName"]]
      label = f"\\fB{escaped('-'.join(full))}\\fR(1)" if len(words) == 1 else f"\\fB{escaped(' '.join(full))}\\fR"
      lines += [".TP", label, marked(child.get("abstract", ""))]
      if len(words) > 1:
        lines += [".RS", *options(child, own=True), ".RE"]
  lines += [".SH OPTIONS", *options(command), *body[place:]]
  others = ["afterglow(1)"] if len(words) > 1 else [f"afterglow-{child['commandName']}(1)" for child in children]
  lines += [".SH SEE ALSO", ", ".join(re.sub(r"^(.*)(\(1\))$", lambda m: f"\\fB{escaped(m[1])}\\fR{m[2]}", other)
                                       for other in [*others, "afterglow-renderer(1)"])]
  return name, lines


def text_page(name, text, version):
  """A program's help: a sentence, usage, paragraphs and options."""
  sections = [section for section in text.strip().split("\n\n") if section]
  lines = header(name, version)
  lines += [".SH NAME", f"{escaped(name)} \\- {escaped(sections[0].rstrip('.'))}"]
  for section in sections[1:]:
    if section.startswith("usage: "):
      lines += [".SH SYNOPSIS", ".nf", *(escaped(line[7:].strip()) for line in section.split("\n")), ".fi", ".SH DESCRIPTION"]
    elif section.startswith("  -"):
      lines.append(".SH OPTIONS")
      # What is farther in than an option continues the text before it.
      for line in section.split("\n"):
        match = re.match(r"^  (-\S.*?)(?:\s{2,}(.*))?$", line)
        if match: lines += [".TP", f"\\fB{escaped(match[1])}\\fR", escaped(match[2] or "") or "\\&"]
        else: lines.append(escaped(line.strip()))
    elif section.startswith("exit status: "):
      lines.append(".SH EXIT STATUS")
      for part in section.removeprefix("exit status: ").split(", "):
        number, _, meaning = part.partition(" ")
        lines += [".TP", escaped(number), escaped(meaning)]
    elif section.startswith("example: "):
      lines += [".SH EXAMPLES", ".nf", escaped(section.removeprefix("example: ")), ".fi"]
    else:
      is_first = lines[-1].startswith(".SH")
      lines += [*([] if is_first else [".PP"]), *(escaped(line.strip()) for line in section.split("\n"))]
  lines += [".SH SEE ALSO", "\\fBafterglow\\fR(1)"]
  return lines


def main():
  parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
  parser.add_argument("--text", metavar="NAME")
  parser.add_argument("version")
  parser.add_argument("folder")
  arguments = parser.parse_args()
  folder = Path(arguments.folder)
  folder.mkdir(parents=True, exist_ok=True)

  def write(name, lines):
    (folder / f"{name}.1").write_text("\n".join(lines) + "\n")

  if arguments.text:
    write(arguments.text, text_page(arguments.text, sys.stdin.read(), arguments.version))
    return
  command = json.load(sys.stdin)["command"]
  command["commandName"] = "afterglow"
  write(*page(["afterglow"], command, arguments.version))
  for child in visible(command): write(*page(["afterglow", child["commandName"]], child, arguments.version))


if __name__ == "__main__": main()
