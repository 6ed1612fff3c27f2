import AfterglowDocuments

/// Whether a reader saw the whole of its content. Content of which a part is missing is never shown as complete.
enum ReadingCompleteness: Hashable, Sendable {
  /// The reader saw everything.
  case whole
  /// A documented limit ended the reading; what was read is right. `limit` names it, as in "2,000 occurrences".
  case cut(limit: String)
  /// The reader left out items that it cannot read; it has reported each of them.
  case refused
  /// The content itself ends early or lacks a part, as half a download does; it must not replace the last good one.
  case broken(reason: String)

  var isWhole: Bool { self == .whole }
  var isBroken: Bool { if case .broken = self { true } else { false } }

  /// A sentence for people about the part that is missing; nil = none is.
  ///
  /// - Parameter content: what was read, with its article.
  func shortage(of content: String) -> String? {
    switch self {
    case .whole: nil
    case .refused: "\(content) is incomplete: what cannot be read of it is left out; `afterglow check` names it"
    case .cut(let limit): "\(content) is incomplete: it has more than \(limit)"
    case .broken(let reason): "\(reason); \(content) is incomplete"
    }
  }

  /// A sentence for people about content that a limit left out and that nothing shown depends on.
  ///
  /// - Parameters:
  ///   - content: what was read, with its article.
  ///   - limit: the limit, as in "300 items".
  static func remark(on content: String, beyond limit: String) -> String {
    "\(content) has more than \(limit); only the newest are read"
  }

  /// Keeps the graver of two findings, and the first of two equal ones.
  mutating func join(_ other: ReadingCompleteness) {
    if other.gravity > gravity { self = other }
  }

  private var gravity: Int {
    switch self {
    case .whole: 0
    case .refused: 1
    case .cut: 2
    case .broken: 3
    }
  }
}

extension [Problem] {
  /// A sentence for people about the first fault of content that is shown nevertheless; nil = there is none.
  var remark: String? { first.map { "line \($0.line): \($0.message)" } }
}

/// A counted budget of work. Steps, never seconds: the same content gives the same picture on every machine.
struct StepBudget: Sendable {
  private(set) var remaining: Int
  /// Whether work was asked for beyond the budget: what was read then is incomplete.
  private(set) var isExhausted = false

  init(_ steps: Int) { remaining = max(0, steps) }

  /// Spends steps for a piece of work before it is done.
  ///
  /// - Returns: false when the budget does not hold them; it is exhausted then, and stays so.
  mutating func spend(_ steps: Int = 1) -> Bool {
    guard !isExhausted, steps <= remaining else {
      isExhausted = true
      return false
    }
    remaining -= max(0, steps)
    return true
  }
}
