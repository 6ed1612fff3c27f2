#!/usr/bin/env python3
"""Fails the n-th call of every kind of system call that a panel's programs make, one run each, and checks what follows.

usage: test-syscalls.py RENDERER ARCHIVE [--devices] [--sysfs] [--calls NAME,NAME] [--most N] [--most-ioctl N] [--share N/M]
       [--slowest N] [--keep]

Each run starts RENDERER with ARCHIVE on a virtual framebuffer under `strace --inject`, waits for a frame, connects to its
socket, asks it to read its archive again, and ends it. With --devices it has the display, sensors and backlight of its board,
one run at a time; with --sysfs, which needs root, it has a light sensor, a distance sensor and a backlight of plain files. The
system-call filters are off: they would see the call that strace takes away. An interrupted call (EINTR) must change nothing. After any other error the program shows its picture all
the same, or says why not and keeps trying, or says why not and ends with an exit status of its own; it never dies of a
signal, never hangs and never fails without a word.
"""

import argparse
import collections
import concurrent.futures
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

# What these calls fail with in practice; all others with EPERM.
ERRORS = {
    "ENOMEM": "mmap mremap munmap mprotect mlock mlock2 mlockall madvise brk clone fork",
    "EIO": "read pread64 readv write pwrite64 writev lseek fsync fstat newfstatat statx getdents64 ioctl ppoll poll "
    "epoll_wait epoll_pwait close rename renameat2 unlink unlinkat",
    "EMFILE": "open openat socket accept accept4 pipe pipe2 eventfd2 timerfd_create epoll_create1 memfd_create dup "
    "fcntl inotify_init1 signalfd4 socketpair",
    "ENOSPC": "ftruncate fallocate mkdir mkdirat inotify_add_watch",
    "ENOBUFS": "sendmsg recvmsg sendto recvfrom",
}
ERROR_OF = {call: error for error, calls in ERRORS.items() for call in calls.split()}
# Ends, and what strace cannot take away without ending the run.
LEFT_OUT = {"exit", "exit_group", "execve", "rt_sigreturn", "restart_syscall", "vfork", "arch_prctl", "set_tid_address"}
# brk returns the old end of the heap when it fails, never an error; the C library takes an injected one for an address.
LEFT_OUT |= {"brk"}
# What a signal can interrupt (signal(7)).
INTERRUPTIBLE = set(
    "read readv pread64 write writev pwrite64 ioctl open openat wait4 waitid accept accept4 connect recvfrom recvmsg sendto "
    "sendmsg ppoll poll epoll_wait epoll_pwait nanosleep clock_nanosleep flock futex fsync fdatasync ftruncate fallocate "
    "close dup2 dup3 getrandom statfs fstatfs".split())
FRAME_COUNTER_OFFSET = 48
# Of a packet: `updated` and `showing`.
KIND_OFFSET = 4
SHOWN = (9, 13)
PATIENCE_S = 8.0
# Devices with the files that their drivers have.
SYSFS = {
    "bus/iio/devices/iio:device0/name": "bh1750",
    "bus/iio/devices/iio:device0/in_illuminance_raw": "360",
    "bus/iio/devices/iio:device0/in_illuminance_scale": "0.833333",
    "bus/iio/devices/iio:device0/in_illuminance_integration_time": "0.120060",
    "bus/iio/devices/iio:device0/integration_time_available": "0.053940 0.120060 0.441960",
    "bus/iio/devices/iio:device1/name": "vl53l0x",
    "bus/iio/devices/iio:device1/in_distance_raw": "700",
    "bus/iio/devices/iio:device1/in_distance_scale": "0.001",
    "class/backlight/panel/type": "raw",
    "class/backlight/panel/brightness": "200",
    "class/backlight/panel/actual_brightness": "200",
    "class/backlight/panel/max_brightness": "255",
    "class/backlight/panel/bl_power": "0",
    "class/backlight/panel/scale": "linear",
}
# sysexits.h, as `afterglow-renderer --help` lists them.
STATUSES = {64, 65, 69, 71, 74}
# The dynamic linker's, before the program begins; it says why.
STATUSES |= {127}


