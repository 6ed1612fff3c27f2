import Foundation

/// How a widget's drawing depends on the date of its compile.
package struct DateUse {
  /// A ticking text whose words are chosen by the date.
  enum Question: Hashable {
    case distance(Date, DistanceStyle, locale: Locale)
    case timer(Date)
    /// The wordings of the next hour alone.
    case near(TickPattern)

    func pattern(at date: Date) -> TickPattern {
      switch self {
      case .distance(let reference, let style, let locale): .distance(reference, style, from: date, in: locale)
      case .timer(let reference): .timer(reference, from: date)
      case .near(let pattern): pattern.within(hourAfter: date)
      }
    }
  }

  /// Whether the drawing holds only at the date for which it was made.
  private var isExact = false
  private var answers: [Question: TickPattern] = [:]

  package init() {}

  mutating func noteExact() { isExact = true }

  mutating func answer(_ question: Question, at date: Date) -> TickPattern {
    if let known = answers[question] { return known }
    let pattern = question.pattern(at: date)
    answers[question] = pattern
    return pattern
  }

  /// Adds the uses of another drawing of the same compile.
  package mutating func add(_ other: DateUse) {
    isExact = isExact || other.isExact
    answers.merge(other.answers) { one, _ in one }
  }

  /// Whether the drawing is the same at any date.
  var isTimeless: Bool { !isExact && answers.isEmpty }

  /// Whether the drawing can hold at any other date.
  package var canHold: Bool { !isExact }

  /// Whether the drawing is the same at another date.
  package func holds(at date: Date) -> Bool {
    !isExact && answers.allSatisfy { question, pattern in question.pattern(at: date) == pattern }
  }
}
