import Yams

/// Reads YAML through Yams, restricted to what settings need: one document, bounded nesting, and a limit on values
/// copied from anchors.
struct YAMLReader {
  /// Maximum number of values created by aliases and merges: far more than any settings need, and far less than would
  /// exhaust memory.
  static let maximumCopies = 10_000

  fileprivate struct Anchored {
    var node: DocumentNode
    var count: Int
    var height: Int
  }

  private let file: String
  private var anchors: [String: Anchored] = [:]
  private var copies = 0
  /// Positions of keys without a value, the last one of each line.
  private var emptyKeys: [DocumentPosition] = []

  /// - Returns: the document, or nil for an empty one.
  /// - Throws: `Problem` if the text is not YAML. Duplicate keys are reported to `problems`, and reading continues.
  static func read(_ text: String, file: String, problems: ProblemCollector) throws(Problem) -> DocumentNode? {
    var text = try YAMLScanner.scan(text, file: file)
    var last = DocumentPosition(line: 1, column: 1)
    // Yams stops at the first duplicate key. Its first character is replaced by a private one, so that columns are
    // preserved and the rest of the file is checked as well.
    for attempt in YAMLGuard.keyMarks.indices {
      do {
        // Nodes refer to their anchors while the parser is alive.
        let parser = try Yams.Parser(yaml: text, resolver: .basic)
        return try withExtendedLifetime(parser) {
          guard let node = try parser.singleRoot() else { return nil }
          var reader = YAMLReader(file: file)
          let root = try reader.convert(node, depth: 0).node
          let slips = reader.emptyKeys.isEmpty ? nil : YAMLSlips(text)
          for key in reader.emptyKeys { slips.map { Self.report(key, $0, file, to: problems) } }
          return root
        }
      } catch let error as YamlError {
        guard case .duplicatedKeysInMapping(let keys, let context) = error, let key = keys.first,
          let again = YAMLGuard.repetition(of: key, after: context.mark.position, in: text)
        else { throw problem(from: error, file: file) }
        let message =
          "expected \"\(key.shortened)\" once, found it again; the first is on line \(context.mark.line)"
        problems.add(Problem(file: file, line: again.line, column: again.column, message: message))
        last = again
        text = YAMLGuard.marking(again, in: text, number: Int(attempt - YAMLGuard.keyMarks.lowerBound))
      } catch let error as Problem {
        throw error
      } catch {
        throw Problem(file: file, message: "expected YAML, found \"\(error)\"")
      }
    }
    throw Problem(
      file: file, line: last.line, column: last.column,
      message: "expected each key once, found more than 64 repeated keys")
  }

  private init(file: String) { self.file = file }

  /// Reports a key whose value is in a comment.
  private static func report(_ key: DocumentPosition, _ slips: YAMLSlips, _ file: String, to problems: ProblemCollector)
  {
    guard let (message, place) = slips.commentMessage(afterKeyAt: key) else { return }
    problems.add(Problem(file: file, line: place.line, column: place.column, message: message))
  }

  private mutating func convert(_ node: Node, depth: Int) throws(Problem) -> Anchored {
    let position = node.mark?.position ?? DocumentPosition(line: 1, column: 1)
    guard depth < DocumentNode.maximumDepth else { throw YAMLGuard.tooDeep(file, position) }
    if let name = Self.alias(node) { return try copy(of: name, at: position, depth: depth) }
    var made = Anchored(
      node: DocumentNode(value: .sequence([]), position: position), count: 1, height: 1)
    switch node {
    case .scalar(let scalar):
      let isQuoted = scalar.style != .plain && scalar.style != .any
      made.node.value = .scalar(scalar.string, isQuoted: isQuoted)
    case .sequence(let sequence):
      var items: [DocumentNode] = []
      for item in sequence { items.append(made.adding(try convert(item, depth: depth + 1))) }
      made.node.value = .sequence(items)
    case .mapping(let mapping):
      made.node.value = .mapping(try members(of: mapping, position, depth, &made))
    case .alias:
      throw problem(position, "expected YAML, found an alias")
    }
    if let name = node.anchor?.rawValue {
      made.node.isShared = true
      anchors[name] = made
    }
    return made
  }

