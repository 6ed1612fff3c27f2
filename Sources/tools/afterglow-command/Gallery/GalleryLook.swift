import Afterglow
import AfterglowCompiler
import AfterglowCore
import AfterglowKit
import AfterglowPreview
import AfterglowWidgets

/// One look in which every family of a widget is shown.
struct GalleryLook {
  var name: String
  /// For file names.
  var identifier: String
  var appearance = WidgetAppearance.dark
  var mode: WidgetRenderingMode?
  /// The room's light; nil = day.
  var lux: Illuminance?
  var isAlwaysOn = false
  var level = LevelOfDetail.default
  /// The panel's pixels.
  var format = PixelFormat.xrgb8888

  /// Appearances by day, the rendering modes, the dark, a distant viewer, and e-paper.
  static let all: [GalleryLook] = [
    GalleryLook(name: "Light", identifier: "light", appearance: .light),
    GalleryLook(name: "Dark", identifier: "dark"),
    GalleryLook(name: "Clear", identifier: "clear", appearance: .clear, mode: .accented),
    GalleryLook(name: "Tinted", identifier: "tinted", appearance: .tinted, mode: .accented),
    GalleryLook(name: "Vibrant", identifier: "vibrant", mode: .vibrant),
    GalleryLook(name: "Always-On", identifier: "always-on", isAlwaysOn: true),
    GalleryLook(name: "Night", identifier: "night", lux: Illuminance(millilux: 100)),
    GalleryLook(name: "Simplified", identifier: "simplified", level: .simplified),
    GalleryLook(name: "Ink", identifier: "ink", format: .mono1),
    GalleryLook(name: "Six inks", identifier: "six-inks", format: .spectra6),
  ]

  /// The look in which problems of views are reported; others have the same.
  static let usual = "dark"

  /// The look of a name, or all of them.
  ///
  /// - Throws: `Failure` for an unknown name.
  static func named(_ name: String?) throws -> [GalleryLook] {
    guard let name else { return all }
    guard let found = all.first(where: { $0.identifier == name }) else {
      throw Failure(unknown: "look", name, among: all.map(\.identifier))
    }
    return [found]
  }

  /// Whether this look occurs in StandBy, for which clock faces are.
  var showsFaces: Bool { ["dark", "always-on", "night"].contains(identifier) }

  /// The place in which a family is shown in this look; nil if no device shows it so, such as a corner in vibrant
  /// (docs/rules.md, Tables, T3).
  func place(of family: WidgetFamily) -> WidgetContext? { WidgetContext.showing(family, in: mode) }

  /// A widget in this look, in the zone of its sample content.
  ///
  /// - Parameter density: pixels per point.
  func preview(of kind: String, in family: WidgetFamily, at place: WidgetContext, density: Double) -> WidgetPreview {
    var style = PanelStyle()
    style.appearance = appearance
    style.levelOfDetail = level
    style.renderingMode = mode
    var preview = WidgetPreview(
      kind: kind, family: family, style: style, context: place, pixelsAPoint: density, format: format)
    preview.timeZone = SamplePlace.zone
    return preview
  }

  /// A lock screen's widgets have no margins and no edge: some of the wall around them is shown as well.
  func onWall(
    _ picture: PanelPicture, _ family: WidgetFamily, _ place: WidgetContext, density: Double
  ) -> PanelPicture {
    guard place == .lockScreen, [.accessoryRectangular, .accessoryInline].contains(family) else { return picture }
    let (across, down) = (Int((PhotoOutline.accessoryRadius * density).rounded()), Int((6 * density).rounded()))
    // On paper a row of letters may have more ink than ground.
    return picture.extended(
      across: across, down: family == .accessoryInline ? 0 : down,
      by: format == .xrgb8888 ? nil : PaperInk.white.appearance)
  }

  /// Corner radius of a tile in pixels: a widget's own, so that no wallpaper is left in its corners.
  static func cornerRadius(_ family: WidgetFamily, _ picture: PanelPicture, density: Double) -> Double {
    switch family {
    case .accessoryCircular: Double(min(picture.width, picture.height)) / 2
    case .accessoryCorner, .accessoryRectangular, .accessoryInline: 10 * density
    default: WidgetHost.cornerRadiusPt * density
    }
  }
}
