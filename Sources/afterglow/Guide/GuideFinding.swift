/// Something in a scene that the guide for widgets advises against; the rule's number is facts.md's and docs/widgets.md's.
struct GuideFinding: Hashable {
  var rule: Int
  /// Identifier of the slot; nil = the whole scene.
  var slot: String?
  var message: String

  var description: String { "\(slot.map { $0 + ": " } ?? "")\(message) (rule \(rule))" }
}
