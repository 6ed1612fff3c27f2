import AfterglowArchive
import AfterglowDocuments

/// `backlight` of a board.
enum DevicesPart {
  private static let backlights = "auto, none or a name in /sys/class/backlight for \"backlight\""

  /// - Parameter strings: receives the device.
  static func read(_ root: inout StrictDecoder, display: DisplayPart?, into strings: inout BoardStrings) {
    let isPaper = display?.isPaper == true
    let backlightText = Self.text(&root, "backlight", of: Self.backlights, standard: isPaper ? "none" : "auto")
    // A panel on a real connector may have one; searching for it is cheap.
    let isReal = display.map { !DisplayPart.isVirtual($0.kind) && !$0.isPaper } ?? false
    let backlight = Self.named(backlightText ?? (isReal ? "auto" : "none"))
    strings[.backlight] = backlight
    if isPaper, backlightText != nil, !backlight.isEmpty {
      root.fail("backlight", "expected \"backlight: none\" on e-paper, which has no light, found \"\(backlight)\"")
    }
    if let near = Self.light(near: backlight) {
      root.fail("backlight", "expected \(Self.backlights), found \"\(backlight)\"; did you mean \"\(near)\"?")
    }
    if Self.isBrightness(backlight), !isPaper {
      root.fail(
        "backlight",
        "expected \(Self.backlights), found \"\(backlight)\"; "
          + "\"light.dimming.dayLuminance\" sets how bright white is by day, in cd/m²")
    }
  }

  /// The backlight that is meant by a path of it or of one of its files; nil for a name, and for another light's folder.
  private static func light(near text: String) -> String? {
    guard text.contains("/") else { return nil }
    var parts = text.split(separator: "/").map(String.init)
    let files = ["brightness", "actual_brightness", "max_brightness", "bl_power"]
    let isFile = parts.count > 1 && files.contains(parts.last ?? "")
    if isFile { parts.removeLast() }
    if text.hasPrefix("/"), !text.hasPrefix("/sys/class/backlight/") {
      return isFile ? "/" + parts.joined(separator: "/") : nil
    }
    return parts.last
  }

  /// The text of a key that names a device. A number is one too where quotes would not make it a device's name.
  ///
  /// - Parameters:
  ///   - wanted: what is expected, for the message.
  ///   - standard: the value that is meant by "yes".
  private static func text(
    _ root: inout StrictDecoder, _ key: String, of wanted: String, standard: String
  ) -> String? {
    if key == "backlight", case .scalar(let text, false)? = root.node(key)?.value, text.count <= 16, isBrightness(text)
    {
      return text
    }
    return root.deviceName(key, of: wanted, standard: standard)
  }

  /// Whether a text is a number or a percentage.
  private static func isBrightness(_ text: String) -> Bool {
    ScalarText.isNumber(text.hasSuffix("%") ? String(text.dropLast()) : text)
  }

  private static func named(_ text: String) -> String { text == "none" ? "" : text }
}

extension StrictDecoder {
  /// The text of a key that names a device. A truth value names none, in quotes either.
  ///
  /// - Parameters:
  ///   - wanted: what is expected, for the message.
  ///   - standard: the value that is meant by "yes".
  mutating func deviceName(_ key: String, of wanted: String, standard: String) -> String? {
    guard case .scalar(let text, _)? = node(key)?.value else { return self.text(key: key) }
    let isYes = ["true", "yes", "on"].contains(text.lowercased())
    guard isYes || ["false", "no", "off"].contains(text.lowercased()) else { return self.text(key: key) }
    fail(key, "expected \(wanted), found \(text); write \"\(key): \(isYes ? standard : "none")\"")
    return nil
  }
}
