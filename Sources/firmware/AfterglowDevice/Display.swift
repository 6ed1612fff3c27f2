import AfterglowCore

/// A display's capabilities; read at start, and again when a refresh has failed.
public struct DisplayProperties: Sendable {
  /// Size of the panel's pixel grid, before `rotation` maps the scene to it.
  public var size: PixelSize
  public var format: PixelFormat
  /// Whether the panel emits light: it then shows only red at night (law 2). Reflective ones (e-paper) avoid flashing
  /// instead.
  public var isEmissive: Bool
  /// The age of the back buffer's content in frames: 1 = the last frame, 2 = alternating buffers, 0 = unknown.
  public var bufferAge: Int32
  /// Longest time that a change may have to wait until its display permits another refresh, in milliseconds; 0 = none
  /// (docs/panels/refresh.md).
  public var minimumRefreshIntervalMs: Int64
  /// The shortest part of a night in which one change is shown (`Darkness`); 0 = a dark room is as a lit one.
  public var darkRefreshIntervalMs: Int64
  /// Pixel layout of back buffers in a graphics device's memory, which is never read: reading it over the bus costs
  /// more than drawing. nil = ordinary memory in `format`.
  public var scanOutLayout: PixelLayout?

  public init(
    size: PixelSize, format: PixelFormat, isEmissive: Bool, bufferAge: Int32, minimumRefreshIntervalMs: Int64,
    darkRefreshIntervalMs: Int64 = 0, scanOutLayout: PixelLayout? = nil
  ) {
    self.size = size
    self.format = format
    self.isEmissive = isEmissive
    self.bufferAge = bufferAge
    self.minimumRefreshIntervalMs = minimumRefreshIntervalMs
    self.darkRefreshIntervalMs = darkRefreshIntervalMs
    self.scanOutLayout = scanOutLayout
  }
}

/// A night as a display needs to know it. It is divided into parts on the wall clock, in each of which a display that
/// avoids flashing draws one change.
public struct Darkness: Equatable, Sendable {
  /// When the picture of the night was requested: for a scheduled night some minutes before it begins, so that the display
  /// can prepare for it.
  public var since: MonotonicInstant
  /// When nothing may flash any more.
  public var begins: MonotonicInstant
  /// When the present part began; it may be before `since`.
  public var partBegan: MonotonicInstant
  /// When the next part begins.
  public var nextPart: MonotonicInstant

  public init(
    since: MonotonicInstant, begins: MonotonicInstant, partBegan: MonotonicInstant, nextPart: MonotonicInstant
  ) {
    self.since = since
    self.begins = begins
    self.partBegan = partBegan
    self.nextPart = nextPart
  }
}

/// The memory that the next `present` shows, in the panel's orientation and format.
public struct BackBuffer {
  /// The first byte of the top row; valid while the closure that receives it runs.
  public let base: UnsafeMutableRawPointer
  /// Bytes from one row to the next.
  public let strideBytes: Int

  public init(base: UnsafeMutableRawPointer, strideBytes: Int) {
    self.base = base
    self.strideBytes = strideBytes
  }
}

/// Why a display could not be opened or updated.
public enum DisplayError: Error, Equatable {
  /// The call named by `operation` failed with this errno.
  case system(operation: DisplayOperation, errno: Int32)
  /// A busy line did not follow within `waitedMs`. `isBusy`: it still says busy, at whichever level its controller says so;
  /// otherwise it never did, or not long enough.
  case busyTimeout(isBusy: Bool, waitedMs: Int32)
  /// The same right after a reset, when a controller has nothing to do: a panel whose controller says busy by the other
  /// level reads like that.
  case busyAfterReset(waitedMs: Int32)
  /// A partial refresh was not answered, or ended at once: the glass may have no waveform for it.
  case partialFailed(waitedMs: Int32)
  /// A bus transfer failed.
  case bus(errno: Int32)
  /// Presented before the earliest allowed refresh.
  case tooEarly(earliest: MonotonicInstant)
  /// The display is gone, belongs to another program, or has lost its mode: no further `present` can succeed. The owner
  /// of the display sets it up again and restarts the renderer.
  case lost(operation: DisplayOperation, errno: Int32)
}

/// The call that failed, as part of an error message.
public enum DisplayOperation: UInt8, Sendable {
  case open, map, resize, write, present, power
}

/// A panel that shows finished pixels. This protocol is the only way to a panel.
public protocol Display: ~Copyable {
  var properties: DisplayProperties { get }

