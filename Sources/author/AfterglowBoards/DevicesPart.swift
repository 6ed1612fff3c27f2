import AfterglowDocuments

/// `backlight` and `input`: devices other than the display.
struct DevicesPart {
  /// Empty = none.
  var backlight = ""
  var input = ""

  init(_ root: inout StrictDecoder, display: DisplayPart?) {
    let backlightText = root.text(key: "backlight")
    let inputText = root.text(key: "input")
    // A panel on a real connector may have one; searching for it is cheap.
    let isReal = display.map { !DisplayPart.isVirtual($0.kind) && !$0.isPaper } ?? false
    backlight = Self.named(backlightText ?? (isReal ? "auto" : "none"))
    input = Self.named(inputText ?? "none")
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

  private static func named(_ text: String) -> String { text == "none" ? "" : text }
}
