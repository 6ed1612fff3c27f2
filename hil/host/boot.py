"""Boots the rig's machine, runs one command in it and answers what the guest asks; see HELP."""
import os
import shutil
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from machine import Machine, MachineDied, TimedOut  # noqa: E402
from options import parse  # noqa: E402

LEFT_BY_A_RUN = ("serial.log", "cmd.log", "qemu.log", "final.png", "job.sh", "result")


def prepare(options):
    os.makedirs(options.out, exist_ok=True)
    for name in LEFT_BY_A_RUN:
        path = os.path.join(options.out, name)
        if os.path.exists(path):
            os.remove(path)
    with open(os.path.join(options.out, "job.sh"), "w") as file:
        file.write(options.job())


def run_once(options, sockets):
    machine = Machine(options, sockets)
    try:
        return machine.run()
    finally:
        machine.close()


def attempt(options):
    """A machine that never reports is started once more: rarely one hangs in the emulator before its first process."""
    for start in (1, 2):
        sockets = tempfile.mkdtemp(prefix="hil.")
        try:
            prepare(options)
            return run_once(options, sockets)
        except TimedOut as error:
            if error.has_reported or start == 2:
                raise
            print(f"hil: {error}; starting it once more", file=sys.stderr)
        finally:
            shutil.rmtree(sockets, ignore_errors=True)


def explain(options, error):
    print(f"hil: {error}", file=sys.stderr)
    serial = os.path.join(options.out, "serial.log")
    if os.path.exists(serial):
        with open(serial, errors="replace") as file:
            lines = file.read().splitlines()[-15:]
        print("hil: the console's last lines, from " + serial, file=sys.stderr)
        for line in lines:
            print("  " + line, file=sys.stderr)


def main():
    options = parse(sys.argv[1:])
    status = 125
    for tries_left in range(options.retry, -1, -1):
        started = time.monotonic()
        try:
            status = attempt(options)
            break
        except (TimedOut, MachineDied) as error:
            explain(options, error)
            status = 124 if isinstance(error, TimedOut) else 125
            if tries_left:
                print(f"hil: trying again, {tries_left} left", file=sys.stderr)
    with open(os.path.join(options.out, "result"), "w") as file:
        file.write(f"{status} {time.monotonic() - started:.2f}\n")
    return status


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
