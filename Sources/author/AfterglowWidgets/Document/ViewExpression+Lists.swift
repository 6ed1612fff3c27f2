import AfterglowDocuments
import Foundation

/// Computations on the items of lists. A list counts with each of its items against the entry's bound.
extension ViewEvaluation {
  /// The value of an item that a computation looks at.
  private enum ItemTrait {
    case itself
    case member(String)
    case computed(ViewExpression.Node)
  }

  /// - Parameters:
  ///   - node: a member's name, or a computation of an item; nil = the item itself.
  ///   - items: those in which a member is looked up.
  /// - Returns: nil for what is neither, and for the name of a column that the items' table lacks, which is noted.
  private func trait(
    _ node: ViewExpression.Node?, in items: [EntryValue], of function: ViewExpression.Function, _ notes: Bool
  ) -> ItemTrait? {
    guard let node else { return .itself }
    if node.namesItem {
      let members = node.itemMembers
      return members.allSatisfy { isThere($0, in: items, for: function) } ? .computed(node) : nil
    }
    guard let name = value(node, notes) else { return nil }
    guard case .text(let text) = name.value else {
      _ = fault(
        "expected a member's name in quotes, or a computation of \"\(ViewScope.itemName)\", for \(function.rawValue), "
          + "found \(name.value.kind)")
      return nil
    }
    return isThere(text, in: items, for: function) ? .member(text) : nil
  }

  /// Notes a member that no item of a list has.
  ///
  /// - Returns: false for a name that no column of the items' table has: nothing of it can be counted or added. Other items
  ///   may have the member at another time.
  private func isThere(_ member: String, in items: [EntryValue], for function: ViewExpression.Function) -> Bool {
    guard case .object(let first)? = items.first, !scope.columns.contains(member) else { return true }
    let isKnown = items.contains { if case .object(let members) = $0 { members[member] != nil } else { true } }
    let isTable = !scope.columns.isEmpty
    let names = isTable ? scope.columns.filter { !$0.isEmpty } : first.keys.sorted()
    guard !isKnown, isTable || NearestName.find(member, among: names) != nil else { return true }
    let fault = ViewFault(
      message: "expected a member \"\(member)\" for \(function.rawValue) in \"\(expression.text)\", "
        + ViewScope.foundWords(names, like: member), position: expression.position, isOfValues: true)
    if isTable { scope.ledger.note(fault) } else { scope.ledger.remark(fault) }
    return !isTable
  }

  /// Notes that a computed value has no such part, with the names that are there.
  func absence(of path: ValuePath, in whole: EntryValue) -> ComputedValue? {
    guard case .object(let members) = whole, path.parts.count == 1 else {
      return fault("expected a member \"\(path.name)\", found none")
    }
    let columns = scope.columns.filter { !$0.isEmpty }
    let found =
      columns.contains(path.name)
      ? "found an empty cell; for a substitute write \"?? 0\" or \"?? 'none'\" after it"
      : ViewScope.foundWords(columns.isEmpty ? members.keys.sorted() : columns, like: path.name)
    scope.ledger.note(
      ViewFault(
        message: "expected a member \"\(path.name)\" in \"\(expression.text)\", \(found)",
        position: expression.position, isOfValues: true))
    return nil
  }

  /// The trait of each item; nil where an item has none.
  private func values(of items: [EntryValue], _ trait: ItemTrait) -> [ComputedValue?] {
    switch trait {
    case .itself: return items.map { ComputedValue(value: $0) }
    case .member(let name):
      return items.map { item -> ComputedValue? in
        guard case .object(let members) = item else { return ComputedValue(value: item) }
        return members[name].map { ComputedValue(value: $0) }
      }
    case .computed(let node):
      var inner = scope
      inner.itemNames.append(ViewScope.itemName)
      return items.map { item -> ComputedValue? in
        inner.values[ViewScope.itemName] = item
        return ViewEvaluation(scope: inner, expression: expression).value(node, false)
      }
    }
  }

