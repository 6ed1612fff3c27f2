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

  @Test func `the lines of services are those of both units`() {
    #expect(
      BoardLog.journalArguments("kitchen", lines: 20, follows: true) == [
        "--unit", "afterglow@kitchen", "--unit", "afterglow-renderer@kitchen", "--lines", "20", "--no-pager",
        "--follow",
      ])
  }
}
