import Afterglow
import AfterglowCompiler
import AfterglowCore

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

  /// Whether this look occurs in StandBy, for which clock faces are.
  var showsFaces: Bool { ["dark", "always-on", "night"].contains(identifier) }

  /// The place in which a family is shown in this look; nil if no device shows it so, such as a corner in vibrant
  /// (docs/rules.md, Tables, T3).
  func place(of family: WidgetFamily) -> WidgetContext? { WidgetContext.showing(family, in: mode) }
}
