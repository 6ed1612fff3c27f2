/// HTTP/1.1's heads (RFC 9112), strictly: what two programs could read differently is refused.
extension HTTPHead {
  /// The number of bytes of a head with the empty line at its end; nil = it has not ended.
  static func end(in bytes: [UInt8], from start: Int) -> Int? {
    var index = max(0, start - 3)
    while index + 4 <= bytes.count {
      if bytes[index] == 13, bytes[index + 1] == 10, bytes[index + 2] == 13, bytes[index + 3] == 10 { return index + 4 }
      index += 1
    }
    return nil
  }

  /// Reads a head without the empty line at its end.
  ///
  /// - Throws: `HTTPRefusal` with the status that RFC 9110 has for the fault.
  init(parsing bytes: ArraySlice<UInt8>, _ limits: HTTPLimits) throws(HTTPRefusal) {
    let lines = try Self.lines(bytes)
    self = try Self.requestLine(lines.first ?? [])
    guard lines.count - 1 <= limits.fieldCount else {
      throw HTTPRefusal(431, "expected at most \(limits.fieldCount) header fields, found \(lines.count - 1)")
    }
    for line in lines.dropFirst() { fields.append(try Self.field(line)) }
    guard fields.count(where: { $0.name == "host" }) == 1 else {
      throw HTTPRefusal(400, "expected one Host field")
    }
    try readBody()
  }

  private static func lines(_ bytes: ArraySlice<UInt8>) throws(HTTPRefusal) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = bytes.startIndex
    for index in bytes.indices where bytes[index] == 10 {
      guard index > start, bytes[index - 1] == 13 else { throw HTTPRefusal(400, "expected lines that end with CR LF") }
      lines.append(bytes[start..<(index - 1)])
      start = index + 1
    }
    lines.append(bytes[start...])
    for line in lines where line.contains(where: { $0 < 32 && $0 != 9 || $0 == 127 }) {
      throw HTTPRefusal(400, "expected no control characters in a line")
    }
    return lines
  }

  private static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }

  private static func requestLine(_ line: ArraySlice<UInt8>) throws(HTTPRefusal) -> HTTPHead {
    let parts = line.split(separator: 32, omittingEmptySubsequences: false)
    guard parts.count == 3, !parts[0].isEmpty, parts[0].allSatisfy(isToken) else {
      throw HTTPRefusal(400, "expected a request line: a method, a path and HTTP/1.1")
    }
    let version = String(decoding: parts[2], as: UTF8.self)
    guard version == "HTTP/1.1" || version == "HTTP/1.0" else {
      throw version.hasPrefix("HTTP/")
        ? HTTPRefusal(505, "expected HTTP/1.1") : HTTPRefusal(400, "expected HTTP/1.1 at the end of the first line")
    }
    guard parts[1].first == 0x2F, parts[1].allSatisfy({ $0 > 32 && $0 < 127 && $0 != 0x23 }) else {
      throw HTTPRefusal(400, "expected a path that begins with /")
    }
    let path = parts[1].prefix { $0 != 0x3F }
    var head = HTTPHead(method: String(decoding: parts[0], as: UTF8.self), path: String(decoding: path, as: UTF8.self))
    head.query = String(decoding: parts[1].dropFirst(path.count + 1), as: UTF8.self)
    return head
  }

  private static func field(_ line: ArraySlice<UInt8>) throws(HTTPRefusal) -> (name: String, value: String) {
    guard let colon = line.firstIndex(of: 0x3A), colon > line.startIndex, line[..<colon].allSatisfy(isToken) else {
      throw HTTPRefusal(400, "expected header fields as `Name: value`")
    }
    func isSpace(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 }
    let value = line[(colon + 1)...].drop(while: isSpace)
    let end = value.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? value.startIndex
    return (
      String(decoding: line[..<colon], as: UTF8.self).lowercased(),
      String(decoding: value[value.startIndex..<end], as: UTF8.self)
    )
  }

  /// Whether the length of the body is not known before its end.
  var hasBodyInChunks: Bool { self["transfer-encoding"] != nil }

  private mutating func readBody() throws(HTTPRefusal) {
    // Such a body is refused once path and method are known to be right: the remedy depends on them.
    if hasBodyInChunks { return }
    let lengths = fields.filter { $0.name == "content-length" }.map(\.value)
    guard let text = lengths.first else { return }
    guard lengths.count == 1, text.count <= 18, !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let count = Int(text)
    else { throw HTTPRefusal(400, "expected one length in Content-Length") }
    bodyByteCount = count
    if let expectation = self["expect"] {
      guard expectation.lowercased() == "100-continue" else {
        throw HTTPRefusal(417, "expected no other expectation than 100-continue")
      }
      expectsContinue = count > 0
    }
  }
}
