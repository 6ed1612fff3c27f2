import Afterglow
import Foundation

/// A view of a widget, which knows its surroundings by short names. They mean something only while `body` is evaluated.
protocol WidgetView: View {}

extension WidgetView {
  var family: WidgetFamily { value(\.widgetFamily) }
  var level: LevelOfDetail { value(\.levelOfDetail) }
  var margins: EdgeInsets { value(\.widgetContentMargins) }
  var mode: WidgetRenderingMode { value(\.widgetRenderingMode) }
  var scheme: ColorScheme { value(\.colorScheme) }
  var isLuminanceReduced: Bool { value(\.isLuminanceReduced) }
  var redactionReasons: RedactionReasons { value(\.redactionReasons) }
  var typeSize: DynamicTypeSize { value(\.dynamicTypeSize) }
  var locale: Locale { value(\.locale) }
  var timeZone: TimeZone { value(\.timeZone) }
  var calendar: Calendar { value(\.calendar) }

  /// Whether this is what a dark bedroom sees: StandBy's vibrant variant at reduced luminance becomes red.
  var isNight: Bool { mode == .vibrant && isLuminanceReduced }
  /// How strongly large type is drawn. Reduced luminance asks for less lit area (docs/rules.md, Reduced luminance).
  var heroWeight: Font.Weight { isLuminanceReduced ? .thin : .regular }
  var captionWeight: Font.Weight { isLuminanceReduced && !isNight ? .regular : .medium }
  /// Of dates as the scene's place writes them.
  var dateStyle: Date.FormatStyle { Date.FormatStyle(locale: locale, timeZone: timeZone) }

  func heroGrid(_ size: Size) -> HeroGrid {
    HeroGrid(size: size, margins: margins, isNight: isNight, level: level, typeSize: typeSize)
  }

  func value<Value>(_ path: KeyPath<EnvironmentValues, Value>) -> Value { Environment(path).wrappedValue }
}
