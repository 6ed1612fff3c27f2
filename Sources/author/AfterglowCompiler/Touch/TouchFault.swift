import AfterglowViews

/// Why a control that names an action of the scene does nothing.
package enum TouchFault: Equatable {
  /// No action of the scene has the name.
  case unknown
  /// The action does not take the value, which the words say.
  case value(String)

  /// - Parameters:
  ///   - isToggle: whether the control passes `on` and `off`, if the action takes a value.
  ///   - named: the action of that name; nil = the scene has none.
  /// - Returns: nil for a reference that is right.
  package init?(_ reference: ActionReference, isToggle: Bool, named: SceneAction?) {
    guard let named else {
      self = .unknown
      return
    }
    let states: [String?] = [TouchOrder.value(true), TouchOrder.value(false)]
    let values = isToggle ? (named.parameter == .none ? [nil] : states) : [reference.value]
    guard let words = values.lazy.compactMap({ named.parameter.refusal(of: $0) }).first else { return nil }
    self = .value(words)
  }
}
