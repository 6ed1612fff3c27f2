import Foundation

/// Request line and header fields of a request.
public struct HTTPHead: Equatable, Sendable {
  /// As sent: methods are case-sensitive.
  public var method: String
  /// Begins with a slash, without query, not decoded.
  public var path: String
  /// What follows the question mark, not decoded; empty = none.
  public var query = ""
  /// Names in lower case.
  var fields: [(name: String, value: String)] = []
  /// Of the body, in bytes.
  public var bodyByteCount = 0
  /// Whether the client waits for permission to send its body.
  var expectsContinue = false
  /// The client, if it is on the network.
  public var peer = HTTPPeer()

  /// - Parameters:
  ///   - method: such as `GET`.
  ///   - path: begins with a slash.
  public init(method: String, path: String) {
    self.method = method
    self.path = path
  }

  /// The value of a header field, several joined by commas; nil = not sent.
  public subscript(name: String) -> String? {
    get {
      let values = fields.filter { $0.name == name.lowercased() }.map(\.value)
      return values.isEmpty ? nil : values.joined(separator: ", ")
    }
    set {
      fields.removeAll { $0.name == name.lowercased() }
      if let newValue { fields.append((name.lowercased(), newValue)) }
    }
  }

  public static func == (left: HTTPHead, right: HTTPHead) -> Bool {
    (left.method, left.path, left.query, left.bodyByteCount) == (
      right.method, right.path, right.query, right.bodyByteCount
    )
      && left.fields.elementsEqual(right.fields) { $0.name == $1.name && $0.value == $1.value }
  }
}

/// An answer with its whole body.
public struct HTTPAnswer: Equatable, Sendable {
  /// 200 to 599.
  public var status: Int
  /// Of the body; ignored without one.
  public var contentType = "text/plain; charset=utf-8"
  public var body: [UInt8]
  /// Fields in addition to those that each answer has, or instead of them.
  public var fields: [String: String] = [:]
  /// Whether events follow, without an end.
  var isEvents = false

  /// - Parameters:
  ///   - status: 200 to 599.
  ///   - words: one line of plain text; empty = no body.
  public init(_ status: Int, _ words: String = "") {
    self.status = status
    body = words.isEmpty ? [] : Array((words + "\n").utf8)
  }

  /// An answer with a JSON document.
  public static func json(_ document: some Encodable) -> HTTPAnswer {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(document) else { return HTTPAnswer(500, "the answer cannot be written") }
    var answer = HTTPAnswer(200)
    answer.contentType = "application/json"
    answer.body = Array(data) + [0x0A]
    return answer
  }

  /// An answer that events follow (`HTTPServer.broadcast`).
  public static var events: HTTPAnswer {
    var answer = HTTPAnswer(200)
    answer.isEvents = true
    return answer
  }

  private static let reasons: [Int: String] = [
    200: "OK", 201: "Created", 202: "Accepted", 204: "No Content", 304: "Not Modified",
    400: "Bad Request", 401: "Unauthorized",
    403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed", 408: "Request Timeout", 409: "Conflict",
    411: "Length Required",
    413: "Content Too Large", 417: "Expectation Failed", 421: "Misdirected Request", 422: "Unprocessable Content",
    429: "Too Many Requests", 431: "Request Header Fields Too Large", 500: "Internal Server Error",
    501: "Not Implemented",
    503: "Service Unavailable", 505: "HTTP Version Not Supported", 507: "Insufficient Storage",
  ]

  private static let standard = [
    "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff", "Connection": "close",
  ]

  /// All bytes of the answer; a HEAD request gets no body.
  func bytes(isForHead: Bool) -> [UInt8] {
    let hasBody = status != 204 && status != 304
    var all = Self.standard.merging(fields) { $1 }
    if isEvents {
      all["Content-Type"] = "text/event-stream"
    } else if hasBody {
      all["Content-Length"] = "\(body.count)"
      if !body.isEmpty { all["Content-Type"] = contentType }
    }
    let lines =
      ["HTTP/1.1 \(status) \(Self.reasons[status] ?? "")"]
      + all.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" } + ["", ""]
    return Array(lines.joined(separator: "\r\n").utf8) + (isForHead || !hasBody ? [] : body)
  }
}

/// Why a request is refused, as an answer.
public struct HTTPRefusal: Error, Equatable, Sendable {
  /// The answer.
  public var answer: HTTPAnswer

  /// - Parameters:
  ///   - status: 400 to 599.
  ///   - words: one sentence: what was expected, and what was found.
  public init(_ status: Int, _ words: String) { answer = HTTPAnswer(status, words) }

  /// The same with a header field.
  public func with(_ name: String, _ value: String) -> HTTPRefusal {
    var refusal = self
    refusal.answer.fields[name] = value
    return refusal
  }
}
