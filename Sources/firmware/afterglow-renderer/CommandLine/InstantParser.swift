import AfterglowCore
import AfterglowTimeline

/// Parses `2026-11-21T07:00:00.250+01:00`, `…Z` (seconds and fraction are optional, the zone is not), or whole seconds
/// since 1970, without trailing characters. 1970 to 9999; nil for anything else.
func parseInstant(_ text: UnsafePointer<CChar>) -> Instant? {
  var count = 0
  while text[count] != 0 { count += 1 }
  return text.withMemoryRebound(to: UInt8.self, capacity: count) { start in
    let bytes = UnsafeBufferPointer(start: start, count: count)
    if let seconds = wholeSeconds(bytes) { return Instant(seconds: seconds) }
    guard let milliseconds = ISO8601.instantMilliseconds(bytes), milliseconds >= 0 else { return nil }
    return Instant(milliseconds: milliseconds)
  }
}

/// One to eleven digits and nothing else.
private func wholeSeconds(_ bytes: UnsafeBufferPointer<UInt8>) -> Int64? {
  if bytes.count < 1 || bytes.count > 11 { return nil }
  var value: Int64 = 0
  for byte in bytes {
    if byte < 48 || byte > 57 { return nil }
    value = value * 10 + Int64(byte - 48)
  }
  return value
}
