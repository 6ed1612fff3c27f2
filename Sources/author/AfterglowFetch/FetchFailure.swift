import AfterglowDocuments

/// Why a source gave no new content: one sentence each, without anything secret.
public enum FetchFailure: Error, Equatable, Sendable, CustomStringConvertible {
  // No answer.
  case noName(host: String)
  case noConnection(host: String, words: String)
  case timedOut(seconds: Int)
  case insecure(host: String, words: String)
  case certificate(host: String, words: String)
  case noLibrary(String)
  // An answer that is no content.
  case cut(byteCount: Int)
  case tooLarge(limitKiB: Int)
  case headersTooLarge(limitKiB: Int)
  case notHTTP(words: String)
  case status(Int, retryAfterSeconds: Int?)
  case unexpectedNotModified
  case redirects(count: Int)
  case badRedirect(String)
  /// A page of HTML where data was expected: a login page of a network, or an error page.
  case webPage
  /// What the widget's reader says of the content.
  case refused(String)
  /// Nothing could check the content now: the reason, which says nothing about the content.
  case unchecked(String)
  // This machine.
  case badAddress(String)
  case secret(String)
  case notSaved(String)
  case program(String, lastWords: String)

  /// The failure as one sentence in plain words, for logs and `afterglow status`.
  public var description: String {
    switch self {
    case .noName(let host): "the name \(host) is not known; is the network up, and the name right?"
    case .noConnection(let host, let words): "no connection to \(host): \(words)"
    case .timedOut(let seconds): "it took longer than \(seconds) s"
    case .insecure(let host, let words): "no secure connection to \(host): \(words)"
    case .certificate(let host, let words): "the certificate of \(host) is not valid: \(words); is this clock right?"
    case .noLibrary(let reason): "\(reason); install Debian's package libcurl4"
    case .cut(let byteCount): "the connection was cut after \(byteCount) bytes"
    case .tooLarge(let limit): "expected at most \(limit) KiB, found more"
    case .headersTooLarge(let limit):
      "expected at most \(limit) KiB of headers before the content, found more; is the address right?"
    case .notHTTP(let words): "the answer is no valid HTTP: \(words)"
    case .status(let status, let seconds): Self.text(status, seconds)
    case .unexpectedNotModified: "it answered 304 (not modified) although nothing was known before"
    case .redirects(let count): "expected at most \(count) redirects, found more"
    case .badRedirect(let reason): "it redirects where this program does not follow: \(reason)"
    case .webPage: "expected data, found a web page; is a login page of the network in between?"
    case .refused(let problem): problem
    case .unchecked(let reason): "\(reason); the last content stays, and the source is asked again"
    case .badAddress(let reason): "the address cannot be used: \(reason)"
    case .secret(let reason): reason
    case .notSaved(let reason): "its content cannot be saved: \(reason)"
    case .program(let end, let words): words.isEmpty ? end : "\(end); it said: \(words)"
    }
  }

  private static func text(_ status: Int, _ retryAfterSeconds: Int?) -> String {
    let later = retryAfterSeconds.map { "; it asks to wait for \($0) s" } ?? ""
    let meaning: String? =
      switch status {
      case 400: "the request is wrong"
      case 401: "it wants a password or token"
      case 403: "access is refused"
      case 404, 410: "there is nothing at this address"
      case 407: "the proxy wants a password"
      case 429: "too many requests"
      case 500...599: "the server has a fault"
      default: nil
      }
    return "it answered \(status)" + (meaning.map { " (\($0))" } ?? "") + later
  }

  /// The reason that the panel shows if the failure lasts.
  var trouble: ContentTrouble {
    switch self {
    case .secret: .signIn
    case .status(let status, _): Self.trouble(status)
    case .badAddress, .redirects, .badRedirect: .notFound
    case .noName, .noConnection, .timedOut, .insecure, .certificate: .noConnection
    // The widget's reader refused it: a calendar widget shows "Not a calendar", which is wrong for a large one.
    case .webPage, .refused: .notReadable
    case .tooLarge, .headersTooLarge, .notHTTP, .noLibrary, .cut: .notAvailable
    case .unexpectedNotModified, .notSaved, .program, .unchecked: .notAvailable
    }
  }

  private static func trouble(_ status: Int) -> ContentTrouble {
    switch status {
    case 401, 407: .signIn
    case 403: .noAccess
    case 404, 410: .notFound
    default: .notAvailable
    }
  }

  /// Whether no server answered: then the network may return at any time.
  var isOfNetwork: Bool {
    switch self {
    case .noName, .noConnection, .timedOut: true
    default: false
    }
  }
}
