import AfterglowLight
import AfterglowLinux
import Foundation
import Testing

@testable import afterglow_renderer

/// A panel's backlight with files like the kernel's.
@Suite struct PanelBacklightTests {
  private final class Files {
    let folder = FileManager.default.temporaryDirectory.appending(path: "panel-\(UUID().uuidString)")

    init() throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for (name, text) in [("max_brightness", "255"), ("brightness", "200"), ("bl_power", "0")] {
        try text.write(to: folder.appending(path: name), atomically: false, encoding: .utf8)
      }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func device() throws -> Backlight { try Backlight.open(folder.path, connector: "") }

    func begins(_ name: String, _ text: String) throws -> Bool {
      try String(contentsOf: folder.appending(path: name), encoding: .utf8).hasPrefix(text)
    }
  }

  private static func word(_ outcome: PanelBacklight.Outcome) -> String { "\(outcome)" }

  @Test func `it goes where it is brought, once, and back at the end`() throws {
    let files = try Files()
    var backlight = PanelBacklight(try files.device(), DimmingSettings())
    #expect(backlight.level == 200 && backlight.light?.maximumLevel == 255)
    #expect(Self.word(backlight.bring(to: 200, at: 0)) == "there")
    #expect(Self.word(backlight.bring(to: 100, at: 0)) == "moved")
    #expect(try files.begins("brightness", "100") && backlight.level == 100)
    backlight.close()
    #expect(try files.begins("brightness", "200"))
  }

  @Test func `one that does not respond is tried three times, a second apart, and then given up`() throws {
    let files = try Files()
    var backlight = PanelBacklight(try files.device(), DimmingSettings())
    // A value above the maximum is refused.
    #expect(Self.word(backlight.bring(to: 256, at: 0)) == "later(1000)")
    #expect(Self.word(backlight.bring(to: 256, at: 999)) == "later(1000)", "not before it is time")
    #expect(Self.word(backlight.bring(to: 256, at: 1_000)) == "later(2000)")
    #expect(Self.word(backlight.bring(to: 256, at: 2_000)) == "lost")
    #expect(!backlight.isThere && backlight.light == nil && backlight.share == 1)
  }

  @Test func `one that responds again has its three tries back`() throws {
    let files = try Files()
    var backlight = PanelBacklight(try files.device(), DimmingSettings())
    for round in Int64(0)..<3 {
      let start = round * 10_000
      #expect(Self.word(backlight.bring(to: 256, at: start)) == "later(\(start + 1_000))")
      #expect(Self.word(backlight.bring(to: 150 + round, at: start + 1_000)) == "moved")
    }
    backlight.close()
  }

  @Test func `another session of the same device continues from its level, and restores what was found first`() throws {
    let files = try Files()
    var first = PanelBacklight(try files.device(), DimmingSettings())
    _ = first.bring(to: 90, at: 0)
    var second = PanelBacklight(try files.device(), DimmingSettings())
    second.takeOver(from: &first)
    #expect(!first.isThere && second.level == 90)
    second.close()
    #expect(try files.begins("brightness", "200"))
  }
}
