import Afterglow
import AfterglowDocuments
import AfterglowTimeline
import Foundation

/// A value that was computed, and how it moves as time passes: by `rate` in its own unit each second. A date moves by
/// one second each second if it is `now()`, and a distance from it too.
struct ComputedValue: Equatable {
  var value: EntryValue
  var rate = 0.0
}

extension ViewExpression {
  /// - Parameter notesMissing: whether values that are missing are noted; a condition is met without them or not.
  /// - Returns: nil where a value is missing or does not suit, which is noted.
  func value(in scope: ViewScope, notesMissing: Bool = true) -> EntryValue? {
    computed(in: scope, notesMissing: notesMissing)?.value
  }

  func computed(in scope: ViewScope, notesMissing: Bool = true) -> ComputedValue? {
    ViewEvaluation(scope: scope, expression: self).value(node, notesMissing)
  }

  func number(in scope: ViewScope) -> Double? {
    guard let computed = computed(in: scope) else { return nil }
    guard case .number(let number, _) = computed.value else {
      scope.note("expected a number from \"\(text)\", found \(computed.value.kind)", path, at: position)
      return nil
    }
    // What is drawn to scale is drawn again from time to time.
    if computed.rate != 0 { scope.ledger.note(turn: scope.now.addingTimeInterval(300)) }
    return number
  }

  /// A number limited to 0 to 1.
  func share(in scope: ViewScope) -> Double { min(max(number(in: scope) ?? 1, 0), 1) }

  /// Whether it is neither missing nor false, 0 or empty.
  func holds(in scope: ViewScope) -> Bool {
    guard let value = value(in: scope, notesMissing: false) else { return false }
    if path != nil, case .text(let word) = value, ["false", "off", "no"].contains(word.lowercased()) {
      scope.ledger.remark(
        ViewFault(
          message:
            "expected true or false from \"\(text)\", found the text \"\(word)\", which counts as true; compare it, "
            + "such as \"\(text) != '\(word)'\"", position: position))
    }
    return value.meansYes
  }
}

extension EntryValue {
  var meansYes: Bool {
    switch self {
    case .truth(let truth): truth
    case .number(let number, _): number != 0
    case .text(let text): !text.isEmpty
    case .list(let items): !items.isEmpty
    case .object, .date: true
    case .duration(let seconds): seconds != 0
    }
  }

  /// For messages.
  var kind: String {
    switch self {
    case .text(let text): "the text \"\(text.prefix(40))\""
    case .number: "a number"
    case .truth: "true or false"
    case .list: "a list"
    case .object: "a mapping"
    case .date: "a date"
    case .duration: "a duration"
    }
  }

  /// An instant, or a text that is one: with a zone, else in that of `calendar`; a day is its beginning.
  func date(in calendar: Calendar) -> Date? {
    switch self {
    case .date(let date): return date
    case .text(let text):
      if let instant = ISO8601.instantMilliseconds(text) { return Date(milliseconds: instant) }
      guard let local = ISO8601.localMilliseconds(text) ?? ISO8601.days(text).map({ $0 * 86_400_000 }) else {
        return nil
      }
      var parts = civil.dateComponents([.year, .month, .day, .hour, .minute, .second], from: Date(milliseconds: local))
      parts.timeZone = calendar.timeZone
      return civil.date(from: parts)
    default: return nil
    }
  }
}

/// The calendar of ISO 8601, in which documents are written.
private let civil: Calendar = {
  var calendar = Calendar(identifier: .gregorian)
  calendar.timeZone = .gmt
  return calendar
}()

extension ViewScope {
  /// Notes that a value does not suit: by its name where it is one, so that each is reported once.
  func note(_ message: @autoclosure () -> String, _ path: ValuePath?, at position: DocumentPosition) {
    if let path {
      note(path, because: message())
    } else {
      ledger.note(ViewFault(message: message(), position: position))
    }
  }

  /// Midnights from today to the day of `date`, negative for days past. The next midnight changes it.
  func days(until date: Date) -> Int {
    let today = calendar.startOfDay(for: now)
    if let tomorrow = calendar.date(byAdding: .day, value: 1, to: today) { ledger.note(turn: tomorrow) }
    return calendar.dateComponents([.day], from: today, to: calendar.startOfDay(for: date)).day ?? 0
  }

