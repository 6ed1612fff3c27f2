import Foundation

/// Lengths of time in a locale's words: "2h 5m", "2 hr, 5 min", "2:05:00". Foundation has none on Linux.
public final class DateComponentsFormatter: Formatter, @unchecked Sendable {
  public enum UnitsStyle: Int, Hashable, Sendable { case positional, abbreviated, short, full, spellOut, brief }

  public struct ZeroFormattingBehavior: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let `default` = ZeroFormattingBehavior(rawValue: 1)
    public static let dropLeading = ZeroFormattingBehavior(rawValue: 2)
    public static let dropMiddle = ZeroFormattingBehavior(rawValue: 4)
    public static let dropTrailing = ZeroFormattingBehavior(rawValue: 8)
    public static let dropAll: ZeroFormattingBehavior = [.dropLeading, .dropMiddle, .dropTrailing]
    public static let pad = ZeroFormattingBehavior(rawValue: 65_536)
  }

  public var unitsStyle = UnitsStyle.positional
  /// All that are not zero by default, down to seconds.
  public var allowedUnits: NSCalendar.Unit = []
  /// 0 for any number.
  public var maximumUnitCount = 0
  public var zeroFormattingBehavior = ZeroFormattingBehavior.default
  public var calendar: Calendar? = .current
  /// Accepted without effect.
  public var allowsFractionalUnits = false
  /// Accepted without effect.
  public var collapsesLargestUnit = false
  /// Accepted without effect: words of one language.
  public var includesApproximationPhrase = false
  /// Accepted without effect: words of one language.
  public var includesTimeRemainingPhrase = false
  /// Accepted without effect.
  public var referenceDate: Date?

  public override func string(for obj: Any) -> String? {
    (obj as? DateComponents).flatMap { string(from: $0) }
  }

  public func string(from ti: TimeInterval) -> String? {
    guard ti.isFinite, abs(ti) < 1e12 else { return nil }
    let start = Date(timeIntervalSinceReferenceDate: 0)
    return string(from: start, to: start.addingTimeInterval(ti.rounded()))
  }

  public func string(from startDate: Date, to endDate: Date) -> String? {
    var calendar = self.calendar ?? .current
    // Days have 24 hours where only a length is asked for.
    calendar.timeZone = .gmt
    return string(from: calendar.dateComponents(Set(units.map(\.component)), from: startDate, to: endDate))
  }

  public func string(from components: DateComponents) -> String? {
    let locale = calendar?.locale ?? .current
    let all = units.map { ($0, components.value(for: $0.component) ?? 0) }
    let parts = shown(all)
    if unitsStyle == .positional { return positional(parts) }
    let isNegative = parts.contains { $0.1 < 0 }
    let words = parts.compactMap { unit, value in
      UnitNumber.string(
        Double(abs(value)), unit: unit.name, width: width, usage: nil, locale: locale,
        number: unitsStyle == .spellOut ? nil : .number)
    }
    let joined = words.joined(separator: unitsStyle == .abbreviated || unitsStyle == .brief ? " " : ", ")
    return (isNegative ? "-" : "") + joined
  }

  /// In a style, in the process's locale.
  public static func localizedString(from components: DateComponents, unitsStyle: UnitsStyle) -> String? {
    let formatter = DateComponentsFormatter()
    formatter.unitsStyle = unitsStyle
    return formatter.string(from: components)
  }

  private struct Unit {
    var option: NSCalendar.Unit
    var component: Calendar.Component
    var name: String
  }

  private static let known = [
    Unit(option: .year, component: .year, name: "year"), Unit(option: .month, component: .month, name: "month"),
    Unit(option: .weekOfMonth, component: .weekOfMonth, name: "week"),
    Unit(option: .day, component: .day, name: "day"), Unit(option: .hour, component: .hour, name: "hour"),
    Unit(option: .minute, component: .minute, name: "minute"),
    Unit(option: .second, component: .second, name: "second"),
  ]

  private var units: [Unit] {
    let asked: NSCalendar.Unit =
      allowedUnits.isEmpty ? [.year, .month, .day, .hour, .minute, .second] : allowedUnits
    return Self.known.filter { asked.contains($0.option) }
  }

  private var width: NumberSkeleton.UnitWidth {
    switch unitsStyle {
    case .abbreviated: .narrow
    case .full, .spellOut: .wide
    default: .short
    }
  }

  /// Without the zeros that are left out, at least one, and at most as many as are asked for.
  private func shown(_ all: [(Unit, Int)]) -> [(Unit, Int)] {
    let zeros = zeroFormattingBehavior
    let isDefault = zeros.contains(.default)
    var parts = all
    if zeros.contains(.pad) { return limited(parts) }
    if isDefault || zeros.contains(.dropLeading) { parts = Array(parts.drop { $0.1 == 0 }) }
    let isPositional = unitsStyle == .positional
    if zeros.contains(.dropTrailing) || (isDefault && !isPositional) {
      while parts.last?.1 == 0 { parts.removeLast() }
    }
    if zeros.contains(.dropMiddle) || (isDefault && !isPositional) { parts = parts.filter { $0.1 != 0 } }
    if parts.isEmpty, let last = all.last { parts = [last] }
    return limited(parts)
  }

  private func limited(_ parts: [(Unit, Int)]) -> [(Unit, Int)] {
    maximumUnitCount > 0 ? Array(parts.prefix(maximumUnitCount)) : parts
  }

  /// Figures with colons; those after the first have two.
  private func positional(_ parts: [(Unit, Int)]) -> String {
    let isNegative = parts.contains { $0.1 < 0 }
    let isPadded = zeroFormattingBehavior.contains(.pad)
    let figures = parts.enumerated().map { index, part in
      let text = String(abs(part.1))
      return (index > 0 || isPadded) && text.count < 2 ? "0" + text : text
    }
    return (isNegative ? "-" : "") + figures.joined(separator: ":")
  }
}
