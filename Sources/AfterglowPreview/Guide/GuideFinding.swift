/// A scene's departure from the guide for widgets; the rule's number is that of docs/rules.md.
struct GuideFinding: Hashable {
  var rule: Int
  /// Identifier of the slot; nil = the whole scene.
  var slot: String?
  var message: String

  var description: String { "\(slot.map { $0 + ": " } ?? "")\(message) (rule \(rule))" }
}