  /// The units of a distance without seconds: within an hour only minutes, which take less room.
  func minutesFields(to date: Date) -> Set<SystemFormatStyle.DateOffset.Field> {
    let distance = abs(date.timeIntervalSince(now))
    if distance < 3600 {
      ledger.note(turn: date.addingTimeInterval(3600))
      return [.minute]
    }
    if date > now { ledger.note(turn: date.addingTimeInterval(-3599)) }
    return [.day, .hour, .minute]
  }

  func fact(_ fact: ViewFact) -> String {
    switch fact {
    case .family: facts.family.rawValue
    case .mode: facts.mode.name
    case .appearance: facts.appearance == .light ? "light" : "dark"
    case .luminance: facts.isLuminanceReduced ? "reduced" : "full"
    case .detail: facts.detail == .simplified ? "simplified" : "default"
    }
  }
}

/// One evaluation. Each part and each item of a list counts against the entry's bound.
struct ViewEvaluation {
  let scope: ViewScope
  let expression: ViewExpression

  func value(_ node: ViewExpression.Node, _ notes: Bool) -> ComputedValue? {
    guard scope.ledger.compute() else { return nil }
    switch node {
    case .literal(let value): return ComputedValue(value: value)
    case .fact(let fact): return ComputedValue(value: .text(scope.fact(fact)))
    case .value(let path):
      let found = path.value(in: scope.values)
      if found == nil && notes { scope.note(path) }
      return found.map { ComputedValue(value: $0) }
    case .negated(let inner): return value(inner, notes).flatMap(negated)
    case .denied(let inner): return ComputedValue(value: .truth(!holds(inner)))
    case .fallback(let first, let second): return value(first, false) ?? value(second, notes)
    case .choice(let test, let then, let other): return value(holds(test) ? then : other, notes)
    case .binary(.or, let left, let right): return ComputedValue(value: .truth(holds(left) || holds(right)))
    case .binary(.and, let left, let right): return ComputedValue(value: .truth(holds(left) && holds(right)))
    case .binary(let sign, let left, let right):
      let (a, b) = (value(left, notes), value(right, notes))
      if !notes, sign.isComparison {
        checkWord(left, a, comparedWith: b)
        checkWord(right, b, comparedWith: a)
      }
      guard let a, let b else { return nil }
      return sign.isComparison ? compared(sign, a, b) : combined(sign, a, b)
    case .call(let function, let arguments): return called(function, arguments, notes)
    case .member(let whole, let path):
      guard let whole = value(whole, notes) else { return nil }
      if let inner = whole.value.inner(path.parts) { return ComputedValue(value: inner) }
      return notes ? absence(of: path, in: whole.value) : nil
    }
  }

  private func holds(_ node: ViewExpression.Node) -> Bool { value(node, false)?.value.meansYes ?? false }

  /// Remarks on a missing value that a condition compares with a text, such as `off` without its quotes.
  private func checkWord(_ node: ViewExpression.Node, _ value: ComputedValue?, comparedWith other: ComputedValue?) {
    guard value == nil, case .value(let path) = node, path.parts.count == 1, case .text? = other?.value else { return }
    scope.ledger.remark(
      ViewFault(
        message: "expected a value \"\(path.name)\" in \"\(expression.text)\", found none; put a text in quotes: "
          + "'\(path.name)'", position: expression.position))
  }

  /// Notes what is wrong.
  func fault(_ message: String) -> ComputedValue? {
    scope.ledger.note(
      ViewFault(message: "\(message) in \"\(expression.text)\"", position: expression.position))
    return nil
  }

  private func unsuited(_ sign: ViewExpression.Operator, _ a: ComputedValue, _ b: ComputedValue) -> ComputedValue? {
    fault("expected values that \"\(sign.rawValue)\" suits, found \(a.value.kind) and \(b.value.kind)")
  }

