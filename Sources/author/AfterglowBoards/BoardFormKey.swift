/// A key of `board.yaml` as a form shows it: what it may be, and what holds without it.
public struct BoardFormKey: Sendable {
  public enum Kind: Sendable {
    case number(ClosedRange<Double>, unit: String)
    case integer(ClosedRange<Int>, unit: String)
    case text(maximumCount: Int)
    case choice([String])
    case boolean
  }

  /// From the document's root on.
  public let path: [String]
  public let kind: Kind
  /// What it may be, in words.
  public let range: String
  /// What holds without it, in words.
  public let fallback: String

  /// Those with one value each, in the order of docs/boards.md.
  public static let all: [BoardFormKey] = BoardKeys.all.compactMap { key in
    // A form has the device of `input` alone.
    guard !key.path.contains("[]"), !key.path.hasPrefix("input.") else { return nil }
    let kind: Kind
    switch key.kind {
    case .number(let range, let unit): kind = .number(range, unit: unit)
    case .integer(let range, let unit): kind = .integer(range, unit: unit)
    case .text(let count, _): kind = .text(maximumCount: count)
    case .choice(let names): kind = .choice(names)
    case .boolean: kind = .boolean
    case .choices, .list, .numbers, .bindings: return nil
    }
    return BoardFormKey(
      path: key.path.split(separator: ".").map(String.init), kind: kind,
      range: words(key.text.replacing("{}", with: key.kind.limits)), fallback: words(key.standard))
  }

  /// Without Markdown's marks and links.
  private static func words(_ text: String) -> String {
    String(text.replacing(#/\[([^\]]*)\]\([^)]*\)/#) { String($0.1) }.filter { $0 != "`" })
  }
}
