"""Run inside gdb by make/start-order.sh: writes the names of a program's functions in the order of their first run.

Environment: BIN, ARGUMENTS; OUT, the file to write; SECONDS_LONG; PART:
loop: what a renderer runs once its set-up is forgotten; renderer: from the start on, in the early renderer; guard: the same in
the guard.
"""
import os
import subprocess
import threading
import time

import gdb

binary, part = os.environ["BIN"], os.environ["PART"]
seconds = float(os.environ["SECONDS_LONG"])


def quietly(command):
    return gdb.execute(command, to_string=True)


for setting in (
    "pagination off", "confirm off", "debuginfod enabled off", "breakpoint always-inserted on", "detach-on-fork on",
    "follow-fork-mode " + ("parent" if part == "guard" else "child"),
):
    quietly("set " + setting)
for signal in ("SIGTERM", "SIGALRM", "SIGCHLD", "SIGUSR1", "SIGPIPE", "SIGHUP"):
    quietly(f"handle {signal} nostop noprint pass")
quietly("file " + binary)
quietly("set args " + os.environ["ARGUMENTS"])

functions = {}
for line in subprocess.run(["nm", binary], capture_output=True, text=True, check=True).stdout.splitlines():
    words = line.split()
    if len(words) == 3 and words[1] in "tT":
        functions.setdefault(int(words[0], 16), words[2])
forgetting = [address for address, name in functions.items() if name == "ag_forget_set_up"]


def arm():
    for address in functions:
        quietly(f"tbreak *{address:#x}")


def pass_the_forgetting():
    """The call discards what is written into the code, and with it every breakpoint that is not in hardware."""
    quietly("delete")
    back = int(gdb.parse_and_eval("*(unsigned long *)$sp"))
    quietly(f"thbreak *{back:#x}")
    quietly("continue")
    for address in forgetting:
        quietly(f"hbreak *{address:#x}")
    arm()


def run():
    order = {}
    step = "run"
    if part == "loop":
        for address in forgetting:
            quietly(f"tbreak *{address:#x}")
            functions.pop(address)
        quietly("run")
        pass_the_forgetting()
        step = "continue"
    else:
        arm()
    while True:
        try:
            quietly(step)
            address = int(gdb.selected_frame().pc())
        except gdb.error:
            return order  # The program has ended.
        step = "continue"
        if part == "loop" and address in forgetting:
            order = {}
            pass_the_forgetting()
        elif address in functions:
            order[functions[address]] = None


def end_later():
    time.sleep(seconds)
    subprocess.run(["pkill", "-KILL", "-f", "^" + binary], check=False)


threading.Thread(target=end_later, daemon=True).start()
names = run()
with open(os.environ["OUT"], "w", encoding="ascii") as file:
    file.write("".join(name + "\n" for name in names))
# gdb would wait for the thread and for children that were let go.
os._exit(0)
