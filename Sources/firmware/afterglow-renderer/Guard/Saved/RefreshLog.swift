import AfterglowDevice
import AfterglowLinux

/// Keeps what the glass of a panel has gone through, across renderers and, with `--state`, across restarts: in a file
/// with that name and ".refreshes".
struct RefreshLog {
  /// Interval between saves, in ms: long, because a memory card wears out. What a power cut loses is not counted.
  static var saveIntervalMs: Int64 { 3_600_000 }

  private let path: UnsafePointer<CChar>?
  /// The newest.
  private(set) var record = RefreshRecord()
  /// When a renderer of this guard reported its last drive or a failure, or died: either may have been a drive. The next
  /// renderer keeps the maker's interval. Boot time; 0 = none did.
  private(set) var lastDriveEndMs: Int64 = 0
  private var isSaved = true
  private var saveAtMs: Int64

  /// Empty without a file, or with an invalid one.
  init(path: UnsafePointer<CChar>?) {
    self.path = path
    saveAtMs = SystemTime.boottimeMs + RefreshLog.saveIntervalMs
    guard let path else { return }
    var found = RefreshRecord()
    let count = RefreshLog.withPath(path, ".refreshes") { name in
      withUnsafeMutableBytes(of: &found) { bytes in
        do throws(SystemError) { return try FileDescriptor.open(forReading: name).read(into: bytes) } catch { return 0 }
      }
    }
    if count == RefreshRecord.byteCount && found.isWhole { record = found }
  }

  /// Takes what a renderer has reported.
  mutating func note(_ message: ControlMessage, realtimeMs: Int64) {
    var next = message.refreshes
    next.sinceMs = record.total == 0 ? realtimeMs : record.sinceMs
    next.untilMs = Swift.max(next.sinceMs, realtimeMs)
    if next.drives != record.drives || next.failed != record.failed { lastDriveEndMs = SystemTime.boottimeMs }
    record = next
    isSaved = false
  }

  /// A renderer has died, perhaps before it could report its last drive.
  mutating func noteDeath() { lastDriveEndMs = SystemTime.boottimeMs }

  /// Another panel takes this one's place.
  mutating func forgetDrive() { lastDriveEndMs = 0 }

  /// When it is due to be saved; Int64.max when nothing is to be.
  var nextMs: Int64 { path == nil || isSaved ? Int64.max : saveAtMs }

  /// Saves it when that is due.
  mutating func saveIfDue() {
    if SystemTime.boottimeMs >= nextMs { save() }
  }

  /// Saves what has not been saved. The file is whole at any time; a failure is reported once.
  mutating func save() {
    guard let path, !isSaved else { return }
    isSaved = true
    saveAtMs = SystemTime.boottimeMs + RefreshLog.saveIntervalMs
    record.seal()
    var copy = record
    let failure = RefreshLog.withPath(path, ".refreshes.new") { new in
      RefreshLog.withPath(path, ".refreshes") { name in RefreshLog.write(&copy, to: new, then: name) }
    }
    guard let failure else { return }
    saveAtMs = Int64.max
    _ = complain(.done) { (message: inout TextWriter) in
      message.write("--state: ")
      message.write(failure)
      message.write("; the panel's refreshes are not counted")
    }
  }

  private static func write(
    _ record: inout RefreshRecord, to new: UnsafePointer<CChar>, then name: UnsafePointer<CChar>
  ) -> SystemError? {
    withUnsafeBytes(of: &record) { bytes in
      do throws(SystemError) {
        try FileDescriptor.create(regular: new).write(all: bytes)
        try renameFile(new, to: name)
        return nil
      } catch {
        return error
      }
    }
  }

  private static func withPath<Result>(
    _ path: UnsafePointer<CChar>, _ ending: StaticString, _ body: (UnsafePointer<CChar>) -> Result
  ) -> Result {
    var text = FixedText<4_112>()
    text.append(cString: path)
    text.append(ending)
    return text.withCString(body)
  }
}
