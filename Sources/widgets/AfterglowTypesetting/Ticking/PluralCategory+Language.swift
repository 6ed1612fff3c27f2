import AfterglowTimeline
internal import _FoundationICU

extension PluralCategory {
  /// The category with a name of Unicode's plural rules, such as `few`; nil for other words.
  package init?(name: String) {
    switch name {
    case "zero": self = .zero
    case "one": self = .one
    case "two": self = .two
    case "few": self = .few
    case "many": self = .many
    case "other": self = .other
    default: return nil
    }
  }

  /// The category of a number in a language (CLDR, cardinal rules); `other` in a language that ICU does not know.
  ///
  /// - Parameter language: ICU's identifier of a locale, such as `pl` or `pt_BR`.
  package init(of number: Double, in language: String) {
    var name: String?
    if number.isFinite {
      var status = U_ZERO_ERROR
      let rules = swift_uplrules_open(language, &status)
      name = ICUText.string(&status) { swift_uplrules_select(rules, number, $0, $1, &$2) }
      swift_uplrules_close(rules)
    }
    self = name.flatMap { PluralCategory(name: $0) } ?? .other
  }
}
