import AfterglowCore
import CLinux

/// The guard's side of the sensor process: a descriptor to poll, and the current value.
///
/// The value is unknown (−1), never dark, while the process has exited, is silent or has no sensor. A process that
/// exited is restarted with increasing delays; one that has been silent for a minute is killed first.
public struct SensorReader {
  /// How long a value is valid without a report: three keep-alives and a slow sensor's reading.
  public static var silenceMs: Int64 { 20_000 }
  static var hopelessMs: Int64 { 60_000 }
  static var longestPauseMs: Int64 { 60_000 }

  /// Readable when there is a report; −1 while no process is running.
  public private(set) var descriptor: Int32 = -1
  /// 0 while no process is running.
  public private(set) var processIdentifier: Int32 = 0
  private let request: SensorRequest
  private let confine: SensorConfinement?
  private var latest = SensorReport.nothing
  private var news = SensorNews()
  private var reportedAtMs: Int64 = 0
  private var startedAtMs: Int64 = 0
  private var startAtMs: Int64 = 0
  private var pauseMs: Int64 = 0
  private var isEnding = false
  /// The process has exited so that another one can prepare a sensor that has appeared.
  private var isRenewing = false

  /// Starts the process.
  ///
  /// - Parameter confine: the confinement that the child enters before it reads any sensor.
  /// - Throws: `SystemError` when no pipe or process can be created.
  public static func start(
    _ request: SensorRequest, confine: SensorConfinement? = nil
  ) throws(SystemError) -> SensorReader {
    var reader = SensorReader(request: request, confine: confine)
    try reader.startProcess(nowMs: SystemTime.boottimeMs)
    return reader
  }

  /// The current value, in the unit of `quantity`.
  public func reading(atMs nowMs: Int64) -> Reading<Int64> {
    isResponding(atMs: nowMs) ? latest.believed(request.quantity) : .unknown
  }

  private func isResponding(atMs nowMs: Int64) -> Bool {
    descriptor >= 0 && nowMs - reportedAtMs < SensorReader.silenceMs
  }

  public var quantity: SensorQuantity { request.quantity }
  /// The sensor's name in the board file.
  public var wantedName: UnsafePointer<CChar> { request.name }

  /// The next report about the sensor's state, each reported once; nil = none.
  public mutating func nextNotice(atMs nowMs: Int64) -> SensorNews.Notice? {
    news.next(isResponding(atMs: nowMs) ? latest.fault : .silent, errno: latest.errno, atMs: nowMs)
  }

  /// The driver's name of the sensor; empty before it was first found.
  public var sensorName: FixedText<128> { latest.name }

  /// Maximum number of reports read at a time, so that a process that writes continuously cannot block the guard.
  static var reportsPerTurn: Int { 64 }

  /// Reads pending reports, a bounded number at a time; never waits. Detects that the process has exited.
  public mutating func read(atMs nowMs: Int64) {
    if descriptor < 0 { return }
    for _ in 0..<SensorReader.reportsPerTurn {
      var report = SensorReport.nothing
      let count = ag_read(descriptor, &report, Int64(SensorReport.byteCount))
      if count == Int64(SensorReport.byteCount) {
        take(report, atMs: nowMs)
      } else if count == -Int64(EAGAIN) {
        return
      } else {
        return reapProcess(nowMs: nowMs)
      }
    }
  }

  private mutating func take(_ report: SensorReport, atMs nowMs: Int64) {
    reportedAtMs = nowMs
    switch report.word {
    case .none: latest = report
    case .coarse: news.noteCoarse(errno: report.errno)
    case .renew: isRenewing = true
    }
  }

  /// Starts or ends the process when that is due. Call it whenever `nextDueMs` has passed.
  public mutating func keep(atMs nowMs: Int64) {
    if descriptor < 0 {
      if nowMs < startAtMs { return }
      do throws(SystemError) { try startProcess(nowMs: nowMs) } catch { postpone(livedMs: 0, nowMs: nowMs) }
    } else if !isEnding && nowMs - reportedAtMs >= SensorReader.hopelessMs {
      // It may be blocked in the kernel and exit only later; the pipe then reports it.
      isEnding = true
      Process.kill(processIdentifier)
    }
  }

