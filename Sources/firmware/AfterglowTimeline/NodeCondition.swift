/// Under which condition a node is drawn.
public enum NodeCondition: UInt8, Sendable {
  case always = 0
  /// Only while the clock is not trusted (law 4).
  case clockUntrusted = 1
  /// Only once the widget's content is older than `staleAfterMs` (law 3).
  case contentStale = 2
  /// Only while the clock is trusted and no time is shown that changes faster than its display.
  case clockTrusted = 3
  /// Only until the widget's content is older than `staleAfterMs`: content that the age mark replaces.
  case contentFresh = 4
  /// Only while the clock is trusted, but a time is shown that changes faster than its display (law 4).
  case clockBehind = 5
  /// Only while the toggle that the node names is on.
  case regionOn = 6
  /// Only while the toggle that the node names is off. A number without a toggle counts as off.
  case regionOff = 7
  /// Only while the panel shows a coming moment in place of the present one.
  case ahead = 8
  /// A tick text, only while the panel shows a coming moment of the present day, in the text's zone.
  case aheadToday = 9
  /// A tick text, only while the panel shows a moment of the next day, in the text's zone.
  case aheadTomorrow = 10
  /// A tick text, only while the panel shows a moment after the next day, in the text's zone.
  case aheadLater = 11

  /// Whether the condition is that of a toggle, which the node names.
  public var namesRegion: Bool { self == .regionOn || self == .regionOff }

  /// Whether the node is drawn only while the panel shows a coming moment.
  public var isOfComingMoment: Bool { rawValue >= NodeCondition.ahead.rawValue }
}
