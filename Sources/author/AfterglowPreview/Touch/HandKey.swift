import AfterglowBoards
import AfterglowInput

/// The names of the keys that a hand without a device can press.
package enum HandKey {
  private static let keys: [(name: String, code: UInt16)] = [
    ("enter", KeyCode.enter), ("space", KeyCode.space), ("up", KeyCode.up), ("left", KeyCode.left),
    ("right", KeyCode.right), ("down", KeyCode.down), ("esc", KeyCode.escape),
  ]

  package static let names = keys.map(\.name).joined(separator: ", ")

  /// The kernel's code of a key by its name or its number; nil = there is no such key.
  package static func code(of text: String) -> UInt16? {
    if let known = keys.first(where: { $0.name == text.lowercased() }) { return known.code }
    if let code = LinuxKeys.code(of: text.uppercased()) { return code }
    return UInt16(text).flatMap { Int($0) < KeySet.codeCount ? $0 : nil }
  }
}
