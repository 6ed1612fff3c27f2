import AfterglowArchive
import AfterglowCore
import Foundation
import TestSupport
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews
@testable import AfterglowWidgets

/// Words from outside in a widget, shown as a whole panel: what a test of content reads must also be drawn.
struct TextContent {
  var configuration: [String: ConfigurationValue] = [:]
  var files: [String: String] = [:]

  /// Widgets that show words of their content.
  static let kinds = ["calendar", "reminders", "news", "note", "value", "worldClock", "countdown", "document"]

  /// Texts as the content of a widget: in all rows of a list, or the first alone.
  init(_ texts: [String], of kind: String) {
    let first = texts[0]
    switch kind {
    case "calendar":
      let events = texts.enumerated().map { index, text in
        "BEGIN:VEVENT\r\nUID:\(index)\r\nDTSTART:20261121T\(11 + index % 12)0000Z\r\nSUMMARY:\(Self.calendar(text))\r\nEND:VEVENT\r\n"
      }
      files["calendar.ics"] = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n\(events.joined())END:VCALENDAR\r\n"
    case "reminders":
      let rows = texts.map { "  - {title: \(Self.quoted($0))}\n" }
      files["reminders.yaml"] = "title: \(Self.quoted(first))\nreminders:\n\(rows.joined())"
    case "news":
      let items = texts.map { "<item><title>\(Self.xml($0))</title></item>" }
      files["news.xml"] =
        "<rss version=\"2.0\"><channel><title>\(Self.xml(first))</title>\(items.joined())</channel></rss>"
    case "value":
      files["timeline.json"] = """
        {"kind": "value", "policy": "never", "entries": [{"date": "2026-11-21T08:00:00Z", "title": \(Self.quoted(first)),
          "value": \(Self.quoted(String(texts[texts.count / 2].prefix(12)))), "detail": \(Self.quoted(texts[texts.count - 1]))}]}
        """
    case "worldClock":
      configuration["cities"] = .array(
        texts.prefix(8).map { .object(["zone": .string("Asia/Tokyo"), "name": .string($0)]) })
    case "countdown": configuration = ["date": .string("2026-12-24"), "title": .string(first)]
    case "note": configuration = ["text": .string(texts.joined(separator: "\n")), "title": .string(first)]
    default:
      configuration = ["file": .string("values.yaml")]
      files["values.yaml"] = "{text: \(Self.quoted(first))}\n"
      files["widget.yaml"] = """
        displayName: Words
        description: Read what is written.
        preview: {text: "Words"}
        families:
          systemSmall: {text: "{text}"}

        """
    }
  }

  /// As JSON and YAML write it.
  private static func quoted(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    return "\"\(escaped)\""
  }

  private static func xml(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }

  private static func calendar(_ text: String) -> String {
    ["\\", ";", ","].reduce(text) { $0.replacing($1, with: "\\" + $1) }.replacing("\n", with: "\\n")
  }

  /// A widget with this content alone on a panel: compiled to an archive, which the firmware's own checks accept. nil where
  /// the widget has no such family.
  func compiled(
    _ item: GalleryItem, in context: WidgetContext? = nil, change: (inout PanelScene) -> Void = { _ in }
  ) throws -> CompiledScene? {
    let folder = FileManager.default.temporaryDirectory.appending(path: "content-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: name)) }
    let widget = try #require(
      WidgetGallery.builtIn.widget(WidgetUse(kind: item.kind, configuration: configuration, folder: folder)))
    guard widget.descriptor.supportedFamilies.contains(item.family) else { return nil }
    var scene = item.scene(
      isPreview: false, widget: AlteredWidget.first(widget), configuration: configuration, folder: folder)
    if let context {
      scene.context = context
      let size = WidgetHost.size(of: item.family, in: context, on: nil).canvas
      scene.geometry = PanelGeometry(
        widthPx: Int(size.width.rounded(.up)), heightPx: Int(size.height.rounded(.up)), widthMm: size.width * 0.16,
        heightMm: size.height * 0.16)
    }
    change(&scene)
    return try item.compile(scene)
  }

  /// Draws a text in every widget that shows words, in one family each.
  static func expectDrawn(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    for kind in kinds {
      let compiled = try TextContent([text], of: kind).compiled(GalleryItem(kind: kind, family: .systemSmall))
      #expect(compiled != nil, "\(kind)", sourceLocation: sourceLocation)
    }
  }
}

extension CompiledScene {
  func withArchive<R>(_ body: (Archive) throws -> R) throws -> R {
    let aligned = AlignedBytes(archive)
    return try withExtendedLifetime(aligned) { try body(try Archive.validate(aligned.bytes)) }
  }
}
