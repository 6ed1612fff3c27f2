/// A path into a JSON document, of RFC 9535 what names one value: the root `$`, names (`.name`, `['name']`), indices
/// (`[0]`, `[-1]` for the last), all members (`.*`, `[*]`) and filters of one comparison (`[?@.room == 'Bath']`).
public struct JSONPath: Hashable, Sendable {
  /// One step from a value to those in it.
  enum Segment: Hashable, Sendable {
    case name(String)
    case index(Int)
    case all
    case filter(Filter)
  }

  /// A condition on a member: what its own path finds, compared with a constant.
  struct Filter: Hashable, Sendable {
    var path: [Segment]
    /// nil: something is there.
    var comparison: Comparison?
  }

  /// A comparison with a number or a text.
  struct Comparison: Hashable, Sendable {
    var operation: String
    var text: String
    var isQuoted: Bool
  }

  /// As written.
  public let text: String
  let segments: [Segment]

  /// Why a text is no path.
  public struct Fault: Error, Equatable {
    /// Counted from 1, in Unicode scalars.
    public var column: Int
    public var message: String
  }

  /// Longest path, in Unicode scalars.
  public static let maximumCount = 500

  /// Whether a text is meant as a path: it begins with `$.` or `$[`.
  public static func isPath(_ text: String) -> Bool { text.hasPrefix("$.") || text.hasPrefix("$[") }

  /// - Throws: `Fault` at the first scalar that does not belong to a path.
  public init(_ text: String) throws(Fault) {
    var reader = JSONPathReader(text)
    self.text = text
    segments = try reader.path()
  }
}

extension JSONPath {
  /// The first value that the path leads to.
  ///
  /// - Throws: `Problem` at the place in the document where it does not go on.
  public func first(in root: DocumentNode, file: String) throws(Problem) -> DocumentNode {
    try values(in: root, file: file, allowsNone: false)[0]
  }

  /// All values that the path leads to, in the document's order: at least one, unless it asks for all members of an empty
  /// list.
  ///
  /// - Throws: `Problem` at the place in the document where it does not go on.
  public func all(in root: DocumentNode, file: String) throws(Problem) -> [DocumentNode] {
    try values(in: root, file: file, allowsNone: true)
  }

  /// - Parameter allowsNone: whether an empty list has all of its members, which are none.
  private func values(
    in root: DocumentNode, file: String, allowsNone: Bool
  ) throws(Problem) -> [DocumentNode] {
    var nodes = [root]
    var done = "$"
    for (place, segment) in segments.enumerated() {
      let next = nodes.flatMap { segment.values(in: $0) }
      guard !next.isEmpty else {
        if allowsNone, segment == .all, nodes.allSatisfy(\.isEmpty) { return [] }
        let node = nodes[0]
        throw Problem(
          file: file, line: node.position.line, column: node.position.column,
          message: "expected \(segment.description) in \"\(done)\" of \"\(text)\", found \(node.foundWords)"
            + (remedy(at: place, in: node) ?? ""))
      }
      nodes = next
      done += segment.written
    }
    return nodes
  }

  /// The remedy for a name that is not there: a similar one, or for a name of a list's items that is asked of the list
  /// itself the path with the place of the first item that has it; nil where there is neither.
  private func remedy(at place: Int, in node: DocumentNode) -> String? {
    guard case .name(let name) = segments[place] else { return nil }
    switch node.value {
    case .scalar: return nil
    case .mapping(let members):
      return NearestName.find(name, among: members.map(\.key)).map { near in
        let path = self.path(Array(segments[..<place]) + [.name(near)] + Array(segments[(place + 1)...]))
        return "; did you mean \"\(path.flatMap { $0.count <= 80 ? $0 : nil } ?? near.shortened)\"?"
      }
    case .sequence(let items):
      guard let index = items.firstIndex(where: { !segments[place].values(in: $0).isEmpty }) else { return nil }
      let path = self.path(Array(segments[..<place]) + [.index(index)] + Array(segments[place...]))
      return "; name an item of the list by its place, such as \(path ?? "[\(index)]")"
    }
  }

  /// The text of a path with these steps; nil with a condition, which is not written again.
  private func path(_ steps: [Segment]) -> String? {
    let parts = steps.map(\.path)
    let written = parts.compactMap(\.self)
    return written.count == parts.count ? "$" + written.joined() : nil
  }

  /// The name of its first step; nil for a step of another kind.
  public var firstName: String? { segments.first?.name }

  /// The name of its last step; nil for a step of another kind.
  public var lastName: String? { segments.last?.name }

  /// The names that follow its first step, those in conditions among them.
  public var innerNames: [String] {
    segments.dropFirst().flatMap { segment -> [String] in
      if case .filter(let filter) = segment { return filter.path.compactMap(\.name) }
      return segment.name.map { [$0] } ?? []
    }
  }

  /// The step to a name in the notation of paths, such as `.level` or `['level, m']`.
  public static func step(to name: String) -> String { Segment.name(name).path ?? "" }

