import Foundation

/// The headers of an HTTP answer.
struct ResponseHeaders: Equatable, Sendable {
  private var values: [String: String] = [:]
  /// Whether the transfer fails if the body is cut: its length is known, or it comes in pieces of which the last is empty.
  /// Otherwise the body ends where the connection does.
  let tellEnd: Bool

  /// - Parameter text: lines as received, with the status line.
  init(_ text: String) {
    let lines = text.split(whereSeparator: \.isNewline)
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let name = line[..<colon].lowercased()
      let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
      values[name] = values[name].map { $0 + ", " + value } ?? value
    }
    let isOld = lines.first.map { $0.hasPrefix("HTTP/1") || $0.hasPrefix("HTTP/0") } ?? false
    tellEnd = !isOld || values["content-length"] != nil || values["transfer-encoding"] != nil
  }

  subscript(name: String) -> String? { values[name.lowercased()] }

  /// Longest pause that a server can ask for, in seconds.
  static let longestPause = 86_400
  /// Longest time for which content counts as fresh because its server says so, in seconds.
  static let longestFreshness = 21_600

  /// `Retry-After`: seconds, or a date.
  func retryAfterSeconds(nowMs: Int64) -> Int? {
    guard let text = self["retry-after"] else { return nil }
    let seconds =
      Int(text) ?? Self.date(text).map { Int(($0.timeIntervalSince1970 - Double(nowMs) / 1000).rounded(.up)) }
    return seconds.map { min(max($0, 0), Self.longestPause) }
  }

  /// How long the content stays as it is, by `Cache-Control` or `Expires`; 0 = not said.
  var freshSeconds: Int {
    if let control = self["cache-control"]?.lowercased() {
      let parts = control.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      if parts.contains("no-cache") || parts.contains("no-store") { return 0 }
      if let age = parts.first(where: { $0.hasPrefix("max-age=") }).flatMap({ Int($0.dropFirst(8)) }) {
        return min(max(age, 0), Self.longestFreshness)
      }
    }
    // Compared with the server's own clock, which ours may differ from.
    guard let end = self["expires"].flatMap(Self.date), let now = self["date"].flatMap(Self.date) else { return 0 }
    return min(max(Int(end.timeIntervalSince(now)), 0), Self.longestFreshness)
  }

  /// A date of RFC 9110, section 5.6.7, in its preferred form.
  static func date(_ text: String) -> Date? {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "GMT")
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return formatter.date(from: text)
  }
}
