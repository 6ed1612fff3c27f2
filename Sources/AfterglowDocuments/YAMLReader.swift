import Yams

/// YAML through Yams, narrowed to what settings need: one document, no anchors, bounded nesting.
enum YAMLReader {
  /// - Returns: the document, or nil for an empty one.
  /// - Throws: `Problem` where the text is not YAML; repeated keys go to `problems` and reading goes on.
  static func read(_ text: String, file: String, problems: ProblemCollector) throws(Problem) -> DocumentNode? {
    try YAMLGuard.check(text, file: file)
    var text = text
    // Yams stops at the first repeated key. It is marked by a private character in place of its first, so that columns
    // stay and the rest of the file is still looked at.
    for attempt in 0..<64 {
      do {
        guard let node = try Yams.compose(yaml: text, .basic) else { return nil }
        return try convert(node, depth: 0, file: file)
      } catch let error as YamlError {
        guard case .duplicatedKeysInMapping(let keys, let context) = error, let key = keys.first,
          let again = YAMLGuard.repetition(of: key, after: context.mark.position, in: text)
        else { throw problem(from: error, file: file) }
        let message =
          "expected \"\(key.shortened)\" once, found it again; the first is on line \(context.mark.line)"
        problems.add(Problem(file: file, line: again.line, column: again.column, message: message))
        text = YAMLGuard.marking(again, in: text, number: attempt)
      } catch let error as Problem {
        throw error
      } catch {
        throw Problem(file: file, message: "expected YAML, found \"\(error)\"")
      }
    }
    throw Problem(file: file, message: "expected each key once, found more than 64 repeated keys")
  }

  private static func convert(_ node: Node, depth: Int, file: String) throws(Problem) -> DocumentNode {
    let position = node.mark?.position ?? DocumentPosition(line: 1, column: 1)
    guard depth < DocumentNode.maximumDepth else { throw YAMLGuard.tooDeep(file, position) }
    switch node {
    case .scalar(let scalar):
      let isQuoted = scalar.style != .plain && scalar.style != .any
      return DocumentNode(value: .scalar(scalar.string, isQuoted: isQuoted), position: position)
    case .sequence(let sequence):
      var items: [DocumentNode] = []
      for item in sequence { items.append(try convert(item, depth: depth + 1, file: file)) }
      return DocumentNode(value: .sequence(items), position: position)
    case .mapping(let mapping):
      var members: [DocumentNode.Member] = []
      for (key, value) in mapping {
        let keyPosition = key.mark?.position ?? position
        guard case .scalar(let scalar) = key else {
          throw Problem(
            file: file, line: keyPosition.line, column: keyPosition.column,
            message: "expected a name as key, found a list or mapping")
        }
        if let first = scalar.string.unicodeScalars.first, (0xE000..<0xE100).contains(first.value) { continue }
        members.append(
          .init(
            key: scalar.string, keyPosition: keyPosition, value: try convert(value, depth: depth + 1, file: file)))
      }
      return DocumentNode(value: .mapping(members), position: position)
    case .alias:
      throw YAMLGuard.alias(file, position)
    }
  }

  private static func problem(from error: YamlError, file: String) -> Problem {
    switch error {
    case .scanner(let context, let text, let mark, _), .parser(let context, let text, let mark, _):
      let about = context.map { " \($0.text)" + (mark.line == $0.mark.line ? "" : " (line \($0.mark.line))") } ?? ""
      return Problem(file: file, line: mark.line, column: mark.column, message: "expected YAML, but \(text)\(about)")
    case .composer(_, let text, let mark, _):
      return Problem(file: file, line: mark.line, column: mark.column, message: "expected one document, \(text)")
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
