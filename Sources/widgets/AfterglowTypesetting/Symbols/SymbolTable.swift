import CSymbols

/// Names and code points of the symbol font, searched in place, so that startup does not parse them.
enum SymbolTable {
  private static let fonts = SortedLines(ag_symbol_names())
  private static let aliases = SortedLines(ag_symbol_aliases())

  /// For a name of Material Design Icons.
  static func codepoint(of name: String) -> UInt32? { fonts.value(of: name).flatMap { UInt32($0, radix: 16) } }

  /// The name in Material Design Icons for a name of SF Symbols.
  static func target(ofSystemName name: String) -> String? { aliases.value(of: name) }

  /// Material Design Icons' own, sorted by bytes.
  static let names = fonts.lines.map(\.key)

  /// Those of SF Symbols that have their own entry, sorted by bytes.
  static let systemNames = aliases.lines.map(\.key)

  /// Names of SF Symbols by their name in Material Design Icons.
  static let systemNamesByTarget = Dictionary(grouping: aliases.lines, by: \.value).mapValues { $0.map(\.key) }
}

/// Lines of a key, a tab and a value, sorted by the keys' bytes.
private struct SortedLines: @unchecked Sendable {
  private let bytes: UnsafeBufferPointer<UInt8>

  init(_ source: ag_bytes) { bytes = UnsafeBufferPointer(start: source.base, count: source.count) }

  private static let (tab, newline) = (UInt8(ascii: "\t"), UInt8(ascii: "\n"))

  func value(of name: String) -> String? {
    let key = Array(name.utf8)
    guard !key.contains(Self.tab), !key.contains(Self.newline) else { return nil }
    var (low, high) = (0, bytes.count)
    while low < high {
      var start = (low + high) / 2
      while start > low && bytes[start - 1] != Self.newline { start -= 1 }
      var end = start
      while bytes[end] != Self.tab { end += 1 }
      let found = bytes[start..<end]
      var next = end
      while bytes[next] != Self.newline { next += 1 }
      if found.elementsEqual(key) { return String(decoding: bytes[(end + 1)..<next], as: UTF8.self) }
      if found.lexicographicallyPrecedes(key) { low = next + 1 } else { high = start }
    }
    return nil
  }

  var lines: [(key: String, value: String)] {
    bytes.split(separator: Self.newline).map { line in
      let parts = line.split(separator: Self.tab)
      return (String(decoding: parts[0], as: UTF8.self), String(decoding: parts[1], as: UTF8.self))
    }
  }
}
