/// The direction of a swipe as the finger moves.
public enum SwipeDirection: UInt8, Sendable, BitwiseCopyable {
  case left = 0
  case right = 1
  case up = 2
  case down = 3
}

/// A gesture of fingers, keys and knobs on a panel.
///
/// Each `press` is followed by exactly one of `tap`, `longPress` and `pressEnded`, and a `longPress` at most once by
/// `lateTap`; each run of `drag` by `swipe` or `dragEnded`; each `focusPress` by `focusTap`, `focusLongPress` or
/// `focusPressEnded`; each run of `heldTurn` by `heldTurnEnded`.
public enum Gesture: Equatable, Sendable, BitwiseCopyable {
  /// A finger is down and has not moved: the region under it is shown as pressed.
  case press(PanelPoint)
  /// The press has no effect: the finger has moved too far, is not alone, or is not followed any more.
  case pressEnded
  /// The finger is up again where it was put down. A region acts if both points lie in it.
  case tap(from: PanelPoint, to: PanelPoint)
  /// The finger has stayed where it was put down. Its release has no effect, except as a `lateTap`.
  case longPress(PanelPoint)
  /// The release of the last long press was in time for a tap, and was reported too late: a process was blocked.
  case lateTap(from: PanelPoint, to: PanelPoint)
  /// The finger is on its way.
  case drag(from: PanelPoint, to: PanelPoint)
  /// The drag has ended far or fast enough.
  case swipe(SwipeDirection, from: PanelPoint)
  /// The drag has ended without a swipe; a page that followed it returns.
  case dragEnded
  /// The key or knob that activates the focus is down.
  case focusPress
  /// The press has no effect: the knob was turned, or is not followed any more.
  case focusPressEnded
  /// The key or knob is up again and was not turned.
  case focusTap
  /// A `focusTap` of at least `GestureFigures.longPressMs`.
  case focusLongPress
  /// The focus moves by this many steps; positive = forwards.
  case turn(Int32)
  /// The key Left or Right: pages change, or the focus moves on a board with one page; positive = right.
  case sideways(Int32)
  /// The knob was turned while held: the panel moves through time.
  case heldTurn(Int32)
  /// The turned knob is up again.
  case heldTurnEnded
  /// Pages change; positive = forwards.
  case page(Int32)
  /// The shown detail or choice closes.
  case dismiss
  /// Another key came up, without a turn of a knob while it was down.
  case key(code: UInt16, isLong: Bool)
  /// A mouse moved without its button.
  case pointer(PanelPoint)
}

/// The gestures that one change causes, in their order.
public struct GestureList: Sendable, BitwiseCopyable {
  /// Largest number of gestures.
  public static var capacity: Int { 4 }

  private var gestures = InlineArray<4, Gesture>(repeating: .pressEnded)
  /// Gestures in the list, 0 to `capacity`.
  public private(set) var count = 0

  /// The gesture at `index`, which must be below `count`.
  public subscript(index: Int) -> Gesture {
    precondition(index >= 0 && index < count)
    return gestures[index]
  }

  mutating func append(_ gesture: Gesture) {
    precondition(count < GestureList.capacity)
    gestures[count] = gesture
    count += 1
  }
}

/// Distances and times that distinguish gestures. Distances are lengths on the panel: a finger is as large on every one.
public enum GestureFigures {
  /// How far a finger may move during a press, in µm.
  public static var slopMicrometres: Int64 { 2_500 }
  /// The length from which a drag is a swipe, in µm.
  public static var swipeMicrometres: Int64 { 8_000 }
  /// The speed at release from which a shorter drag is a swipe, in µm/s.
  public static var swipeMicrometresPerSecond: Int64 { 60_000 }
  /// How long a press lasts before it is a long one, in ms.
  public static var longPressMs: Int64 { 500 }
  /// The time before the release in which the speed of a drag is measured, in ms.
  public static var speedWindowMs: Int64 { 100 }
  /// How long a contact counts as a second finger of a later one, in ms. One that rests longer is an object or a defect
  /// of the device and does not block the panel.
  public static var restMs: Int64 { 10_000 }
}
