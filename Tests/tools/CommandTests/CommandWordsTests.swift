import AfterglowCore
import AfterglowInput
import AfterglowLinux
import Foundation
import TestSupport
import Testing

@testable import afterglow_command

/// Sentences and arguments of commands.
@Suite struct CommandWordsTests {
  @Test(arguments: [
    "WidgetKit", "SwiftUI", "AppIntents", "Charts", "ActivityKit", "Combine", "Intents", "OSLog", "UIKit",
    "UserNotifications", "Afterglow",
  ])
  func `a widget has no module's name`(name: String) {
    let clone = URL(fileURLWithPath: "/src/afterglow")
    #expect { try NewWidget(name: name, clone: clone, folder: "/src/\(name)") } throws: {
      "\($0)".contains("a module is called \(name) already")
    }
    #expect(throws: Never.self) { try NewWidget(name: "tides", clone: clone, folder: "/src/tides") }
  }

  @Test(arguments: [
    ("none", "it has no light source of its own, so it keeps its mode; set a light, such as `afterglow light 300 R`"),
    ("{sensor: constant, lux: 180}", "its own source again"),
  ]) func `a board without a light source has none to go back to`(light: String, words: String) throws {
    let scratch = try ScratchFolder()
    try scratch.write(
      "name: R\ndisplay: {kind: virtual-framebuffer}\nsize: {width: 800, height: 480}\n"
        + "physicalSize: {width: 154.1, height: 85.9}\nlight: \(light.hasPrefix("{") ? light : "{sensor: \(light)}")\n",
      to: "board.yaml")
    #expect(ExternalSource.ownSource(.lux, board: "R", folder: scratch.folder.path) == words)
    #expect(
      ExternalSource.ownSource(.distance, board: "R", folder: scratch.folder.path) == "its own source again")
    #expect(ExternalSource.ownSource(.lux, board: "R", folder: nil) == "its own source again")
  }

  @Test func `input devices are listed by name and event`() {
    let file = """
      I: Bus=0019 Vendor=0000 Product=0001 Version=0000
      N: Name="Power Button"
      H: Handlers=kbd event0\u{20}
      B: EV=3

      I: Bus=0018
      N: Name="Goodix \"A\""
      H: Handlers=mouse0

      """
    let seen = SeenDevice.list(file)
    #expect(seen.map(\.words) == ["Power Button (event0)", "Goodix \"A\""], "\(seen)")
    #expect(SeenDevice.list("").isEmpty)
  }

  @Test func `a touched key has the name that a board takes`() {
    let at = MonotonicInstant(milliseconds: 1)
    func event(_ change: InputChange, raw: (x: Int32, y: Int32)? = nil) -> TouchEvent {
      var message = ControlMessage(touched: change, raw: raw)
      "gpio-keys".withCString { message.write(cString: $0) }
      return TouchEvent(message)
    }
    let key = event(.key(KeyChange(device: 1, code: 148, isDown: true, at: at)))
    #expect(key.words == "KEY_PROG1 (148) down: gpio-keys")
    #expect(key.json.contains("\"key\":\"KEY_PROG1\",\"code\":148,\"isDown\":true"))
    let unnamed = event(.key(KeyChange(device: 1, code: 767, isDown: false, at: at)))
    #expect(unnamed.words == "key 767 up: gpio-keys")
    let finger = TouchContact(
      device: 1, place: 0, phase: .began, position: PanelPoint(x: 40_260, y: 11_000), at: at)
    #expect(event(.contact(finger), raw: (7, -8)).words == "finger 1 down at 40.3, 11.0 mm, raw 7, -8: gpio-keys")
    #expect(event(.turn(KnobTurn(device: 1, detents: -2, at: at))).words == "turned by -2: gpio-keys")
  }

  @Test func `the lines of services are those of both units`() {
    #expect(
      BoardLog.journalArguments("kitchen", lines: 20, follows: true) == [
        "--unit", "afterglow@kitchen", "--unit", "afterglow-renderer@kitchen", "--lines", "20", "--no-pager",
        "--follow",
      ])
  }
}
