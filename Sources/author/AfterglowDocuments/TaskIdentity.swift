/// Identifies a task of a document for as long as it is the same: by the identifier that its writer gives it, or else by
/// what it says.
public enum TaskIdentity {
  /// Longest identifier, in bytes; a longer one identifies nothing.
  public static let maximumByteCount = 512

  /// The argument of a program that stands for the name that a task's writer has given it.
  public static let mark = "{id}"

  private static let given: Unicode.Scalar = "="
  private static let described: Unicode.Scalar = "~"

  /// The identity of a task whose writer has named it; nil for a name that is empty, too long or not of one line.
  public static func of(given name: String) -> String? {
    let isLine = name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    return isLine && (1...maximumByteCount).contains(name.utf8.count) ? "\(given)\(name)" : nil
  }

  /// The name that a task's writer has given it; nil where it has none.
  public static func givenName(of identity: String) -> String? {
    // A name may begin with a mark, which is one character with the sign before it.
    identity.unicodeScalars.first == given ? String(identity.unicodeScalars.dropFirst()) : nil
  }

  /// The identities of the tasks in a list, in its order; nil = the task has none, or shares it.
  ///
  /// Tasks without a name that say the same are distinguished by their order.
  static func all(of items: [DocumentNode]) -> [String?] {
    var counts: [String: Int] = [:]
    let all = items.map { item -> String? in
      guard case .mapping(let members) = item.value else { return nil }
      func text(_ key: String) -> String { members.first { $0.key == key }?.value.text ?? "" }
      if members.contains(where: { $0.key == "id" }) { return of(given: text("id")) }
      let words = ["title", "due", "list"].map(text).joined(separator: "\n")
      if words.utf8.count > 2 * maximumByteCount { return nil }
      counts[words, default: 0] += 1
      return "\(described)\(counts[words]!)\n\(words)"
    }
    return unique(all)
  }

  /// Identities without those that several tasks have.
  public static func unique(_ all: [String?]) -> [String?] {
    var counts: [String: Int] = [:]
    for identity in all { if let identity { counts[identity, default: 0] += 1 } }
    return all.map { identity in identity.flatMap { counts[$0] == 1 ? $0 : nil } }
  }
}

extension StrictDecoder {
  /// The identities of the tasks in a list of mappings; nil = a task has none.
  public mutating func taskIdentities(_ key: String) -> [String?] {
    guard case .sequence(let items)? = node(key)?.value else { return [] }
    return TaskIdentity.all(of: items)
  }
}
