import AfterglowCore

/// What a display can do; read once at start.
public struct DisplayProperties: Sendable {
  /// Size of the panel's own pixel grid, before `rotation` turns the scene onto it.
  public var size: PixelSize
  public var format: PixelFormat
  /// Whether the panel emits light: it then shows only red at night (law 2). Reflective ones (e-paper) avoid flashing
  /// instead.
  public var isEmissive: Bool
  /// How many frames ago the back buffer was shown: 1 keeps everything, 2 alternates, 0 = content unknown.
  public var bufferAge: Int32
  /// Shortest allowed time between two refreshes, in milliseconds; 0 = none (docs/panels/ssd1680.md, Maker's limits).
  public var minimumRefreshIntervalMs: Int64
  /// How pixels lie in back buffers that are a graphics device's memory, which is only ever written: reading it back
  /// over the bus costs more than drawing. nil = ordinary memory in `format`.
  public var scanOutLayout: PixelLayout?

  public init(
    size: PixelSize, format: PixelFormat, isEmissive: Bool, bufferAge: Int32, minimumRefreshIntervalMs: Int64,
    scanOutLayout: PixelLayout? = nil
  ) {
    self.size = size
    self.format = format
    self.isEmissive = isEmissive
    self.bufferAge = bufferAge
    self.minimumRefreshIntervalMs = minimumRefreshIntervalMs
    self.scanOutLayout = scanOutLayout
  }
}

/// The memory that the next `present` shows, in the panel's own orientation and format.
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

/// Why a display could not be opened or shown on.
public enum DisplayError: Error, Equatable {
  /// The call named by `operation` failed with this errno.
  case system(operation: DisplayOperation, errno: Int32)
  /// A busy line did not become idle within its limit. Carries the level that was read last and the time waited.
  case busyTimeout(levelSeen: Bool, waitedMs: Int32)
  /// The bus refused a transfer.
  case bus(errno: Int32)
  /// Presented before the earliest allowed refresh.
  case tooEarly(earliest: MonotonicInstant)
  /// The display is gone, belongs to another program, or has lost its mode: no further `present` can succeed. The owner
  /// of the display sets it up anew and starts over.
  case lost(operation: DisplayOperation, errno: Int32)
}

/// The call that failed, as part of an error message.
public enum DisplayOperation: UInt8, Sendable {
  case open, map, resize, write, present, power
}

/// A panel: takes finished pixels and shows them. Nothing reaches a panel except through this protocol.
public protocol Display: ~Copyable {
  var properties: DisplayProperties { get }

  /// Lends the back buffer for writing while `body` runs. Only the damaged parts need to be written when `bufferAge` is
  /// 1.
  mutating func withBackBuffer<Result>(_ body: (BackBuffer) -> Result) -> Result

  /// Shows what the back buffer holds.
  ///
  /// - Parameter damage: in panel pixels; covers every changed pixel, and in scan-out memory every pixel that was
  ///   written since this buffer was last presented, for drivers that upload a buffer's damage.
  /// - Throws: `DisplayError.tooEarly` before `earliestPresent`, `lost` when the display must be set up anew, otherwise
  ///   what the driver reported.
  mutating func present(_ damage: borrowing Damage, at now: MonotonicInstant) throws(DisplayError)

  /// The first moment at which `present` is accepted; in the past when it is accepted now.
  func earliestPresent(after now: MonotonicInstant) -> MonotonicInstant

  /// Passes on what the next `present` shows, for displays that publish it to their readers; most ignore it.
  mutating func noteState(realtime: Instant, isNight: Bool, isLuminanceReduced: Bool)

  /// Darkens the panel for an empty room, or allows it to be lit again. While it is dark nothing is presented. Once it
  /// is allowed, a frame is presented at once, and where the display supports it, only that frame lights the panel:
  /// what was shown before may be a day's picture in a room that has become dark (law 2).
  ///
  /// - Throws: `DisplayError.system` with the operation `power`, or `lost`.
  mutating func setPower(_ isOn: Bool) throws(DisplayError)

  /// Leaves the panel as its maker requires: flushed, powered off or asleep. Errors are ignored.
  mutating func close()
}

extension Display where Self: ~Copyable {
  /// For displays without readers.
  @inlinable
  public mutating func noteState(realtime: Instant, isNight: Bool, isLuminanceReduced: Bool) {}

  /// For displays that cannot be darkened: does nothing. Never throws.
  @inlinable
  public mutating func setPower(_ isOn: Bool) throws(DisplayError) {}
}