  /// When, without further input, `reading` may change, `keep` is due or there is a report; nil = never.
  public func nextDueMs(after nowMs: Int64) -> Int64? {
    guard let notice = news.nextDueMs else { return nextChangeMs(after: nowMs) }
    return Swift.min(notice, nextChangeMs(after: nowMs) ?? notice)
  }

  private func nextChangeMs(after nowMs: Int64) -> Int64? {
    if descriptor < 0 { return startAtMs == Int64.max ? nil : startAtMs }
    if isEnding { return nil }
    let silent = reportedAtMs + SensorReader.silenceMs
    return nowMs < silent ? silent : reportedAtMs + SensorReader.hopelessMs
  }

  /// Ends the process: by closing the pipe, so that it can disable the driver's events, and by SIGKILL if it does not
  /// react. One that is blocked in the kernel exits later, and is not waited for.
  public mutating func stop() {
    if descriptor < 0 { return }
    closeDescriptor(descriptor)
    descriptor = -1
    startAtMs = Int64.max
    if !isReaped() {
      Process.kill(processIdentifier)
      _ = isReaped()
    }
    processIdentifier = 0
  }

  /// Waits for at most a tenth of a second.
  private func isReaped() -> Bool {
    for _ in 0..<20 {
      if Process.reap(processIdentifier) != nil { return true }
      SystemTime.sleep(milliseconds: 5)
    }
    return false
  }

  private mutating func startProcess(nowMs: Int64) throws(SystemError) {
    var ends = InlineArray<2, Int32>(repeating: -1)
    let result = withUnsafeMutablePointer(to: &ends) { pointer in
      ag_pipe(UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: Int32.self))
    }
    _ = try checked("make a pipe to a sensor's process", result)
    let parent = Process.identifier
    let child = ag_fork()
    if child == 0 {
      becomeSensorProcess(pipe: ends[1], parent: parent)
      Process.exitNow(0)
    }
    closeDescriptor(ends[1])
    if child < 0 {
      closeDescriptor(ends[0])
      throw SystemError("start a sensor's process", errno: -child)
    }
    descriptor = ends[0]
    processIdentifier = child
    forgetReading()
    reportedAtMs = nowMs
    startedAtMs = nowMs
    isEnding = false
    isRenewing = false
  }

  private func becomeSensorProcess(pipe: Int32, parent: Int32) {
    Process.setName(request.quantity == .light ? "aglow-light" : "aglow-distance")
    Process.takeSignalsOfRenderer()
    ag_keep_only(pipe)
    if ag_die_with(parent) < 0 { return }
    var sensor = IIOSensor(request)
    let preparation = sensor.prepare()
    let events = sensor.openEvents()
    if let confine, confine() < 0 { return }
    SensorProcess.run(sensor, events: events, preparation: preparation, pipe: pipe, intervalMs: sensor.intervalMs)
  }

  /// Resets everything except the name, which reports still use.
  private mutating func forgetReading() {
    latest = SensorReport(SensorReading(.silent), name: latest.name)
  }

  /// The pipe is closed, so the process has left the kernel and waiting for it takes no time.
  private mutating func reapProcess(nowMs: Int64) {
    closeDescriptor(descriptor)
    descriptor = -1
    Process.kill(processIdentifier)
    _ = Process.reapWaiting(processIdentifier)
    processIdentifier = 0
    forgetReading()
    if isRenewing {
      startAtMs = nowMs
    } else {
      postpone(livedMs: nowMs - startedAtMs, nowMs: nowMs)
    }
  }

  /// A process that ran for a while is restarted at once, others after 1 s, 2 s, 4 s … up to a minute.
  private mutating func postpone(livedMs: Int64, nowMs: Int64) {
    pauseMs =
      livedMs >= SensorReader.hopelessMs ? 0 : Swift.min(Swift.max(1_000, pauseMs * 2), SensorReader.longestPauseMs)
    startAtMs = nowMs + pauseMs
  }
}

/// The confinement of the sensor's process: privileges and system calls. Negative = failed, and the process exits.
public typealias SensorConfinement = @convention(c) () -> Int32
