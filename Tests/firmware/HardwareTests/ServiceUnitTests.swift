import Foundation
import Testing

/// The installed units under a real service manager, in a process namespace of the rig's machine: startup of a
/// Raspberry Pi, and processes that exit or hang.
@Suite(.enabled(if: Rig.isAsked, Rig.missing))
struct ServiceUnitTests {
  static let start = "2026-11-21T09:40:30+01:00"

  /// A service manager without the rest of a system, and `in_system` to run commands in it.
  static let serviceManager = """
    mount -t cgroup2 none /sys/fs/cgroup || fail "no control groups"
    mkdir -p /run/systemd/system
    printf '[Unit]\\nRequires=basic.target\\nAfter=basic.target\\n' >/run/systemd/system/rig.target
    # What prepares a whole machine is not for this one.
    for unit in systemd-binfmt systemd-tmpfiles-setup systemd-tmpfiles-setup-dev systemd-modules-load systemd-udevd \\
      systemd-udev-trigger systemd-update-utmp modprobe@efi_pstore modprobe@dm_mod modprobe@fuse modprobe@loop \\
      modprobe@configfs modprobe@drm; do ln -sf /dev/null /run/systemd/system/$unit.service; done
    ln -sf /dev/null /run/systemd/system/proc-sys-fs-binfmt_misc.automount
    echo 0123456789abcdef0123456789abcdef >/etc/machine-id
    ln -sf /usr/share/zoneinfo/Europe/Berlin /etc/localtime
    systemd-sysusers >/dev/null 2>&1
    unshare --pid --fork --mount --mount-proc bash -c 'export container=rig; unset TZ;
      exec /lib/systemd/systemd --system --unit=rig.target --log-target=kmsg' </dev/null >/dev/null 2>&1 &
    in_system() { nsenter -t $(pgrep -xo systemd) -p -m "$@"; }
    for try in $(seq 120); do
      in_system systemctl is-system-running 2>/dev/null | grep -q 'running\\|degraded' && break; sleep 0.5
    done
    """

  @Test
  func `the installed units start the panel, are ready with its first frame, and bring it back from death and hanging`()
    throws
  {
    let scenario = try Scenario("service-units", screen: .bochs)
    try scenario.board(.drm(), at: Self.start)
    for minute in 40...45 { try scenario.picture("minute\(minute)", at: "2026-11-21T09:\(minute):10+01:00") }
    let installed = try runProgram(
      Rig.root.appending(path: "make/install.sh"),
      [
        "install", scenario.path("root"), "/usr/local", "/etc/systemd/system", "/etc/sysusers.d", Rig.firmware,
        Rig.programs.appending(path: "afterglow").path,
      ])
    try #require(installed.status == 0, "\(installed.output)")
    let run = try scenario.run(
      at: Self.start, options: ["--mem", "1024"], within: 240,
      """
      cp -a /out/root/. /
      mkdir -p /etc/afterglow/boards; cp -r /out/clock /etc/afterglow/boards/clock
      \(Self.serviceManager)
      panel() { in_system systemctl show -P $1 afterglow-renderer@clock; }
      is_shown() { for try in $(seq 100); do for minute in 40 41 42 43 44 45; do
        /hil/guest/grab --match minute$minute 0.01 >/dev/null 2>&1 && return; done; sleep 0.2; done; fail "$1: no picture"; }
      in_system systemctl start afterglow@clock afterglow-renderer@clock || fail "$(dmesg | grep afterglow | tail -20)"
      [ "$(panel StatusText)" = "1 panel on time" ] || fail "ready, but: $(panel StatusText)"
      is_shown started
      kill -9 $(pgrep -xo aglow-guard); sleep 2
      [ "$(panel NRestarts)" = 1 ] || fail "after its death: $(panel NRestarts) restarts"
      is_shown killed
      # It answers nothing any more: the watchdog's half minute, and its end.
      kill -STOP $(pgrep -xo aglow-guard)
      for try in $(seq 120); do [ "$(panel NRestarts)" = 2 ] && break; sleep 0.5; done
      [ "$(panel NRestarts)" = 2 ] || fail "hanging: $(panel NRestarts) restarts"
      is_shown hung
      in_system systemctl stop afterglow-renderer@clock
      [ "$(panel Result) $(panel ExecMainStatus)" = "success 0" ] || fail "stopped: $(panel Result) $(panel ExecMainStatus)"
      """)
    run.expectGood()
  }
}
