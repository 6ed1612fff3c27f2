import Afterglow
import AfterglowBoards
import AfterglowCompiler
import AfterglowCore
import AfterglowPreview
import Foundation
import Testing

@testable import AfterglowGuide

/// The place of a widget that the guide is asked about.
struct LintPlace: Sendable {
  var family = WidgetFamily.systemSmall
  var context = WidgetContext.standBy
  var locale = "en-GB"
  /// Of a surface.
  var mounting = SurfaceStyle.Mounting.elevated

  /// A surface is measured in millimetres, and needs a large panel.
  var board: String { context == .surface ? "wall-display-1080p" : "bedside-clock" }
}

/// Findings of the guide about one widget next to a clock, with their rules as `check` writes them.
enum Lint {
  /// The instant of everything that these tests show: Saturday, 21 November 2026, 09:41 UTC.
  static let instant = Instant(milliseconds: 1_795_254_060_000)

  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// A widget written as data, by `check` itself.
  ///
  /// - Parameter head: what stands above the view in its file.
  static func data(
    _ view: String, values: String = "{}", in place: LintPlace = LintPlace(),
    head: String = "description: See what is the case.", files: [String: Data] = [:]
  ) throws -> [String] {
    let family = place.family.rawValue
    let document = view.contains("families:") ? "\(head)\n\(view)" : "\(head)\nfamilies: [\(family)]\nview: \(view)"
    let texts = ["w.yaml": document + "\n", "v.json": values].mapValues { Data($0.utf8) }
    return try scene(
      "{kind: document, family: \(family), configuration: {view: w.yaml, file: v.json}}", in: place,
      files: texts.merging(files, uniquingKeysWith: { $1 }))
  }

  /// A widget of a scene, by `check` itself.
  private static func scene(_ item: String, in place: LintPlace, files: [String: Data]) throws -> [String] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "lint-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // Room for pictures.
    let board = try String(contentsOf: root.appending(path: "boards/\(place.board)/board.yaml"), encoding: .utf8)
      .replacing("archive: 1024 ", with: "archive: 8192 ")
    let beside = place.context == .standBy ? "\n  - kind: clock" : ""
    let surface = place.context == .surface ? "surface: {mounting: \(place.mounting.rawValue)}\n" : ""
    let scene =
      "zone: Europe/London\nlocale: \(place.locale)\ncontext: \(place.context.rawValue)\n\(surface)"
      + "widgets:\(beside)\n  - \(item)\n"
    let texts = ["board.yaml": board, "scene.yaml": scene].mapValues { Data($0.utf8) }
    for (name, data) in texts.merging(files, uniquingKeysWith: { $1 }) {
      try data.write(to: folder.appending(path: name))
    }
    let findings = BoardCheck(folder.path, at: instant).findings
    #expect(!findings.contains { $0.severity == .error }, "\(findings.map(\.message))\n\(item)")
    return findings.compactMap { finding in finding.rule.map { "\(finding.message) (rule \($0))" } }
  }

  /// A widget in Swift, in the same place.
  static func swift(_ widget: some Widget, in place: LintPlace = LintPlace()) throws -> [String] {
    let folder = try #require(
      BoardFolder.load(root.appending(path: "boards/\(place.board)").path, at: Date(instant)).folder)
    var scene = folder.panelScene()
    var slot = scene.slots[0]
    slot.identifier = "offence"
    slot.widget = widget
    slot.family = place.family
    slot.configuration = [:]
    scene.context = place.context
    scene.locale = Locale(identifier: place.locale)
    scene.style.surface.mounting = place.mounting
    scene.slots = place.context == .standBy ? [scene.slots[0], slot] : [slot]
    scene.board.archiveBankByteCount = 8 << 20
    let compiled = try SceneCompiler().compile(scene, at: Date(instant))
    let board = try CompiledBoard(name: "offence", scene: scene, compiled: compiled, problems: [])
    func frame(_ override: ModeOverride) throws -> StillFrame {
      try StillFrame(board, at: instant, lux: nil, override: override)
    }
    return try GuideLinter(board: board).findings(
      day: frame(.day), alwaysOn: frame(.alwaysOn), night: frame(.night)
    ).filter { $0.slot == "offence" }.map(\.description)
  }
}
