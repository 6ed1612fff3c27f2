# A hostile program: each attempt prints its name and whether it succeeded.
# Arguments: the folder of secrets, which has a file "key"; the author's process ID; "all", or "harmless" for those that a
# process without any confinement can be let do.
import ctypes, fcntl, os, resource, signal, socket, struct, subprocess, sys

secrets, author, part = sys.argv[1], int(sys.argv[2]), sys.argv[3]
supervisor, above, own = os.getppid(), os.path.dirname(secrets), os.environ["TMPDIR"]
library = ctypes.CDLL(None, use_errno=True)
library.syscall.restype = ctypes.c_long
is_arm = os.uname().machine == "aarch64"


def open_files():
    for name in os.listdir("/proc/self/fd"):
        try:
            yield int(name), os.readlink("/proc/self/fd/" + name)
        except OSError:
            pass  # That of the list.


# Before the attempts, which open others.
inherited = [number for number, target in open_files() if number > 2 and target != os.path.realpath(__file__)]


def call(number, *arguments):
    result = library.syscall(ctypes.c_long(number), *arguments)
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def read(path):
    with open(path, "rb") as file:
        return file.read(100)


def write(path, bytes=b"x"):
    with open(path, "ab") as file:
        file.write(bytes)


def attempt(name, action, is_harmless=False):
    if part == "harmless" and not is_harmless:
        return
    try:
        action()
        print(name + "\tsucceeded")
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        print(name + "\tfailed: " + str(error))


def there_and_back(source, target):
    os.rename(source, target)
    os.rename(target, source)


def through_link():
    os.symlink(secrets, own + "/way")
    read(own + "/way/key")


def let_others_read():
    os.chmod(secrets + "/key", 0o604)
    if os.stat(secrets + "/key").st_mode & 0o777 != 0o604:
        raise OSError("the mode stays")


def change_times():
    os.utime(secrets + "/key", (1, 1))
    if os.stat(secrets + "/key").st_mtime != 1:
        raise OSError("the times stay")


def watch():
    call(27 if is_arm else 254, call(26 if is_arm else 294, 0), secrets.encode(), 0x20)