  /// - Returns: nil for a value that is no list, which is noted, or beyond the bound.
  private func items(of list: EntryValue, for function: ViewExpression.Function) -> [EntryValue]? {
    guard case .list(let items) = list else {
      _ = fault("expected a list for \(function.rawValue), found \(list.kind)")
      return nil
    }
    return scope.ledger.compute(items.count) ? items : nil
  }

  // MARK: Numbers

  /// The number, sum, average, least or greatest of a list's items.
  ///
  /// - Parameter node: a member's name, or a computation of an item; nil = the items themselves.
  func overList(
    _ function: ViewExpression.Function, _ list: EntryValue, by node: ViewExpression.Node?, _ notes: Bool
  ) -> ComputedValue? {
    guard let items = items(of: list, for: function), let trait = trait(node, in: items, of: function, notes)
    else { return nil }
    if function == .count, node == nil { return number(Double(items.count), 0) }
    let found = values(of: items, trait).compactMap(\.self)
    if function == .count { return number(Double(found.count(where: Self.isCounted)), 0) }
    let numbers = found.compactMap { item -> (value: Double, decimals: Int, rate: Double)? in
      guard case .number(let number, let decimals) = item.value else { return nil }
      return (number, decimals, item.rate)
    }
    let decimals = numbers.map(\.decimals).max() ?? 0
    let sum = numbers.reduce(0) { $0 + $1.value }
    let rate = numbers.reduce(0) { $0 + $1.rate }
    if function == .sum { return number(sum, decimals, rate: rate) }
    if function == .average, !numbers.isEmpty {
      let mean = sum / Double(numbers.count)
      return number(
        mean, max(decimals, RoundedNumber.decimals(mean, in: 0...2)), rate: rate / Double(numbers.count))
    }
    let candidates =
      numbers.isEmpty
      ? found.filter(\.value.isTime)
      : numbers.map { ComputedValue(value: .number($0.value, decimals: decimals), rate: $0.rate) }
    guard function != .average, let first = candidates.first else {
      return fault("expected numbers in the list for \(function.rawValue), found none")
    }
    return candidates.dropFirst().reduce(first) { best, other in best.flatMap { extreme(function, $0, other) } }
  }

  private static func isCounted(_ item: ComputedValue) -> Bool {
    switch item.value {
    case .number: true
    case .truth(let truth): truth
    default: false
    }
  }

  // MARK: Items

  /// Items that meet a condition, the first of them, or all in another order; joined into a text.
  func ofList(
    _ function: ViewExpression.Function, _ arguments: [ViewExpression.Node], _ notes: Bool
  ) -> ComputedValue? {
    guard let list = value(arguments[0], notes), let items = items(of: list.value, for: function) else { return nil }
    if function == .join { return joined(items, arguments, notes) }
    guard let trait = trait(arguments.dropFirst().first, in: items, of: function, notes) else { return nil }
    switch function {
    case .reversed: return ComputedValue(value: .list(items.reversed()))
    case .sort: return sorted(items, by: trait).map { ComputedValue(value: .list($0)) }
    case .argmin, .argmax: return extremeItem(function, items, by: trait, notes)
    default: break
    }
    let found =
      arguments.count == 1
      ? items : zip(items, values(of: items, trait)).filter { $1?.value.meansYes == true }.map(\.0)
    if function == .where { return ComputedValue(value: .list(found)) }
    return (function == .first ? found.first : found.last).map { ComputedValue(value: $0) } ?? absent(function, notes)
  }

  private func absent(_ function: ViewExpression.Function, _ notes: Bool) -> ComputedValue? {
    notes
      ? fault("expected an item for \(function.rawValue), or \"??\" and what is shown without one, found none") : nil
  }

