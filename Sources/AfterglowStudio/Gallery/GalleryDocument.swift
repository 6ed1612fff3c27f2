import Afterglow
import AfterglowBoards
import AfterglowCore
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

  /// With sample content, by day.
  ///
  /// - Throws: `Failure` where there is no such widget.
  static func picture(
    of kind: String, _ family: String, appearance: String?, in board: BoardFolder
  ) throws -> [UInt8] {
    guard let family = WidgetFamily(rawValue: family) else {
      throw StudioRefusal(404, "there is no family \(family)")
    }
    var style = board.scene.style
    if let appearance = appearance.flatMap(WidgetAppearance.init(rawValue:)), board.scene.context.hasAppearances {
      style.appearance = appearance
    }
    var preview = WidgetPreview(
      kind: kind, family: family, style: style, context: board.scene.context, pixelsAPoint: pixelsAPoint)
    preview.locale = board.scene.locale
    preview.timeZone = board.scene.timeZone
    let instant = Instant.now
    return try StillFrame(preview.compile(at: instant), at: instant, lux: nil, override: .day).picture.png()
  }

  private static let pixelsAPoint = 2.0
}
