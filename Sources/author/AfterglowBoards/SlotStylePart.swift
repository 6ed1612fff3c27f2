import Afterglow
import AfterglowCompiler
import AfterglowDocuments

/// A widget's own style in a scene.
extension SlotStyle {
  /// - Parameter scene: the style whose settings it replaces.
  init(_ item: inout StrictDecoder, context: WidgetContext, scene: PanelStyle) {
    self.init()
    colorScheme = item.choice("appearance", [("light", ColorScheme.light), ("dark", ColorScheme.dark)])
    mounting = item.choice("mounting", SurfaceStyle.Mounting.allCases.map { ($0.rawValue, $0) })
    texture = item.choice("texture", SurfaceStyle.Texture.allCases.map { ($0.rawValue, $0) })
    if colorScheme != nil && !context.hasAppearances {
      let places = WidgetContext.allCases.filter(\.hasAppearances).map(\.rawValue).joined(separator: ", ")
      item.fail("appearance", "expected no \"appearance\" in \(context.rawValue); \(places) have one")
    } else if colorScheme != nil, [.clear, .tinted].contains(scene.appearance) {
      item.fail(
        "appearance",
        "expected a scene in light or dark around a widget with its own \"appearance\", found \(scene.appearance.rawValue)"
      )
    }
    for (key, isSet) in [("mounting", mounting != nil), ("texture", texture != nil)] where isSet && context != .surface
    {
      item.fail(key, "expected \"\(key)\" only in the context surface, found it in \(context.rawValue)")
    }
    if context == .surface, mounting == .recessed, !scene.surface.isVertical { item.fail("mounting", Self.needsWall) }
  }

  /// The answer to a recessed widget on a panel that lies.
  static let needsWall =
    "expected elevated on a panel that lies, which has no wall to be let into (rule 60)"
}
