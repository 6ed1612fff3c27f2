import AfterglowLinux

/// Stores the picture's orbit position in a small file across restarts (`--state`): the clock that drives the orbit
/// starts at zero with each boot, which would return the picture to the same position every time.
struct OrbitLog {
  /// Interval between saves, in ms: long, because a memory card wears out. The minutes lost in a power cut are
  /// repeated.
  private static var saveIntervalMs: Int64 { 30 * 60_000 }

  private let path: UnsafePointer<CChar>?
  /// Added to the boot-time clock, in ms.
  let phaseMs: Int64
  private var saveAtMs: Int64

  /// 0 without a file, or with an invalid one.
  init(path: UnsafePointer<CChar>?) {
    self.path = path
    let now = SystemTime.boottimeMs
    saveAtMs = now + OrbitLog.saveIntervalMs
    phaseMs = path.flatMap(OrbitLog.minutes).map { $0 * 60_000 - now } ?? 0
  }

  private static func minutes(in path: UnsafePointer<CChar>) -> Int64? {
    var digits = InlineArray<24, UInt8>(repeating: 0)
    let count = withUnsafeMutableBytes(of: &digits) { bytes in
      do throws(SystemError) { return try FileDescriptor.open(forReading: path).read(into: bytes) } catch { return 0 }
    }
    var value: Int64 = 0
    var index = 0
    while index < count && digits[index] >= 48 && digits[index] < 58 && value < 1 << 40 {
      value = value * 10 + Int64(digits[index] - 48)
      index += 1
    }
    return index > 0 && index < count && digits[index] == 10 && value < 1 << 40 ? value : nil
  }

  /// When it is due to be saved; Int64.max without a file.
  var nextMs: Int64 { path == nil ? Int64.max : saveAtMs }

  /// Saves the position when that is due.
  mutating func saveIfDue() {
    if SystemTime.boottimeMs >= nextMs { save() }
  }

  /// Saves the position. A failure is reported once; only the orbit's position is lost.
  mutating func save() {
    guard let path else { return }
    let now = SystemTime.boottimeMs
    saveAtMs = now + OrbitLog.saveIntervalMs
    var text = FixedText<32>()
    text.append(decimal: Swift.max(0, now + phaseMs) / 60_000)
    text.append("\n")
    let count = text.count
    let failure = text.withCString { (bytes: UnsafePointer<CChar>) -> SystemError? in
      do throws(SystemError) {
        try FileDescriptor.create(regular: path).write(all: UnsafeRawBufferPointer(start: bytes, count: count))
        return nil
      } catch {
        return error
      }
    }
    guard let failure else { return }
    saveAtMs = Int64.max
    _ = complain(.done) { (message: inout TextWriter) in
      message.write("--state: ")
      message.write(failure)
      message.write("; the picture's orbit will begin anew")
    }
  }
}
