import AfterglowArchive
import AfterglowDocuments

/// `backlight` and `input`: devices other than the display.
enum DevicesPart {
  /// - Parameter strings: receives both devices.
  static func read(_ root: inout StrictDecoder, display: DisplayPart?, into strings: inout BoardStrings) {
    let backlightText = Self.backlightText(&root)
    let inputText = root.text(key: "input")
    // A panel on a real connector may have one; searching for it is cheap.
    let isReal = display.map { !DisplayPart.isVirtual($0.kind) && !$0.isPaper } ?? false
    let backlight = Self.named(backlightText ?? (isReal ? "auto" : "none"))
    let input = Self.named(inputText ?? "none")
    strings[.backlight] = backlight
    strings[.input] = input
    if display?.isPaper == true, backlightText != nil, !backlight.isEmpty {
      root.fail("backlight", "expected \"backlight: none\" on e-paper, which has no light, found \"\(backlight)\"")
    }
    let isElsewhere = backlight.hasPrefix("/") && !backlight.hasPrefix("/sys/class/backlight/")
    if backlight.contains("/") && !isElsewhere {
      let last = backlight.split(separator: "/").last.map(String.init) ?? ""
      root.fail(
        "backlight",
        "expected auto, none or a name in /sys/class/backlight for \"backlight\", found \"\(backlight)\"; did you mean "
          + "\"\(last)\"?")
    }
    if Self.isBrightness(backlight), display?.isPaper != true {
      root.fail(
        "backlight",
        "expected auto, none or a name in /sys/class/backlight for \"backlight\", found \"\(backlight)\"; "
          + "\"light.dimming.dayLuminance\" sets how bright white is by day, in cd/m²")
    }
    // Anything else is a device's name, which is more stable than its number.
    let isKnown = ["", "auto"].contains(input) || input.hasPrefix("/dev/")
    let near = input.hasPrefix("event") ? "/dev/input/\(input)" : NearestName.find(input, among: ["auto", "none"])
    if !isKnown, let near {
      root.fail(
        "input",
        "expected auto, none, a device such as /dev/input/event0 or its name for \"input\", found \"\(input)\"; "
          + "did you mean \"\(near)\"?")
    }
  }

  /// The text of `backlight`. A number is one too, because quotes would not make it the name of a device.
  private static func backlightText(_ root: inout StrictDecoder) -> String? {
    if case .scalar(let text, false)? = root.node("backlight")?.value, text.count <= 16, isBrightness(text) {
      return text
    }
    return root.text(key: "backlight")
  }

  /// Whether a text is a number or a percentage.
  private static func isBrightness(_ text: String) -> Bool {
    ScalarText.isNumber(text.hasSuffix("%") ? String(text.dropLast()) : text)
  }

  private static func named(_ text: String) -> String { text == "none" ? "" : text }
}
