import Afterglow
import AfterglowDocuments
import Foundation

/// A computation on values, such as `departure + delay` (docs/data-widgets.md, Computations): read once, evaluated for
/// each entry.
struct ViewExpression: Sendable {
  let node: Node
  /// The place in the file, for problems that its values have.
  let position: DocumentPosition
  /// As written, for messages.
  let text: String

  indirect enum Node: Sendable {
    case literal(EntryValue)
    case value(ValuePath)
    case fact(ViewFact)
    case negated(Node)
    case denied(Node)
    case binary(Operator, Node, Node)
    /// The first unless it is missing.
    case fallback(Node, Node)
    case choice(Node, Node, Node)
    case call(Function, [Node])
    /// A part of a computed mapping or list.
    case member(Node, ValuePath)
  }

  enum Operator: String, Sendable {
    case or, and
    case equal = "=="
    case unequal = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case plus = "+"
    case minus = "-"
    case times = "*"
    case by = "/"
    case remainder = "%"
  }

  /// What may be called, with the number of its arguments.
  enum Function: String, CaseIterable, Sendable {
    case now, date, days, minutes, hours, number, round, floor, ceil, abs, min, max, count, sum, average, exists
    case first, last, `where`, sort, reversed, argmin, argmax, join, updated

    var argumentCounts: ClosedRange<Int> {
      switch self {
      case .now, .updated: 0...0
      case .round, .count, .sum, .average, .first, .last, .sort, .argmin, .argmax: 1...2
      case .where: 2...2
      case .join: 1...3
      case .min, .max: 1...8
      case .date, .days, .minutes, .hours, .number, .floor, .ceil, .abs, .exists, .reversed: 1...1
      }
    }
  }

  /// The name of a value that stands alone.
  var path: ValuePath? { if case .value(let path) = node { path } else { nil } }

  /// The number that it is without any values.
  var literal: Double? {
    switch node {
    case .literal(.number(let number, _)): number
    case .negated(.literal(.number(let number, _))): -number
    default: nil
    }
  }

  /// Whether it depends on how the widget is shown.
  var usesFacts: Bool { node.contains { if case .fact = $0 { true } else { false } } }

  /// Whether it depends on when the widget is shown.
  var usesTime: Bool {
    node.contains {
      switch $0 {
      case .call(.now, _), .call(.days, _): true
      default: false
      }
    }
  }
}

extension ViewExpression.Node {
  /// Whether `isMeant` is true of it or of any of its parts.
  func contains(_ isMeant: (Self) -> Bool) -> Bool {
    if isMeant(self) { return true }
    return switch self {
    case .fact, .literal, .value: false
    case .negated(let inner), .denied(let inner), .member(let inner, _): inner.contains(isMeant)
    case .binary(_, let a, let b), .fallback(let a, let b): a.contains(isMeant) || b.contains(isMeant)
    case .choice(let a, let b, let c): a.contains(isMeant) || b.contains(isMeant) || c.contains(isMeant)
    case .call(_, let arguments): arguments.contains { $0.contains(isMeant) }
    }
  }
}

/// How a widget is shown, by its name in expressions and conditions: `widget.family`.
enum ViewFact: String, CaseIterable, Sendable {
  case family, mode, appearance, luminance, detail

  /// What it may be.
  var names: [String] {
    switch self {
    case .family: WidgetFamily.allCases.map(\.rawValue)
    case .mode: ["fullColor", "accented", "vibrant"]
    case .appearance: ["light", "dark"]
    case .luminance: ["full", "reduced"]
    case .detail: ["default", "simplified"]
    }
  }
}
