import AfterglowBoards
import Foundation
import Testing

@testable import AfterglowGuide

/// Scenes that keep the guide: those of all boards that come with the product, and nineteen in its other contexts, looks and
/// languages. `check` has nothing to say of any. The documents of the cookbook have a test of their own.
@Suite struct GoodSceneTests {
  /// A scene on one of the boards.
  struct Scene: CustomTestStringConvertible, Sendable {
    var name: String
    var board: String
    /// nil = its own.
    var text: String?

    var testDescription: String { name }
  }

  private static let boards = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "boards")

  private static let shipped: [Scene] = ((try? FileManager.default.contentsOfDirectory(atPath: boards.path)) ?? [])
    .sorted().map { Scene(name: $0, board: $0, text: nil) }

  @Test func `there are thirty`() { #expect(Self.shipped.count + Self.own.count >= 30) }

  @Test(arguments: shipped + own) func `nothing is said of`(scene: Scene) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "good-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.copyItem(at: Self.boards.appending(path: scene.board), to: folder)
    if let text = scene.text {
      for name in ["forecast.json", "calendar.ics"] {
        let copy = folder.appending(path: name)
        if FileManager.default.fileExists(atPath: copy.path) { continue }
        try FileManager.default.copyItem(at: Self.boards.appending(path: "wall-display-1080p/\(name)"), to: copy)
      }
      try Data("zone: Europe/Lisbon\n\(text)\n".utf8).write(to: folder.appending(path: "scene.yaml"))
    }
    let findings = BoardCheck(folder.path, at: Lint.instant).findings
    #expect(findings.isEmpty, "\(findings.map(\.message))")
  }

  private static let own: [Scene] = [
    Scene(
      name: "dim bedroom", board: "bedside-clock",
      text: #"""
        context: standBy
        place: {name: Porto, latitude: 41.15, longitude: -8.61}
        widgets:
          - {kind: clock, configuration: {face: solar}}
        """#),
    Scene(
      name: "two cities", board: "bedside-clock",
      text: #"""
        context: standBy
        widgets:
          - {kind: worldClock, configuration: {cities: [{zone: Asia/Tokyo}]}}
          - {kind: moon}
        """#),
    Scene(
      name: "words in French", board: "bedside-clock",
      text: #"""
        context: standBy
        locale: fr
        widgets:
          - {kind: clock, configuration: {face: words}}
        """#),
    Scene(
      name: "hall by day", board: "wall-display-1080p",
      text: #"""
        context: home
        appearance: light
        grid: {columns: 5, rows: 3}
        widgets:
          - {kind: calendar, family: systemLarge, at: {column: 1, row: 1}, configuration: {file: calendar.ics}}
          - {kind: weather, family: systemMedium, at: {column: 3, row: 1}, configuration: {file: forecast.json, sample: true}}
          - {kind: clock, at: {column: 5, row: 1}}
          - {kind: note, at: {column: 3, row: 2}, configuration: {title: Hall, text: Keys are in the drawer, symbol: key}}
        """#),
    Scene(
      name: "tinted kitchen", board: "wall-display-1080p",
      text: #"""
        context: home
        appearance: tinted
        tint: "#FFB340"
        grid: {columns: 5, rows: 3}
        widgets:
          - {kind: weather, family: systemLarge, at: {column: 1, row: 1}, configuration: {file: forecast.json, sample: true}}
          - {kind: clock, family: systemMedium, at: {column: 3, row: 1}}
          - {kind: worldClock, family: systemMedium, at: {column: 3, row: 2}}
          - {kind: countdown, at: {column: 5, row: 1}, configuration: {title: Spring, date: "2027-03-20"}}
        """#),
    Scene(
      name: "dark, Arabic", board: "wall-display-1080p",
      text: #"""
        context: home
        appearance: dark
        locale: ar
        grid: {columns: 5, rows: 3}
        widgets:
          - {kind: clock, family: systemMedium, at: {column: 1, row: 1}}
          - {kind: weather, family: systemMedium, at: {column: 3, row: 1}, configuration: {file: forecast.json, sample: true}}
          - {kind: calendar, family: systemLarge, at: {column: 1, row: 2}, configuration: {file: calendar.ics}}
        """#),
    Scene(
      name: "lock screen in Japanese", board: "lock-screen",
      text: #"""
        context: lockScreen
        locale: ja
        wallpaper: {color: "#3A2A5E", bottom: "#0B0B18"}
        widgets:
          - {kind: clock, family: accessoryInline}
          - {kind: moon, family: accessoryCircular}
          - {kind: weather, family: accessoryCircular, configuration: {file: forecast.json, sample: true}}
          - {kind: weather, family: accessoryRectangular, configuration: {file: forecast.json, sample: true}}
        """#),
    Scene(
      name: "lock screen over a photograph", board: "wall-display-1080p",
      text: #"""
        context: lockScreen
        wallpaper: {picture: dunes.jpg}
        widgets:
          - {kind: clock, family: accessoryInline}
          - {kind: countdown, family: systemSmall, configuration: {title: New Year, date: "2027-01-01"}}
          - {kind: moon, family: systemSmall}
        """#),
    Scene(
      name: "today view", board: "wall-display-1080p",
      text: #"""
        context: todayView
        appearance: dark
        widgets:
          - {kind: weather, family: systemMedium, configuration: {file: forecast.json, sample: true}}
          - {kind: clock}
          - {kind: moon}
        """#),
    Scene(
      name: "notification center", board: "wall-display-1080p",
      text: #"""
        context: notificationCenter
        appearance: light
        widgets:
          - {kind: calendar, family: systemMedium, configuration: {file: calendar.ics}}
          - {kind: worldClock, family: systemMedium}
        """#),
    Scene(
      name: "desk", board: "wall-display-1080p",
      text: #"""
        context: desktop
        typeTable: macOS
        appearance: light
        widgets:
          - {kind: clock, family: systemSmall}
          - {kind: weather, family: systemMedium, configuration: {file: forecast.json, sample: true}}
        """#),
    Scene(
      name: "dashboard of a car", board: "rpi-zero-hdmi-800x480",
      text: #"""
        context: carPlay
        widgets:
          - {kind: clock}
          - {kind: weather, configuration: {file: forecast.json, sample: true}}
        """#),
    Scene(
      name: "watch", board: "round-240",
      text: #"""
        context: watchFace
        tint: "#30D158"
        widgets:
          - {kind: moon, family: accessoryCircular}
          - {kind: clock, family: accessoryCircular}
        """#),
    Scene(
      name: "cards", board: "smart-stack",
      text: #"""
        context: smartStack
        host: Watch 45mm
        widgets:
          - {kind: moon, family: accessoryRectangular}
          - {kind: countdown, family: accessoryRectangular, configuration: {title: Spring, date: "2027-03-20"}}
        """#),
    Scene(
      name: "paper on a wall", board: "wall-display-1080p",
      text: #"""
        context: surface
        surface: {texture: paper}
        widgets:
          - {kind: calendar, configuration: {file: calendar.ics}}
        """#),
    Scene(
      name: "glass on a wall", board: "wall-display-1080p",
      text: #"""
        context: surface
        surface: {texture: glass}
        wallpaper: {picture: dunes.jpg}
        widgets:
          - {kind: weather, configuration: {file: forecast.json, sample: true}}
        """#),
    Scene(
      name: "ink, quarters", board: "epaper-7in5-v2",
      text: #"""
        context: standBy
        place: {name: Porto, latitude: 41.15, longitude: -8.61}
        widgets:
          - {kind: clock, configuration: {face: quarters}}
          - {kind: moon}
        """#),
    Scene(
      name: "ink, a grid", board: "epaper-7in5-v2",
      text: #"""
        context: home
        widgets:
          - {kind: calendar, family: systemMedium, configuration: {file: calendar.ics}}
          - {kind: clock, configuration: {face: quarters}}
        """#),
    Scene(
      name: "six inks", board: "epaper-7in3-spectra6",
      text: #"""
        context: standBy
        place: {name: Porto, latitude: 41.15, longitude: -8.61}
        widgets:
          - {kind: weather, configuration: {file: forecast.json, sample: true}}
          - {kind: countdown, configuration: {title: Spring, date: "2027-03-20"}}
        """#),
  ]
}
