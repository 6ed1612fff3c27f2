"""One run of the emulator: starts it, answers the guest's requests, ends it."""
import json
import os
import select
import socket
import subprocess
import sys
import time

DISPLAY_SECONDS = 20


def read_ppm(path):
    """Width, height and pixels. QEMU 7.2 pads lines to four bytes where a file has none of that."""
    with open(path, "rb") as file:
        magic, size, depth = (file.readline() for _ in range(3))
        data = file.read()
    if magic != b"P6\n" or depth != b"255\n":
        raise ValueError(f"{path} is no plain PPM")
    width, height = (int(word) for word in size.split())
    line = width * 3
    padded = (line + 3) // 4 * 4
    if padded != line and len(data) >= padded * (height - 1) + line:
        data = b"".join(data[y * padded:y * padded + line] for y in range(height))
    if len(data) != line * height:
        raise ValueError(f"{path} is cut: expected {line * height} bytes of pixels, found {len(data)}")
    return width, height, data


def differing(a, b):
    if a[:2] != b[:2]:
        return "all"
    return sum(a[2][i:i + 3] != b[2][i:i + 3] for i in range(0, len(a[2]), 3))


class MachineDied(Exception):
    pass


class TimedOut(Exception):
    def __init__(self, text, has_reported):
        super().__init__(text)
        self.has_reported = has_reported


class Lines:
    """Lines from a socket."""

    def __init__(self, connection):
        self.connection = connection
        self.rest = b""

    def receive(self):
        """What has come, as whole lines; None when the far side is gone."""
        try:
            data = self.connection.recv(65536)
        except ConnectionError:
            return None
        if not data:
            return None
        *lines, self.rest = (self.rest + data).split(b"\n")
        return lines

    def send(self, text):
        self.connection.sendall(text.encode() + b"\n")


class Control:
    """The emulator's control protocol (QMP)."""

    def __init__(self, connection):
        self.lines = Lines(connection)
        self.pending = []
        self.read()  # the greeting
        self.ask({"execute": "qmp_capabilities"})

    def read(self):
        deadline = time.monotonic() + DISPLAY_SECONDS
        while not self.pending:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self.lines.connection], [], [], left)[0]:
                raise MachineDied(f"the emulator has not answered its control socket for {DISPLAY_SECONDS} s")
            lines = self.lines.receive()
            if lines is None:
                raise MachineDied("the emulator ended while it was asked something; see qemu.log and serial.log")
            self.pending += lines
        return json.loads(self.pending.pop(0))

    def ask(self, request):
        self.lines.send(json.dumps(request))
        while True:
            answer = self.read()
            if "return" in answer or "error" in answer:
                return answer


