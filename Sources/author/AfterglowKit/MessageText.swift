import AfterglowCore
import Foundation

/// Civil time for messages and files.
package enum TimeText {
  /// `2026-11-21T21:07:00.000Z`.
  package static func utc(_ instant: Instant) -> String {
    let ms = ((instant.milliseconds % 1000) + 1000) % 1000
    return format(instant.seconds, "%Y-%m-%dT%H:%M:%S", isLocal: false) + "." + padded(Int(ms), 3) + "Z"
  }

  /// `2026-11-21T22:07:00+01:00`, in a zone.
  package static func zoned(_ instant: Instant, in zone: TimeZone) -> String {
    let offset = zone.secondsFromGMT(for: Date(instant))
    let minutes = abs(offset) / 60
    let mark = (offset < 0 ? "-" : "+") + padded(minutes / 60, 2) + ":" + padded(minutes % 60, 2)
    return format(instant.seconds + Int64(offset), "%Y-%m-%dT%H:%M:%S", isLocal: false) + mark
  }

  /// `22:07:00`, in the zone of this machine.
  package static func localTime(_ instant: Instant) -> String { format(instant.seconds, "%H:%M:%S", isLocal: true) }

  /// `2026-11-21`, in the zone of this machine.
  package static func localDate(_ instant: Instant) -> String { format(instant.seconds, "%Y-%m-%d", isLocal: true) }

  /// `Sat 22:07:00`, or only the time when it is within a day from `now`.
  package static func due(_ instant: Instant, now: Instant) -> String {
    if instant >= .distantFuture { return "nothing due by itself" }
    let isNear = abs(instant.milliseconds - now.milliseconds) < 86_400_000
    return format(instant.seconds, isNear ? "%H:%M:%S" : "%Y-%m-%d %H:%M:%S", isLocal: true)
  }

  package static func padded(_ value: Int, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  private static func format(_ seconds: Int64, _ pattern: String, isLocal: Bool) -> String {
    var time = time_t(seconds)
    var parts = tm()
    if isLocal { localtime_r(&time, &parts) } else { gmtime_r(&time, &parts) }
    var buffer = [CChar](repeating: 0, count: 64)
    let count = strftime(&buffer, buffer.count, pattern, &parts)
    return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// `12.3 KiB`.
package func byteText(_ count: Int) -> String {
  if count < 1024 { return "\(count) bytes" }
  let unit = count < 1024 * 1024 ? ("KiB", 1024.0) : ("MiB", 1024.0 * 1024)
  return String(format: "%.1f %@", Double(count) / unit.1, unit.0)
}
