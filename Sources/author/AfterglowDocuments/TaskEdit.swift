/// Notes in a document that one of its tasks is done, or open again. Every other byte of the document stays as it is.
public struct TaskEdit {
  /// The task, as ``TaskIdentity`` identifies it.
  public var identity: String
  public var isDone: Bool
  /// The present in UTC, such as `20261121T080000Z`, for calendars.
  public var stamp: String

  public init(identity: String, isDone: Bool, stamp: String) {
    self.identity = identity
    self.isDone = isDone
    self.stamp = stamp
  }

  /// The message about a task that the document does not have.
  public static let missing = "the task is not in it any more"
  static let ambiguous = "it has the task more than once; give each another \"id\" or UID"

  /// The changed document.
  ///
  /// - Parameter file: the document's name, whose ending decides whether it is JSON.
  /// - Throws: `Problem` where the task is not in it, or cannot be changed alone.
  public func applied(to bytes: [UInt8], file: String) throws(Problem) -> [UInt8] {
    if CalendarComponent.isCalendar(bytes) {
      guard let uid = TaskIdentity.givenName(of: identity) else { throw Problem(file: file, message: Self.missing) }
      return try CalendarTaskEdit(uid: uid, isDone: isDone, stamp: stamp).applied(to: bytes, file: file)
    }
    return try StrictDecoder.isJSON(bytes, file: file) ? json(bytes, file) : yaml(bytes, file)
  }

  private static let list = "reminders"
  private static let key = "done"

  /// The place of the task among the document's.
  private func place(in root: DocumentNode, _ file: String) throws(Problem) -> (index: Int, task: DocumentNode) {
    guard case .mapping(let members) = root.value,
      case .sequence(let items)? = members.first(where: { $0.key == Self.list })?.value.value
    else { throw Problem(file: file, message: Self.missing) }
    guard let index = TaskIdentity.all(of: items).firstIndex(of: identity) else {
      throw Problem(file: file, message: Self.missing)
    }
    return (index, items[index])
  }

  private func yaml(_ bytes: [UInt8], _ file: String) throws(Problem) -> [UInt8] {
    var editor = try YAMLEditor(bytes: bytes, file: file)
    let (index, _) = try place(in: editor.root(), file)
    try editor.set([Self.list, "\(index)", Self.key], to: .plain(isDone ? "true" : "false"))
    return editor.bytes
  }

  private func json(_ bytes: [UInt8], _ file: String) throws(Problem) -> [UInt8] {
    let root = try JSONReader.read(bytes, file: file)
    let (index, task) = try place(in: root, file)
    guard case .mapping(let members) = task.value, let first = members.first else {
      throw Problem(file: file, message: Self.missing)
    }
    var scalars = Array(try DocumentText.decode(bytes, file: file).unicodeScalars)
    let word = isDone ? "true" : "false"
    if let old = members.first(where: { $0.key == Self.key })?.value {
      guard case .scalar(let text, isQuoted: false) = old.value else {
        throw Problem(file: file, message: "expected true or false for \"\(Self.key)\", found \(old.foundDescription)")
      }
      let start = Self.index(of: old.position, in: scalars)
      scalars.replaceSubrange(start..<min(start + text.unicodeScalars.count, scalars.count), with: word.unicodeScalars)
    } else {
      let start = Self.index(of: first.keyPosition, in: scalars)
      scalars.insert(contentsOf: "\"\(Self.key)\": \(word), ".unicodeScalars, at: start)
    }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    let mark: [UInt8] = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? [0xEF, 0xBB, 0xBF] : []
    let edited = mark + Array(String(text).utf8)
    let intended = YAMLValue(root)?.setting([Self.list, "\(index)", Self.key][...], to: .plain(word))
    guard let read = try? JSONReader.read(edited, file: file), YAMLValue(read) == intended else {
      throw Problem(file: file, message: "expected a document that can be changed without its other parts")
    }
    return edited
  }

  private static func index(of place: DocumentPosition, in scalars: [Unicode.Scalar]) -> Int {
    var index = 0
    for _ in 1..<max(1, place.line) {
      guard let end = scalars[index...].firstIndex(of: "\n") else { break }
      index = end + 1
    }
    return min(index + place.column - 1, scalars.count)
  }
}
