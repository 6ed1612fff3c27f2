import Foundation

/// From an instant on, a scene has this appearance.
public struct AppearanceTurn: Hashable, Sendable {
  public var date: Date
  public var appearance: WidgetAppearance

  public init(date: Date, appearance: WidgetAppearance) {
    self.date = date
    self.appearance = appearance
  }
}

/// When a scene's appearance changes by itself, such as at sunset. The archive holds the changes of
/// ``horizonDays`` days, so that the panel makes them without another compile.
public struct AppearanceTurns: Sendable {
  /// How far ahead an archive has changes, in days.
  public static let horizonDays = 7

  /// The changes within a span of time, in order.
  private let changes: @Sendable (Range<Date>) -> [AppearanceTurn]

  /// - Parameter changes: gives the changes within a span of time, in order; there must be one in any span of
  ///   ``horizonDays`` days, or the appearance at its start.
  public init(_ changes: @escaping @Sendable (Range<Date>) -> [AppearanceTurn]) { self.changes = changes }

  /// Light from one local time to another, each day.
  ///
  /// - Parameters:
  ///   - light: when it becomes light, in minutes after midnight, 0 to 1439.
  ///   - dark: when it becomes dark, in minutes after midnight, 0 to 1439.
  ///   - zone: whose midnight and minutes these are.
  public static func daily(light: Int, dark: Int, in zone: TimeZone) -> AppearanceTurns {
    AppearanceTurns { span in
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = zone
      var turns: [AppearanceTurn] = []
      var day = calendar.startOfDay(for: span.lowerBound)
      while day < span.upperBound {
        for (minute, appearance) in [(light, WidgetAppearance.light), (dark, .dark)] {
          // A time that a change of the clocks skips is that of the next hour.
          if let date = calendar.date(bySettingHour: minute / 60, minute: minute % 60, second: 0, of: day) {
            turns.append(AppearanceTurn(date: date, appearance: appearance))
          }
        }
        guard let next = calendar.date(byAdding: .day, value: 1, to: day) else { break }
        day = next
      }
      return turns.filter { span.contains($0.date) }.sorted { $0.date < $1.date }
    }
  }

  /// The appearance at a date, as its first element, and the changes after it within the horizon.
  func upcoming(from date: Date) -> [AppearanceTurn] {
    let day = 86_400.0
    let known = changes(date - Double(Self.horizonDays) * day..<date + Double(Self.horizonDays) * day)
    let now = known.last { $0.date <= date }?.appearance ?? known.first?.appearance.opposite ?? .dark
    var turns = [AppearanceTurn(date: date, appearance: now)]
    for turn in known where turn.date > date && turn.appearance != turns.last?.appearance { turns.append(turn) }
    return turns
  }
}

extension WidgetAppearance {
  fileprivate var opposite: WidgetAppearance { self == .light ? .dark : .light }
}
