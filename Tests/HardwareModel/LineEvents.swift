import Foundation

/// Reports that a line of a GPIO chip is set, from the kernel's trace events: gpio-sim's own files report nothing.
struct LineEvents {
  /// Readable when a line was set.
  let descriptor: Int32

  /// nil where the kernel has no such events.
  init?(folder: String = "/sys/kernel/tracing") {
    func put(_ text: String, _ file: String) -> Bool {
      (try? text.write(toFile: "\(folder)/\(file)", atomically: false, encoding: .utf8)) != nil
    }
    // Each event is news, not only a full buffer; lines that are read are none.
    _ = put("0", "buffer_percent")
    guard put("get==0", "events/gpio/gpio_value/filter"), put("1", "events/gpio/gpio_value/enable") else { return nil }
    let opened = open("\(folder)/trace_pipe", O_RDONLY | O_NONBLOCK)
    if opened < 0 { return nil }
    descriptor = opened
  }

  /// Takes what has been reported; whether anything was.
  func take() -> Bool {
    var text = [UInt8](repeating: 0, count: 4096)
    var isNews = false
    while read(descriptor, &text, text.count) > 0 { isNews = true }
    return isNews
  }
}
