import AfterglowLinux

/// Stores the picture's orbit position in a small file across restarts (`--state`): the clock that drives the orbit
/// starts at zero with each boot, which would return the picture to the same position every time.
struct OrbitLog {
  /// How much further the next start continues if this one is not stopped, in minutes: at another place of both sweeps.
  private static var leapMinutes: Int64 { 149 }

  private let path: UnsafePointer<CChar>?
  /// Added to the boot-time clock, in ms.
  let phaseMs: Int64
  /// Whether the place of the next start is saved.
  private var isAhead = false
  private var hasFailed = false

  /// 0 without a file, or with an invalid one.
  init(path: UnsafePointer<CChar>?) {
    self.path = path
    let now = SystemTime.boottimeMs
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

  /// When it is due to be saved; Int64.max = not before the stop.
  var nextMs: Int64 { path == nil || isAhead ? Int64.max : 0 }

  /// Saves once where the next start continues if this one ends without a stop, as in a power cut. Between a start and a
  /// stop nothing is written: a memory card wears out.
  mutating func saveIfDue() {
    guard nextMs == 0 else { return }
    isAhead = true
    save(aheadMinutes: OrbitLog.leapMinutes)
  }

  /// Saves the position at a stop. A failure is reported once; only the orbit's position is lost.
  mutating func save() { save(aheadMinutes: 0) }

  private mutating func save(aheadMinutes: Int64) {
    guard let path, !hasFailed else { return }
    var text = FixedText<32>()
    text.append(decimal: Swift.max(0, SystemTime.boottimeMs + phaseMs) / 60_000 + aheadMinutes)
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
    hasFailed = true
    _ = complain(.done) { (message: inout TextWriter) in
      message.write("--state: ")
      message.write(failure)
      message.write("; the picture's orbit will begin anew")
    }
  }
}
