import Foundation

/// Reports each level that a line of a GPIO chip is set to, in order, from the kernel's trace events: gpio-sim's own files
/// report nothing, and a pulse is over before a slow machine has looked.
struct LineEvents {
  struct Event {
    /// Of the line on its chip.
    var offset: Int
    var isHigh: Bool
    /// CLOCK_MONOTONIC.
    var timeUs: Int64
  }

  /// Readable when a line was set.
  let descriptor: Int32
  /// The kernel's number of the chip's first line.
  private let base: Int
  /// Of a line that has not been read whole.
  private var rest = ""

  /// nil where the kernel has no such events.
  ///
  /// - Parameter chip: the chip's far side in sysfs.
  init?(chip: String, tracing: String = "/sys/kernel/tracing") {
    func put(_ text: String, _ file: String) -> Bool {
      (try? text.write(toFile: "\(tracing)/\(file)", atomically: false, encoding: .utf8)) != nil
    }
    guard let base = Self.base(ofChip: chip) else { return nil }
    self.base = base
    // Each event is news, not only a full buffer; lines that are read are none.
    _ = put("0", "buffer_percent")
    guard put("mono", "trace_clock"), put("get==0", "events/gpio/gpio_value/filter"),
      put("1", "events/gpio/gpio_value/enable")
    else { return nil }
    let opened = open("\(tracing)/trace_pipe", O_RDONLY | O_NONBLOCK)
    if opened < 0 { return nil }
    descriptor = opened
  }

  /// In the directory `gpio` next to the chip's own (Documentation/ABI/obsolete/sysfs-gpio).
  private static func base(ofChip chip: String) -> Int? {
    let folder = URL(fileURLWithPath: chip).deletingLastPathComponent().appending(path: "gpio").path
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where name.hasPrefix("gpiochip") {
      return Int(name.dropFirst("gpiochip".count))
    }
    return nil
  }

  /// Takes what has been reported.
  mutating func take() -> [Event] {
    var bytes = [UInt8](repeating: 0, count: 4096)
    var events: [Event] = []
    while case let count = read(descriptor, &bytes, bytes.count), count > 0 {
      rest += String(decoding: bytes[..<count], as: UTF8.self)
    }
    while let end = rest.firstIndex(of: "\n") {
      if let event = event(rest[..<end]) { events.append(event) }
      rest = String(rest[rest.index(after: end)...])
    }
    return events
  }

  /// `hil-panel-71 [000] ..... 15.923559: gpio_value: 517 set 1`
  private func event(_ line: Substring) -> Event? {
    let words = line.split(separator: " ")
    guard let place = words.firstIndex(of: "gpio_value:"), place > 0, words.count == place + 4,
      let seconds = Double(words[place - 1].dropLast()), let number = Int(words[place + 1]), words[place + 2] == "set"
    else { return nil }
    return Event(offset: number - base, isHigh: words[place + 3] == "1", timeUs: Int64((seconds * 1e6).rounded()))
  }
}
