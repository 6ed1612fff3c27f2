"""The command line of hil/boot.sh, and what of it goes to the emulator and to the guest."""
import argparse
import os
import shlex

HELP = """\
Boots Debian's stock kernel in an emulator, with this machine's files below an overlay (what the guest writes
vanishes), runs one command as root and ends. No privilege is needed beyond reading the files; no network exists.

  hil/boot.sh --cmd 'uname -r'
  hil/boot.sh --drm bochs --size 800x480 --out /tmp/run --cmd 'drm-floor /dev/dri/card0 336699 60 & sleep 1; hil snap shown'
  hil/boot.sh --drm vkms --cmd 'ls /dev/dri'
  hil/boot.sh --vga 0x314 --cmd 'cat /sys/class/graphics/fb0/name'
  hil/boot.sh --size 800x480 --bpp 16 --stride 832 --cmd 'cat /sys/class/graphics/fb0/stride'
  hil/boot.sh --cmd '. /hil/guest/board.sh; light_sensor bh1780 120; cat $LIGHT_FILE'

In the guest: `hil --help` (snapshots, touch, keys, registers), the functions of /hil/guest/board.sh (GPIO lines, SPI,
light sensors, backlight, connectors), drm-floor. The command runs in the folder that boot.sh was called from; /out is the
--out folder and can be written to.

The out folder gets cmd.log (what the command said), serial.log (the console), qemu.log (the emulator), NAME.png for every
`hil snap NAME`, final.png (the screen when the command ended), result (status and seconds).

Exit status: the command's own; 124 = it took longer than --timeout; 125 = the machine did not start or died.
"""

DISPLAYS = ("bochs", "virtio", "cirrus", "vkms", "vkms-clips", "qxl", "none")
# Those without a screen that the emulator could show.
HEADLESS = ("none", "vkms", "vkms-clips")


def size(text):
    try:
        width, height = (int(part) for part in text.lower().split("x"))
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}' is no WIDTHxHEIGHT, as 800x480")
    if not (16 <= width <= 4096 and 16 <= height <= 4096):
        raise argparse.ArgumentTypeError(f"'{text}' lies outside of 16x16 to 4096x4096")
    return width, height


