import AfterglowArchive
import Foundation
import Testing

@testable import AfterglowBoards

/// A machine with inaccessible devices, and the advice for the user.
@Suite struct DevicePermissionsTests {
  private let tree = KernelTree()

  private func permissions(_ devices: [String]) -> DevicePermissions {
    for device in devices { tree.write([], to: device) }
    var permissions = DevicePermissions()
    permissions.root = tree.root
    permissions.mayOpen = { _, _ in false }
    return permissions
  }

  private func hardware(_ kind: DisplayKind) -> BoardHardware {
    var record = BoardRecord()
    record.displayKind = kind.rawValue
    return BoardHardware(record)
  }

  @Test func `every device of the board is looked at`() {
    let all = permissions([
      "dev/dri/card0", "dev/dri/card1", "dev/dri/renderD128", "dev/fb0", "dev/fbx", "dev/tty0", "dev/gpiochip0",
      "dev/spidev0.0", "dev/input/event0", "dev/input/mouse0", "sys/class/backlight/10-0045/bl_power",
    ])
    func first(_ hardware: BoardHardware) -> String? { all.advice(for: hardware, user: "ann", groups: []).first }
    let own = "(root alone)"
    #expect(
      first(hardware(.drm)) == "ann may not open /dev/dri/card0 \(own), /dev/dri/card1 \(own), /dev/tty0 \(own)")
    var named = hardware(.drm)
    named[.displayPath] = "/dev/dri/card1"
    named[.input] = "auto"
    named[.backlight] = "auto"
    #expect(
      first(named) == "ann may not open /dev/dri/card1 \(own), /dev/tty0 \(own), /dev/input/event0 \(own), "
        + "/sys/class/backlight/10-0045/bl_power \(own)")
    #expect(first(hardware(.framebuffer)) == "ann may not open /dev/fb0 \(own), /dev/tty0 \(own)")
    var paper = hardware(.epaper)
    paper[.displayPath] = "/dev/spidev0.0"
    paper[.lineChip] = "pinctrl-bcm2835"
    #expect(first(paper) == "ann may not open /dev/spidev0.0 \(own), /dev/gpiochip0 \(own)")
    #expect(first(hardware(.virtualFramebuffer)) == nil)
  }

  @Test func `what may be opened or is not there is not reported`() {
    var open = permissions(["dev/dri/card0", "dev/tty0"])
    open.mayOpen = { _, _ in true }
    #expect(open.advice(for: hardware(.drm), user: "ann", groups: []) == [])
    var elsewhere = hardware(.framebuffer)
    elsewhere[.displayPath] = "/dev/fb7"
    let advice = permissions(["dev/fb0"]).advice(for: elsewhere, user: "ann", groups: [])
    #expect(advice.first == "ann may not open /dev/tty0 (root alone)")
  }

  /// Needs permission to change a file's group.
  @Test(.enabled(if: getuid() == 0 && getgrnam("video") != nil))
  func `the group that owns a device is named with the command that joins it`() {
    let some = permissions(["dev/dri/card0"])
    let group = getgrnam("video")!.pointee.gr_gid
    chown(tree.root + "/dev/dri/card0", 0, group)
    chmod(tree.root + "/dev/dri/card0", 0o660)
    #expect(
      some.advice(for: hardware(.drm), user: "ann", groups: ["ann"]) == [
        "ann may not open /dev/dri/card0 (group video)",
        "to change that: sudo usermod -aG video ann, then log in again",
      ])
    #expect(
      some.advice(for: hardware(.drm), user: "ann", groups: ["ann", "video"]) == [
        "ann may not open /dev/dri/card0 (group video)",
        "ann is in video, but not in this session: log in again",
      ])
  }
}
