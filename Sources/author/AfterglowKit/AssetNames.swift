import Foundation

/// Names of the colours and pictures in asset catalogues, with those of the folders that provide a namespace: `Brand/Orange`.
package struct AssetNames: Equatable {
  package private(set) var colors: [String] = []
  package private(set) var pictures: [String] = []

  private static let maximumCount = 20_000

  /// - Parameter catalogs: paths of folders `*.xcassets`.
  package init(catalogs: [String]) {
    for catalog in catalogs { add(catalog) }
    colors = Set(colors).sorted()
    pictures = Set(pictures).sorted()
  }

  private mutating func add(_ catalog: String) {
    guard let files = FileManager.default.enumerator(atPath: catalog) else { return }
    var count = 0
    while let path = files.nextObject() as? String, count < Self.maximumCount {
      count += 1
      let ending = (path as NSString).pathExtension
      guard ending == "colorset" || ending == "imageset" else { continue }
      files.skipDescendants()
      let name = Self.name(path, in: catalog)
      if ending == "colorset" { colors.append(name) } else { pictures.append(name) }
    }
  }

  private static func name(_ set: String, in catalog: String) -> String {
    var parts = [((set as NSString).lastPathComponent as NSString).deletingPathExtension]
    var parent = (set as NSString).deletingLastPathComponent
    while !parent.isEmpty {
      if Contents.providesNamespace("\(catalog)/\(parent)") {
        parts.insert((parent as NSString).lastPathComponent, at: 0)
      }
      parent = (parent as NSString).deletingLastPathComponent
    }
    return parts.joined(separator: "/")
  }

  /// `Contents.json` of a folder in a catalogue.
  private struct Contents: Decodable {
    struct Properties: Decodable {
      var providesNamespace: Bool?

      private enum CodingKeys: String, CodingKey { case providesNamespace = "provides-namespace" }
    }

    var properties: Properties?

    static func providesNamespace(_ folder: String) -> Bool {
      guard let bytes = try? Files.read("\(folder)/Contents.json", limit: 1 << 20),
        let contents = try? JSONDecoder().decode(Contents.self, from: Data(bytes))
      else { return false }
      return contents.properties?.providesNamespace == true
    }
  }
}

/// The symbol that Xcode makes of an asset's name: `accent` of AccentColor, `logoDark` of logo-dark.
package enum AssetSymbol {
  /// - Returns: nil for a name without letters and digits.
  package static func name(of asset: String) -> String? {
    var parts = words(of: asset)
    if parts.count > 1, ["color", "image"].contains(parts[parts.count - 1].lowercased()) { parts.removeLast() }
    guard let first = parts.first else { return nil }
    let symbol: String
    if parts.contains(where: { $0.contains(where: \.isLowercase) }) {
      // All letters of a first word in capitals become small.
      let isInCapitals = !first.contains(where: \.isLowercase)
      let start = isInCapitals ? first.lowercased() : first.prefix(1).lowercased() + first.dropFirst()
      symbol = start + parts.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    } else {
      symbol = parts.joined(separator: "_")
    }
    return symbol.first?.isNumber == true ? "_" + symbol : symbol
  }

  /// Name of the enumeration of a folder's assets.
  package static func namespace(of folder: String) -> String? {
    let parts = words(of: folder).map { $0.prefix(1).uppercased() + $0.dropFirst() }
    guard let first = parts.first?.first else { return nil }
    return (first.isNumber ? "_" : "") + parts.joined()
  }

  /// Runs of digits, words that begin with a capital or a small letter, and runs of capitals.
  private static func words(of name: String) -> [String] {
    enum Kind { case digit, capital, small }
    func kind(_ letter: Character) -> Kind? {
      letter.isNumber ? .digit : letter.isUppercase ? .capital : letter.isLetter ? .small : nil
    }
    let letters = Array(name)
    var words: [String] = []
    var last: Kind?
    for (index, letter) in letters.enumerated() {
      guard let own = kind(letter) else {
        last = nil
        continue
      }
      let next = letters.indices.contains(index + 1) ? kind(letters[index + 1]) : nil
      let begins =
        (own == .digit) != (last == .digit) || own == .capital && (last == .small || last == .capital && next == .small)
      if last == nil || begins { words.append("") }
      words[words.count - 1].append(letter)
      last = own
    }
    return words
  }
}