  /// Ascending, and in the order of the list where traits are equal; items without one are the last.
  private func sorted(_ items: [EntryValue], by trait: ItemTrait) -> [EntryValue]? {
    let keys = values(of: items, trait)
    // A sort compares each item with as many others as the count has binary digits.
    guard scope.ledger.compute(items.count * (Int.bitWidth - items.count.leadingZeroBitCount)),
      let places = places(of: keys, for: .sort)
    else { return nil }
    let order = places.indices.sorted { a, b in
      switch (places[a], places[b]) {
      case (let first?, let second?): first == second ? a < b : first < second
      case (nil, nil): a < b
      case (let first, _): first != nil
      }
    }
    for (a, b) in zip(order, order.dropFirst()) where places[b] != nil { noteTurn(keys[a], keys[b]) }
    return order.map { items[$0] }
  }

  private func extremeItem(
    _ function: ViewExpression.Function, _ items: [EntryValue], by trait: ItemTrait, _ notes: Bool
  ) -> ComputedValue? {
    let keys = values(of: items, trait)
    guard let places = places(of: keys, for: function) else { return nil }
    var best: (index: Int, place: ItemPlace)?
    for (index, place) in places.enumerated() {
      guard let place else { continue }
      if let best, function == .argmin ? place >= best.place : place <= best.place { continue }
      best = (index, place)
    }
    guard let best else { return absent(function, notes) }
    for (index, key) in keys.enumerated() where places[index] != nil { noteTurn(keys[best.index], key) }
    return ComputedValue(value: items[best.index])
  }

  /// Notes when two values that move differently change their order.
  private func noteTurn(_ a: ComputedValue?, _ b: ComputedValue?) {
    if let a, let b, a.rate != b.rate { _ = compared(.lessOrEqual, a, b) }
  }

  /// The place of each item in an order; nil for an item without a value to order it by.
  ///
  /// - Returns: nil for values of several kinds, which is noted.
  private func places(
    of keys: [ComputedValue?], for function: ViewExpression.Function
  ) -> [ItemPlace?]? {
    let dates = keys.map { $0?.value.date(in: scope.calendar) }
    if zip(keys, dates).allSatisfy({ $0 == nil || $1 != nil }) {
      return dates.map { date in date.map { ItemPlace(number: $0.timeIntervalSinceReferenceDate) } }
    }
    var first: EntryValue?
    var places: [ItemPlace?] = []
    for key in keys {
      let place = key.flatMap { ItemPlace($0.value, in: scope.locale) }
      if let value = key?.value, place != nil {
        if let first, !first.isOrdered(with: value) {
          _ = fault("expected values of one kind for \(function.rawValue), found \(first.kind) and \(value.kind)")
          return nil
        }
        first = first ?? value
      }
      places.append(place)
    }
    return places
  }

  // MARK: Text

  /// Largest number of characters of a text that is joined.
  private static let longestText = 1000

  private func joined(
    _ items: [EntryValue], _ arguments: [ViewExpression.Node], _ notes: Bool
  ) -> ComputedValue? {
    var between = ", "
    if arguments.count > 1 {
      guard let given = value(arguments[1], notes) else { return nil }
      guard case .text(let text) = given.value else {
        return fault("expected a text between the items for join, found \(given.value.kind)")
      }
      between = text
    }
    guard let trait = trait(arguments.dropFirst(2).first, in: items, of: .join, notes) else { return nil }
    var joined = ""
    for found in values(of: items, trait) {
      guard let found else { continue }
      if joined.count >= Self.longestText { break }
      guard found.rate == 0, let words = words(of: found.value) else {
        let kind = found.rate == 0 ? found.value.kind : "one that moves with time; round it"
        return fault("expected texts or numbers in the list for join, found \(kind)")
      }
      if !joined.isEmpty { joined += between }
      joined += words.prefix(Self.longestText)
    }
    return ComputedValue(value: .text(String(joined.prefix(Self.longestText))))
  }