class Panel:
    """One run of the program."""

    def __init__(self, options, trace):
        self.folder = tempfile.mkdtemp(prefix="ag-sys.")
        self.display = None if options.devices else os.path.join(self.folder, "panel.vfb")
        self.control = os.path.join(self.folder, "control.sock")
        self.log = os.path.join(self.folder, "strace.log")
        self.errors = open(os.path.join(self.folder, "errors"), "w+b")
        where = ["--display", self.display] if self.display else []
        self.tracer = subprocess.Popen(
            [*self.private(options.sysfs), "strace", "-f", "-qq", "-o", self.log, *trace, "--", options.renderer,
             "--unconfined", *where, "--control", self.control, options.archive],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=self.errors, start_new_session=True)

    def private(self, sysfs):
        """What gives the program devices of its own: it writes to their files."""
        if not sysfs:
            return []
        own = os.path.join(self.folder, "sys")
        for path, text in SYSFS.items():
            file = os.path.join(own, path)
            os.makedirs(os.path.dirname(file), exist_ok=True)
            with open(file, "w") as stream:
                stream.write(text + "\n")
        mounts = 'mount --bind "$0/bus" /sys/bus && mount --bind "$0/class" /sys/class && exec "$@"'
        return ["unshare", "--mount", "sh", "-c", mounts, own]

    def guard(self):
        """The traced program; None when it has ended."""
        try:
            with open(f"/proc/{self.tracer.pid}/task/{self.tracer.pid}/children") as file:
                children = file.read().split()
        except OSError:
            return None
        return int(children[0]) if children else None

    def signal(self, number):
        guard = self.guard()
        if guard:
            try:
                os.kill(guard, number)
            except ProcessLookupError:
                pass

    def has_shown(self):
        """Whether a picture is on the panel, and its guard knows of it."""
        return (self.display is None or self.has_frame()) and self.hears(SHOWN)

    def has_frame(self):
        try:
            with open(self.display, "rb") as file:
                file.seek(FRAME_COUNTER_OFFSET)
                return int.from_bytes(file.read(8), "little") > 0
        except OSError:
            return False

    def wait(self, seconds, condition):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if condition():
                return True
            time.sleep(0.01)
        return condition()

    def has_ended(self):
        return self.tracer.poll() is not None

    def connect(self):
        """Whether its socket takes a connection and says something."""
        return self.hears(range(256))

    def hears(self, kinds):
        """Whether its socket takes a connection and says something of these kinds (ControlMessage.swift)."""
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as peer:
                peer.settimeout(2)
                peer.connect(self.control)
                while packet := peer.recv(65536):
                    if packet[KIND_OFFSET] in kinds:
                        return True
                    # Others follow the first at once.
                    peer.settimeout(0.2)
        except OSError:
            pass
        return False

    def words(self):
        self.errors.seek(0)
        lines = self.errors.read().decode(errors="replace").splitlines()
        return [line for line in lines if not line.startswith("strace:") and "UNCONFINED" not in line]

    def kill(self):
        try:
            os.killpg(self.tracer.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.tracer.wait()

    def remove(self):
        self.errors.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def play(panel):
    """Plays a run to its end; returns whether a picture was shown, whether it answers after a reload, the exit status
    (None = it hangs) and its words."""
    is_shown = panel.wait(PATIENCE_S, lambda: panel.has_shown() or panel.has_ended())
    is_shown = is_shown and panel.has_shown()
    panel.connect()
    panel.signal(signal.SIGHUP)
    # One call fails, so one connection may; the next one must not.
    answers = any(panel.connect() for _ in range(3))
    panel.signal(signal.SIGTERM)
    if not panel.wait(PATIENCE_S, panel.has_ended):
        panel.kill()
        return is_shown, answers, None, panel.words()
    return is_shown, answers, panel.tracer.returncode, panel.words()


def fault(is_interrupted, is_shown, answers, status, words):
    """What is wrong with a run; None when nothing is."""
    if status is None:
        return "it hangs"
    if status < 0 or status > 128:
        return f"it died of signal {-status if status < 0 else status - 128}"
    if is_shown and status == 0 and not answers:
        return "it shows a picture, and its socket does not answer"
    if is_interrupted:
        return None if is_shown and status == 0 else f"an interruption changed the run (status {status}, shown: {is_shown})"
    if is_shown and status == 0:
        return None
    if not words:
        return f"it failed without a word (status {status}, shown: {is_shown})"
    return None if status == 0 or status in STATUSES else f"an unknown exit status: {status}"


def census(options):
    """How often each call is made in the process that makes it most often."""
    panel = Panel(options, ["-e", "signal=none"])
    is_shown, answers, status, words = play(panel)
    if not is_shown or not answers or status != 0:
        sys.exit(f"test-syscalls: a run without faults fails (status {status}): {words}")
    counts = collections.defaultdict(collections.Counter)
    with open(panel.log) as file:
        for line in file:
            found = re.match(r"(\d+) +(\w+)\(", line)
            if found:
                counts[found[2]][found[1]] += 1
    panel.remove()
    return {call: max(per_process.values()) for call, per_process in counts.items() if call not in LEFT_OUT}


def share(text):
    number, _, count = text.partition("/")
    if not (number.isdigit() and count.isdigit() and 1 <= int(number) <= int(count)):
        raise argparse.ArgumentTypeError(f"'{text}' is no share such as 1/3")
    return int(number), int(count)


def main():
    parser = argparse.ArgumentParser(description="Fails the n-th system call of each kind, and checks what follows.")
    parser.add_argument("renderer")
    parser.add_argument("archive")
    parser.add_argument("--devices", action="store_true", help="on the devices of its board, not on a virtual framebuffer")
    parser.add_argument("--sysfs", action="store_true", help="sensors and a backlight of plain files in place of those of /sys")
    parser.add_argument("--calls", help="only these, separated by commas")
    parser.add_argument("--most", type=int, default=12, help="at most so many places of each call (default: 12)")
    parser.add_argument("--most-ioctl", type=int, help="the same for ioctl, by which devices are driven")
    parser.add_argument("--share", type=share, default=(1, 1), metavar="N/M", help="of M equal shares of the runs the N-th")
    parser.add_argument("--slowest", type=int, default=0, metavar="N", help="print the N runs that took longest")
    parser.add_argument("--keep", action="store_true", help="keep the folders of runs that failed")
    options = parser.parse_args()
    counts = census(options)
    if options.calls:
        counts = {call: count for call, count in counts.items() if call in options.calls.split(",")}
    runs = [
        (call, error, number)
        for call, count in sorted(counts.items())
        for error in (("EINTR",) if call in INTERRUPTIBLE else ()) + (ERROR_OF.get(call, "EPERM"),)
        for number in range(1, min(count, (call == "ioctl" and options.most_ioctl) or options.most) + 1)
    ]
    # Neighbours take equally long.
    runs = runs[options.share[0] - 1::options.share[1]]
    print(f"test-syscalls: {len(runs)} runs, {len(counts)} kinds of calls", flush=True)
    failures = 0
    started = time.monotonic()
    times = []

    def one(run):
        call, error, number = run
        begun = time.monotonic()
        # The kernel stops the program at this call alone, not at each.
        panel = Panel(options, ["--seccomp-bpf", "-e", f"trace={call}", "-e", "signal=none",
                                "-e", f"inject={call}:error={error}:when={number}"])
        is_shown, answers, status, words = play(panel)
        wrong = fault(error == "EINTR", is_shown, answers, status, words)
        if not (wrong and options.keep):
            panel.remove()
        times.append((time.monotonic() - begun, run))
        return run, wrong, words, panel.folder

    workers = 1 if options.devices else 2 * (os.cpu_count() or 1)
    with concurrent.futures.ThreadPoolExecutor(max_workers=workers) as pool:
        for (call, error, number), wrong, words, folder in pool.map(one, runs):
            if wrong:
                failures += 1
                place = f" ({folder})" if options.keep else ""
                print(f"{call} {error} at its call {number}: {wrong}{place}; it said: {words[-3:]}", flush=True)
    for seconds, (call, error, number) in sorted(times, reverse=True)[:options.slowest]:
        print(f"{call} {error} at its call {number}: {seconds:.1f} s")
    print(f"test-syscalls: {failures} of {len(runs)} runs failed, in {time.monotonic() - started:.0f} s")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
