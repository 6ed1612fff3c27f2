import AfterglowCore
import Testing

@testable import AfterglowBoards

/// Sizes that a board leaves to the kernel, on trees like those of a Raspberry Pi and of a PC.
@Suite struct KernelDisplaysTests {
  private static let plain = "name: Test\ndisplay: {kind: drm}"

  /// A Raspberry Pi 5: the first card is render-only, the second has the connectors.
  private func raspberryPi(edid: [UInt8] = monitorEDID()) -> KernelTree {
    let tree = KernelTree()
    tree.write([], to: "drm/card0/dev")
    tree.write([], to: "drm/renderD128/dev")
    tree.add("card1-HDMI-A-1", modes: ["1920x1080", "1920x1080i", "1280x720"], edid: edid)
    tree.add("card1-HDMI-A-2", "disconnected")
    tree.add("card1-Writeback-1", "unknown")
    return tree
  }

  @Test func `a connected display reports its size`() throws {
    let tree = raspberryPi()
    let (folder, problems) = load(board: Self.plain, kernel: tree.kernel)
    #expect(problems == [])
    let geometry = try #require(folder).board.geometry
    #expect(geometry.widthPx == 1920 && geometry.heightPx == 1080)
    #expect(geometry.widthMm == 531 && geometry.heightMm == 299)
  }

  @Test func `rotation turns what the display reports`() throws {
    let tree = raspberryPi()
    let geometry = try #require(load(board: Self.plain + "\nrotation: 90", kernel: tree.kernel).folder).board.geometry
    #expect(geometry.widthPx == 1080 && geometry.heightPx == 1920)
    #expect(geometry.widthMm == 299 && geometry.heightMm == 531)
  }

  @Test func `a mode gives the pixels and the display its millimetres`() throws {
    let tree = raspberryPi()
    let text = Self.plain.replacing("kind: drm", with: "kind: drm, mode: 1280x720@50")
    let geometry = try #require(load(board: text, kernel: tree.kernel).folder).board.geometry
    #expect(geometry.widthPx == 1280 && geometry.heightPx == 720)
    #expect(geometry.widthMm == 531)
  }

  @Test func `what is written counts more than what the display reports`() throws {
    let text = Self.plain + "\nsize: {width: 640, height: 480}\nphysicalSize: {width: 100, height: 75}"
    for kernel in [raspberryPi().kernel, KernelDisplays(root: "/nonexistent")] {
      let (folder, problems) = load(board: text, kernel: kernel)
      #expect(problems == [])
      let geometry = try #require(folder).board.geometry
      #expect(geometry.widthPx == 640 && geometry.widthMm == 100)
    }
  }

