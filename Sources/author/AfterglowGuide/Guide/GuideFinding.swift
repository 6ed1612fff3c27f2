/// A scene's departure from the guide for widgets.
struct GuideFinding: Hashable {
  var rule: GuideRule
  /// Identifier of the slot; nil = the whole scene.
  var slot: String?
  var message: String

  var description: String { "\(slot.map { $0 + ": " } ?? "")\(message) (rule \(rule.rawValue))" }
}