  func number(_ value: Double, _ decimals: Int, rate: Double = 0) -> ComputedValue? {
    guard value.isFinite else { return fault("expected a number that is not beyond all bounds, found none") }
    return ComputedValue(value: .number(value, decimals: decimals), rate: rate)
  }

  // MARK: Arithmetic

  private func negated(_ a: ComputedValue) -> ComputedValue? {
    switch a.value {
    case .number(let number, let decimals): self.number(-number, decimals, rate: -a.rate)
    case .duration(let seconds): ComputedValue(value: .duration(-seconds), rate: -a.rate)
    default: fault("expected a number or a duration after \"-\", found \(a.value.kind)")
    }
  }

  private func combined(_ sign: ViewExpression.Operator, _ a: ComputedValue, _ b: ComputedValue) -> ComputedValue? {
    switch (a.value, b.value) {
    case (.number(let x, let places), .number(let y, let others)):
      return numbers(sign, (x, places, a.rate), (y, others, b.rate))
    case (.duration(let x), .duration(let y)):
      switch sign {
      case .plus: return duration(x + y, a.rate + b.rate)
      case .minus: return duration(x - y, a.rate - b.rate)
      case .by: return y == 0 ? fault("expected no division by zero") : number(x / y, 2, rate: a.rate / y)
      case .remainder:
        return y == 0 ? fault("expected no division by zero") : duration(x.truncatingRemainder(dividingBy: y), a.rate)
      default: return unsuited(sign, a, b)
      }
    case (.duration(let x), .number(let y, _)) where sign == .times: return duration(x * y, a.rate * y)
    case (.number(let x, _), .duration(let y)) where sign == .times: return duration(x * y, b.rate * x)
    case (.duration(let x), .number(let y, _)) where sign == .by:
      return y == 0 ? fault("expected no division by zero") : duration(x / y, a.rate / y)
    case (.list(let x), .list(let y)) where sign == .plus:
      return scope.ledger.compute(x.count + y.count) ? ComputedValue(value: .list(x + y)) : nil
    default: break
    }
    return dates(sign, a, b)
  }

  private typealias Operand = (value: Double, decimals: Int, rate: Double)

  private func numbers(_ sign: ViewExpression.Operator, _ a: Operand, _ b: Operand) -> ComputedValue? {
    switch sign {
    case .plus: return number(a.value + b.value, max(a.decimals, b.decimals), rate: a.rate + b.rate)
    case .minus: return number(a.value - b.value, max(a.decimals, b.decimals), rate: a.rate - b.rate)
    case .times:
      let value = a.value * b.value
      let least = max(a.decimals, b.decimals)
      let most = max(least, min(RoundedNumber.maximumDecimals, a.decimals + b.decimals))
      return number(
        value, RoundedNumber.decimals(value, in: least...most), rate: a.rate * b.value + b.rate * a.value)
    case .by:
      guard b.value != 0 else { return fault("expected no division by zero") }
      let value = a.value / b.value
      return number(value, RoundedNumber.decimals(value, in: 0...2), rate: a.rate / b.value)
    default:
      guard b.value != 0 else { return fault("expected no division by zero") }
      return number(
        a.value.truncatingRemainder(dividingBy: b.value), max(a.decimals, b.decimals), rate: a.rate)
    }
  }

  private func duration(_ seconds: Double, _ rate: Double) -> ComputedValue? {
    guard seconds.magnitude < 1e11 else { return fault("expected a duration within three thousand years, found more") }
    return ComputedValue(value: .duration(seconds), rate: rate)
  }

  /// A number next to a date is seconds.
  private func dates(_ sign: ViewExpression.Operator, _ a: ComputedValue, _ b: ComputedValue) -> ComputedValue? {
    let (left, right) = (a.value.date(in: scope.calendar), b.value.date(in: scope.calendar))
    if sign == .minus, let left, let right { return duration(left.timeIntervalSince(right), a.rate - b.rate) }
    if let left, let seconds = b.value.seconds {
      if sign == .plus { return date(left.addingTimeInterval(seconds), a.rate + b.rate) }
      if sign == .minus { return date(left.addingTimeInterval(-seconds), a.rate - b.rate) }
    }
    if let right, sign == .plus, let seconds = a.value.seconds {
      return date(right.addingTimeInterval(seconds), a.rate + b.rate)
    }
    if case (.text(let x), .text(let y)) = (a.value, b.value), sign == .plus {
      return ComputedValue(value: .text(String((x + y).prefix(1000))))
    }
    return unsuited(sign, a, b)
  }