  @Test func `a named card or connector decides among several`() throws {
    let tree = raspberryPi()
    tree.add("card1-HDMI-A-2", modes: ["800x480"], edid: monitorEDID(timingMm: (154, 86), centimetres: (15, 9)))
    let several = load(board: Self.plain, kernel: tree.kernel).problems
    #expect(several.allSatisfy { $0.contains("displays are connected to HDMI-A-1 of card1 and HDMI-A-2 of card1") })
    #expect(!several.isEmpty)
    let named = Self.plain.replacing("kind: drm", with: "kind: drm, connector: HDMI-A-2")
    #expect(try #require(load(board: named, kernel: tree.kernel).folder).board.geometry.widthPx == 800)
    let other = Self.plain.replacing("kind: drm", with: "kind: drm, device: /dev/dri/card7")
    #expect(
      load(board: other, kernel: tree.kernel).problems.contains {
        $0.contains("this machine has no /dev/dri/card7 with connectors")
      })
    let missing = Self.plain.replacing("kind: drm", with: "kind: drm, connector: DP-1")
    #expect(
      load(board: missing, kernel: tree.kernel).problems.contains {
        $0.contains("there is no connector DP-1, only HDMI-A-1 and HDMI-A-2")
      })
  }

  @Test func `without a display the error says what to write`() {
    let tree = KernelTree()
    tree.add("card1-HDMI-A-1", "disconnected")
    tree.add("card1-HDMI-A-2", "disconnected")
    let (folder, problems) = load(board: Self.plain, kernel: tree.kernel)
    #expect(folder == nil)
    #expect(
      problems.contains(
        "board.yaml:2:10: expected \"size\" or a connected display that reports it, found that nothing is connected to "
          + "HDMI-A-1 and HDMI-A-2; plug it in, or write \"size: {width: 1920, height: 1080}\" with the panel's pixels"
      ), "\(problems)")
    #expect(problems.contains { $0.contains("physicalSize: {width: 531, height: 299}") })
    #expect(
      load(board: Self.plain).problems.contains { $0.contains("this machine has no card with connectors") })
  }

  @Test func `a panel that sends no EDID asks for its size`() {
    let tree = raspberryPi(edid: [])
    let (folder, problems) = load(board: Self.plain, kernel: tree.kernel)
    #expect(folder == nil)
    #expect(
      problems == [
        "board.yaml:2:10: expected \"physicalSize\" or a connected display that reports it, found that the display on "
          + "HDMI-A-1 does not report its size: it sends no EDID; measure the lit area and write "
          + "\"physicalSize: {width: 531, height: 299}\" in mm"
      ])
  }

  @Test func `only an automatic board takes a framebuffer's size`() throws {
    let tree = KernelTree()
    tree.write(Array("U:480x320p-60\n".utf8), to: "graphics/fb0/modes")
    let physical = "\nphysicalSize: {width: 73, height: 49}"
    let automatic = Self.plain.replacing("kind: drm", with: "kind: auto") + physical
    #expect(try #require(load(board: automatic, kernel: tree.kernel).folder).board.geometry.widthPx == 480)
    #expect(load(board: Self.plain + physical, kernel: tree.kernel).folder == nil)
    let device = Self.plain.replacing("kind: drm", with: "kind: framebuffer") + physical
    #expect(
      load(board: device, kernel: tree.kernel).problems == [
        "board.yaml:1:1: expected \"size\" (width and height in px), found nothing"
      ])
  }

  // MARK: EDID

  @Test(arguments: [
    ((531, 299), (53, 30), (531, 299)),  // both
    ((531, 299), (0, 0), (531, 299)),  // only millimetres
    ((0, 0), (53, 30), (530, 300)),  // only centimetres
    ((53, 30), (53, 30), (530, 300)),  // centimetres in the millimetre fields
    ((160, 90), (70, 39), (700, 390)),  // an aspect ratio in the millimetre fields
    ((531, 299), (79, 0), (531, 299)),  // an aspect ratio in the centimetre fields
    ((1872, 1053), (187, 105), (1872, 1053)),  // all twelve bits
  ])
  func `an EDID gives the lit area`(timing: (Int, Int), centimetres: (Int, Int), expected: (Int, Int)) throws {
    let found = try EDID.physicalSizeMm(monitorEDID(timingMm: timing, centimetres: centimetres))
    #expect(found == expected)
  }

  @Test(arguments: [
    ((0, 0), (0, 0)), ((160, 90), (0, 0)), ((16, 9), (0, 0)), ((0, 0), (79, 0)),
  ])
  func `an EDID that leaves the size open says so`(timing: (Int, Int), centimetres: (Int, Int)) {
    #expect(throws: EDID.Problem.unknown) {
      try EDID.physicalSizeMm(monitorEDID(timingMm: timing, centimetres: centimetres))
    }
  }

  @Test func `broken EDIDs are not believed`() {
    let good = monitorEDID()
    #expect(throws: EDID.Problem.absent) { try EDID.physicalSizeMm([]) }
    #expect(throws: EDID.Problem.cut(byteCount: 127)) { try EDID.physicalSizeMm(Array(good.dropLast())) }
    #expect(throws: EDID.Problem.noEDID) { try EDID.physicalSizeMm([UInt8](repeating: 0, count: 128)) }
    #expect(throws: EDID.Problem.noEDID) { try EDID.physicalSizeMm([UInt8](repeating: 255, count: 128)) }
    for index in 8..<128 {
      var broken = good
      broken[index] ^= 0x10
      #expect(throws: EDID.Problem.wrongChecksum) { try EDID.physicalSizeMm(broken) }
    }
    // Extensions follow the base block and are ignored.
    #expect(throws: Never.self) { try EDID.physicalSizeMm(good + [UInt8](repeating: 9, count: 128)) }
  }

  @Test func `a broken EDID is named in the board's problem`() {
    var broken = monitorEDID()
    broken[40] ^= 1
    let tree = raspberryPi(edid: broken)
    #expect(load(board: Self.plain, kernel: tree.kernel).problems.contains { $0.contains("wrong checksum") })
  }
}
