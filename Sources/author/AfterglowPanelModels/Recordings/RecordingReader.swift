extension PanelRecording {
  /// The latest time in a recording, in seconds: a century.
  static let maximumSeconds = 3.2e9

  /// Reads a recording strictly: each line is one event with exactly the keys of its kind, and times never run backwards.
  ///
  /// - Parameter file: the name in errors.
  /// - Throws: `RecordingError` for the first line that is wrong.
  public init(reading text: [UInt8], file: String) throws(RecordingError) {
    var events: [RecordedEvent] = []
    var number = 0
    for line in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      let bytes = line.last == UInt8(ascii: "\r") ? Array(line.dropLast()) : Array(line)
      if bytes.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) { continue }
      var scanner = RecordingScanner(bytes: bytes, file: file, line: number)
      let event = try RecordedEvent(fields: scanner.object(depth: 0), scanner)
      if let last = events.last, event.atUs < last.atUs {
        throw scanner.error("a time from \(secondsText(last.atUs)) on", "t \(secondsText(event.atUs))")
      }
      events.append(event)
    }
    self.init(events: events)
  }
}

extension RecordedEvent {
  private static let kinds = ["power", "rst", "dc", "cs", "write", "busy_wait"]

  /// - Throws: `RecordingError`.
  fileprivate init(fields: [(key: String, value: RecordingValue)], _ scanner: RecordingScanner) throws(RecordingError) {
    let keys = fields.map(\.key)
    guard let time = fields.first(where: { $0.key == "t" }) else { throw scanner.error("a key \"t\"", "none") }
    let kind = keys.first { Self.kinds.contains($0) }
    guard let kind, let value = fields.first(where: { $0.key == kind })?.value else {
      throw scanner.error("one of " + Self.kinds.map { "\"\($0)\"" }.joined(separator: ", "), "none")
    }
    let allowed = ["t", kind] + (kind == "write" ? ["hz"] : [])
    if let other = keys.first(where: { !allowed.contains($0) }) {
      throw scanner.error("only " + allowed.map { "\"\($0)\"" }.joined(separator: ", "), "\"\(other)\"")
    }
    let hz = fields.first { $0.key == "hz" }?.value
    let action = try Self.action(kind, value, hz, with: scanner)
    self.init(
      atUs: try scanner.microseconds(time.value, "t", allowsZero: true), action, line: scanner.line)
  }

  private static func action(
    _ kind: String, _ value: RecordingValue, _ hz: RecordingValue?, with scanner: RecordingScanner
  ) throws(RecordingError) -> Action {
    switch kind {
    case "power": return .power(try scanner.level(value, kind))
    case "rst": return .reset(try scanner.level(value, kind))
    case "dc": return .dataCommand(try scanner.level(value, kind))
    case "cs": return .chipSelect(try scanner.level(value, kind))
    case "write":
      let bytes = try scanner.bytes(value)
      guard let hz else { return .write(bytes, hz: nil) }
      guard case .number(let number) = hz, number >= 1, number <= 1e9, number == number.rounded() else {
        throw scanner.error("\"hz\" as whole number from 1 to 1000000000", hz.text)
      }
      return .write(bytes, hz: Int(number))
    default:
      guard case .object(let fields) = value, fields.count == 2,
        let level = fields.first(where: { $0.key == "level" })?.value,
        let limit = fields.first(where: { $0.key == "limit" })?.value
      else { throw scanner.error("\"busy_wait\" with \"level\" and \"limit\"", value.text) }
      return .busyWait(
        level: try scanner.level(level, "level"), limitUs: try scanner.microseconds(limit, "limit", allowsZero: false))
    }
  }
}

/// The JSON values that a recording may contain.
enum RecordingValue {
  case number(Double)
  case string([UInt8])
  case object([(key: String, value: RecordingValue)])

  /// For errors, short.
  var text: String {
    switch self {
    case .number(let number): "\(number)"
    case .string(let bytes):
      "\"" + String(decoding: bytes.prefix(16), as: UTF8.self) + (bytes.count > 16 ? "…\"" : "\"")
    case .object: "an object"
    }
  }
}