class Machine:
    def __init__(self, options, sockets):
        self.options = options
        self.sockets = sockets
        self.has_reported = False
        self.status = None
        self.shown = 0
        listeners = {name: self.listen(os.path.join(sockets, name)) for name in ("line", "control")}
        self.log = open(os.path.join(options.out, "qemu.log"), "w")
        self.process = subprocess.Popen(
            options.emulator() + [
                "-serial", "file:" + os.path.join(options.out, "serial.log"),
                "-chardev", f"socket,id=line,path={sockets}/line", *options.line_device,
                "-chardev", f"socket,id=control,path={sockets}/control", "-mon", "chardev=control,mode=control"],
            stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log, start_new_session=True)
        try:
            self.line = Lines(self.accept(listeners["line"]))
            self.control = Control(self.accept(listeners["control"]))
        except BaseException:
            self.close()
            raise

    @staticmethod
    def listen(path):
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(path)
        listener.listen(1)
        return listener

    def accept(self, listener):
        with listener:
            listener.settimeout(0.2)
            for _ in range(100):
                try:
                    return listener.accept()[0]
                except TimeoutError:
                    if self.process.poll() is not None:
                        break
        raise MachineDied("the emulator does not start; see " + self.log.name)

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.log.close()

    def run(self):
        deadline = time.monotonic() + self.options.boot_seconds
        while self.status is None:
            if time.monotonic() > deadline:
                self.give_up()
            had_reported = self.has_reported
            self.take_requests()
            if self.has_reported and not had_reported:
                deadline = time.monotonic() + self.options.timeout
            self.show_log()
        self.finish()
        return self.status

    def take_requests(self):
        if not select.select([self.line.connection], [], [], 0.05)[0]:
            return
        lines = self.line.receive()
        if lines is None:
            self.process.wait(10)
            raise MachineDied("the machine died: a kernel panic, or the emulator ended")
        for line in lines:
            self.answer(line.decode(errors="replace").strip("\r"))

    def answer(self, request):
        word, _, rest = request.partition(" ")
        if word == "UP":
            self.has_reported = True
            self.line.send("OK")
        elif word == "EXIT":
            self.status = int(rest)
        elif word == "SNAP":
            self.line.send(self.snap(*rest.split(" ")))
        elif word == "MATCH":
            self.line.send(self.match(*rest.split(" ")))
        elif word == "HOLD":
            self.line.send(self.hold(*rest.split(" ")))
        elif word == "QMP":
            self.line.send(self.pass_on(rest))
        else:
            self.line.send(f"ERROR the host does not know '{word}'")

    def dump(self, path, kind, device, head):
        """The scanned-out picture into a file; a sentence when there is none."""
        if not self.options.has_screen:
            return "this machine has no screen to take a picture of (--drm vkms and none have nothing to scan out)"
        arguments = {"filename": path, "device": device, "format": kind}
        if head != "0":
            arguments["head"] = int(head)
        answer = self.control.ask({"execute": "screendump", "arguments": arguments})
        return "" if "return" in answer else answer["error"]["desc"]

    def snap(self, name, device="screen", head="0"):
        problem = self.dump(os.path.join(self.options.out, name.removesuffix(".png") + ".png"), "png", device, head)
        return "ERROR " + problem if problem else "OK"

    def frame(self, device, head):
        path = os.path.join(self.sockets, "frame.ppm")
        problem = self.dump(path, "ppm", device, head)
        if problem:
            raise ValueError(problem)
        return read_ppm(path)

    def match(self, name, seconds, device="screen", head="0"):
        """Waits until the picture is the expected one; answers with the milliseconds that took."""
        return self.compare(name, float(seconds), device, head, wanted=True)

    def hold(self, name, seconds, device="screen", head="0"):
        """The picture must be the expected one all the time; answers with how often that was seen."""
        return self.compare(name, float(seconds), device, head, wanted=False)

    def compare(self, name, seconds, device, head, wanted):
        started = time.monotonic()
        looks = 0
        try:
            expected = read_ppm(os.path.join(self.options.out, name + ".ppm"))
            while True:
                frame = self.frame(device, head)
                elapsed = time.monotonic() - started
                looks += 1
                if wanted and frame == expected:
                    return f"OK {elapsed * 1000:.0f}"
                if not wanted and frame != expected:
                    break
                if elapsed > seconds:
                    if not wanted:
                        return f"OK {looks}"
                    break
                time.sleep(0.01)
        except (OSError, ValueError) as error:
            return f"ERROR {error}"
        self.snap(name + ".seen", device, head)
        return (f"ERROR the picture is not {name}.ppm after {elapsed:.2f} s: expected {expected[0]}x{expected[1]}, found "
                f"{frame[0]}x{frame[1]}, {differing(expected, frame)} pixels differ; see {name}.seen.png")

    def pass_on(self, text):
        try:
            answer = self.control.ask(json.loads(text))
        except json.JSONDecodeError as error:
            return f"ERROR not JSON: {error}"
        if "return" in answer:
            return "OK " + json.dumps(answer["return"])
        return "ERROR " + answer["error"]["desc"]

    def show_log(self):
        if self.options.quiet:
            return
        path = os.path.join(self.options.out, "cmd.log")
        if not os.path.exists(path):
            return
        with open(path, "rb") as file:
            file.seek(self.shown)
            news = file.read()
        self.shown += len(news)
        if news:
            sys.stdout.buffer.write(news)
            sys.stdout.buffer.flush()

    def finish(self):
        if self.options.has_screen:
            self.snap("final")
        self.show_log()
        self.control.lines.send(json.dumps({"execute": "quit"}))
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()

    def give_up(self):
        """Leaves behind where the processors stand and what the screen shows."""
        registers = self.control.ask(
            {"execute": "human-monitor-command", "arguments": {"command-line": "info registers -a"}})
        self.log.write(str(registers.get("return", registers)) + "\n")
        if self.options.has_screen:
            self.snap("final")
        self.show_log()
        if self.has_reported:
            raise TimedOut(f"the command took longer than {self.options.timeout:g} s", True)
        raise TimedOut(f"the machine has not reported within {self.options.boot_seconds} s", False)
