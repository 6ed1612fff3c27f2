import Afterglow

/// Finds wording that the guide advises against (docs/rules.md, rules 71, 87, 88, 94 and 95).
enum GuideWords {
  /// Wording about when a program last checked, instead of the date of the content (docs/rules.md, rule 71).
  private static let agePhrases = [
    "last updated", "last checked", "last refreshed", "updated at", "zuletzt aktualisiert",
  ]
  /// Words that instruct or address the reader (docs/rules.md, rule 95).
  private static let addresses: Set<String> = ["you", "your", "tap", "click", "press", "please", "swipe"]

  /// Wording of a visible text.
  static func findings(in text: String, slot: String) -> [GuideFinding] {
    let lower = text.lowercased()
    var findings: [GuideFinding] = []
    if let phrase = agePhrases.first(where: lower.contains) {
      findings.append(
        GuideFinding(
          rule: 71, slot: slot,
          message: "“\(text)” says “\(phrase)”; show the time of the content instead, such as “as of 14:05”"))
    }
    let words = lower.split { !$0.isLetter && $0 != "'" }.map(String.init)
    if let word = words.first(where: addresses.contains) {
      findings.append(
        GuideFinding(
          rule: 95, slot: slot, message: "“\(text)” speaks to its reader (“\(word)”); show what is, in plain words"))
    }
    return findings
  }

  /// A description is one sentence that begins with a verb and is not about the widget (docs/rules.md, rules 87 and
  /// 88); a name does not contain the program's (docs/rules.md, rule 94).
  static func findings(in descriptor: WidgetDescriptor, slot: String) -> [GuideFinding] {
    var findings: [GuideFinding] = []
    let description = descriptor.description
    if description.isEmpty {
      findings.append(
        GuideFinding(
          rule: 87, slot: slot, message: "\(descriptor.kind) has no description; say in a sentence what it is for"))
    } else if description.lowercased().contains("widget") || !(description.first?.isUppercase ?? false) {
      findings.append(
        GuideFinding(
          rule: 87, slot: slot,
          message: "“\(description)” speaks of the widget itself; begin with what one does with it, such as “See …”"))
    }
    if descriptor.displayName.lowercased().contains("afterglow") {
      findings.append(
        GuideFinding(rule: 94, slot: slot, message: "“\(descriptor.displayName)” names the program; name what is shown")
      )
    }
    return findings
  }
}
