import Foundation

/// Civil time from left to right.
struct TimeAxis: Sendable {
  /// Seconds since 1970.
  let from: Double
  let to: Double
  let zone: TimeZone

  private static let steps: [Double] = [
    10, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 10_800, 21_600, 43_200, 86_400, 172_800, 604_800,
  ]

  private var step: Double { Self.steps.first { (to - from) / $0 <= 12 } ?? (to - from) / 12 }

  /// Round times on the wall clock, at most a dozen of them.
  var ticks: [Date] {
    // A change of the clocks moves what is round; the offset at each tick counts.
    var ticks: [Double] = []
    var at = from
    for _ in 0..<64 {
      let offset = Double(zone.secondsFromGMT(for: Date(timeIntervalSince1970: at)))
      let next = ((at + offset) / step).rounded(.up) * step - offset
      if next > to { break }
      if ticks.last != next { ticks.append(next) }
      at = next + step / 2
    }
    return ticks.map(Date.init(timeIntervalSince1970:))
  }

  var format: Format { Format(zone: zone, hasSeconds: to - from < 600) }

  /// `Sat 21 Nov 2026 to Sun 22 Nov 2026, 20:00 to 06:00 in Europe/Lisbon`.
  var span: String {
    func text(_ second: Double, _ pattern: String) -> String {
      Format.text(Date(timeIntervalSince1970: second), pattern, zone)
    }
    let (first, last) = (text(from, "EEE d MMM yyyy"), text(to, "EEE d MMM yyyy"))
    let days = first == last ? first : "\(first) to \(last)"
    return "\(days), \(text(from, "HH:mm")) to \(text(to, "HH:mm")) in \(zone.identifier)"
  }

  /// The hour, or at midnight the day that begins.
  struct Format: FormatStyle, Sendable {
    var zone: TimeZone
    var hasSeconds: Bool

    func format(_ date: Date) -> String {
      if Self.text(date, "HH:mm:ss", zone) == "00:00:00" { return Self.text(date, "EEE d MMM", zone) }
      return Self.text(date, hasSeconds ? "HH:mm:ss" : "HH:mm", zone)
    }

    fileprivate static func text(_ date: Date, _ pattern: String, _ zone: TimeZone) -> String {
      let formatter = DateFormatter()
      formatter.locale = Locale(identifier: "en_GB")
      formatter.timeZone = zone
      formatter.dateFormat = pattern
      return formatter.string(from: date)
    }
  }
}
