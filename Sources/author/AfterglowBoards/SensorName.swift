import AfterglowDocuments

/// `device` of `light` and `distance`: the kernel's name, number or label of an industrial I/O device.
enum SensorName {
  /// The command that lists the kernel's names.
  private static let command = "`cat /sys/bus/iio/devices/*/name` lists the names"

  /// Reads the name. A path and an address on a bus find no sensor and are reported.
  static func read(_ part: inout StrictDecoder) -> String? {
    let key = "device"
    let name = "\"\(part.path).\(key)\""
    // A number in quotes would be no sensor's name either.
    if case .scalar(let text, false)? = part.node(key)?.value, ScalarText.isNumber(text) {
      part.fail(key, "expected a sensor's name such as bh1750 for \(name), found the number \(text); \(command)")
      return nil
    }
    guard let text = part.text(key: key) else { return nil }
    let kind: String? =
      text.contains("/") ? "a path" : text.wholeMatch(of: /0[xX][0-9A-Fa-f]+/) != nil ? "an address on a bus" : nil
    if let kind {
      part.fail(key, "expected a sensor's name such as bh1750 for \(name), found \"\(text)\", \(kind); \(command)")
    }
    return text
  }

  /// The remedy for the name of a chip in the place of a kind of sensor; nil for other texts.
  static func advice(on text: String) -> String? {
    guard text.wholeMatch(of: /[A-Za-z]+-?[0-9][A-Za-z0-9\-]*/) != nil, text.count <= 32 else { return nil }
    return "for a sensor of the kernel write \"sensor: iio\" and \"device: \(text.lowercased())\""
  }
}