  /// Passes the back buffer to `body` for writing. Only the damaged parts need to be written when `bufferAge` is 1.
  mutating func withBackBuffer<Result>(_ body: (BackBuffer) -> Result) -> Result

  /// Shows the content of the back buffer, or starts to: see `nextPresentStep`.
  ///
  /// - Parameter damage: in panel pixels; covers every changed pixel, and, in scan-out memory, every pixel written
  ///   since this buffer was last presented, for drivers that upload a buffer's damage.
  /// - Throws: `DisplayError.tooEarly` before `earliestPresent`, `lost` when the display must be set up again,
  ///   otherwise the driver's error.
  mutating func present(_ damage: borrowing Damage, at now: MonotonicInstant) throws(DisplayError)

  /// When the frame or the closing that is under way is to be continued; nil = none is. E-paper takes seconds for a
  /// frame: until then neither the back buffer is used nor another frame presented.
  var nextPresentStep: MonotonicInstant? { get }

  /// A descriptor that becomes readable when the next step may be sooner than `nextPresentStep` says; −1 = none does.
  var presentSignal: Int32 { get }

  /// Continues what `nextPresentStep` announces, without waiting.
  ///
  /// - Parameter isStopping: whether the program is to end: what failed is not tried again.
  /// - Throws: like `present`; nothing is under way then.
  mutating func continuePresent(at now: MonotonicInstant, isStopping: Bool) throws(DisplayError)

  /// The earliest time at which `present` is accepted; in the past if it is accepted now.
  func earliestPresent(after now: MonotonicInstant) -> MonotonicInstant

  /// Whether the room is dark, for displays that then avoid flashing; most ignore it. nil = it is lit.
  mutating func noteDarkness(_ darkness: Darkness?, at now: MonotonicInstant)

  /// When `keepUp` is to be called although no frame is to be shown: e-paper is refreshed once a day, and sleeps after
  /// its last change. nil = not at all.
  func nextUpkeep(after now: MonotonicInstant) -> MonotonicInstant?

  /// Does what `nextUpkeep` announces, or starts to: see `nextPresentStep`. Nothing before it is due.
  ///
  /// - Throws: like `present`; another frame is then to be presented, even if nothing has changed.
  mutating func keepUp(at now: MonotonicInstant) throws(DisplayError)

  /// What the panel's glass has gone through in its life; nil = the display counts nothing.
  var refreshes: RefreshRecord? { get }

  /// Sets the state that the next `present` publishes, for displays with readers; most ignore it.
  mutating func noteState(realtime: Instant, isNight: Bool, isLuminanceReduced: Bool)

  /// Darkens the panel for an empty room, or permits it to be turned on again. While it is dark nothing is presented.
  /// Once it is permitted, a frame is presented at once, and if the display supports it, only that frame turns the
  /// panel on: the previous content may be a day picture in a room that has become dark (law 2).
  ///
  /// - Throws: `DisplayError.system` with the operation `power`, or `lost`.
  mutating func setPower(_ isOn: Bool) throws(DisplayError)

  /// Leaves the panel in the state that its maker requires: flushed, powered off or asleep; complete once
  /// `nextPresentStep` is nil. Errors are ignored.
  mutating func close()
}

extension Display where Self: ~Copyable {
  /// Never anything, for displays that show a frame at once.
  @inlinable
  public var nextPresentStep: MonotonicInstant? { nil }

  /// None, for displays that wait for times only.
  @inlinable
  public var presentSignal: Int32 { -1 }

  /// Does nothing, for displays that show a frame at once. Never throws.
  @inlinable
  public mutating func continuePresent(at now: MonotonicInstant, isStopping: Bool) throws(DisplayError) {}

  /// Does nothing, for displays that do not flash.
  @inlinable
  public mutating func noteDarkness(_ darkness: Darkness?, at now: MonotonicInstant) {}

  /// Never anything, for displays that need no care.
  @inlinable
  public func nextUpkeep(after now: MonotonicInstant) -> MonotonicInstant? { nil }

  /// Does nothing, for displays that need no care. Never throws.
  @inlinable
  public mutating func keepUp(at now: MonotonicInstant) throws(DisplayError) {}

  /// None, for displays that count nothing.
  @inlinable
  public var refreshes: RefreshRecord? { nil }

  /// Does nothing, for displays without readers.
  @inlinable
  public mutating func noteState(realtime: Instant, isNight: Bool, isLuminanceReduced: Bool) {}

  /// Does nothing, for displays that cannot be darkened. Never throws.
  @inlinable
  public mutating func setPower(_ isOn: Bool) throws(DisplayError) {}
}
