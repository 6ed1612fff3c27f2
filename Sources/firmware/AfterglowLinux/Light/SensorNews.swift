import CLinux

/// Decides what is reported about a sensor: a failure, once, when it persists; its recovery, once, when that persists
/// longer. An intermittent sensor therefore does not fill the journal.
public struct SensorNews {
  /// One report.
  public enum Notice: Equatable, Sendable {
    case fails(SensorFault, errno: Int32)
    case worksAgain
    /// It is readable, but its integration time could not be set for dark rooms.
    case isCoarse(errno: Int32)
  }

  /// How long a failure must last to be reported, in ms; shorter ones are drop-outs.
  public static var patienceMs: Int64 { 10_000 }
  /// How long a recovery must last to be reported, in ms.
  public static var calmMs: Int64 { 60_000 }

  private var failsSinceMs: Int64?
  private var worksSinceMs: Int64?
  private var isSpokenOf = false
  /// errno of a failed set-up that has not been reported yet; 0 = none.
  private var coarseErrno: Int32 = 0
  private var hasReportedCoarse = false

  public init() {}

  mutating func noteCoarse(errno: Int32) { if !hasReportedCoarse { coarseErrno = errno } }

  /// The report that is due for this sensor state; nil = none.
  public mutating func next(_ fault: SensorFault, errno: Int32, atMs nowMs: Int64) -> Notice? {
    if coarseErrno != 0 {
      let errno = coarseErrno
      coarseErrno = 0
      hasReportedCoarse = true
      return .isCoarse(errno: errno)
    }
    if fault == .none {
      failsSinceMs = nil
      let since = worksSinceMs ?? nowMs
      worksSinceMs = since
      guard isSpokenOf, nowMs - since >= SensorNews.calmMs else { return nil }
      isSpokenOf = false
      return .worksAgain
    }
    worksSinceMs = nil
    let since = failsSinceMs ?? nowMs
    failsSinceMs = since
    guard !isSpokenOf, nowMs - since >= SensorNews.patienceMs else { return nil }
    isSpokenOf = true
    return .fails(fault, errno: errno)
  }

  /// When a report may be due without a new event; nil = never.
  public var nextDueMs: Int64? {
    if isSpokenOf { return worksSinceMs.map { $0 + SensorNews.calmMs } }
    return failsSinceMs.map { $0 + SensorNews.patienceMs }
  }
}

extension SensorNews.Notice {
  /// Writes the report as a sentence with the sensor's name.
  public func write(to text: inout TextWriter, of sensor: SensorReader) {
    let wanted = sensor.wantedName
    let name = sensor.sensorName
    if case .fails(.missing, _) = self {
      text.write("there is no ")
      text.write(sensor.quantity.words)
      text.write(" ")
      if wanted[0] != 0 {
        text.write("called ")
        text.write(cString: wanted)
        text.write(" ")
      }
      text.write("in ")
      text.write(cString: IIOSensor.devices)
      text.write("; the panel stays as it is; a sensor that is connected later is used")
      return
    }
    text.write("the ")
    text.write(sensor.quantity.words)
    text.write(" ")
    if name.isEmpty { text.write(cString: wanted) } else { text.write(name) }
    switch self {
    case .worksAgain: text.write(" can be read again")
    case .isCoarse(let errno):
      text.write(" counts light in steps that are too coarse for the dark, and its integration time cannot be set: ")
      text.write(cString: ag_errno_text(errno))
      text.write("; let root start this program, or see \"A light sensor\" in docs/raspberry-pi.md")
    case .fails(let fault, let errno):
      fault.write(to: &text, errno: errno)
      text.write("; the panel stays as it is")
    }
  }
}

extension SensorFault {
  /// Writes the rest of a sentence that begins with the sensor's name.
  func write(to text: inout TextWriter, errno: Int32) {
    switch self {
    case .none: text.write(" can be read")
    case .missing: text.write(" has gone")
    case .unreadable:
      text.write(" cannot be read: ")
      text.write(cString: ag_errno_text(errno))
    case .notANumber: text.write(" returned a non-numeric value")
    case .impossible: text.write(" returned a value out of range")
    case .blinded: text.write(" reads 0 lx while another channel is saturated")
    case .silent: text.write(" has not answered for a while")
    }
  }
}