  func date(_ date: Date, _ rate: Double) -> ComputedValue? {
    guard abs(date.timeIntervalSince1970) < 1e11 else { return fault("expected a date within three thousand years") }
    return ComputedValue(value: .date(date), rate: rate)
  }

  // MARK: Comparison

  func compared(_ sign: ViewExpression.Operator, _ a: ComputedValue, _ b: ComputedValue) -> ComputedValue? {
    if let distance = distance(a.value, b.value) {
      let rate = a.rate - b.rate
      let result = sign.holds(distance)
      if rate != 0 { note(crossingOf: distance, rate, sign, result) }
      return ComputedValue(value: .truth(result))
    }
    switch (sign, a.value, b.value) {
    case (.equal, _, _): return ComputedValue(value: .truth(a.value == b.value))
    case (.unequal, _, _): return ComputedValue(value: .truth(a.value != b.value))
    case (_, .text(let x), .text(let y)): return ComputedValue(value: .truth(sign.holds(x < y ? -1 : x == y ? 0 : 1)))
    default: return unsuited(sign, a, b)
    }
  }

  /// By how much the first is larger, of numbers, durations or dates.
  private func distance(_ a: EntryValue, _ b: EntryValue) -> Double? {
    switch (a, b) {
    case (.number(let x, _), .number(let y, _)), (.duration(let x), .duration(let y)): return x - y
    default:
      guard let left = a.date(in: scope.calendar), let right = b.date(in: scope.calendar) else { return nil }
      return left.timeIntervalSince(right)
    }
  }

  /// Notes when the comparison will come out otherwise.
  private func note(crossingOf distance: Double, _ rate: Double, _ sign: ViewExpression.Operator, _ result: Bool) {
    let wait = -distance / rate
    if wait > 0 {
      // At the instant itself both are equal; what then still holds ends after it.
      scope.ledger.note(turn: scope.now.addingTimeInterval(sign.holds(0) == result ? wait + 1 : wait))
    } else if wait == 0, sign.holds(rate) != result {
      scope.ledger.note(turn: scope.now.addingTimeInterval(1))
    }
  }

  // MARK: Functions

  private func called(
    _ function: ViewExpression.Function, _ arguments: [ViewExpression.Node], _ notes: Bool
  ) -> ComputedValue? {
    switch function {
    case .now: return ComputedValue(value: .date(scope.now), rate: 1)
    case .updated:
      if let date = scope.updated { return ComputedValue(value: .date(date)) }
      return notes ? fault("expected a file or source of values for updated(), found none") : nil
    case .exists: return ComputedValue(value: .truth(value(arguments[0], false) != nil))
    case .min, .max:
      let first = value(arguments[0], notes)
      if case .list? = first?.value, arguments.count <= 2 {
        return first.flatMap { overList(function, $0.value, by: arguments.dropFirst().first, notes) }
      }
      let values = [first].compactMap(\.self) + arguments.dropFirst().compactMap { value($0, notes) }
      guard values.count == arguments.count else { return nil }
      return values.dropFirst().reduce(first) { best, other in best.flatMap { extreme(function, $0, other) } }
    case .count, .sum, .average:
      guard let list = value(arguments[0], notes) else { return nil }
      return overList(function, list.value, by: arguments.dropFirst().first, notes)
    case .first, .last, .where, .sort, .reversed, .argmin, .argmax, .join:
      return ofList(function, arguments, notes)
    default:
      guard let first = value(arguments[0], notes) else { return nil }
      let places = arguments.count > 1 ? value(arguments[1], notes)?.value : .number(0, decimals: 0)
      return function == .round ? rounded(first, places) : converted(function, first)
    }
  }

  func extreme(
    _ function: ViewExpression.Function, _ a: ComputedValue, _ b: ComputedValue
  ) -> ComputedValue? {
    guard let isLess = compared(.less, a, b) else { return nil }
    return (isLess.value == .truth(true)) == (function == .min) ? a : b
  }

