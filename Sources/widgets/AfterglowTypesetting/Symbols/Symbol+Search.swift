/// Searching symbols by words, and suggestions for unknown names.
extension Symbol {
  /// One symbol with all of its names.
  public struct Listed: Hashable, Sendable {
    /// The name in Material Design Icons, or the constant's if the symbol is Debian's.
    public let name: String
    /// The names of SF Symbols that show the same symbol.
    public let systemNames: [String]

    /// The name to use in scenes and widgets: with `mdi:` if a constant's name takes precedence over the font's.
    public var usedName: String { !isOwn && byName[name] != nil ? "mdi:\(name)" : name }

    public var symbol: Symbol? { Symbol(named: usedName) }
    let isOwn: Bool
  }

  /// Every symbol for which each of these words is a prefix of a word of its names, or if there is none, occurs
  /// anywhere in them; sorted by name. All of them if there are no words.
  public static func search(_ words: [String]) -> [Listed] {
    let wanted = words.flatMap { parts($0) }
    func found(_ has: (_ name: String, _ word: String) -> Bool) -> [Listed] {
      listed.filter { listed in
        let names = [listed.name] + listed.systemNames
        return wanted.allSatisfy { word in names.contains { has($0, word) } }
      }
    }
    let beginning = found { name, word in parts(name).contains { $0.hasPrefix(word) } }
    return beginning.isEmpty ? found { $0.contains($1) } : beginning
  }

  private static let listed: [Listed] =
    (ownNames.map { Listed(name: $0, systemNames: [], isOwn: true) }
    + SymbolTable.names.map { name in
      Listed(name: name, systemNames: SymbolTable.systemNamesByTarget[name] ?? [], isOwn: false)
    }).sorted { ($0.name, $0.isOwn ? 0 : 1) < ($1.name, $1.isOwn ? 0 : 1) }

  /// `; did you mean "…" or "…"?`, or empty if no name is similar.
  public static func hint(for name: String) -> String {
    let names = nearest(to: name).map { "\"\($0)\"" }
    guard let last = names.last else { return "" }
    let others = names.dropLast().joined(separator: ", ")
    return "; did you mean \(others.isEmpty ? last : "\(others) or \(last)")?"
  }

  /// Up to three suggestions for a name, the most likely first: those with a similar spelling, then those that contain
  /// its words.
  public static func nearest(to name: String) -> [String] {
    // Longer text is not a misspelling.
    let name = name.lowercased()
    guard (2...64).contains(name.count) else { return [] }
    let prefix = name.hasPrefix("mdi:") ? "mdi:" : ""
    let written = Array(name.dropFirst(prefix.count).utf8)
    let words = parts(String(name.dropFirst(prefix.count)))
    let limit = max(1, written.count / 4)
    let known = Set(systemNames)
    var found: [(name: String, cost: Double)] = []
    for candidate in prefix.isEmpty ? names : SymbolTable.names {
      let slips = slips(written, Array(candidate.utf8), limit: limit)
      if slips <= limit {
        // Of two equally close names, the better known one.
        found.append((candidate, Double(slips) + (known.contains(candidate) ? 0 : 0.01)))
        continue
      }
      let own = parts(candidate)
      let missing = words.count { word in !own.contains { $0.hasPrefix(word) } }
      if missing == 0 {
        found.append((candidate, Double(limit) + 1 + Double(candidate.utf8.count) / 100))
      } else if missing == 1 && words.count > 2 {
        found.append((candidate, Double(limit) + 2 + Double(candidate.utf8.count) / 100))
      }
    }
    return found.sorted { ($0.cost, $0.name) < ($1.cost, $1.name) }.prefix(3).map { prefix + $0.name }
  }

  /// A name's words, for example three in `cloud.sun-rain`.
  private static func parts(_ name: String) -> [String] {
    name.lowercased().split { ".-_ :".contains($0) }.map(String.init)
  }

  /// The number of letters that are changed, missing, superfluous or transposed; more than `limit` count as `limit` +
  /// 1.
  private static func slips(_ a: [UInt8], _ b: [UInt8], limit: Int) -> Int {
    guard abs(a.count - b.count) <= limit else { return limit + 1 }
    var (before, last) = ([Int](), Array(0...b.count))
    for i in a.indices {
      var row = [i + 1]
      row.reserveCapacity(b.count + 1)
      var least = i + 1
      for j in b.indices {
        var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, before[j - 1] + 1) }
        row.append(cost)
        least = min(least, cost)
      }
      if least > limit { return limit + 1 }
      (before, last) = (last, row)
    }
    return last[b.count]
  }
}
