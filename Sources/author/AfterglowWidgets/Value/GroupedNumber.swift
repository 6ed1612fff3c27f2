/// A number with marks between its digits, as people write it.
enum GroupedNumber {
  /// Blanks between thousands: a space, and those at which no line ends.
  private static let blanks: Set<Character> = [" ", "\u{A0}", "\u{2009}", "\u{202F}"]

  /// Whether a program cannot distinguish the number from another one: `1.235,5` and `1,235` have marks between thousands, or
  /// a decimal comma.
  static func matches(_ text: String) -> Bool {
    guard text.utf8.count <= 40, let last = text.last, last.isNumber else { return false }
    let digits = text.first.map { "+-−".contains($0) } == true ? text.dropFirst() : text[...]
    let groups = digits.split(omittingEmptySubsequences: false) { !("0"..."9").contains($0) }
    let marks = digits.filter { !("0"..."9").contains($0) }
    func isMark(_ sign: Character) -> Bool { ".,'’".contains(sign) || blanks.contains(sign) }
    guard let decimal = marks.last, !groups.contains(""), marks.allSatisfy(isMark) else { return false }
    if marks.count == 1, decimal == "," { return true }
    let isGrouped = groups[0].count <= 3 && groups.dropFirst().dropLast().allSatisfy { $0.count == 3 }
    guard isGrouped, Set(marks.dropLast()).count <= 1 else { return false }
    if marks.first != decimal { return decimal == "," || decimal == "." }
    // An address of a network has points, and a telephone number may have blanks.
    return groups.last?.count == 3 && (decimal == "," || decimal == "'" || decimal == "’")
  }

  /// The number without the blanks that divide its whole part into groups of three digits, such as `1300` of `1 300` and
  /// `-12000,5` of `−12 000,5`; nil for other text. No other number is written so.
  static func withoutBlanks(_ text: String) -> String? {
    guard text.utf8.count <= 60, let first = text.first else { return nil }
    let isSigned = "+-−".contains(first)
    let digits = isSigned ? text.dropFirst() : text[...]
    let whole = digits.prefix { ("0"..."9").contains($0) || blanks.contains($0) }
    let groups = whole.split(omittingEmptySubsequences: false) { blanks.contains($0) }
    guard groups.count > 1, (1...3).contains(groups[0].count), !groups[0].hasPrefix("0"),
      groups.dropFirst().allSatisfy({ $0.count == 3 }), Set(whole.filter { blanks.contains($0) }).count == 1
    else { return nil }
    let rest = digits.dropFirst(whole.count)
    guard rest.isEmpty || rest.first == "." || rest.first == "," else { return nil }
    return (isSigned && first != "+" ? "-" : "") + groups.joined() + String(rest)
  }
}
