import AfterglowArchive
import AfterglowCore
import AfterglowDevice
import AfterglowInput

/// A region that is touched, as it was when the finger came down: a press is bound to widget, key and bounds, so that an
/// archive that arrives under the finger drops nothing while these stay the same.
struct TouchedRegion: Equatable, BitwiseCopyable {
  /// Index of the widget.
  var widget: Int32
  var key: UInt64
  var bounds: PixelRect
}

/// The marks that the panel shows of a command after it was sent.
struct RegionOverride: BitwiseCopyable {
  enum Stage: UInt8, BitwiseCopyable {
    /// Neither accepted nor refused yet.
    case sent
    /// The author performs it; from the next step on its time counts.
    case accepted
    /// The author performs it, and has to end it or to accept it again in time.
    case underWay
    /// It had no effect; the next step begins to mark that.
    case failed
    /// A mark says for a while that it had no effect.
    case marked
  }

  var region: TouchedRegion
  var sequence: Int64
  var stage = Stage.sent
  /// The state of a toggle until the command ends.
  var isOn: Bool
  /// Whether the mark of a pending command is shown.
  var isPendingShown = false
  /// When the next change is due without an answer.
  var due: MonotonicInstant

  /// Whether a toggle shows `isOn` instead of the archive's state.
  var flips: Bool { !isOver }

  /// Whether it ended without an effect.
  var isOver: Bool { stage == .failed || stage == .marked }

  /// Whether it draws a mark on its region.
  var isMarked: Bool { isOver || isPendingShown }
}

/// The touches of one panel: gestures, the pressed region, and commands without their last answer. An engine has one only
/// if its board has input devices.
struct TouchState: BitwiseCopyable {
  static var overrideCapacity: Int { 16 }

  var gestures = GestureState()
  /// Shown as pressed, by a finger or by a key.
  var pressed: TouchedRegion?
  /// The region that a finger is down on. A key that is pressed meanwhile has its own, the focus.
  var held: TouchedRegion?
  /// The region whose press became a long one, until the next press: its release may have been earlier.
  var longPressed: TouchedRegion?
  /// The region that a press of the knob activates, and until when it is shown.
  var focus: TouchedRegion?
  var focusUntil = MonotonicInstant(milliseconds: 0)
  /// A completed tap that waits for the next step, because an archive has arrived that is not shown yet.
  var confirmed: TouchedRegion?
  var confirmedAt = MonotonicInstant(milliseconds: 0)
  private(set) var overrides = InlineArray<16, RegionOverride?>(repeating: nil)
  private var outbox = InlineArray<8, ActionCommand?>(repeating: nil)
  private var lastSequence: Int64 = 0
  /// What is on the panel.
  var glass = GlassState()
  /// The fingers of a touch test.
  var trail = TouchTrail()

  init() {}

  /// The next number of a command: the time of its release, so that numbers rise from one renderer to the next.
  mutating func nextSequence(at time: MonotonicInstant) -> Int64 {
    lastSequence = Swift.max(lastSequence &+ 1, time.milliseconds)
    return lastSequence
  }

  /// Adds a command and what the panel shows of it. False if there is no room: then nothing is sent.
  mutating func add(_ command: ActionCommand, _ override: RegionOverride) -> Bool {
    guard let place = place(for: override.region), let slot = freeSlot else { return false }
    overrides[place] = override
    outbox[slot] = command
    return true
  }

  /// Adds a command of which the panel shows nothing. Without room it is dropped.
  mutating func add(_ command: ActionCommand) {
    if let slot = freeSlot { outbox[slot] = command }
  }

  /// The oldest command that was not fetched.
  mutating func takeCommand() -> ActionCommand? {
    guard let first = outbox[0] else { return nil }
    for index in 1..<8 { outbox[index - 1] = outbox[index] }
    outbox[7] = nil
    return first
  }

  private var freeSlot: Int? {
    for index in 0..<8 where outbox[index] == nil { return index }
    return nil
  }

  /// The place of the region's earlier command, a free one, or that of a failure.
  private func place(for region: TouchedRegion) -> Int? {
    for index in 0..<TouchState.overrideCapacity {
      if let old = overrides[index], old.region.widget == region.widget, old.region.key == region.key { return index }
    }
    for index in 0..<TouchState.overrideCapacity where overrides[index] == nil { return index }
    for index in 0..<TouchState.overrideCapacity where overrides[index]?.isOver == true { return index }
    return nil
  }

  mutating func set(_ override: RegionOverride?, at index: Int) { overrides[index] = override }

  /// The place of the command with this sequence.
  func index(ofSequence sequence: Int64) -> Int? {
    for index in 0..<TouchState.overrideCapacity where overrides[index]?.sequence == sequence { return index }
    return nil
  }

  /// What a command has made of a region; nil = nothing.
  func override(widget: Int32, key: UInt64) -> RegionOverride? {
    for index in 0..<TouchState.overrideCapacity {
      if let found = overrides[index], found.region.widget == widget, found.region.key == key { return found }
    }
    return nil
  }

  /// When something changes without an event.
  var nextDue: MonotonicInstant {
    var due = Swift.min(gestures.nextDue, trail.until ?? .distantFuture)
    if focus != nil { due = Swift.min(due, focusUntil) }
    for index in 0..<TouchState.overrideCapacity {
      if let override = overrides[index] { due = Swift.min(due, override.due) }
    }
    return due
  }
}

/// The regions that are on the panel. The engine may be ahead of it: a slow display shows a step's picture much later.
struct GlassState: BitwiseCopyable {
  /// One for each widget.
  var widgets = InlineArray<66, GlassWidget>(repeating: GlassWidget())
  /// `contentHash` of the shown archive.
  var archive: UInt64 = 0
  /// The orbit's offset.
  var offset = PixelPoint(x: 0, y: 0)
  /// Whether any region can be touched: not before the first frame, nor while simplified.
  var isTouchable = false
}

/// The entry and variant of a widget on the panel.
struct GlassWidget: BitwiseCopyable {
  var entry: UInt32 = 0
  var slot: UInt8 = 0
  var hasRegions = false
}
