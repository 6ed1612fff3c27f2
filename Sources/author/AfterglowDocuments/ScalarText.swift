/// The types of unquoted words.
public enum ScalarText {
  /// Whether `text` contains no line break, zero byte or other control character. Panels cannot draw these, and some
  /// end a line or a text early.
  public static func isOneLine(_ text: String) -> Bool {
    !text.unicodeScalars.contains {
      [.control, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
    }
  }

  /// Whether `text` is a decimal number. YAML's hexadecimal, octal and sexagesimal forms are rejected because they
  /// surprise more users than they help.
  public static func isNumber(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { isNumber($0) }
  }

  /// Whether the bytes of a text are a decimal number.
  public static func isNumber(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = 0
    func skipDigits() -> Bool {
      let start = index
      while index < text.count, text[index] >= 0x30, text[index] <= 0x39 { index += 1 }
      return index > start
    }
    func skip(_ one: UInt8, or other: UInt8) -> Bool {
      guard index < text.count, text[index] == one || text[index] == other else { return false }
      index += 1
      return true
    }
    _ = skip(0x2D, or: 0x2B)
    if !skipDigits() { return false }
    if skip(0x2E, or: 0x2E), !skipDigits() { return false }
    if skip(0x65, or: 0x45) {
      _ = skip(0x2D, or: 0x2B)
      if !skipDigits() { return false }
    }
    return index == text.count
  }

  /// `number` or `truth value` if a word would be read as one; nil for text.
  static func scalarKind(_ text: String) -> String? {
    if isNumber(text) { return "number" }
    return text == "true" || text == "false" ? "truth value" : nil
  }

  /// `5` and `0.25`, not `5.0`.
  public static func format(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : String(value)
  }
}

/// Suggests the valid name nearest to a misspelt one.
public enum NearestName {
  /// Most names that are compared: the keys of a document from elsewhere may be a hundred thousand.
  private static let maximumCandidateCount = 5000

  /// Minimum number of letters of a part of a name.
  private static let leastPartCount = 3

  /// The nearest of `names` by edit distance, where a swap of neighbours counts one, else one of which a part was written;
  /// nil when none is near enough to be meant. The last part of a path counts as a name, so that "Tokyo" finds
  /// "Asia/Tokyo".
  public static func find(_ name: String, among names: [String]) -> String? {
    // Longer text is not a misspelling, and the table would become large.
    guard name.utf8.count <= 256, name.count <= 64 else { return nil }
    let written = Array(name.lowercased())
    let most = max(1, written.count / 3)
    var best: (name: String, distance: Int)?
    for candidate in names.prefix(maximumCandidateCount) where candidate.utf8.count <= 256 {
      // Most names are too long or too short, which a look at their bytes shows.
      let isOnePart = candidate.utf8.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "/") }
      if isOnePart, abs(candidate.utf8.count - written.count) > most { continue }
      let whole = candidate.lowercased()
      let last = whole.split(separator: "/").last.map(Array.init) ?? []
      for spelling in last.count < whole.count ? [Array(whole), last] : [Array(whole)] {
        // Each letter more or less is an edit.
        if abs(spelling.count - written.count) > most { continue }
        let distance = distance(written, spelling)
        if distance < best?.distance ?? Int.max, distance < spelling.count { best = (candidate, distance) }
      }
    }
    guard let best, best.distance <= most else { return completion(of: name.lowercased(), among: names) }
    return best.name
  }

  /// The shortest name that ends with the written word, such as systemMedium with "medium"; else the only one that begins
  /// with it, such as configuration with "config".
  private static func completion(of word: String, among names: [String]) -> String? {
    guard word.count >= leastPartCount else { return nil }
    let candidates = names.prefix(maximumCandidateCount).filter { $0.utf8.count <= 256 }
    let ended = candidates.filter { ends($0, with: word) }
    if let shortest = ended.min(by: { $0.count < $1.count }) { return shortest }
    let begun = candidates.filter { name in
      let whole = name.lowercased()
      return whole.hasPrefix(word) || whole.split(separator: "/").last?.hasPrefix(word) == true
    }
    return begun.count == 1 ? begun[0] : nil
  }

  /// Whether a name has the word at its end, where a capital or a sign begins it.
  private static func ends(_ name: String, with word: String) -> Bool {
    guard name.count > word.count, name.lowercased().hasSuffix(word) else { return false }
    let start = name.index(name.endIndex, offsetBy: -word.count)
    let before = name[name.index(before: start)]
    return !before.isLetter && !before.isNumber || before.isLowercase && name[start].isUppercase
  }

  static func distance(_ a: [Character], _ b: [Character]) -> Int {
    var rows = [Array(0...b.count)]
    for i in 0..<a.count {
      var row = [i + 1]
      for j in 0..<b.count {
        var cost = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, rows[i - 1][j - 1] + 1) }
        row.append(cost)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}

extension NearestName {
  /// The names of hardware that can be meant by a name: those of the same model, which begins with the first digit, and
  /// those that it begins and that go on with a hyphen. Another digit or suffix is other hardware and no slip.
  public static func models(like name: String, in names: [String]) -> [String] {
    let written = hyphenated(name)
    let wanted = model(written)
    return names.filter { model($0.lowercased()) == wanted || $0.lowercased().hasPrefix(written + "-") }
  }

  /// A name as hardware is called in files: in small letters, with hyphens between its parts, and with a size such as
  /// 2.13 inch as 2in13.
  static func hyphenated(_ name: String) -> String {
    var parts: [String] = []
    for word in name.lowercased().split(whereSeparator: { " _-".contains($0) }) {
      let size = word.prefix { $0.isNumber || $0 == "." || $0 == "," }
      let sides = size.split(whereSeparator: { $0 == "." || $0 == "," })
      let unit = word.dropFirst(size.count)
      if sides.count == 2, ["", "in", "inch", "\""].contains(String(unit)) {
        parts.append("\(sides[0])in\(sides[1])")
      } else if !["in", "inch"].contains(String(word)) {
        parts.append(String(word))
      }
    }
    return parts.joined(separator: "-")
  }

  /// A name from its first digit on, without hyphens and other signs.
  private static func model(_ name: String) -> String {
    String(name.drop { !$0.isNumber }.filter { $0.isNumber || $0.isLetter })
  }
}

extension StrictDecoder {
  /// `; did you mean "…"?` for a misspelt name of hardware, or that a similar name is other hardware; empty if no name is
  /// similar.
  ///
  /// - Parameter thing: what the names are of, such as `panel`.
  public func suggestion(for name: String, amongModels names: [String], of thing: String) -> String {
    let name = NearestName.hyphenated(name)
    let meant = suggestion(for: name, among: NearestName.models(like: name, in: names))
    if !meant.isEmpty || suggestion(for: name, among: names).isEmpty { return meant }
    return "; a name with another digit or suffix is another \(thing), which is not supported"
  }
}
