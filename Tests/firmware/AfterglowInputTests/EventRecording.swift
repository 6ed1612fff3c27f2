import AfterglowCore
import AfterglowInput

/// A device and its events in the text form of `evemu-record`, with two lines of its own: `L:` is an event that the kernel
/// drops, `R:` the time at which the device is gone.
struct EventRecording {
  enum Step {
    case event(InputEvent)
    case lost(InputEvent)
    case removed(MonotonicInstant)
  }

  struct Problem: Error { let line: String }

  private(set) var traits = DeviceTraits()
  private(set) var steps: [Step] = []
  private var bits: [UInt16: [UInt8]] = [:]
  private var ranges: [UInt16: AxisRange] = [:]

  init(_ text: String) throws {
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let words = line.split(separator: " ").map(String.init)
      guard let kind = words.first, try read(kind, words.dropFirst().map { $0 }) else {
        throw Problem(line: String(line))
      }
    }
    for code in codes(of: EventType.key) { traits.keys.insert(code) }
    for code in codes(of: EventType.relative) { traits.relativeAxes |= 1 << UInt32(code) }
    for code in codes(of: EventType.absolute) { traits.absoluteAxes |= 1 << UInt64(code) }
    if let codes = traits.positionCodes {
      traits.x = ranges[codes.x] ?? AxisRange.none
      traits.y = ranges[codes.y] ?? AxisRange.none
    }
  }

  /// Plays all steps and returns the changes, one line each.
  func play(surface: TouchSurface = InputRig.surface) -> [String] {
    let rig = InputRig([traits], surface: surface)
    for step in steps {
      switch step {
      case .event(let event): rig.play(event)
      case .lost(let event): rig.play(event, isLost: true)
      case .removed(let time): rig.remove(0, at: time)
      }
    }
    rig.deliver()
    return rig.changes.map(Self.text)
  }

  private mutating func read(_ kind: String, _ words: [String]) throws -> Bool {
    switch kind {
    case "N:", "I:": return true
    case "P:":
      for (index, word) in words.enumerated().prefix(4) {
        guard let byte = UInt32(word, radix: 16) else { return false }
        traits.properties |= byte << UInt32(8 * index)
      }
    case "B:":
      guard let type = UInt16(words[0], radix: 16) else { return false }
      bits[type, default: []] += words.dropFirst().compactMap { UInt8($0, radix: 16) }
    case "A:":
      guard words.count >= 3, let code = UInt16(words[0], radix: 16), let minimum = Int32(words[1]),
        let maximum = Int32(words[2])
      else { return false }
      ranges[code] = AxisRange(minimum: minimum, maximum: maximum)
    case "E:", "L:":
      let event = try Self.event(words)
      steps.append(kind == "E:" ? .event(event) : .lost(event))
    case "R:": steps.append(.removed(try Self.time(words[0])))
    default: return false
    }
    return true
  }

  private static func event(_ words: [String]) throws -> InputEvent {
    guard words.count == 4, let type = UInt16(words[1], radix: 16), let code = UInt16(words[2], radix: 16),
      let value = Int32(words[3])
    else { throw Problem(line: words.joined(separator: " ")) }
    return InputEvent(at: try time(words[0]), type: type, code: code, value: value)
  }

  private static func time(_ word: String) throws -> MonotonicInstant {
    let parts = word.split(separator: ".").compactMap { Int64($0) }
    guard parts.count == 2 else { throw Problem(line: word) }
    return MonotonicInstant(milliseconds: parts[0] * 1_000 + parts[1] / 1_000)
  }

  private func codes(of type: UInt16) -> [UInt16] {
    (bits[type] ?? []).enumerated().flatMap { index, byte in
      (0..<8).filter { byte >> UInt8($0) & 1 == 1 }.map { UInt16(8 * index + $0) }
    }
  }

  static func text(_ change: InputChange) -> String {
    let ms = change.at.milliseconds
    switch change {
    case .contact(let contact):
      return "\(ms) \(contact.phase) \(contact.place) at \(contact.position.x),\(contact.position.y)"
    case .key(let key): return "\(ms) key \(key.code) \(key.isDown ? "down" : "up")"
    case .turn(let turn): return "\(ms) turn \(turn.detents)"
    case .pointer(let position, _): return "\(ms) pointer at \(position.x),\(position.y)"
    case .presence: return "\(ms) presence"
    case .cancelled: return "\(ms) cancelled"
    }
  }
}
