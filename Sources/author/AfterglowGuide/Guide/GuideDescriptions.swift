import Afterglow
import Foundation

/// A description is one sentence, in sentence case, that begins with a verb and is not about the widget (docs/rules.md,
/// rules 87 and 88); a name does not contain the program's, and is no title on the panel (docs/rules.md, rule 94).
enum GuideDescriptions {
  static func findings(in descriptor: WidgetDescriptor, slot: String) -> [GuideFinding] {
    var findings: [GuideFinding] = []
    if let message = fault(of: descriptor.description, descriptor.kind) {
      findings.append(GuideFinding(rule: .description, slot: slot, message: message))
    }
    if descriptor.displayName.lowercased().contains("afterglow") {
      findings.append(
        GuideFinding(
          rule: .brand, slot: slot, message: "“\(descriptor.displayName)” names the program; name what is shown")
      )
    }
    return findings
  }

  /// Finds the widget's own name among its texts.
  static func titles(among texts: [String], of descriptor: WidgetDescriptor, slot: String) -> [GuideFinding] {
    let name = descriptor.displayName.trimmingCharacters(in: .whitespaces).lowercased()
    // A view file without a name has this one.
    guard !name.isEmpty, name != "document" else { return [] }
    return texts.filter { $0.trimmingCharacters(in: .whitespaces).lowercased() == name }.prefix(1).map { text in
      GuideFinding(
        rule: .brand, slot: slot,
        message: "“\(text)” is the widget's own name as a title; leave it out, its content shows what it is")
    }
  }

  private static func fault(of description: String, _ kind: String) -> String? {
    if description.isEmpty { return "\(kind) has no description; say in a sentence what it is for" }
    let words = description.split { !$0.isLetter && $0 != "'" && $0 != "’" && $0 != "-" }.map(String.init)
    guard let first = words.first else { return "“\(description)” has no words; say in a sentence what it is for" }
    let advice = "begin with what one does with it, such as “See …”"
    if words.contains(where: { ["widget", "widgets"].contains($0.lowercased()) }) || isThirdPerson(first) {
      return "“\(description)” speaks of the widget itself; \(advice)"
    }
    if !(description.first?.isUppercase ?? true) && description.first?.isCased == true {
      return "“\(description)” begins with a small letter; write a sentence"
    }
    if isTitle(words) { return "“\(description)” is in title case; write a sentence in sentence case" }
    if isEnglish(words), !GuideVocabulary.verbs.contains(first.lowercased()) {
      return "“\(description)” does not begin with a verb; \(advice)"
    }
    return nil
  }

  /// "Shows the weather".
  private static func isThirdPerson(_ word: String) -> Bool {
    let lower = word.lowercased()
    guard lower.hasSuffix("s"), !GuideVocabulary.verbs.contains(lower) else { return false }
    return GuideVocabulary.verbs.contains(String(lower.dropLast()))
      || lower.hasSuffix("es") && GuideVocabulary.verbs.contains(String(lower.dropLast(2)))
  }

  /// Every word that is not small is capitalised, at least two besides the first.
  private static func isTitle(_ words: [String]) -> Bool {
    let others = words.dropFirst().filter { $0.count >= 4 }
    // Languages that capitalise nouns leave verbs and adjectives small; short sentences of names are not judged.
    return others.count >= 2 && others.allSatisfy { $0.first?.isUppercase == true } && isEnglish(words)
  }

  private static func isEnglish(_ words: [String]) -> Bool {
    words.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } || $0.contains("’") }
      && !words.contains { GuideVocabulary.foreign.contains($0.lowercased()) }
  }
}
