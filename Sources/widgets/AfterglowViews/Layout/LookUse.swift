import AfterglowCore
import Synchronization

/// The settings in which the looks of an entry differ.
package struct LookValues: Sendable {
  var renderingMode = WidgetRenderingMode.fullColor
  var isLuminanceReduced = false
  var colorScheme = ColorScheme.dark
  var showsContainerBackground = true
}

/// The settings of a look that a widget's views have read: looks that differ in none of them have the same drawing.
///
/// Belongs to one layout; its environments note each reading of such a setting.
package final class LookUse: Sendable {
  enum Setting: UInt8 {
    case renderingMode = 1
    case luminance = 2
    case colorScheme = 4
    case containerBackground = 8
  }

  private let readings = Atomic<UInt8>(0)

  package init() {}

  func note(_ setting: Setting) { readings.bitwiseOr(setting.rawValue, ordering: .relaxed) }

  /// Whether the views have read nothing in which two looks differ.
  package func isSame(_ one: LookValues, as other: LookValues) -> Bool {
    let readings = readings.load(ordering: .relaxed)
    func agrees(_ setting: Setting, _ areEqual: Bool) -> Bool { areEqual || readings & setting.rawValue == 0 }
    return agrees(.renderingMode, one.renderingMode == other.renderingMode)
      && agrees(.luminance, one.isLuminanceReduced == other.isLuminanceReduced)
      && agrees(.colorScheme, one.colorScheme == other.colorScheme)
      && agrees(.containerBackground, one.showsContainerBackground == other.showsContainerBackground)
  }
}

/// Printing and reflection show these values in place of the stored ones. Reading each of them here is noted as any other
/// reading is.
extension EnvironmentValues: CustomReflectable {
  /// The values by name, without those that views set for themselves.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "widgetFamily": widgetFamily, "widgetRenderingMode": widgetRenderingMode,
        "isLuminanceReduced": isLuminanceReduced, "levelOfDetail": levelOfDetail, "colorScheme": colorScheme,
        "showsWidgetContainerBackground": showsWidgetContainerBackground, "redactionReasons": redactionReasons,
        "locale": locale, "layoutDirection": layoutDirection, "timeZone": timeZone, "dynamicTypeSize": dynamicTypeSize,
        "font": font, "displayScale": displayScale,
      ], displayStyle: .struct)
  }
}
