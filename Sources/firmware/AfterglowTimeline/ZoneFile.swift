#if !hasFeature(Embedded)
  extension ZoneDescription {
    /// Reads a compiled zone file (TZif, RFC 8536, version 2 or later).
    ///
    /// - Throws: `ZoneFileError`.
    public init(name: String, zoneFile bytes: [UInt8]) throws(ZoneFileError) {
      var reader = ZoneFileReader(bytes: bytes)
      let first = try reader.readHeader()
      if first.version < 0x32 { throw .unsupportedVersion }
      try reader.skip(first.byteCount(timeByteCount: 4))
      let header = try reader.readHeader()
      self = try reader.readZone(name: name, header)
    }
  }

  private struct ZoneFileReader {
    struct Header {
      var version: UInt8
      var universalCount, standardCount, leapCount, timeCount, typeCount, charCount: Int

      func byteCount(timeByteCount: Int) -> Int {
        timeCount * (timeByteCount + 1) + typeCount * 6 + charCount + leapCount * (timeByteCount + 4) + standardCount
          + universalCount
      }
    }

    let bytes: [UInt8]
    var at = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func skip(_ count: Int) throws(ZoneFileError) {
      if count < 0 || bytes.count - at < count { throw .tooShort }
      at += count
    }

    mutating func readHeader() throws(ZoneFileError) -> Header {
      let start = at
      try skip(44)
      if bytes[start..<start + 4] != [0x54, 0x5A, 0x69, 0x66] { throw .notAZoneFile }
      return Header(
        version: bytes[start + 4], universalCount: integer(start + 20, 4), standardCount: integer(start + 24, 4),
        leapCount: integer(start + 28, 4), timeCount: integer(start + 32, 4), typeCount: integer(start + 36, 4),
        charCount: integer(start + 40, 4))
    }

    /// Big-endian, signed when 8 bytes long.
    private func integer(_ offset: Int, _ count: Int) -> Int {
      Int(truncatingIfNeeded: bytes[offset..<offset + count].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }

    mutating func readZone(name: String, _ header: Header) throws(ZoneFileError) -> ZoneDescription {
      let times = at
      try skip(header.byteCount(timeByteCount: 8))
      let indices = times + header.timeCount * 8
      let types = indices + header.timeCount
      if header.typeCount < 1 { throw .badTransition }
      let initial = offset(ofType: types)
      var current = initial
      var transitions: [ZoneTransition] = []
      for number in 0..<header.timeCount {
        let type = Int(bytes[indices + number])
        if type >= header.typeCount { throw .badTransition }
        let next = offset(ofType: types + type * 6)
        let isLast = number == header.timeCount - 1
        // A change of name and daylight flag only does not affect the clock. The last transition is always kept: the
        // rule starts there.
        if next == current && !isLast { continue }
        let seconds = Int64(integer(times + number * 8, 8))
        transitions.append(
          ZoneTransition(seconds: seconds, utcOffsetSeconds: next, isDaylight: bytes[types + type * 6 + 4] != 0))
        current = next
      }
      return ZoneDescription(
        name: name, initialOffsetSeconds: initial, transitions: transitions, rule: try readFooter())
    }

    private func offset(ofType start: Int) -> Int32 {
      Int32(bitPattern: UInt32(truncatingIfNeeded: integer(start, 4)))
    }

    private mutating func readFooter() throws(ZoneFileError) -> PosixRule {
      try skip(1)
      guard let end = bytes[at...].firstIndex(of: 0x0A) else { throw .tooShort }
      let text = String(decoding: bytes[at..<end], as: UTF8.self)
      if text.isEmpty { return PosixRule() }
      guard let rule = PosixRule(text) else { throw .badFooter(text) }
      return rule
    }
  }

  extension PosixRule {
    /// Parses a POSIX `TZ` rule such as `CET-1CEST,M3.5.0,M10.5.0/3`; nil if it is not supported.
    public init?(_ text: String) {
      var reader = PosixRuleReader(rest: Substring(text))
      guard reader.readName(), let west = reader.readTime() else { return nil }
      if reader.rest.isEmpty {
        self.init(standardOffsetSeconds: -west)
        return
      }
      guard reader.readName() else { return nil }
      var daylightWest = west - 3600
      if let first = reader.rest.first, first != "," {
        guard let given = reader.readTime() else { return nil }
        daylightWest = given
      }
      guard let start = reader.readDay(), let end = reader.readDay(), reader.rest.isEmpty else { return nil }
      self.init(standardOffsetSeconds: -west, daylightOffsetSeconds: -daylightWest, start: start, end: end)
    }
  }

  private struct PosixRuleReader {
    var rest: Substring

    private mutating func take(_ character: Character) -> Bool {
      if rest.first != character { return false }
      rest.removeFirst()
      return true
    }

    /// Letters, or anything in angle brackets.
    mutating func readName() -> Bool {
      if take("<") {
        guard let end = rest.firstIndex(of: ">") else { return false }
        rest = rest[rest.index(after: end)...]
        return true
      }
      let letters = rest.prefix { $0.isASCII && $0.isLetter }
      rest = rest.dropFirst(letters.count)
      return letters.count >= 3
    }

    private mutating func readNumber(_ range: ClosedRange<Int32>) -> Int32? {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      guard let number = Int32(digits), range.contains(number) else { return nil }
      rest = rest.dropFirst(digits.count)
      return number
    }

    /// `[+|-]hh[:mm[:ss]]` in seconds.
    mutating func readTime() -> Int32? {
      let isNegative = take("-")
      if !isNegative { _ = take("+") }
      guard var seconds = readNumber(0...167).map({ $0 * 3600 }) else { return nil }
      if take(":") {
        guard let minutes = readNumber(0...59) else { return nil }
        seconds += minutes * 60
        if take(":") {
          guard let more = readNumber(0...59) else { return nil }
          seconds += more
        }
      }
      return isNegative ? -seconds : seconds
    }

    /// `,Mm.w.d[/time]`, `,Jn[/time]` or `,n[/time]`.
    mutating func readDay() -> PosixDay? {
      guard take(",") else { return nil }
      var day = PosixDay()
      if take("M") {
        guard let month = readNumber(1...12), take("."), let week = readNumber(1...5), take("."),
          let weekday = readNumber(0...6)
        else { return nil }
        day = PosixDay(month: UInt8(month), week: UInt8(week), weekday: UInt8(weekday))
      } else if take("J") {
        guard let number = readNumber(1...365) else { return nil }
        day = PosixDay(kind: .julianWithoutLeapDay, day: UInt16(number))
      } else {
        guard let number = readNumber(0...365) else { return nil }
        day = PosixDay(kind: .dayOfYear, day: UInt16(number))
      }
      if take("/") {
        guard let time = readTime() else { return nil }
        day.timeSeconds = time
      }
      return day
    }
  }
#endif
