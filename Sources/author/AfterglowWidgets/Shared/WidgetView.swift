import Afterglow
import Foundation

/// A view of a widget, with short names for its environment. They are valid only while `body` is evaluated.
protocol WidgetView: View {}

extension WidgetView {
  var family: WidgetFamily { EnvironmentValues.ofBody.widgetFamily }
  var showsDetails: Bool { EnvironmentValues.ofBody.showsDetails }
  var level: LevelOfDetail { EnvironmentValues.ofBody.levelOfDetail }
  var margins: EdgeInsets { EnvironmentValues.ofBody.widgetContentMargins }
  var mode: WidgetRenderingMode { EnvironmentValues.ofBody.widgetRenderingMode }
  var scheme: ColorScheme { EnvironmentValues.ofBody.colorScheme }
  var inks: PanelInks { EnvironmentValues.ofBody.panelInks }
  var isLuminanceReduced: Bool { EnvironmentValues.ofBody.isLuminanceReduced }
  var redactionReasons: RedactionReasons { EnvironmentValues.ofBody.redactionReasons }
  /// Whether there is no content yet: marks of values are left out, because their places would be read as values.
  var isPlaceholder: Bool { redactionReasons.contains(.placeholder) }
  var typeSize: DynamicTypeSize { EnvironmentValues.ofBody.dynamicTypeSize }
  var locale: Locale { EnvironmentValues.ofBody.locale }
  var timeZone: TimeZone { EnvironmentValues.ofBody.timeZone }
  var calendar: Calendar { EnvironmentValues.ofBody.calendar }

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
