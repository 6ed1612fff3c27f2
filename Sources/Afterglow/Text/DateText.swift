import Foundation

/// Dates as fixed strings.
enum DateText {
  static func string(_ date: Date, _ style: Text.DateStyle, in environment: EnvironmentValues) -> String {
    let formatter = DateFormatter()
    formatter.locale = environment.locale
    formatter.timeZone = environment.timeZone
    formatter.calendar = environment.calendar
    switch style {
    case .date: formatter.setLocalizedDateFormatFromTemplate("dMMMMy")
    case .time, .timer, .relative, .offset: formatter.setLocalizedDateFormatFromTemplate("jmm")
    }
    return formatter.string(from: date)
  }
}
