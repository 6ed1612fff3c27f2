import Foundation
import Testing

@testable import AfterglowBoards
@testable import AfterglowCompiler
@testable import AfterglowViews

/// `appearance` of a scene: fixed, by the sun, by local times.
@Suite struct AppearanceSettingTests {
  private func scene(_ lines: String, context: String = "home") -> String {
    "context: \(context)\nzone: Europe/Lisbon\nlocale: en-GB\n\(lines)\nwidgets:\n  - {kind: clock, family: systemSmall}\n"
  }

  private let porto = "place: {name: Porto, latitude: 41.15, longitude: -8.61}\n"

  /// 2026-11-23T10:00:00Z, when Porto has daylight from 07:30 to 17:09 UTC.
  private let date = Date(timeIntervalSince1970: 1_795_428_000)

  @Test func `auto follows sunrise and sunset of the place`() throws {
    let (folder, problems) = load(scene: scene(porto + "appearance: auto"))
    #expect(problems == [])
    let changes = try #require(folder?.panelScene().appearanceTurns).upcoming(from: date)
    #expect(changes.prefix(4).map(\.appearance) == [.light, .dark, .light, .dark])
    let seconds = changes.dropFirst().prefix(2).map { $0.date.timeIntervalSince1970 - 1_795_392_000 }
    // The day began at 00:00 UTC; the Naval Observatory gives minutes.
    #expect(abs(seconds[0] - (17 * 3600 + 9 * 60)) < 120, "\(seconds)")
    #expect(abs(seconds[1] - (24 * 3600 + 7 * 3600 + 31 * 60)) < 120, "\(seconds)")
    #expect(changes.count == 15)
  }

  @Test func `polar night is dark and polar day light`() throws {
    for (latitude, appearance) in [(78.0, WidgetAppearance.dark), (-78.0, .light)] {
      let (folder, _) = load(
        scene: scene("place: {name: Far, latitude: \(latitude), longitude: 15}\nappearance: auto"))
      let changes = try #require(folder?.panelScene().appearanceTurns).upcoming(from: date)
      #expect(changes.map(\.appearance) == [appearance])
    }
  }

  @Test func `times are read, and a fixed appearance does not change`() throws {
    let (daily, problems) = load(scene: scene(#"appearance: {light: "07:00", dark: "20:30"}"#))
    #expect(problems == [])
    #expect(daily?.scene.appearance == .daily(light: 420, dark: 1230))
    let (fixed, _) = load(scene: scene("appearance: light"))
    #expect(fixed?.scene.style.appearance == .light && fixed?.panelScene().appearanceTurns == nil)
  }

  @Test(arguments: [
    ("appearance: auto", "expected \"place\" beside \"appearance: auto\""),
    (#"appearance: {light: "7:00", dark: "20:00"}"#, "expected a time of day such as"),
    (#"appearance: {light: "07:00"}"#, "expected \"dark\" in \"appearance\""),
    (#"appearance: {light: "07:00", dark: "07:00"}"#, "expected another time than"),
    (#"appearance: {light: "07:00", dusk: "20:00"}"#, "found \"dusk\""),
    ("appearance: automatic", "light, dark, clear, tinted, auto"),
  ])
  func `what is not valid is answered with what is`(lines: String, words: String) {
    #expect(load(scene: scene(lines)).problems.joined().contains(words), "\(load(scene: scene(lines)).problems)")
  }

  @Test func `a context without appearances takes none of them`() {
    let standBy =
      "context: standBy\nappearance: {light: \"07:00\", dark: \"20:00\"}\nwidgets:\n  - kind: clock\n  - kind: clock\n"
    #expect(load(scene: standBy).problems.joined().contains("expected no \"appearance\" in standBy"))
  }
}
