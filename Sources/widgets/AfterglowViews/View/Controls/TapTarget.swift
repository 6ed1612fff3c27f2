/// A link, button, toggle or whole widget where it was drawn, with what a tap on it asks for.
public struct TapTarget: Codable, Hashable, Sendable {
  /// Which control it is; `widget` is the whole widget, with the address of `widgetURL`.
  public enum Kind: String, Codable, Sendable { case link, button, toggle, widget }

  public var kind: Kind
  /// The control's frame in points of its widget.
  public var framePt: Rect
  /// The intent of a button or toggle; `nil` if it has none.
  public var intent: IntentReference?
  /// The action of the scene that it names; `nil` if it names none.
  package var action: ActionReference?
  /// The address that it opens, as text; `nil` if it has none.
  public var address: String?
  /// Whether a toggle is on; `nil` for other controls.
  public var isOn: Bool?
  /// A number for the place in the widget's tree, the same in all entries and looks; `nil` in drawings of programs that were
  /// built with an earlier version.
  package var place: UInt32?
}
