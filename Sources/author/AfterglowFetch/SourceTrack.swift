import AfterglowSources
import Foundation

/// One source while it is kept up to date.
struct SourceTrack {
  var request: SourceRequest
  var record: SourceRecord
  /// Whether the content on disk is the one that `record` describes.
  var isComplete: Bool
  var retry = RetryPace()
  /// When the next attempt is due, on the monotonic clock, in ms.
  var dueMs: Int64
  /// The attempt that runs; nil = none.
  var flight: Flight?
  /// Where a redirect leads; nil = the source's own address.
  var hop: Hop?
  /// With the service of a calendar account.
  var conversation: DAVConversation?
  /// When this program last asked for it, on the monotonic clock, in ms.
  var askedMs: Int64?
  /// When the content was last received or confirmed by this program, on the monotonic clock, in ms.
  var fetchedMs: Int64?
  /// When attempts of this program began to fail, on the monotonic clock, in ms.
  var failingMs: Int64?
  /// Whether the record on disk says all that is known.
  var isWritten = true

  struct Flight {
    var identifier: Int64
    /// The queue that it occupies; nil = a program's.
    var host: String?
    /// The address that is asked.
    var url = ""
  }

  struct Hop {
    var url: String
    var count: Int
    /// Whether it leads to where the source's own headers may be sent.
    var isSameAuthority: Bool
  }
}

extension SourceTrack {
  /// Whether it has asked for something that leads to more.
  var isUnderWay: Bool { hop != nil || conversation?.current != nil }

  /// The next request of a calendar account, with its headers.
  ///
  /// - Throws: `FetchFailure` for a missing secret or an unusable address.
  mutating func calendars(
    _ account: CalendarAccount, _ secrets: SecretFiles, now: Date
  ) throws(FetchFailure) -> (request: DAVRequest, headers: [String]) {
    var talk = conversation ?? DAVConversation(account)
    talk.begin(at: try Self.url(account.address, secrets), now: now)
    conversation = talk
    guard let request = talk.current else { throw .badAddress("it leads to nothing that can be asked") }
    return (request, try Self.own(account.address, secrets) + request.headers)
  }

  /// The headers that a source sends of its own.
  static func own(_ address: WebAddress, _ secrets: SecretFiles) throws(FetchFailure) -> [String] {
    var headers: [String] = []
    for (name, value) in address.headers.sorted(by: { $0.key < $1.key }) {
      headers.append("\(name): \(try text(value, secrets))")
    }
    if let name = address.bearer { headers.append("Authorization: Bearer \(try secrets.text(name))") }
    if let user = address.user, let name = address.password {
      let pair = Data("\(user):\(try secrets.text(name))".utf8).base64EncodedString()
      headers.append("Authorization: Basic \(pair)")
    }
    return headers
  }

  /// The address and headers of the next request.
  ///
  /// - Throws: `FetchFailure` for a missing secret or an unusable address.
  func web(_ address: WebAddress, _ secrets: SecretFiles) throws(FetchFailure) -> (url: String, headers: [String]) {
    let own = try Self.url(address, secrets)
    var headers = hop?.isSameAuthority ?? true ? try Self.own(address, secrets) : []
    if isComplete {
      if let tag = record.entityTag { headers.append("If-None-Match: \(tag)") }
      if let date = record.lastModified { headers.append("If-Modified-Since: \(date)") }
    }
    return (hop?.url ?? own, headers)
  }

  private static func text(_ text: SecretText, _ secrets: SecretFiles) throws(FetchFailure) -> String {
    switch text {
    case .plain(let plain): plain
    case .secret(let name): try secrets.text(name)
    }
  }

  /// RFC 3986's unreserved characters.
  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

  static func url(_ address: WebAddress, _ secrets: SecretFiles) throws(FetchFailure) -> String {
    var url = try secrets.address(address)
    if let hash = url.firstIndex(of: "#") { url = String(url[..<hash]) }
    for (name, value) in address.query.sorted(by: { $0.key < $1.key }) {
      let pair = [name, try text(value, secrets)].map {
        $0.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
      }
      url += (url.contains("?") ? "&" : "?") + pair.joined(separator: "=")
    }
    return url
  }
}