  private func rounded(_ a: ComputedValue, _ places: EntryValue?) -> ComputedValue? {
    let most = RoundedNumber.maximumDecimals
    guard case .number(let x, _) = a.value, case .number(let places, _)? = places, (0...Double(most)).contains(places)
    else { return fault("expected a number, and 0 to \(most) decimals, for round, found \(a.value.kind)") }
    let scale = pow(10, places.rounded())
    note(stepOf: x * scale + 0.5, a.rate * scale)
    return number(RoundedNumber.rounded(x, decimals: Int(places)), Int(places))
  }

  /// Notes when a value that moves passes a whole number.
  private func note(stepOf value: Double, _ rate: Double) {
    guard rate != 0 else { return }
    let distance = rate > 0 ? value.rounded(.down) + 1 - value : value - value.rounded(.up) + 1
    scope.ledger.note(turn: scope.now.addingTimeInterval(max(60, distance / abs(rate))))
  }

  /// The rate at which the magnitude of a value grows. Notes when it turns round, at zero.
  private func magnitudeRate(of value: Double, _ rate: Double) -> Double {
    if value == 0 { return abs(rate) }
    if value * rate < 0 { scope.ledger.note(turn: scope.now.addingTimeInterval(1 - value / rate)) }
    return value < 0 ? -rate : rate
  }

  private func converted(_ function: ViewExpression.Function, _ a: ComputedValue) -> ComputedValue? {
    switch (function, a.value) {
    case (.floor, .number(let x, _)):
      note(stepOf: x, a.rate)
      return number(x.rounded(.down), 0)
    case (.ceil, .number(let x, _)):
      note(stepOf: x, a.rate)
      return number(x.rounded(.up), 0)
    case (.abs, .number(let x, let places)): return number(abs(x), places, rate: magnitudeRate(of: x, a.rate))
    case (.abs, .duration(let x)): return duration(abs(x), magnitudeRate(of: x, a.rate))
    case (.minutes, .duration(let x)): return number(x / 60, 0, rate: a.rate / 60)
    case (.hours, .duration(let x)): return number(x / 3600, 1, rate: a.rate / 3600)
    case (.number, .number): return a
    case (.number, .text(let text)):
      let trimmed = text.trimmingCharacters(in: .whitespaces)
      guard ScalarText.isNumber(trimmed), let value = Double(trimmed) else { break }
      return number(value, min(RoundedNumber.maximumDecimals, RoundedNumber.decimals(of: trimmed)))
    case (.number, .truth(let truth)): return number(truth ? 1 : 0, 0)
    // Milliseconds where seconds would lie beyond the year 5000.
    case (.date, .number(let x, _)): return date(Date(timeIntervalSince1970: abs(x) > 1e11 ? x / 1000 : x), 0)
    case (.date, _):
      if let found = a.value.date(in: scope.calendar) { return date(found, a.rate) }
    case (.days, _):
      if let found = a.value.date(in: scope.calendar) { return days(until: found) }
    default: break
    }
    return fault("expected a value that \(function.rawValue) suits, found \(a.value.kind)")
  }

  private func days(until date: Date) -> ComputedValue? {
    number(Double(scope.days(until: date)), 0)
  }
}

extension ViewExpression.Operator {
  fileprivate var isComparison: Bool {
    switch self {
    case .equal, .unequal, .less, .lessOrEqual, .greater, .greaterOrEqual: true
    default: false
    }
  }

  /// Whether it holds for two values that are `distance` apart.
  fileprivate func holds(_ distance: Double) -> Bool {
    switch self {
    case .equal: distance == 0
    case .unequal: distance != 0
    case .less: distance < 0
    case .lessOrEqual: distance <= 0
    case .greater: distance > 0
    case .greaterOrEqual: distance >= 0
    default: false
    }
  }
}

extension EntryValue {
  /// What can be added to a date.
  fileprivate var seconds: Double? {
    switch self {
    case .duration(let seconds), .number(let seconds, _): seconds
    default: nil
    }
  }
}
