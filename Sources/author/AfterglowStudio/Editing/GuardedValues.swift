import AfterglowBoards
import AfterglowDocuments

/// What of a scene runs programs, asks addresses, names secrets, or leads out of the board's folder. A network may take
/// it away, but not add or change any of it: who edits scenes there could otherwise run commands here.
struct GuardedValues {
  /// Each with its key, in no order.
  private var found: [YAMLValue.Member] = []

  /// Keys whose values are guarded as a whole, whatever they are.
  private static let keys: Set = [
    "source", "sources", "history", "holidays", "calendar", "command", "commands", "action", "actions", "program",
    "secret", "secrets", "caldav", "url", "push", "headers", "disk",
  ]

  /// The same of `board.yaml`, whose devices and files are read and written by a panel that runs.
  private static let boardKeys: Set<String> = Set(
    BoardFormKey.all.compactMap { key -> String? in
      guard case .text = key.kind, key.path != ["name"] else { return nil }
      return key.path.last?.lowercased()
    })

  /// Whether a key's value is guarded as a whole.
  static func isGuarded(_ key: String) -> Bool { keys.contains(key.lowercased()) }

  private let isBoard: Bool

  init(_ document: YAMLValue, of file: SettingsFile = .scene) {
    isBoard = file == .board
    collect(document, key: "")
  }

  private mutating func collect(_ value: YAMLValue, key: String) {
    if Self.isGuarded(key) || isBoard && Self.boardKeys.contains(key.lowercased()) {
      found.append(YAMLValue.Member(key, value))
      return
    }
    switch value {
    case .mapping(let members): for member in members { collect(member.value, key: member.key) }
    case .list(let items): for item in items { collect(item, key: key) }
    case .text(let text) where Self.leadsOut(text): found.append(YAMLValue.Member(key, value))
    case .plain, .text: break
    }
  }

  /// Whether a text, if it names a file, may name one outside of the folder, or is an address.
  private static func leadsOut(_ text: String) -> Bool {
    text.hasPrefix("/") || text.hasPrefix("~") || text.hasPrefix("$") || text.contains("://")
      || text.split(separator: "/").contains("..")
  }

  /// What is here and not there, as its key.
  func first(notIn old: GuardedValues) -> String? {
    var rest = old.found
    for member in found {
      guard let place = rest.firstIndex(of: member) else { return member.key }
      rest.remove(at: place)
    }
    return nil
  }
}
