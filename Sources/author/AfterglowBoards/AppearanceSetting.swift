import Afterglow
import AfterglowCompiler
import AfterglowDocuments
import AfterglowWidgets
import Foundation

/// `appearance` of a scene.
enum AppearanceSetting: Equatable, Sendable {
  case fixed(WidgetAppearance)
  /// Light between sunrise and sunset.
  case sun
  /// Light and dark from local times on, in minutes after midnight.
  case daily(light: Int, dark: Int)

  /// nil where the scene says nothing, or what is not valid.
  init?(_ root: inout StrictDecoder, place: Place?) {
    if case .mapping? = root.node("appearance")?.value {
      guard let times = Self.daily(&root) else { return nil }
      self = times
      return
    }
    let choices = WidgetAppearance.allCases.map { ($0.rawValue, AppearanceSetting.fixed($0)) } + [("auto", .sun)]
    guard let setting = root.choice("appearance", choices) else { return nil }
    self = setting
    if setting == .sun && place == nil {
      root.fail(
        "appearance",
        "expected \"place\" beside \"appearance: auto\", whose sunrise and sunset it follows; or times, such as "
          + #""appearance: {light: "07:00", dark: "20:00"}""#)
    }
  }

  private static func daily(_ root: inout StrictDecoder) -> AppearanceSetting? {
    guard var part = root.mapping("appearance") else { return nil }
    let light = minute("light", &part)
    let dark = minute("dark", &part)
    part.finish()
    guard let light, let dark else { return nil }
    if light == dark {
      part.fail("dark", "expected another time than \"appearance.light\" for \"appearance.dark\", found the same")
      return nil
    }
    return .daily(light: Int(light), dark: Int(dark))
  }

  private static func minute(_ key: String, _ part: inout StrictDecoder) -> UInt16? {
    let text = SchedulePart.number(key, &part) ?? part.text(key, required: SchedulePart.wantedTime)
    return text.flatMap { SchedulePart.minute($0, key, &part, upTo: 1439) }
  }

  /// nil where the appearance does not change by itself.
  func turns(place: Place?, zone: TimeZone) -> AppearanceTurns? {
    switch self {
    case .fixed: nil
    case .daily(let light, let dark): .daily(light: light, dark: dark, in: zone)
    case .sun: place.map(AppearanceTurns.sun)
    }
  }
}

extension AppearanceTurns {
  /// Light between sunrise and sunset at a place. In polar day and night the appearance stays as it is.
  fileprivate static func sun(over place: Place) -> AppearanceTurns {
    AppearanceTurns { span in
      place.daylight(in: span).map { AppearanceTurn(date: $0.date, appearance: $0.isLight ? .light : .dark) }
    }
  }
}
