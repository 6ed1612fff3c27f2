import AfterglowArchive
import AfterglowCore
import AfterglowDevice
import AfterglowLight

/// A page among the pages of a board.
public struct PagePlace: Equatable, Sendable, BitwiseCopyable {
  /// Number of the page, from 0; of a detail page that of the page under it.
  public var page: Int
  /// The number of pages.
  public var count: Int
  /// Number of the detail page, from 0, behind the last page; nil = none is shown.
  public var detail: Int?
}

/// What a step found.
public struct StepResult: Sendable {
  /// Bits of `UpdateCause` since the last frame was encoded.
  public var causes: UInt32
  /// Whether there is anything to paint.
  public var hasDamage: Bool
  /// When the picture may next be different if nothing arrives; both parts `distantFuture` when never.
  public var wakeUp: WakeUp
  /// When the light mode may change by itself. What a display permits depends on it, so that this is never put off.
  public var modeWakeUp: WakeUp
}

/// What an encoding changed.
public struct FrameReport: Sendable {
  /// Exactly what differs from the last frame, in panel pixels: every rectangle is the tight box of the changed pixels
  /// in one damaged part of the scene.
  public var damage: Damage
  /// Area of `damage`: the pixels that are pushed to the panel.
  public var pixelsDamaged: Int64
  /// Pixels whose encoded value is another one.
  public var pixelsChanged: Int64
  /// Sum over all pixels of `pixelHash`, of the whole frame, over the board's format.
  public var frameHash: UInt64
  /// Every part of the back buffer that was written: `damage`, and in scan-out memory what the buffer lagged behind.
  public var written: Damage
  /// Bytes that went into scan-out memory; 0 for displays in ordinary memory, where nothing crosses a bus.
  public var bytesWritten: Int64
}

/// One presented frame.
public struct UpdateReport: Sendable {
  public var moment: Moment
  /// Bits of `UpdateCause`.
  public var causes: UInt32
  /// How the frame was drawn. Reflective panels are never drawn as night.
  public var isNight: Bool
  public var isLuminanceReduced: Bool
  /// What decided it.
  public var reason: LightReason
  public var variantKey: VariantKey
  /// In panel pixels.
  public var damage: Damage
  public var pixelsDamaged: Int64
  /// The page that it shows.
  public var page: PagePlace
  /// How far ahead of its moment the panel is, in ms; 0 = it shows its moment.
  public var aheadMs: Int64
  public var pixelsChanged: Int64
  public var frameHash: UInt64
  /// Bytes that went into scan-out memory; 0 for displays in ordinary memory.
  public var bytesWritten: Int64
  public var nextWakeUp: WakeUp
}

/// Receives what the loop does. Calls must not wait.
public protocol UpdateObserver: ~Copyable {
  mutating func presented(_ report: borrowing UpdateReport)

  /// An arrived archive was not taken over; the picture stays.
  mutating func refused(_ error: ArchiveError, atByteCount: Int)

  /// A new reading, or a new decision about the mode; the frame that shows it comes after.
  mutating func decided(_ report: LightReport, at moment: Moment)

  /// The display did not accept a frame; the loop tries again at `retryAt`, with everything that has changed by then.
  mutating func presentFailed(_ error: DisplayError, retryAt: MonotonicInstant)

  /// The display has refreshed its panel, or failed to.
  mutating func refreshed(_ record: borrowing RefreshRecord)

  /// A touch has caused a command.
  mutating func commanded(_ command: ActionCommand)
}

extension UpdateObserver where Self: ~Copyable {
  public mutating func decided(_ report: LightReport, at moment: Moment) {}
  public mutating func presentFailed(_ error: DisplayError, retryAt: MonotonicInstant) {}
  public mutating func refreshed(_ record: borrowing RefreshRecord) {}
  public mutating func commanded(_ command: ActionCommand) {}
}
