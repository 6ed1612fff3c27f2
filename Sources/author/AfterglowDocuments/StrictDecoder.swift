import AfterglowTimeline

/// Reads one mapping key by key. A value that is missing, of the wrong type or out of range is reported as a `Problem`
/// and read as nil, so that decoding continues and every problem is found. `finish` reports the keys that were not
/// read.
public struct StrictDecoder {
  /// The path as given by the user, for messages.
  public let file: String
  /// The mapping's path in the document, for messages: empty for the root, otherwise a path such as `light.night`.
  public let path: String
  /// The start of the mapping.
  public let position: DocumentPosition
  private let members: [DocumentNode.Member]
  /// Places in `members` by key; nil for the many small mappings, of which the members are looked through.
  private let places: [String: Int]?
  private let problems: ProblemCollector
  private var asked: [String] = []

  /// Largest mapping whose members are looked through.
  private static let smallCount = 12
  /// Most unknown keys of one mapping that are reported one by one.
  static let maximumUnknownCount = 20

  init(
    file: String, path: String, position: DocumentPosition, members: [DocumentNode.Member], problems: ProblemCollector
  ) {
    self.file = file
    self.path = path
    self.position = position
    self.problems = problems
    guard members.count > Self.smallCount else {
      let isRepeated = members.indices.map { index in members[..<index].contains { $0.key == members[index].key } }
      for index in members.indices where isRepeated[index] {
        let first = members.first { $0.key == members[index].key } ?? members[index]
        Self.report(members[index], again: first.keyPosition, file, problems)
      }
      self.members =
        isRepeated.contains(true) ? members.indices.filter { !isRepeated[$0] }.map { members[$0] } : members
      places = nil
      return
    }
    var places: [String: Int] = [:]
    places.reserveCapacity(members.count)
    var unique: [DocumentNode.Member] = []
    unique.reserveCapacity(members.count)
    for member in members {
      if let earlier = places[member.key] {
        Self.report(member, again: unique[earlier].keyPosition, file, problems)
      } else {
        places[member.key] = unique.count
        unique.append(member)
      }
    }
    self.members = unique
    self.places = places
  }

  private static func report(
    _ member: DocumentNode.Member, again first: DocumentPosition, _ file: String, _ problems: ProblemCollector
  ) {
    guard !problems.isFull else { return problems.drop(1) }
    let message = "expected \"\(member.key.shortened)\" once, found it again; the first is on line \(first.line)"
    let place = member.keyPosition
    problems.add(Problem(file: file, line: place.line, column: place.column, message: message))
  }

  private func member(_ key: String) -> DocumentNode.Member? {
    if let places { return places[key].map { members[$0] } }
    return members.first { $0.key == key }
  }

