/// Remedies for values that are plainly meant, and written otherwise than a document has them.
extension DocumentNode {
  /// The remedy for a word or number in place of true or false; empty for other values.
  public var truthRemedy: String {
    guard case .scalar(let text, let isQuoted) = value else { return "" }
    let end = isQuoted ? " without quotes" : ""
    switch text.lowercased() {
    case "true", "yes", "y", "on", "1": return "; write true\(end)"
    case "false", "no", "n", "off", "0": return "; write false\(end)"
    default: return ""
    }
  }

  /// The remedy for a number with a unit, with a decimal comma or in quotes; empty for other values.
  ///
  /// - Parameter unit: the unit of the number that is expected; empty = none.
  public func numberRemedy(unit: String = "") -> String {
    guard case .scalar(let text, let isQuoted) = value else { return "" }
    if ScalarText.isNumber(text) { return isQuoted ? "; write \(text) without quotes" : "" }
    guard let match = text.wholeMatch(of: #/([+\-−]?)([0-9]{1,12})(?:[.,]([0-9]{1,12}))?\s*([°%″"\p{L}²\/]{0,12})/#)
    else { return "" }
    let sign = match.1 == "" || match.1 == "+" ? "" : "-"
    let number = "\(sign)\(match.2)" + (match.3.map { ".\($0)" } ?? "")
    let (written, wanted) = (match.4.lowercased(), unit.prefix { $0.isLetter || "°%²/".contains($0) }.lowercased())
    if written.isEmpty || written == wanted || written == "°" && wanted == "degrees" { return "; write \(number)" }
    return "; write the number alone" + (unit.isEmpty ? "" : ", in \(unit)")
  }

  /// The two numbers of one text or list, such as `800x480`, `3 × 2` or `[41.15, -8.61]`; nil for other values.
  public var pair: (first: String, second: String)? {
    switch value {
    case .scalar(let text, _):
      let number =
        #/([+\-]?[0-9]{1,6}(?:\.[0-9]{1,9})?)\s*(?:px|mm)?\s*[x×X*,]\s*([+\-]?[0-9]{1,6}(?:\.[0-9]{1,9})?)\s*(?:px|mm)?/#
      return text.wholeMatch(of: number).map { (first: String($0.1), second: String($0.2)) }
    case .sequence(let items):
      let numbers = items.prefix(3).compactMap { item -> String? in
        guard case .scalar(let text, false) = item.value, ScalarText.isNumber(text) else { return nil }
        return text
      }
      return items.count == 2 && numbers.count == 2 ? (first: numbers[0], second: numbers[1]) : nil
    case .mapping: return nil
    }
  }

  /// The remedy for a mapping, or for one word, in place of a list of such; empty for other values.
  ///
  /// - Parameters:
  ///   - key: the key of the list, whose items may be words; nil = they are none.
  ///   - isYAML: whether items may be marked with hyphens.
  public func listRemedy(ofWords key: String? = nil, isYAML: Bool = true) -> String {
    switch value {
    case .mapping: return isYAML ? "; begin each item with \"- \"" : "; write its items in brackets, as in [{…}, {…}]"
    case .scalar(let text, let isQuoted):
      guard let key, isYAML, !isNull, text.count <= 60 else { return "" }
      return "; write \"\(key): [\(isQuoted ? "'\(text)'" : text)]\""
    case .sequence: return ""
    }
  }
}
