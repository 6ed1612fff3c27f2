import AfterglowCore
import AfterglowDevice
import AfterglowPreview

/// How often a board of e-paper is refreshed in the day that follows, with the content that it has now, and how long its
/// glass lasts at that rate.
struct RefreshSurvey {
  let record: RefreshRecord

  /// - Throws: `Failure` when the board cannot be drawn.
  init(_ board: CompiledBoard, from: Instant) throws { record = try PaperDay(board, from: from).record }

  /// Completes the line of `check`.
  var text: String {
    let life = RefreshLife(refreshes: record.total, days: 1)
    return "\(record.full + record.fast) full and \(record.partial) partial refreshes a day; \(life.text)"
  }
}

/// The refreshes that makers rate glass for, at the rate of some days.
package struct RefreshLife {
  /// The makers' figure for all glass that boards can name (docs/panels/refresh.md, Life).
  static let rated: Int64 = 1_000_000

  package let refreshes: Int64
  package let days: Double

  package init(refreshes: Int64, days: Double) {
    self.refreshes = refreshes
    self.days = days
  }

  /// Years until the rated number; nil = less than a day gives no rate.
  package var years: Double? {
    refreshes > 0 && days >= 1 ? Double(Self.rated) / (Double(refreshes) / days) / 365.25 : nil
  }

  package var text: String {
    guard let years else { return "no rate yet" }
    return "a million, for which its glass is rated, in \(Self.figure(years)) years"
  }

  static func figure(_ years: Double) -> String {
    years < 10 ? "\((years * 10).rounded() / 10)" : "\(Int64(years.rounded()))"
  }
}