  /// An item of a joined text; nil for a value that is written only with a format.
  private func words(of value: EntryValue) -> String? {
    switch value {
    case .text(let text): text
    case .truth(let truth): truth ? "true" : "false"
    case .number(let number, let decimals):
      LocalNumber(decimals: decimals, format: ViewText.NumberFormat(), locale: scope.locale).format(number)
    case .list, .object, .date, .duration: nil
    }
  }
}

/// The place of an item among others of one kind.
private struct ItemPlace: Comparable {
  var number = 0.0
  /// Without capitals and accents, so that "Äpfel" is next to "apples".
  var words = ""

  /// Largest number of characters of a text by which items are ordered.
  private static let wordCount = 100

  init(number: Double) { self.number = number }

  /// nil for a value that has no order.
  init?(_ value: EntryValue, in locale: Locale) {
    switch value {
    case .number(let number, _): self.number = number
    case .duration(let seconds): number = seconds
    case .date(let date): number = date.timeIntervalSinceReferenceDate
    case .truth(let truth): number = truth ? 1 : 0
    case .text(let text):
      words = String(text.prefix(Self.wordCount))
        .folding(options: [.caseInsensitive, .diacriticInsensitive], locale: locale)
    case .list, .object: return nil
    }
  }

  static func < (a: ItemPlace, b: ItemPlace) -> Bool {
    a.number == b.number ? a.words < b.words : a.number < b.number
  }
}

extension EntryValue {
  /// Whether it is a date or a duration.
  fileprivate var isTime: Bool {
    switch self {
    case .date, .duration: true
    default: false
    }
  }

  /// Whether both can stand in one order.
  fileprivate func isOrdered(with other: EntryValue) -> Bool {
    switch (self, other) {
    case (.number, .number), (.duration, .duration), (.date, .date), (.truth, .truth), (.text, .text): true
    default: false
    }
  }
}

extension ViewExpression {
  /// The words for a list without items: the name of an empty list that it is made of, else its own text. nil for a list
  /// with items, and for one that is empty only at this time.
  func emptyList(in scope: ViewScope) -> String? {
    guard value(in: scope, notesMissing: false) == EntryValue.list([]) else { return nil }
    var name: String?
    _ = node.contains { part in
      guard case .value(let path) = part, path.value(in: scope.values) == EntryValue.list([]) else { return false }
      name = path.name
      return true
    }
    return name ?? (usesTime ? nil : text)
  }
}

extension ViewExpression.Node {
  /// Whether it depends on the item of a list.
  fileprivate var namesItem: Bool {
    contains { node in
      guard case .value(let path) = node else { return false }
      return path.parts[0] == ViewScope.itemName
    }
  }
  /// The members of the item that it needs: not those for which it has a substitute.
  fileprivate var itemMembers: [String] {
    switch self {
    case .value(let path): path.parts.count > 1 && path.parts[0] == ViewScope.itemName ? [path.parts[1]] : []
    case .literal, .fact, .call(.exists, _): []
    case .negated(let inner), .denied(let inner), .member(let inner, _), .fallback(_, let inner): inner.itemMembers
    case .binary(_, let a, let b): a.itemMembers + b.itemMembers
    case .choice(let a, let b, let c): a.itemMembers + b.itemMembers + c.itemMembers
    // Further arguments may be computations of the items of another list.
    case .call(let function, let arguments):
      arguments.prefix(function.isOfLists ? 1 : arguments.count).flatMap(\.itemMembers)
    }
  }
}

extension ViewExpression.Function {
  /// Whether it may go through the items of a list.
  fileprivate var isOfLists: Bool {
    switch self {
    case .min, .max, .count, .sum, .average, .first, .last, .where, .sort, .reversed, .argmin, .argmax, .join: true
    case .now, .date, .days, .minutes, .hours, .number, .round, .floor, .ceil, .abs, .exists, .updated: false
    }
  }
}