  /// Parses a document whose outermost value must be a mapping. Files named `.json` are read as JSON, and so are those
  /// without an extension that begin with `{` or `[`; others are YAML.
  ///
  /// - Parameter hasEmptyTexts: whether an empty text in quotes stands for a missing value, as some services write it.
  /// - Returns: nil, with the reasons in `problems`, if there is no mapping to read.
  public static func open(
    bytes: [UInt8], file: String, problems: ProblemCollector, hasEmptyTexts: Bool = false
  ) -> StrictDecoder? {
    do throws(Problem) {
      try DocumentText.requireText(bytes, file: file)
      let node =
        Self.isJSON(bytes, file: file)
        ? try JSONReader.read(bytes, file: file)
        : try YAMLReader.read(DocumentText.decode(bytes, file: file), file: file, problems: problems)
      guard let node, !node.isNull else {
        throw Problem(file: file, line: 1, column: 1, message: "expected a mapping of keys to values, found nothing")
      }
      guard case .mapping(let members) = (hasEmptyTexts ? node.withoutEmptyTexts : node).value else {
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

  /// Whether a document is read as JSON: by its name's ending, or by its first character if it has none.
  static func isJSON(_ bytes: [UInt8], file: String) -> Bool {
    file.lowercased().hasSuffix(".json") || isNameless(file) && beginsAsJSON(bytes)
  }

  private static func isNameless(_ file: String) -> Bool { file.split(separator: "/").last?.contains(".") != true }

  private static func beginsAsJSON(_ bytes: [UInt8]) -> Bool {
    bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }.map { $0 == 0x7B || $0 == 0x5B } == true
  }

  // MARK: Asking

  /// A key's value, not interpreted; nil if it is missing or null. Marks the key as read.
  public mutating func node(_ key: String) -> DocumentNode? {
    asked.append(key)
    guard let value = member(key)?.value, !value.isNull else { return nil }
    return value
  }

  /// The mapping with the positions of its keys and values.
  public var whole: DocumentNode { DocumentNode(value: .mapping(members), position: position) }

  /// What collects this document's problems, for another document that it names.
  public var collector: ProblemCollector { problems }

  /// Whether the key is present and not null. Does not mark it as read.
  public func contains(_ key: String) -> Bool { member(key).map { !$0.value.isNull } ?? false }

  /// Every key in the order of the file.
  public var keys: [String] { members.map(\.key) }

  /// The position of a key; the mapping's if the key is missing.
  public func position(of key: String) -> DocumentPosition {
    member(key)?.keyPosition ?? position
  }

  /// The position of a key's value; the mapping's if there is none.
  public func valuePosition(of key: String) -> DocumentPosition {
    member(key)?.value.position ?? position
  }

  /// Reports a problem with a key's value.
  public func fail(_ key: String, _ message: String) {
    fail(at: valuePosition(of: key), message)
  }

  /// Reports a problem at a position.
  public func fail(at place: DocumentPosition, _ message: String) {
    problems.add(Problem(file: file, line: place.line, column: place.column, message: message))
  }

  /// Reports that a required key is missing.
  public func missing(_ key: String, _ expected: String) {
    let place = path.isEmpty ? "" : " in \"\(path)\""
    problems.add(
      Problem(
        file: file, line: position.line, column: position.column,
        message: "expected \"\(key)\"\(place) (\(expected)), found nothing"))
  }

  /// Reports the keys that were not read.
  ///
  /// - Parameters:
  ///   - others: keys that are read elsewhere.
  ///   - places: where keys belong that are not valid here, such as `in board.yaml`.
  public func finish(also others: [String] = [], misplaced places: @autoclosure () -> [String: String] = [:]) {
    let unknown = unknown(others)
    guard !unknown.isEmpty else { return }
    let known = Array(Set(asked + others)).sorted()
    let names = known.map { "\"\($0)\"" }.joined(separator: ", ")
    let expected = known.count == 1 ? "only the key \(names)" : "one of \(names)"
    // A wrong document may have any number of keys, of which more than these say nothing.
    if unknown.count > Self.maximumUnknownCount { problems.drop(unknown.count - Self.maximumUnknownCount) }
    let right = places()
    for member in unknown.prefix(Self.maximumUnknownCount) {
      if let place = right[member.key] {
        let found = path.isEmpty ? "in this file" : "in \"\(path)\""
        fail(at: member.keyPosition, "expected \"\(member.key)\" \(place), found it \(found)")
        continue
      }
      problems.add(
        Problem(
          file: file, line: member.keyPosition.line, column: member.keyPosition.column,
          message: "expected \(expected), found \"\(member.key.shortened)\""
            + suggestion(for: member.key, among: known)))
    }
  }

  private func unknown(_ others: [String]) -> [DocumentNode.Member] {
    guard places != nil else { return members.filter { !asked.contains($0.key) && !others.contains($0.key) } }
    let known = Set(asked).union(others)
    return members.filter { !known.contains($0.key) }
  }

  /// `; did you mean "…"?`, or empty if no name is similar.
  public func suggestion(for name: String, among names: [String]) -> String {
    NearestName.find(name, among: names).map { "; did you mean \"\($0)\"?" } ?? ""
  }

  private func named(_ key: String) -> String { path.isEmpty ? "\"\(key)\"" : "\"\(path).\(key)\"" }

  private func wrongType(_ key: String, _ node: DocumentNode, _ expected: String, remedy: String = "") {
    fail(key, "expected \(expected) for \(named(key)), found \(node.foundDescription)\(remedy)")
  }

  // MARK: Values

  /// Text of 1 to `maximumCount` characters on one line.
  ///
  /// - Parameter required: what is expected, for the message if the key is missing; nil = optional.
  /// - Returns: nil if the key is missing, or after a problem was reported; the same applies to the methods below.
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

  /// An integer within `range`.
  ///
  /// - Parameters:
  ///   - unit: the unit, for messages.
  ///   - required: whether a missing key is a problem.
  public mutating func integer(
    _ key: String, in range: ClosedRange<Int>, unit: String = "", required: Bool = false
  ) -> Int? {
    let wanted = "a whole number from \(range.lowerBound) to \(range.upperBound)\(unit.isEmpty ? "" : " " + unit)"
    return value(key, wanted, unit: unit, required: required) { text in
      Int(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }

  /// A finite number within `range`; parameters as for `integer`.
  public mutating func number(
    _ key: String, in range: ClosedRange<Double>, unit: String = "", required: Bool = false
  ) -> Double? {
    let bounds = "\(ScalarText.format(range.lowerBound)) to \(ScalarText.format(range.upperBound))"
    let wanted = "a number from \(bounds)\(unit.isEmpty ? "" : " " + unit)"
    return value(key, wanted, unit: unit, required: required) { text in
      Double(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }

  /// A number whose text `read` converts.
  ///
  /// - Parameter read: returns nil for text that is not a number of the required type.
  private mutating func value<Number>(
    _ key: String, _ wanted: String, unit: String, required: Bool, _ read: (String) -> Number?
  ) -> Number? {
    guard let node = node(key) else {
      if required { missing(key, wanted) }
      return nil
    }
    guard case .scalar(let text, false) = node.value, ScalarText.isNumber(text) else {
      wrongType(key, node, wanted, remedy: node.numberRemedy(unit: unit))
      return nil
    }
    guard let value = read(text) else {
      fail(key, "expected \(wanted) for \(named(key)), found \(text.shortened)")
      return nil
    }
    return value
  }

  /// `true` or `false`.
  public mutating func boolean(_ key: String) -> Bool? {
    guard let node = node(key) else { return nil }
    if case .scalar("true", false) = node.value { return true }
    if case .scalar("false", false) = node.value { return false }
    wrongType(key, node, "true or false", remedy: node.truthRemedy)
    return nil
  }

  /// One of a few names, as the value paired with it.
  ///
  /// - Parameter advice: for a name that resembles none of them.
  public mutating func choice<T>(
    _ key: String, _ choices: [(String, T)], required: Bool = false, elsewhere advice: String? = nil
  ) -> T? {
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
    let similar = suggestion(for: text, among: names)
    let hint = similar.isEmpty ? advice.map { "; \($0)" } ?? "" : similar
    fail(key, "expected \(wanted) for \(named(key)), found \"\(text.shortened)\"\(hint)")
    return nil
  }

  /// A date with time and zone in ISO 8601, as milliseconds since 1970.
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

  /// A nested mapping. The caller reads it and then calls its `finish`.
  ///
  /// - Parameters:
  ///   - required: what is expected, for the message if the key is missing; nil = optional.
  ///   - main: the key that is meant by a word or number in place of the mapping, for the message; nil = none.
  ///   - pair: the keys that are meant by two numbers in place of the mapping, such as 800x480; nil = none.
  public mutating func mapping(
    _ key: String, required: String? = nil, main: String? = nil, pair: (first: String, second: String)? = nil
  ) -> StrictDecoder? {
    guard let node = node(key) else {
      if let required { missing(key, required) }
      return nil
    }
    guard let decoder = open(node, path: path.isEmpty ? key : "\(path).\(key)") else {
      fail(
        key,
        "expected a mapping of keys to values for \(named(key)), found \(node.foundDescription)"
          + (Self.writtenPair(node, key, pair) ?? Self.written(node, key, main)))
      return nil
    }
    return decoder
  }

  /// The mapping that is meant by two numbers; nil for other values.
  private static func writtenPair(_ node: DocumentNode, _ key: String, _ keys: (first: String, second: String)?)
    -> String?
  {
    guard let keys, let numbers = node.pair else { return nil }
    return "; write \"\(key): {\(keys.first): \(numbers.first), \(keys.second): \(numbers.second)}\""
  }

  /// The mapping that is meant by its value alone.
  private static func written(_ node: DocumentNode, _ key: String, _ main: String?) -> String {
    guard let main, case .scalar(let text, let isQuoted) = node.value, text.count <= 60 else { return "" }
    return "; write \"\(key): {\(main): \(isQuoted ? "'\(text)'" : text)}\""
  }

  /// A list of at most `maximumCount` mappings; items of another type are reported and skipped.
  ///
  /// - Parameters:
  ///   - things: the name of the items in messages.
  ///   - main: the key that is meant by an item of one word, for the message; nil = none.
  public mutating func mappings(
    _ key: String, of things: String, maximumCount: Int, required: Bool = false, main: String? = nil
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
            message: "expected a mapping of keys to values for \"\(name)\", found \(item.foundDescription)"
              + Self.remedy(item, main)))
      }
    }
    return decoders
  }

  /// The remedy for an item `kind:note`, which is a text, and for one that is a word alone.
  private static func remedy(_ node: DocumentNode, _ main: String?) -> String {
    guard case .scalar(let text, false) = node.value, !text.contains("://") else { return "" }
    let word = text.prefix { $0.isASCII && $0.isLetter }
    if word.isEmpty { return "" }
    if word.count == text.count { return main.map { "; write \"\($0): \(text.shortened)\"" } ?? "" }
    return text[word.endIndex] == ":" ? "; write a space after the colon" : ""
  }

  /// A list of at most `maximumCount` items, not interpreted.
  ///
  /// - Parameters:
  ///   - things: the name of the items in messages.
  ///   - areWords: whether an item may be a word, for the message about one word in place of the list.
  public mutating func items(
    _ key: String, of things: String, maximumCount: Int, required: Bool = false, areWords: Bool = false
  ) -> [DocumentNode]? {
    let wanted = "a list of at most \(maximumCount) \(things)"
    guard let node = node(key) else {
      if required { missing(key, wanted) }
      return nil
    }
    guard case .sequence(let items) = node.value else {
      let isYAML = file.lowercased().hasSuffix(".yaml") || file.lowercased().hasSuffix(".yml")
      wrongType(key, node, wanted, remedy: node.listRemedy(ofWords: areWords ? key : nil, isYAML: isYAML))
      return nil
    }
    guard items.count <= maximumCount else {
      fail(key, "expected at most \(maximumCount) \(things) in \(named(key)), found \(items.count)")
      return nil
    }
    return items
  }

  /// A decoder for a value of this document that must be a mapping, such as an item of a mixed list.
  ///
  /// - Parameter path: its name in messages.
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