  private mutating func members(
    of mapping: Node.Mapping, _ position: DocumentPosition, _ depth: Int, _ made: inout Anchored
  ) throws(Problem) -> [DocumentNode.Member] {
    var members: [DocumentNode.Member] = []
    var merged: [DocumentNode.Member] = []
    for (key, value) in mapping {
      let keyPosition = key.mark?.position ?? position
      guard case .scalar(let scalar) = key, Self.alias(key) == nil else {
        let found = Self.alias(key) == nil ? "a list or mapping" : "an alias"
        throw problem(keyPosition, "expected a name as key, found \(found)")
      }
      if let first = scalar.string.unicodeScalars.first, YAMLGuard.keyMarks.contains(first.value) { continue }
      let node = made.adding(try convert(value, depth: depth + 1))
      if case .scalar("", isQuoted: false) = node.value {
        if emptyKeys.last?.line == keyPosition.line { emptyKeys.removeLast() }
        emptyKeys.append(keyPosition)
      }
      if scalar.string == "<<" && scalar.style == .plain {
        merged += try self.merged(node)
      } else {
        members.append(.init(key: scalar.string, keyPosition: keyPosition, value: node))
      }
    }
    // Explicit keys take precedence, then those that were merged first.
    var keys = Set(members.map(\.key))
    for member in merged where keys.insert(member.key).inserted { members.append(member) }
    return members
  }

  /// The members merged by `<<`: those of one mapping or of a list of mappings.
  ///
  /// - Throws: `Problem` for any other value.
  private func merged(_ node: DocumentNode) throws(Problem) -> [DocumentNode.Member] {
    let sources: [DocumentNode] = if case .sequence(let items) = node.value { items } else { [node] }
    var members: [DocumentNode.Member] = []
    for source in sources {
      guard case .mapping(let found) = source.value else {
        throw problem(source.position, "expected a mapping to merge by \"<<\", found \(source.foundDescription)")
      }
      for var member in found {
        member.value.isShared = true
        members.append(member)
      }
    }
    return members
  }

  /// The value of an anchor. Copies are counted here: a few lines of aliases to aliases would exhaust any memory.
  ///
  /// - Throws: `Problem` for an unknown anchor, and beyond `maximumCopies`.
  private mutating func copy(of name: String, at position: DocumentPosition, depth: Int) throws(Problem) -> Anchored {
    guard let anchored = anchors[name] else {
      throw problem(
        position,
        "expected \"&\(name.shortened)\" before \"*\(name.shortened)\"; put text that starts with \"*\" in quotes")
    }
    copies += anchored.count
    guard copies <= Self.maximumCopies else {
      throw problem(position, "expected aliases to make at most \(Self.maximumCopies) values, found more")
    }
    guard depth + anchored.height <= DocumentNode.maximumDepth else { throw YAMLGuard.tooDeep(file, position) }
    return anchored
  }

  /// The anchor name of an alias (`YAMLScanner.aliasMark`); nil for anything else.
  private static func alias(_ node: Node) -> String? {
    guard case .scalar(let scalar) = node, scalar.style == .plain,
      scalar.string.unicodeScalars.first == YAMLScanner.aliasMark
    else { return nil }
    return String(String.UnicodeScalarView(scalar.string.unicodeScalars.dropFirst()))
  }

  private func problem(_ position: DocumentPosition, _ message: String) -> Problem {
    Problem(file: file, line: position.line, column: position.column, message: message)
  }

  private static func problem(from error: YamlError, file: String) -> Problem {
    switch error {
    case .scanner(let context, let text, let mark, let yaml), .parser(let context, let text, let mark, let yaml):
      return YAMLFault(parserWords: text, context: context, mark: mark, text: yaml).problem(file: file)
    case .composer(_, _, let mark, _):
      return Problem(
        file: file, line: mark.line, column: mark.column,
        message: "a second document (\"---\") begins here; write all keys in one")
    case .duplicatedKeysInMapping(let keys, let context):
      return Problem(
        file: file, line: context.mark.line, column: context.mark.column,
        message: "expected \"\(keys.first?.shortened ?? "")\" once, found it again")
    default:
      return Problem(file: file, message: "expected YAML, found \"\("\(error)".shortened)\"")
    }
  }
}

extension Mark {
  fileprivate var position: DocumentPosition { DocumentPosition(line: line, column: column) }
}

extension YAMLReader.Anchored {
  /// Adds a child's size.
  fileprivate mutating func adding(_ child: Self) -> DocumentNode {
    count += child.count
    height = max(height, child.height + 1)
    return child.node
  }
}