def run_from_memory():
    file = os.memfd_create("cat", 0)
    os.write(file, open("/usr/bin/cat", "rb").read())
    subprocess.run(
        ["cat", secrets + "/key"], executable="/proc/self/fd/%d" % file, pass_fds=[file], check=True,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def change_attributes():
    with open(own + "/attributes", "w") as file:
        flags = bytearray(8)
        fcntl.ioctl(file, 0x80086601, flags)
        fcntl.ioctl(file, 0x40086602, flags)


def inherit():
    if not inherited:
        raise OSError("there is none")


def listen(*address):
    server = socket.socket()
    if address:
        server.bind(address)
    server.listen()


def link():
    os.link(secrets + "/key", above + "/link")
    read(above + "/link")


# To read a secret.
attempt("read a secret", lambda: read(secrets + "/key"), True)
attempt("list the secrets", lambda: os.listdir(secrets), True)
attempt("move the secrets", lambda: there_and_back(secrets, secrets + "-moved"), True)
attempt("move the folder above", lambda: there_and_back(above, above + "-moved"), True)
attempt("move a secret", lambda: there_and_back(secrets + "/key", above + "/key"), True)
attempt("move the secrets to the private folder", lambda: os.rename(secrets, own + "/x"))
attempt("link a secret", link, True)
attempt("read through a link", through_link, True)
attempt("open the folder by number", lambda: read("/proc/self/fd/%d/key" % os.open(secrets, os.O_PATH)), True)
attempt("open the file by number", lambda: read("/proc/self/fd/%d" % os.open(secrets + "/key", os.O_PATH)), True)
attempt("read through its own root", lambda: read("/proc/self/root%s/key" % secrets), True)
attempt("read by a path from its folder", lambda: read(os.path.relpath(secrets + "/key", os.getcwd())), True)
attempt("read with a program that is no file", run_from_memory, True)
attempt("use an inherited descriptor", inherit)
attempt("open by numbers of 32 bits", lambda: call(0x40000002, (secrets + "/key").encode(), 0))
attempt("learn when secrets are read", watch, True)
attempt("take a snapshot", lambda: fcntl.ioctl(os.open(own, os.O_RDONLY), 0x50009401, bytearray(4096)))
attempt("read through the author's root", lambda: read("/proc/%d/root%s/key" % (author, secrets)), True)
attempt("read through the supervisor's root", lambda: read("/proc/%d/root%s/key" % (supervisor, secrets)), True)
attempt("open by handle", lambda: call(265 if is_arm else 304, -100, ctypes.create_string_buffer(136), 0))
attempt("mount over", lambda: call(40 if is_arm else 165, secrets.encode(), own.encode(), 0, 4096, 0))
attempt("clone the mount", lambda: call(428, -100, secrets.encode(), 1))
attempt("change the root", lambda: os.chroot(above))
attempt("let others read", let_others_read, True)
attempt("let others read by access list", lambda: os.setxattr(secrets + "/key", "user.x", b"x"))
attempt("change the times of a secret", change_times, True)
attempt("change attributes", change_attributes)
attempt("give away", lambda: os.chown(secrets + "/key", os.getuid(), os.getgid()), True)
attempt("cut a secret", lambda: os.truncate(secrets + "/key", 0))
attempt("cut without writing", lambda: os.open(secrets + "/key", os.O_RDONLY | os.O_TRUNC))
attempt("change a secret", lambda: write(secrets + "/key"))
attempt("remove a secret", lambda: os.unlink(secrets + "/key"))
attempt("add a file beside", lambda: write(above + "/beside"), True)
attempt("add a folder beside", lambda: os.mkdir(above + "/folder"), True)
attempt("hold the file", lambda: fcntl.fcntl(os.open(__file__, os.O_RDONLY), fcntl.F_SETLEASE, fcntl.F_RDLCK), True)

# To look into another process, or to disturb it.
for name, process in (("author", author), ("supervisor", supervisor)):
    for file in ("environ", "maps", "mem", "auxv", "fd/0", "task/%d/environ" % process, "stack"):
        attempt("read %s's %s" % (name, file), lambda: read("/proc/%d/%s" % (process, file)))
    attempt("list the folder of the " + name, lambda: os.listdir("/proc/%d/cwd" % process))
    attempt("find %s's program" % name, lambda: os.readlink("/proc/%d/exe" % process))
    attempt("trace the " + name, lambda: call(117 if is_arm else 101, 16, process, 0, 0))
    attempt("read %s's memory" % name, lambda: call(270 if is_arm else 310, process, 0, 0, 0, 0, 0))
    attempt("take %s's descriptor" % name, lambda: call(438, call(434, process, 0), 0, 0))
    attempt("signal the " + name, lambda: os.kill(process, 0))
    attempt("signal the %s by descriptor" % name, lambda: call(424, call(434, process, 0), 0, 0, 0))
    attempt("limit the " + name, lambda: resource.prlimit(process, resource.RLIMIT_CORE, (0, 0)))
    attempt("slow the %s down" % name, lambda: os.setpriority(os.PRIO_PROCESS, process, 19))
    attempt("move the %s to one processor" % name, lambda: os.sched_setaffinity(process, {0}))
    attempt("idle the " + name, lambda: os.sched_setscheduler(process, os.SCHED_IDLE, os.sched_param(0)))
    attempt("offer the %s to the kernel" % name, lambda: write("/proc/%d/oom_score_adj" % process, b"0"))
attempt("signal the author's group", lambda: os.killpg(os.getpgid(author), 0))

# To have another process do it.
attempt("open a UNIX socket", lambda: socket.socket(socket.AF_UNIX), True)
attempt("point a pair at a socket", lambda: socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM), True)
attempt("ask for io_uring", lambda: call(425, 8, ctypes.create_string_buffer(256)))
attempt("make a user namespace", lambda: call(97 if is_arm else 272, 0x10000000))
attempt("make a mount namespace", lambda: call(97 if is_arm else 272, 0x20000))
attempt("start in a namespace", lambda: os.waitpid(call(220 if is_arm else 56, 0x10000000 | 17, 0, 0, 0, 0) or os._exit(0), 0))
attempt("start the new way", lambda: call(435, ctypes.create_string_buffer(64), 64))
attempt("join a namespace", lambda: call(268 if is_arm else 308, os.open("/proc/self/ns/mnt", os.O_RDONLY), 0))
attempt("become another user", lambda: os.setuid(1))
attempt("change a start-up file", lambda: write(os.environ["HOME"] + "/.profile-of-nobody"))
attempt("change the crontab", lambda: write("/etc/cron.d/afterglow-attack"))
attempt("choose the program for core dumps", lambda: os.open("/proc/sys/kernel/core_pattern", os.O_WRONLY))
attempt("choose the program for devices", lambda: os.open("/sys/kernel/uevent_helper", os.O_WRONLY))
attempt("load a BPF program", lambda: call(280 if is_arm else 321, 5, ctypes.create_string_buffer(128), 128))
attempt("sample the machine", lambda: call(241 if is_arm else 298, ctypes.create_string_buffer(128), 0, -1, -1, 0))
attempt("use the keys of the user", lambda: call(219 if is_arm else 250, 0, -4, 1), True)
attempt("type into the terminal", lambda: call(29 if is_arm else 16, 2, 0x5412, b"x"))
attempt("type with high bits", lambda: call(29 if is_arm else 16, 2, ctypes.c_ulong(0x100005412), b"x"))

# To open a device.
attempt("make a disk", lambda: os.mknod(own + "/disk", 0o60600, os.makedev(254, 0)))
attempt("make the memory", lambda: os.mknod(own + "/memory", 0o20600, os.makedev(1, 1)))
attempt("read the kernel's messages", lambda: read("/dev/kmsg"))
attempt("open the console", lambda: os.open("/dev/console", os.O_WRONLY | os.O_NOCTTY))
for name in os.listdir("/dev") if part == "harmless" else ("vda", "sda", "nvme0n1", "mmcblk0", "loop0", "mem", "port", "fb0"):
    attempt("read " + name, lambda: read("/dev/" + name))
attempt("read passwords", lambda: read("/etc/shadow"))

# To stay.
attempt("leave shared memory", lambda: call(194 if is_arm else 29, 0, 4096, 0o1600))
attempt("leave a message queue", lambda: call(180 if is_arm else 240, b"afterglow-attack", 0o102, 0o600, 0))
attempt("leave a file of everyone's memory", lambda: write("/dev/shm/afterglow-attack"))
attempt("leave a file beside the program", lambda: write(os.path.dirname(__file__) + "/afterglow-attack"))
attempt("leave a file in a folder for all", lambda: write("/var/tmp/afterglow-attack"))
attempt("leave its cgroup", lambda: write("/sys/fs/cgroup/cgroup.procs", b"0"))
attempt("raise a limit", lambda: resource.setrlimit(resource.RLIMIT_CPU, (3600, 3600)))
attempt("use a call that is not known yet", lambda: call(470))
attempt("listen", lambda: listen("127.0.0.1", 0), True)
attempt("listen at a port of the kernel's choice", listen, True)
print("done\tfailed: as it must")
