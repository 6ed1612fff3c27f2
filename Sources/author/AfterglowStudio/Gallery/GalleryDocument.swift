import Afterglow
import AfterglowBoards
import AfterglowCompiler
import AfterglowCore
import AfterglowKit
import AfterglowLight
import AfterglowPreview
import AfterglowWidgets
import Foundation

/// All widgets that a scene can use, in each family as it would look there (docs/rules.md, rules 84 to 92).
struct GalleryDocument: Encodable {
  struct Family: Encodable {
    var family: String
    /// Why the scene's place does not take it.
    var refusal: String?
    var isDisfavoured: Bool
    /// Width to height.
    var aspect: Double
  }

  struct Item: Encodable {
    var kind: String
    var title: String
    var description: String
    /// Words by which it is found besides.
    var keywords: [String]
    var families: [Family]
  }

  var kinds: [Item]

  init(_ board: BoardFolder) {
    let scene = board.scene
    kinds = WidgetGallery.standard.kinds.compactMap { kind in
      guard let widget = WidgetGallery.standard.widget(kind)?.descriptor else { return nil }
      // A gallery shows what the place takes; the reason for the rest is in the form of a widget that is there.
      let families = SceneDocument.families(of: widget, in: scene).filter { $0.refusal == nil }
      if families.isEmpty { return nil }
      let keywords = WidgetGallery.standard.settings(of: kind).map(\.key)
      return Item(
        kind: kind, title: widget.displayName, description: widget.description, keywords: keywords,
        families: families.compactMap { item in
          guard let family = WidgetFamily(rawValue: item.family) else { return nil }
          let size = WidgetHost.size(of: family, in: scene.context, on: scene.style.host).device
          return Family(
            family: item.family, refusal: item.refusal, isDisfavoured: item.isDisfavoured,
            aspect: size.height > 0 ? size.width / size.height : 1)
        })
    }
  }

  /// With sample content; one of the scene's widgets with its own.
  ///
  /// - Parameter query: `appearance`, `mode`, and the name of a `widget` of the scene.
  /// - Throws: `Failure` where there is no such widget.
  static func picture(
    of kind: String, _ family: String, _ query: [String: String], in board: BoardFolder
  ) throws -> [UInt8] {
    guard let family = WidgetFamily(rawValue: family) else {
      throw StudioRefusal(404, "there is no family \(family)")
    }
    let style = board.scene.style
    let isTaken = board.scene.context.families(on: style.host).contains(family)
    let context = isTaken ? board.scene.context : try WidgetPreview.context(for: family, mode: nil, on: style.host)
    var preview = WidgetPreview(kind: kind, family: family, style: style, context: context, pixelsAPoint: pixelsAPoint)
    if let appearance = query["appearance"].flatMap(WidgetAppearance.init(rawValue:)), context.hasAppearances {
      preview.style.appearance = appearance
    }
    let record = board.board.record
    if record.isEmissive == 0, let format = PixelFormat(rawValue: record.pixelFormat) { preview.format = format }
    preview.locale = board.scene.locale
    preview.timeZone = board.scene.timeZone
    if let item = board.scene.widgets.first(where: { $0.identifier == query["widget"] && $0.kind == kind }) {
      preview.configuration = item.configuration
      preview.folder = URL(fileURLWithPath: board.path, isDirectory: true)
      preview.isSample = false
    }
    let instant = Instant.now
    let mode = query["mode"].flatMap(ModeOverride.init(named:)) ?? .day
    return try StillFrame(preview.compile(at: instant), at: instant, lux: nil, override: mode).picture.png()
  }

  private static let pixelsAPoint = 2.0
}

/// One of a scene's widgets in every family that it has, in every look that its board can show.
struct VariantsDocument: Encodable {
  struct Family: Encodable {
    var family: String
    /// Width to height.
    var aspect: Double
    /// Whether the scene's own place takes it.
    var isTaken: Bool
  }

  struct Look: Encodable {
    var title: String
    var appearance: String?
    var mode: String?
  }

  var kind: String
  var title: String
  var families: [Family]
  var looks: [Look]

  /// - Throws: `StudioRefusal` where there is no such widget.
  init(of name: String, in board: BoardFolder) throws {
    let scene = board.scene
    guard let item = scene.widgets.first(where: { $0.identifier == name }),
      let widget = WidgetGallery.standard.widget(item.kind)?.descriptor
    else { throw StudioRefusal(404, "The scene has no widget \(name).") }
    (kind, title) = (item.kind, widget.displayName)
    let taken = scene.context.families(on: scene.style.host)
    families = widget.supportedFamilies.compactMap { family in
      let isTaken = taken.contains(family)
      let elsewhere = try? WidgetPreview.context(for: family, mode: nil, on: scene.style.host)
      guard let context = isTaken ? scene.context : elsewhere else { return nil }
      let size = WidgetHost.size(of: family, in: context, on: scene.style.host).device
      return Family(
        family: family.rawValue, aspect: size.height > 0 ? size.width / size.height : 1, isTaken: isTaken)
    }
    if board.board.record.isEmissive == 0 {
      looks = [Look(title: "Paper")]
      return
    }
    let appearances: [Look] =
      scene.context.hasAppearances
      ? [("Light", "light"), ("Dark", "dark"), ("Clear", "clear"), ("Tinted", "tinted")].map {
        Look(title: $0.0, appearance: $0.1)
      } : [Look(title: "Day")]
    let dimmed = [("Always-on", LightMode.alwaysOn), ("Night", .night)]
    looks = appearances + dimmed.map { Look(title: $0.0, mode: $0.1.name) }
  }
}
