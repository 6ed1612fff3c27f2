import AfterglowLinux
import Foundation
import Testing

@Suite struct BacklightTests {
  static let good = [
    "max_brightness": "255", "brightness": "200", "actual_brightness": "199", "bl_power": "0", "type": "raw",
    "scale": "non-linear",
  ]

  static func chosen(_ tree: DeviceTree, _ wanted: String = "auto", connector: String = "") throws -> String {
    let backlight = try Backlight.open(tree.text(wanted), connector: tree.text(connector), folder: tree.path)
    let name = backlight.name.withCString { String(cString: $0) }
    backlight.closeFiles()
    return name
  }

  @Test func `it is dimmed and switched within its range, and restored at the end`() throws {
    let tree = try DeviceTree()
    try tree.device("panel", Self.good)
    let backlight = try Backlight.open(tree.text("panel"), connector: tree.text(""), folder: tree.path)
    #expect(backlight.maximumBrightness == 255)
    #expect(try backlight.brightness() == 200)
    #expect(try backlight.isOn())
    guard case .perceptual = backlight.scale else {
      Issue.record("scale is \(backlight.scale)")
      return
    }
    try backlight.setBrightness(100)
    // An ordinary file retains its previous content after a shorter text; sysfs does not.
    #expect(try tree.content("panel/brightness").hasPrefix("100"))
    try backlight.setOn(false)
    #expect(try tree.content("panel/bl_power").hasPrefix("4"))
    #expect(throws: SystemError.self) { try backlight.setBrightness(256) }
    #expect(throws: SystemError.self) { try backlight.setBrightness(-1) }
    #expect(try tree.content("panel/brightness").hasPrefix("100"))
    backlight.close()
    #expect(try tree.content("panel/brightness").hasPrefix("200"))
    #expect(try tree.content("panel/bl_power").hasPrefix("0"))
  }

  @Test func `one without a switch goes dark by its brightness`() throws {
    let tree = try DeviceTree()
    var files = Self.good
    files["bl_power"] = nil
    files["actual_brightness"] = nil
    files["brightness"] = "9"
    try tree.device("panel", files)
    let backlight = try Backlight.open(tree.text("auto"), connector: tree.text(""), folder: tree.path)
    try backlight.setOn(false)
    #expect(try !backlight.isOn())
    try backlight.setOn(true)
    #expect(try backlight.brightness() == 9)
    backlight.close()
  }

  @Test func `of several the connector's own wins, then firmware before platform before raw`() throws {
    let tree = try DeviceTree()
    for (name, type) in [("a", "raw"), ("bb", "platform"), ("ccc", "firmware")] {
      try tree.device(name, Self.good.merging(["type": type]) { $1 })
    }
    #expect(try Self.chosen(tree) == "ccc")
    try tree.remove("ccc")
    #expect(try Self.chosen(tree) == "bb")
    #expect(try Self.chosen(tree, "a") == "a")
    let link = tree.root.appending(path: "a/device").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "../../drm/card1/card1-DSI-1")
    #expect(try Self.chosen(tree, connector: "DSI-1") == "a")
    #expect(try Self.chosen(tree, connector: "HDMI-A-1") == "bb")
    #expect(try Self.chosen(tree, connector: "1") == "bb")
  }

  @Test func `two of the same kind, or none, are an error that says what to do`() throws {
    let tree = try DeviceTree()
    #expect(throws: BacklightError.self) { try Self.chosen(tree) }
    try tree.device("a", Self.good)
    #expect(try Self.chosen(tree) == "a")
    try tree.device("b", Self.good)
    #expect(throws: BacklightError.self) { try Self.chosen(tree) }
    #expect(throws: BacklightError.self) { try Self.chosen(tree, "c") }
    do throws(BacklightError) {
      _ = try Backlight.open(tree.text("auto"), connector: tree.text(""), folder: tree.path)
    } catch {
      var message = ControlMessage(.refused)
      error.write(to: &message)
      #expect(
        message.text
          == "backlight a: is one of several of its kind, and none is the connector's own; name one of /sys/class/backlight in the board file"
      )
    }
  }

  @Test func `a board that asks for any backlight may have none`() throws {
    let tree = try DeviceTree()
    func found(_ wanted: String) throws -> Backlight? {
      try Backlight.find(tree.text(wanted), connector: tree.text("HDMI-A-1"), folder: tree.path)
    }
    #expect(try found("auto") == nil)
    #expect(throws: BacklightError.self) { try found("panel") }
    try tree.device("panel", Self.good)
    let backlight = try #require(try found("auto"))
    backlight.closeFiles()
    // A device that exists but ignores writes is reported.
    try tree.device("panel", Self.good.merging(["max_brightness": "0"]) { $1 })
    #expect(throws: BacklightError.self) { try found("auto") }
    try tree.device("panel", Self.good)
    try tree.device("other", Self.good)
    #expect(throws: BacklightError.self) { try found("auto") }
  }

  @Test(arguments: ["", "0", "-5", "12.5", "many", "99999999999999999999"])
  func `a nonsensical maximum is refused`(maximum: String) throws {
    let tree = try DeviceTree()
    try tree.device("panel", Self.good.merging(["max_brightness": maximum]) { $1 })
    #expect(throws: BacklightError.self) { try Self.chosen(tree) }
  }
}