  /// A path that leads on to the first number in a value, else to the first text; nil if there is none near.
  ///
  /// - Parameter node: a list or a mapping that the path leads to.
  public func example(in node: DocumentNode) -> String? {
    func isNumber(_ node: DocumentNode) -> Bool {
      if case .scalar(let text, false) = node.value { ScalarText.isNumber(text) } else { false }
    }
    let steps = Self.steps(in: node, depth: 3, to: isNumber) ?? Self.steps(in: node, depth: 3) { $0.text != nil }
    let path = steps.map { text + $0.compactMap(\.path).joined() }
    return path.flatMap { $0.count <= 80 ? $0 : nil }
  }

  /// The steps to the first value that is wanted, among the first members of each level.
  private static func steps(
    in node: DocumentNode, depth: Int, to isWanted: (DocumentNode) -> Bool
  ) -> [Segment]? {
    var members: [(step: Segment, node: DocumentNode)] = []
    switch node.value {
    case .scalar: return isWanted(node) ? [] : nil
    case .sequence(let items): members = items.prefix(20).enumerated().map { (.index($0.offset), $0.element) }
    case .mapping(let all): members = all.prefix(20).map { (.name($0.key), $0.value) }
    }
    guard depth > 0 else { return nil }
    for member in members {
      if let rest = steps(in: member.node, depth: depth - 1, to: isWanted) { return [member.step] + rest }
    }
    return nil
  }

  /// Whether it asks for all members of something, so that what it leads to is a list.
  public var isList: Bool { segments.contains(.all) }

  /// Whether it finds the items of lists by their places from the end alone, as in `$.rows[-1]`. Such a path finds the same
  /// item in a list whose beginning was left out.
  public var isFromEnd: Bool {
    var hasPlace = false
    for segment in segments {
      switch segment {
      case .name: continue
      case .index(let index) where index < 0: hasPlace = true
      case .index, .all, .filter: return false
      }
    }
    return hasPlace
  }
}

extension JSONPath.Segment {
  func values(in node: DocumentNode) -> [DocumentNode] {
    switch (self, node.value) {
    case (.name(let name), .mapping(let members)): members.last { $0.key == name }.map { [$0.value] } ?? []
    case (.index(let index), .sequence(let items)):
      items.indices.contains(index)
        ? [items[index]] : index < 0 && -index <= items.count ? [items[items.count + index]] : []
    case (.all, _): node.members
    case (.filter(let filter), _): node.members.filter(filter.accepts)
    default: []
    }
  }

  /// For messages.
  var description: String {
    switch self {
    case .name(let name): "\"\(name.shortened)\""
    case .index(let index): "an item \(index)"
    case .all: "something"
    case .filter: "something that meets the condition"
    }
  }

  /// The name that the step leads to; nil for a step of another kind.
  var name: String? { if case .name(let name) = self { name } else { nil } }

  /// The step in the notation of paths; nil for a filter.
  var path: String? {
    guard case .name(let name) = self else { return if case .filter = self { nil } else { written } }
    let isPlain = (try? JSONPath("$.\(name)"))?.segments == [self]
    return isPlain ? ".\(name)" : "['\(name.replacing("\\", with: "\\\\").replacing("'", with: "\\'"))']"
  }

  var written: String {
    switch self {
    case .name(let name): ".\(name)"
    case .index(let index): "[\(index)]"
    case .all: "[*]"
    case .filter: "[?…]"
    }
  }
}

extension JSONPath.Filter {
  func accepts(_ node: DocumentNode) -> Bool {
    var nodes = [node]
    for segment in path { nodes = nodes.flatMap { segment.values(in: $0) } }
    guard let comparison else { return !nodes.isEmpty }
    guard let found = nodes.first else { return comparison.operation == "!=" }
    return comparison.holds(for: found)
  }
}

extension JSONPath.Comparison {
  /// Of two numbers, or of two texts; what differs in kind is only unequal.
  func holds(for node: DocumentNode) -> Bool {
    guard case .scalar(let found, let foundQuoted) = node.value else { return operation == "!=" }
    if !isQuoted, !foundQuoted, let a = Double(found), let b = Double(text) { return holds(a, b) }
    guard isQuoted == foundQuoted else { return operation == "!=" }
    return isQuoted ? holds(found, text) : operation == "==" ? found == text : operation == "!=" && found != text
  }

  private func holds<Value: Comparable>(_ a: Value, _ b: Value) -> Bool {
    switch operation {
    case "==": a == b
    case "!=": a != b
    case "<": a < b
    case "<=": a <= b
    case ">": a > b
    default: a >= b
    }
  }
}

extension DocumentNode {
  /// Whether it is a list or a mapping without members.
  fileprivate var isEmpty: Bool { if case .scalar = value { false } else { members.isEmpty } }

  /// The items of a list, or the values of a mapping, in their order.
  fileprivate var members: [DocumentNode] {
    switch value {
    case .sequence(let items): items
    case .mapping(let members): members.map(\.value)
    case .scalar: []
    }
  }

  fileprivate var foundWords: String {
    guard case .mapping(let members) = value, !members.isEmpty else { return foundDescription }
    return "a mapping of " + members.prefix(6).map { $0.key.shortened }.joined(separator: ", ")
      + (members.count > 6 ? ", …" : "")
  }
}
