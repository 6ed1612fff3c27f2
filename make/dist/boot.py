#!/usr/bin/env python3
"""One boot of make/dist/boot.sh: starts the emulator, answers what the guest asks (make/dist/boot-guest.sh), prints what it says.

The guest speaks over a port of virtio, by the words of hil/host/machine.py and by SAY. Its processor counts instructions, two
nanoseconds each, so that its times do not depend on this machine: with the trial `faults` a wait takes its time, with
`rest-HOURS` the clock goes on to the next timer at once.

Exit status: the trial's own; 124 = it took too long; 125 = the machine did not start or died.
"""
import argparse
import os
import shutil
import signal
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "hil", "host"))
from machine import Machine, MachineDied, TimedOut  # noqa: E402

SIZE = (1920, 1080)


class System(argparse.Namespace):
    """What the machine needs to know of a boot."""

    has_screen = True
    quiet = True
    # Kernel and first file system are unpacked by an emulated processor.
    boot_seconds = 1800
    line_device = ("-device", "virtio-serial-pci", "-device", "virtserialport,chardev=line,name=afterglow")

    def machine(self):
        if self.architecture == "arm64":
            return ["qemu-system-aarch64", "-machine", "virt", "-cpu", "cortex-a53"], "ttyAMA0"
        return ["qemu-system-x86_64", "-machine", "q35", "-cpu", "Nehalem,+rdrand", "-vga", "none"], "ttyS0"

    def emulator(self):
        words, console = self.machine()
        sleep = "on" if self.trial == "faults" else "off"
        return words + [
            "-nodefaults", "-no-user-config", "-no-reboot", "-display", "none",
            "-accel", "tcg,thread=single", "-icount", f"shift=1,sleep={sleep}", "-smp", "1", "-m", "1024",
            "-rtc", "base=2026-11-21T08:40:00,clock=vm",
            "-kernel", self.kernel, "-initrd", self.initrd,
            "-append", f"root=LABEL=trial rw console=tty0 console={console} quiet loglevel=5 panic=-1 "
                       f"random.trust_cpu=on net.ifnames=0 afterglow.trial={self.trial}",
            "-drive", f"file={self.disk},format=raw,if=none,id=disk,cache=unsafe", "-device", "virtio-blk-pci,drive=disk",
            "-device", "virtio-rng-pci",
            "-device", f"virtio-gpu-pci,id=screen,edid=on,xres={SIZE[0]},yres={SIZE[1]}"]


class SystemMachine(Machine):
    def answer(self, request):
        word, _, rest = request.partition(" ")
        if word == "SAY":
            print("        " + rest, file=sys.stderr, flush=True)
            self.line.send("OK")
        else:
            super().answer(request)


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("architecture", choices=("amd64", "arm64"))
    for name in ("kernel", "initrd", "disk", "trial", "out"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--timeout", type=float, default=1800, metavar="SECONDS", help="for the trial, after the boot")
    options = parser.parse_args(arguments, namespace=System())
    options.out = os.path.abspath(options.out)
    return options


def main():
    options = parse(sys.argv[1:])
    # The emulator ends with this program.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    sockets = tempfile.mkdtemp(prefix="boot.")
    machine = None
    try:
        machine = SystemMachine(options, sockets)
        status = machine.run()
    except (MachineDied, TimedOut) as error:
        print(f"boot: {error}", file=sys.stderr)
        status = 124 if isinstance(error, TimedOut) else 125
    finally:
        if machine:
            machine.close()
        shutil.rmtree(sockets, ignore_errors=True)
        for name in ("serial.log", "qemu.log", "final.png"):
            path = os.path.join(options.out, name)
            if os.path.exists(path):
                os.replace(path, os.path.join(options.out, f"{options.trial.split('-')[0]}.{name}"))
    if status:
        with open(os.path.join(options.out, f"{options.trial.split('-')[0]}.serial.log"), errors="replace") as file:
            print("".join("  " + line for line in file.readlines()[-30:]), file=sys.stderr)
    return status


if __name__ == "__main__":
    sys.exit(main())
