/// What crossed the wires between a host and a panel (docs/panels/recordings.md).
public struct PanelRecording: Equatable, Sendable {
  public var events: [RecordedEvent]

  public init(events: [RecordedEvent]) { self.events = events }

  /// As a file: one JSON object per line.
  public var text: String { events.map { $0.text + "\n" }.joined() }
}

/// One event of a recording.
public struct RecordedEvent: Equatable, Sendable {
  public enum Action: Equatable, Sendable {
    /// The supply: true is on.
    case power(Bool)
    case reset(Bool)
    case dataCommand(Bool)
    case chipSelect(Bool)
    /// Bytes in one transfer; the clock in Hz, if it is known.
    case write([UInt8], hz: Int?)
    /// The host waited until BUSY had this level. The limit is in µs.
    case busyWait(level: Bool, limitUs: Int64)
  }

  /// In µs; a wait is stamped when it ended.
  public var atUs: Int64
  public var action: Action
  /// The line in its file, from 1; 0 = it was not read from one.
  public var line: Int

  public init(atUs: Int64, _ action: Action, line: Int = 0) {
    self.atUs = atUs
    self.action = action
    self.line = line
  }

  /// The event as a line of a recording, without its end.
  public var text: String {
    let time = #"{"t":\#(secondsText(atUs)),"#
    func line(_ name: String, _ level: Bool) -> String { "\(time)\"\(name)\":\(level ? 1 : 0)}" }
    switch action {
    case .power(let isOn): return line("power", isOn)
    case .reset(let level): return line("rst", level)
    case .dataCommand(let level): return line("dc", level)
    case .chipSelect(let level): return line("cs", level)
    case .write(let bytes, let hz):
      let clock = hz.map { ",\"hz\":\($0)" } ?? ""
      return "\(time)\"write\":\"\(hexDigits(bytes))\"\(clock)}"
    case .busyWait(let level, let limitUs):
      return #"\#(time)"busy_wait":{"level":\#(level ? 1 : 0),"limit":\#(secondsText(limitUs))}}"#
    }
  }
}

/// Digits without spaces; a picture has hundreds of thousands.
private func hexDigits(_ bytes: [UInt8]) -> String {
  let digits = Array("0123456789ABCDEF".utf8)
  return String(unsafeUninitializedCapacity: bytes.count * 2) { out in
    for (index, byte) in bytes.enumerated() {
      out[2 * index] = digits[Int(byte >> 4)]
      out[2 * index + 1] = digits[Int(byte & 15)]
    }
    return bytes.count * 2
  }
}

/// Why a text is not a recording.
public struct RecordingError: Error, Equatable, CustomStringConvertible {
  public var file: String
  /// From 1.
  public var line: Int
  public var expected: String
  public var found: String

  public var description: String { "\(file):\(line): expected \(expected), found \(found)" }
}
