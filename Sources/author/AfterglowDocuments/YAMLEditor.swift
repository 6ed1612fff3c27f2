/// Changes values of a YAML document and preserves every other character, including comments and spacing.
///
/// An existing value is replaced in place, a missing key is inserted in the style of its mapping, and a removed one goes
/// with its line. After each change the document is read again: one that would not say what was intended is refused,
/// and the document stays as it was.
public struct YAMLEditor {
  private let file: String
  private let hasByteOrderMark: Bool
  private var scalars: [Unicode.Scalar]

  /// Opens a document for changes.
  ///
  /// - Throws: `Problem` on bytes that are not UTF-8 and on control characters.
  public init(bytes: [UInt8], file: String) throws(Problem) {
    self.file = file
    hasByteOrderMark = bytes.starts(with: Self.byteOrderMark)
    scalars = Array(try DocumentText.decode(bytes, file: file).unicodeScalars)
  }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The document with all changes, with a byte order mark if it had one.
  public var bytes: [UInt8] { (hasByteOrderMark ? Self.byteOrderMark : []) + Array(text.utf8) }

  private var text: String { characters(scalars.indices) }

  /// Sets a plain value: a number, or a word that needs no quotes. Missing mappings on the path are created, before the
  /// first key.
  ///
  /// - Throws: `Problem` that describes the obstacle, such as a list where a mapping is expected; the document is then
  ///   unchanged.
  public mutating func set(_ path: [String], to value: String) throws(Problem) {
    var node = try root()
    for (depth, key) in path.enumerated() {
      let name = path[..<depth].joined(separator: ".")
      guard case .mapping(let members) = node.value else {
        throw problem(at: node.position, "expected a mapping for \"\(name)\", found \(node.foundDescription)")
      }
      guard let member = members.first(where: { $0.key == key }) else {
        let rest = path[(depth + 1)...].reversed().reduce(value) { "{\($1): \($0)}" }
        return insertFirst("\(key): \(rest)", into: node, isEmpty: members.isEmpty)
      }
      node = member.value
      try refuseShared(node, Array(path[...depth]))
    }
    try replacePlain(node, with: value, path)
  }

  private mutating func replacePlain(_ node: DocumentNode, with value: String, _ path: [String]) throws(Problem) {
    let start = index(of: node.position)
    guard case .scalar(let old, isQuoted: false) = node.value, !old.isEmpty,
      scalars[start...].starts(with: old.unicodeScalars)
    else {
      throw problem(
        at: node.position,
        "expected a plain value for \"\(path.joined(separator: "."))\", found \(node.foundDescription)")
    }
    scalars.replaceSubrange(start..<(start + old.unicodeScalars.count), with: Array(value.unicodeScalars))
  }

  private mutating func insertFirst(_ entry: String, into mapping: DocumentNode, isEmpty: Bool) {
    let start = index(of: mapping.position)
    if scalars[start] == "{" {
      scalars.insert(contentsOf: Array((entry + (isEmpty ? "" : ", ")).unicodeScalars), at: start + 1)
      return
    }
    // Comments above the first key stay above it.
    var line = mapping.position.line
    let indent = String(repeating: " ", count: mapping.position.column - 1)
    while line > 1, beginsWith(indent + "#", line: line - 1) { line -= 1 }
    let place = index(of: DocumentPosition(line: line, column: 1))
    scalars.insert(contentsOf: Array((indent + entry + lineBreak).unicodeScalars), at: place)
  }

  private func beginsWith(_ words: String, line: Int) -> Bool {
    scalars[index(of: DocumentPosition(line: line, column: 1))...].starts(with: words.unicodeScalars)
  }

  private func index(of place: DocumentPosition) -> Int {
    var index = 0
    for _ in 1..<max(1, place.line) {
      guard let end = scalars[index...].firstIndex(of: "\n") else { break }
      index = end + 1
    }
    return min(index + place.column - 1, scalars.count)
  }

  /// The document's line ending.
  var lineBreak: String {
    guard let first = scalars.firstIndex(of: "\n"), first > 0, scalars[first - 1] == "\r" else { return "\n" }
    return "\r\n"
  }

  func problem(at place: DocumentPosition, _ message: String) -> Problem {
    Problem(file: file, line: place.line, column: place.column, message: message)
  }

  func refuseShared(_ node: DocumentNode, _ path: [String]) throws(Problem) {
    guard node.isShared else { return }
    throw problem(
      at: node.position,
      "expected \"\(path.joined(separator: "."))\" written out, found an anchor or alias, which other places share")
  }

  // MARK: Reading

  /// What the document says now.
  ///
  /// - Throws: `Problem` where it is not one mapping without faults.
  public func value() throws(Problem) -> YAMLValue { YAMLValue(try root()) ?? .mapping([]) }

  /// The document as it is now.
  ///
  /// - Throws: `Problem` where it is not one mapping without faults.
  func root() throws(Problem) -> DocumentNode {
    let problems = ProblemCollector()
    guard let node = try YAMLReader.read(text, file: file, problems: problems) else {
      throw Problem(file: file, line: 1, column: 1, message: "expected a mapping of keys to values, found nothing")
    }
    if let problem = problems.sorted.first { throw problem }
    return node
  }

  /// The characters of a part.
  func characters(_ range: Range<Int>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars[range])
    return String(view)
  }

  /// Replaces a part, and reads the document again.
  ///
  /// - Parameter intended: what the document is to say.
  /// - Throws: `Problem` where it says something else; it is then unchanged.
  mutating func splice(_ range: Range<Int>, _ text: String, intended: YAMLValue?, at place: DocumentPosition)
    throws(Problem)
  {
    let before = scalars
    let lines = lineBreak == "\n" ? text : text.replacing("\n", with: lineBreak)
    scalars.replaceSubrange(range, with: Array(lines.unicodeScalars))
    do throws(Problem) {
      if YAMLValue(try root()) == intended { return }
    } catch {
      // It is put back below.
    }
    scalars = before
    throw problem(
      at: place, "expected a document that can be changed here without its other parts; change it in an editor")
  }

  /// The ends of the document's values.
  func extents(_ root: DocumentNode) -> YAMLExtents { YAMLExtents(scalars, root: root) }
}
