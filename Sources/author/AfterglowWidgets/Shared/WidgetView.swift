import Afterglow
import Foundation

/// A view of a widget, with short names for its environment. They are valid only while `body` is evaluated.
protocol WidgetView: View {}

extension WidgetView {
  var family: WidgetFamily { value(\.widgetFamily) }
  var level: LevelOfDetail { value(\.levelOfDetail) }
  var margins: EdgeInsets { value(\.widgetContentMargins) }
  var mode: WidgetRenderingMode { value(\.widgetRenderingMode) }
  var scheme: ColorScheme { value(\.colorScheme) }
  var inks: PanelInks { value(\.panelInks) }
  var isLuminanceReduced: Bool { value(\.isLuminanceReduced) }
  var redactionReasons: RedactionReasons { value(\.redactionReasons) }
  var typeSize: DynamicTypeSize { value(\.dynamicTypeSize) }
  var locale: Locale { value(\.locale) }
  var timeZone: TimeZone { value(\.timeZone) }
  var calendar: Calendar { value(\.calendar) }

  /// Whether it is drawn for a dark bedroom: StandBy's vibrant variant at reduced luminance becomes red.
  var isNight: Bool { mode == .vibrant && isLuminanceReduced }
  /// Weight of large type. Reduced luminance requires less lit area (docs/rules.md, Reduced luminance), but no hairlines
  /// above words of medium weight: from afar, figures are so large that thin ones are none.
  var heroWeight: Font.Weight { isLuminanceReduced ? level == .simplified ? .thin : .light : .regular }
  var captionWeight: Font.Weight { .medium }
  /// Dates in the scene's language and zone.
  var dateStyle: Date.FormatStyle { Date.FormatStyle(locale: locale, timeZone: timeZone) }

  /// Large type in the weight of its mode, in the place that it has by day: what stands next to it does not move.
  @ViewBuilder func steady(@ViewBuilder _ hero: (Font.Weight) -> some View) -> some View {
    if isLuminanceReduced {
      hero(.regular).hidden().overlay(alignment: .leading) { hero(heroWeight) }
    } else {
      hero(heroWeight)
    }
  }

  func heroGrid(_ size: Size) -> HeroGrid {
    HeroGrid(size: size, margins: margins, level: level, typeSize: typeSize)
  }

  func value<Value>(_ path: KeyPath<EnvironmentValues, Value>) -> Value { Environment(path).wrappedValue }
}
