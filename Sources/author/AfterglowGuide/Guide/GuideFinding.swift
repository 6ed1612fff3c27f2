import Afterglow

/// A scene's departure from the guide for widgets.
struct GuideFinding: Hashable {
  var rule: GuideRule
  /// Identifier of the slot; nil = the whole scene.
  var slot: String?
  var message: String
  /// The place in a file; nil = that of the slot.
  var place: SourcePlace?
  /// Whether the widget is not shown as requested, rather than against the guide's advice.
  var isWarning = false

  var description: String { "\(slot.map { $0 + ": " } ?? "")\(message) (rule \(rule.rawValue))" }
}
