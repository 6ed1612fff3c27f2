/// A link, button or toggle where it was drawn, for checks of its size (docs/rules.md, rule 83).
public struct TapTarget: Codable, Hashable, Sendable {
  /// Which control it is.
  public enum Kind: String, Codable, Sendable { case link, button, toggle }

  public var kind: Kind
  /// The control's frame in points of its widget.
  public var framePt: Rect
  /// The intent of the target; `nil` if it has none.
  public var intent: IntentReference?
}
