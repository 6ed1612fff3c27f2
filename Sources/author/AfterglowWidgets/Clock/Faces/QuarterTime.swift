import Foundation

/// A time to the quarter of an hour, in three parts as it is read: the hour stands out.
struct QuarterTime: Hashable, Sendable {
  var before = ""
  var hour: String
  var after = ""

  /// - Parameter spoken: of a full hour or a quarter.
  init(_ spoken: SpokenTime, in language: WidgetLanguage) {
    let lines = spoken.lines(in: language)
    hour = lines[1]
    switch language {
    case .en where spoken.minute > 0:
      // "past ten" belongs to the quarter as far as its hour.
      let words = lines[2].split(separator: " ", maxSplits: 1)
      before = "\(lines[1]) \(words[0])"
      hour = String(words[1])
    case .en, .de, .nl:
      if spoken.minute == 0 {
        after = lines[2]
      } else {
        before = lines[1]
        hour = lines[2]
      }
    case .fr:
      // "dix heures", but "midi".
      let words = lines[1].split(separator: " ", maxSplits: 1).map(String.init)
      hour = words[0]
      after = (words.dropFirst() + lines.dropFirst(2)).joined(separator: " ")
    default:
      before = lines[0]
      after = lines.dropFirst(2).joined(separator: " ")
    }
  }

  /// The widest hour and a letter in shares of its type size, and how many lines of small words there are at the most.
  static func measure(_ language: WidgetLanguage) -> (hour: Double, letter: Double, lines: Int) {
    measures[language] ?? (6, 0.7, 2)
  }

  private static let measures = Dictionary(
    uniqueKeysWithValues: WidgetLanguage.allCases.map { language in
      let all = (0..<24).flatMap { hour in
        (0..<4).map { QuarterTime(SpokenTime(hour: hour, minute: $0 * 15), in: language) }
      }
      // Small letters of the serif's bold are about two thirds as wide as their size, signs of Chinese as wide.
      let wide = language == .ja || language == .zh
      let letter = wide ? 1.05 : 0.7
      let width = Double(all.map(\.hour.count).max() ?? 1) * letter
      return (
        language, (width, letter, all.map { ($0.before.isEmpty ? 0 : 1) + ($0.after.isEmpty ? 0 : 1) }.max() ?? 0)
      )
    })
}

extension SpokenTime {
  /// To the nearest quarter of an hour.
  init(quarterAt date: Date, in calendar: Calendar) {
    let minutes = calendar.component(.minute, from: date)
    let quarters = (minutes + 7) / 15
    self.init(hour: (calendar.component(.hour, from: date) + quarters / 4) % 24, minute: quarters % 4 * 15)
  }
}

/// A quarter of an hour, and where it lies in its day.
struct QuarterFacts: Sendable {
  var spoken: SpokenTime
  /// How much of the day is over at the spoken time, 0 to 1.
  var share: Double
  /// nil where the scene has no place.
  var sky: DayArc?

  init(at date: Date, _ days: DayArc.Days) {
    spoken = SpokenTime(quarterAt: date, in: days.calendar)
    let minutes = spoken.hour * 60 + spoken.minute
    // Minutes before midnight the day is over, and not yet the next one.
    let isLast = minutes == 0 && days.calendar.component(.hour, from: date) == 23
    share = isLast ? 1 : Double(minutes) / 1440
    sky = days.arc(at: date)
  }
}
