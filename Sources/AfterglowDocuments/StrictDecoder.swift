import AfterglowTimeline

/// Reads one mapping key by key. What is missing, of the wrong type or out of range becomes a `Problem` and reads as
/// nil, so that decoding goes on and every problem is found; `finish` reports the keys that nobody asked for.
public struct StrictDecoder {
  public let file: String
  /// Where this mapping stands, for messages: empty for the document itself, else a path such as `light.night`.
  public let path: String
  public let position: DocumentPosition
  private let members: [DocumentNode.Member]
  private let problems: ProblemCollector
  private var asked: [String] = []

  init(
    file: String, path: String, position: DocumentPosition, members: [DocumentNode.Member], problems: ProblemCollector
  ) {
    self.file = file
    self.path = path
    self.position = position
    self.problems = problems
    var first: [String: DocumentPosition] = [:]
    var unique: [DocumentNode.Member] = []
    for member in members {
      if let earlier = first[member.key] {
        let message = "expected \"\(member.key.shortened)\" once, found it again; the first is on line \(earlier.line)"
        let place = member.keyPosition
        problems.add(Problem(file: file, line: place.line, column: place.column, message: message))
      } else {
        first[member.key] = member.keyPosition
        unique.append(member)
      }
    }
    self.members = unique
  }

  /// Opens a document whose outermost value must be a mapping. Files named `.json` are read as JSON, others as YAML.
  /// - Returns: nil, with the reasons in `problems`, when there is no mapping to read.
  public static func open(bytes: [UInt8], file: String, problems: ProblemCollector) -> StrictDecoder? {
    do throws(Problem) {
      let text = try DocumentText.decode(bytes, file: file)
      let isJSON = file.lowercased().hasSuffix(".json")
      let node =
        isJSON
        ? try JSONReader.read(text, file: file) : try YAMLReader.read(text, file: file, problems: problems)
      guard let node, !node.isNull else {
        throw Problem(file: file, line: 1, column: 1, message: "expected a mapping of keys to values, found nothing")
      }
      guard case .mapping(let members) = node.value else {
        throw Problem(
          file: file, line: node.position.line, column: node.position.column,
          message: "expected a mapping of keys to values, found \(node.foundDescription)")
      }
      return StrictDecoder(file: file, path: "", position: node.position, members: members, problems: problems)
    } catch {
      problems.add(error)
      return nil
    }
  }

  // MARK: Asking

  /// The value of a key as it stands; nil when it is missing or null.
  public mutating func node(_ key: String) -> DocumentNode? {
    asked.append(key)
    guard let value = members.first(where: { $0.key == key })?.value, !value.isNull else { return nil }
    return value
  }

  public func contains(_ key: String) -> Bool { members.contains { $0.key == key && !$0.value.isNull } }

  /// Every key in the order of the file.
  public var keys: [String] { members.map(\.key) }

  /// Where a key stands, or the mapping when it does not.
  public func position(of key: String) -> DocumentPosition {
    members.first { $0.key == key }?.keyPosition ?? position
  }

  /// Where a key's value stands, or the mapping when there is none.
  public func valuePosition(of key: String) -> DocumentPosition {
    members.first { $0.key == key }?.value.position ?? position
  }

  /// Notes that something about a key's value is wrong.
  public func fail(_ key: String, _ message: String) {
    fail(at: valuePosition(of: key), message)
  }

  /// Notes that something at a place is wrong.
  public func fail(at place: DocumentPosition, _ message: String) {
    problems.add(Problem(file: file, line: place.line, column: place.column, message: message))
  }

  /// Notes that a key must be there and is not.
  public func missing(_ key: String, _ expected: String) {
    let place = path.isEmpty ? "" : " in \"\(path)\""
    problems.add(
      Problem(
        file: file, line: position.line, column: position.column,
        message: "expected \"\(key)\"\(place) (\(expected)), found nothing"))
  }

  /// Reports the keys that nobody asked for. `also` are keys that are read elsewhere.
  public func finish(also others: [String] = []) {
    let known = Array(Set(asked + others)).sorted()
    for member in members where !known.contains(member.key) {
      let names = known.map { "\"\($0)\"" }.joined(separator: ", ")
      let expected = known.count == 1 ? "only the key \(names)" : "one of \(names)"
      problems.add(
        Problem(
          file: file, line: member.keyPosition.line, column: member.keyPosition.column,
          message: "expected \(expected), found \"\(member.key.shortened)\""
            + suggestion(for: member.key, among: known)))
    }
  }

  /// `; did you mean "…"?`, or nothing when no name is near.
  public func suggestion(for name: String, among names: [String]) -> String {
    NearestName.find(name, among: names).map { "; did you mean \"\($0)\"?" } ?? ""
  }

  private func named(_ key: String) -> String { path.isEmpty ? "\"\(key)\"" : "\"\(path).\(key)\"" }

  private func wrongType(_ key: String, _ node: DocumentNode, _ expected: String) {
    fail(key, "expected \(expected) for \(named(key)), found \(node.foundDescription)")
  }

  // MARK: Values

  /// Text in 1…`maximumCount` characters.
  public mutating func text(_ key: String, maximumCount: Int = 200, required: String? = nil) -> String? {
    guard let node = node(key) else {
      if let required { missing(key, required) }
      return nil
    }
    guard case .scalar(let text, let isQuoted) = node.value else {
      wrongType(key, node, "text")
      return nil
    }
    if !isQuoted, let kind = ScalarText.scalarKind(text) {
      fail(key, "expected text for \(named(key)), found the \(kind) \(text); put it in quotes")
      return nil
    }
    guard (1...maximumCount).contains(text.count) else {
      fail(key, "expected 1 to \(maximumCount) characters for \(named(key)), found \(text.count)")
      return nil
    }
    guard ScalarText.isOneLine(text) else {
      fail(key, "expected one line of text for \(named(key)), found a line break or control character")
      return nil
    }
    return text
  }