def parser():
    options = argparse.ArgumentParser(
        prog="hil/boot.sh", description=HELP, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--drm", choices=DISPLAYS, default="none", help="the display's driver")
    options.add_argument("--size", type=size, default=(800, 480), metavar="WxH", help="preferred mode (800x480)")
    options.add_argument("--outputs", type=int, default=1, metavar="N", help="connectors of --drm virtio; each snapped by --head")
    options.add_argument("--vga", metavar="MODE", help="vesafb in this mode: 0x311 0x314 are RGB565, 0x312 0x315 24 bits (640, 800)")
    options.add_argument("--stride", type=int, default=0, metavar="PIXELS", help="simplefb of --size with lines this far apart")
    options.add_argument("--bpp", type=int, choices=(16, 24, 32), default=32, help="of --stride's framebuffer")
    options.add_argument("--input", action="store_true", help="a tablet and a keyboard")
    options.add_argument("--rtc", metavar="INSTANT", help="start of the clock, in UTC: 2026-03-29T00:59:30")
    options.add_argument("--modules", default="", metavar="'A B+p=1'", help="modules to load, parameters after a plus sign")
    options.add_argument("--append", default="", help="kernel parameters")
    options.add_argument("--qemu", default="", help="arguments for the emulator")
    options.add_argument("--smp", type=int, default=2, help="processors (2)")
    options.add_argument("--counted", action="store_true", help="one processor whose clock counts instructions, 2 ns each: "
                         "times are the same on a fast, slow or busy host")
    options.add_argument("--paced", action="store_true", help="the same, but while it waits its clock is the host's: nothing that "
                         "comes from the host is late")
    options.add_argument("--mem", type=int, default=512, metavar="MIB", help="memory (512)")
    options.add_argument("--out", metavar="DIR", help="where results go (a folder of the cache)")
    options.add_argument("--timeout", type=float, default=60, metavar="S", help="for the command (60)")
    options.add_argument("--retry", type=int, default=0, metavar="N", help="start anew after a time-out or a dead machine")
    options.add_argument("--quiet", action="store_true", help="do not show what the command says")
    options.add_argument("--cmd", default="true", help="what to run, by bash")
    return options


def parse(arguments):
    words = parser()
    options = words.parse_args(arguments, namespace=Options())
    options.cache = os.path.abspath(os.environ["AFTERGLOW_HIL_CACHE"])
    options.out = os.path.abspath(options.out or os.path.join(options.cache, "out", "last"))
    if "," in options.out:
        words.error("the path of --out may hold no comma, which separates the emulator's options")
    if bool(options.vga) + bool(options.stride) + (options.drm not in HEADLESS) > 1:
        words.error("--drm, --vga and --stride are three kinds of screen: choose one")
    if options.stride and options.stride < options.size[0]:
        words.error(f"--stride {options.stride} is less than the width of --size")
    if not 1 <= options.outputs <= 16:
        words.error("--outputs takes 1 to 16")
    return options


class Options(argparse.Namespace):
    # Until the machine reports.
    boot_seconds = 30
    # What the guest talks to the host over.
    line_device = ("-serial", "chardev:line")

    @property
    def has_screen(self):
        return bool(self.vga or self.stride or self.drm not in HEADLESS)

    def screen_device(self):
        width, height = self.size
        if self.vga or self.stride:
            return "VGA,id=screen"
        return {
            "bochs": f"bochs-display,id=screen,edid=on,xres={width},yres={height}",
            "virtio": f"virtio-gpu-pci,id=screen,edid=on,xres={width},yres={height},max_outputs={self.outputs}",
            "cirrus": "cirrus-vga,id=screen",
            "qxl": "qxl,id=screen",
        }[self.drm]

    def screen_modules(self):
        width, height = self.size
        if self.stride:
            return [f"hil_board+width={width}+height={height}+bpp={self.bpp}+stride={self.stride}"]
        return {"bochs": ["bochs"], "virtio": ["virtio-gpu"], "cirrus": ["cirrus"], "qxl": ["qxl"],
                "vkms": ["vkms"], "vkms-clips": ["vkms_clips"], "none": []}[self.drm]

    def kernel(self):
        # A mode of the video BIOS is set by the boot image's own first steps, which the bare kernel skips.
        return os.path.join(self.cache, "kernel", "bzImage" if self.vga else "vmlinux")

    def emulator(self):
        words = ["qemu-system-x86_64", "-nodefaults", "-no-user-config", "-no-reboot", "-display", "none", "-vga", "none"]
        if self.counted or self.paced:
            sleep = "on" if self.paced else "off"
            words += ["-accel", "tcg,thread=single", "-icount", f"shift=1,sleep={sleep}", "-smp", "1"]
        else:
            words += ["-accel", "tcg,thread=multi", "-smp", str(self.smp)]
        words += ["-cpu", "Nehalem,+rdrand", "-m", str(self.mem)]
        kernel_words = "console=ttyS0 quiet loglevel=5 panic=-1 random.trust_cpu=on mitigations=off"
        kernel_words += f" vga={int(self.vga, 0)}" if self.vga else ""
        words += ["-kernel", self.kernel(), "-initrd", os.path.join(self.cache, "init.cpio.gz"),
                  "-append", f"{kernel_words} {self.append}".strip()]
        for tag, path, mode in (("root", "/", ",readonly=on"), ("kit", self.cache, ",readonly=on"), ("job", self.out, "")):
            words += ["-virtfs", f"local,path={path},mount_tag={tag},security_model=none,multidevs=remap{mode}"]
        if self.has_screen:
            words += ["-device", self.screen_device()]
        if self.input:
            words += ["-device", "virtio-tablet-pci", "-device", "virtio-keyboard-pci"]
        if self.rtc:
            words += ["-rtc", f"base={self.rtc.removesuffix('Z')},clock=host"]
        return words + shlex.split(self.qemu)

    def job(self):
        """The script that the guest's init runs."""
        modules = self.screen_modules() + (["evdev", "virtio_input"] if self.input else []) + self.modules.split()
        lines = ["# What the machine ran."]
        for module in modules:
            name, *parameters = module.split("+")
            lines.append(shlex.join(["modprobe", name] + parameters)
                         + f" || {{ echo 'hil: module {name} does not load; see serial.log' >&2; exit 125; }}")
        if self.drm != "none":
            lines.append("hil wait /dev/dri/card0 || exit 125")
        if self.vga or self.stride:
            lines.append("hil wait /dev/fb0 || exit 125")
        lines.append(f"cd {shlex.quote(os.getcwd())} 2>/dev/null || cd /")
        lines.append(self.cmd)
        return "\n".join(lines) + "\n"