  /// A whole number within `range`, whose unit messages name.
  public mutating func integer(
    _ key: String, in range: ClosedRange<Int>, unit: String = "", required: Bool = false
  ) -> Int? {
    let wanted = "a whole number from \(range.lowerBound) to \(range.upperBound)\(unit.isEmpty ? "" : " " + unit)"
    return value(key, wanted, required) { text in Int(text).flatMap { range.contains($0) ? $0 : nil } }
  }

  /// A finite number within `range`, whose unit messages name.
  public mutating func number(
    _ key: String, in range: ClosedRange<Double>, unit: String = "", required: Bool = false
  ) -> Double? {
    let bounds = "\(ScalarText.format(range.lowerBound)) to \(ScalarText.format(range.upperBound))"
    let wanted = "a number from \(bounds)\(unit.isEmpty ? "" : " " + unit)"
    return value(key, wanted, required) { text in Double(text).flatMap { range.contains($0) ? $0 : nil } }
  }

  /// - Parameter read: takes a number's text; nil = it is none of the wanted.
  private mutating func value<Number>(
    _ key: String, _ wanted: String, _ required: Bool, _ read: (String) -> Number?
  ) -> Number? {
    guard let node = node(key) else {
      if required { missing(key, wanted) }
      return nil
    }
    guard case .scalar(let text, false) = node.value, ScalarText.isNumber(text) else {
      wrongType(key, node, wanted)
      return nil
    }
    guard let value = read(text) else {
      fail(key, "expected \(wanted) for \(named(key)), found \(text.shortened)")
      return nil
    }
    return value
  }

  public mutating func boolean(_ key: String) -> Bool? {
    guard let node = node(key) else { return nil }
    if case .scalar("true", false) = node.value { return true }
    if case .scalar("false", false) = node.value { return false }
    wrongType(key, node, "true or false")
    return nil
  }

  /// One of a few names.
  public mutating func choice<T>(_ key: String, _ choices: [(String, T)], required: Bool = false) -> T? {
    let names = choices.map(\.0)
    let wanted = "one of " + names.joined(separator: ", ")
    guard let node = node(key) else {
      if required { missing(key, wanted) }
      return nil
    }
    guard case .scalar(let text, _) = node.value else {
      wrongType(key, node, wanted)
      return nil
    }
    if let match = choices.first(where: { $0.0 == text }) { return match.1 }
    fail(
      key,
      "expected \(wanted) for \(named(key)), found \"\(text.shortened)\"" + suggestion(for: text, among: names))
    return nil
  }

  /// An instant as ISO 8601 with its zone.
  public mutating func instant(_ key: String, required: Bool = false) -> Int64? {
    let wanted = "a date and time with zone such as 2026-11-21T07:30:00+01:00"
    guard let node = node(key) else {
      if required { missing(key, wanted) }
      return nil
    }
    guard case .scalar(let text, _) = node.value, let date = ISO8601.instantMilliseconds(text) else {
      wrongType(key, node, wanted)
      return nil
    }
    return date
  }

  // MARK: Structure

  /// A mapping inside this one; call its `finish` after reading it.
  public mutating func mapping(_ key: String, required: String? = nil) -> StrictDecoder? {
    guard let node = node(key) else {
      if let required { missing(key, required) }
      return nil
    }
    guard let decoder = open(node, path: path.isEmpty ? key : "\(path).\(key)") else {
      wrongType(key, node, "a mapping of keys to values")
      return nil
    }
    return decoder
  }

  /// A list of mappings with at most `maximumCount` items; items that are no mapping are reported and left out.
  public mutating func mappings(
    _ key: String, of things: String, maximumCount: Int, required: Bool = false
  ) -> [StrictDecoder]? {
    guard let items = items(key, of: things, maximumCount: maximumCount, required: required) else { return nil }
    var decoders: [StrictDecoder] = []
    for (index, item) in items.enumerated() {
      let name = path.isEmpty ? "\(key)[\(index)]" : "\(path).\(key)[\(index)]"
      if let decoder = open(item, path: name) {
        decoders.append(decoder)
      } else {
        problems.add(
          Problem(
            file: file, line: item.position.line, column: item.position.column,
            message: "expected a mapping of keys to values for \"\(name)\", found \(item.foundDescription)"))
      }
    }
    return decoders
  }

  /// A list with at most `maximumCount` items.
  public mutating func items(
    _ key: String, of things: String, maximumCount: Int, required: Bool = false
  ) -> [DocumentNode]? {
    let wanted = "a list of at most \(maximumCount) \(things)"
    guard let node = node(key) else {
      if required { missing(key, wanted) }
      return nil
    }
    guard case .sequence(let items) = node.value else {
      wrongType(key, node, wanted)
      return nil
    }
    guard items.count <= maximumCount else {
      fail(key, "expected at most \(maximumCount) \(things) in \(named(key)), found \(items.count)")
      return nil
    }
    return items
  }

  /// A value of this document that must be a mapping, such as an item of a list of mixed things; `path` names it in
  /// messages.
  public func mapping(_ node: DocumentNode, path: String) -> StrictDecoder? {
    if let decoder = open(node, path: path) { return decoder }
    fail(
      at: node.position, "expected a mapping of keys to values for \"\(path)\", found \(node.foundDescription)")
    return nil
  }

  private func open(_ node: DocumentNode, path: String) -> StrictDecoder? {
    guard case .mapping(let members) = node.value else { return nil }
    return StrictDecoder(file: file, path: path, position: node.position, members: members, problems: problems)
  }
}
