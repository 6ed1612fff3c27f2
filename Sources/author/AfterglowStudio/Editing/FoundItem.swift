import Afterglow
import AfterglowBoards
import Foundation

/// What a search offers for a value.
struct FoundItem: Encodable {
  /// What is searched without a board.
  enum Table: String {
    case symbols, zones, places
  }

  var name: String
  var detail: String?
  /// The character that draws a symbol in the font that the page has of them.
  var glyph: String?
  /// What is written; nil = the name.
  var value: ConfigurationValue?

  private static func folded(_ text: String) -> String {
    text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil).replacing("_", with: " ")
  }

  /// Whether a name has all words, in any case and without accents.
  static func has(_ name: String, _ words: [String]) -> Bool {
    let name = folded(name)
    return words.allSatisfy { name.contains(folded($0)) }
  }

  /// Files below the board's folder, by the endings that a kind of value has; hidden ones are left out.
  static func files(in folder: String, matching query: String, _ kind: String) -> [FoundItem] {
    let endings: [String]? =
      switch kind {
      case "pictures": ["png", "jpg", "jpeg"]
      case "folders": nil
      default: ["yaml", "yml", "json", "ics", "csv", "xml", "txt", "rss", "atom"]
      }
    let root = URL(fileURLWithPath: folder, isDirectory: true)
    let keys: [URLResourceKey] = [.isDirectoryKey]
    let found = FileManager.default.enumerator(at: root, includingPropertiesForKeys: keys, options: [.skipsHiddenFiles])
    var items: [FoundItem] = []
    var visited = 0
    while let url = found?.nextObject() as? URL, visited < 5_000 {
      visited += 1
      let isFolder = (try? url.resourceValues(forKeys: Set(keys)))?.isDirectory ?? false
      let name = String(url.path.dropFirst(root.path.count).drop { $0 == "/" })
      let isRight = endings.map { !isFolder && $0.contains(url.pathExtension.lowercased()) } ?? isFolder
      guard isRight, !["board.yaml", "scene.yaml"].contains(name) else { continue }
      if query.isEmpty || has(name, [query]) { items.append(FoundItem(name: name)) }
    }
    return items.sorted { $0.name < $1.name }
  }
}

/// The first of what a search has found: a list that no person reads to its end is not sent whole.
struct FoundItems: Encodable {
  var items: [FoundItem]
  /// Of all that are found.
  var total: Int

  private static let usualCount = 80
  private static let maximumCount = 500

  /// - Parameter count: how many are asked for, as in an address; nil = some.
  /// - Throws: `StudioRefusal` where it is no number of them.
  init(_ all: [FoundItem], count: String?) throws {
    total = all.count
    guard let count else {
      items = Array(all.prefix(Self.usualCount))
      return
    }
    guard let number = Int(count), number > 0 else {
      throw StudioRefusal(400, "expected a number from 1 for count, found \(count)")
    }
    items = Array(all.prefix(min(number, Self.maximumCount)))
  }
}

extension FoundItem.Table {
  func items(_ query: String) -> [FoundItem] {
    let words = query.split(separator: " ").map(String.init)
    switch self {
    case .symbols where words.isEmpty: return CommonSymbols.items
    case .symbols:
      return Symbol.search(words).map {
        FoundItem(name: $0.usedName, detail: $0.systemNames.first, glyph: $0.symbol?.character)
      }
    case .zones: return zones(words).map { FoundItem(name: $0.identifier, detail: Self.offset($0)) }
    case .places:
      return KnownCity.matching(query).map {
        FoundItem(name: $0.place.name, detail: $0.detail, value: Self.value($0.place))
      }
    }
  }

  private func zones(_ words: [String]) -> [TimeZone] {
    TimeZone.knownTimeZoneIdentifiers.filter { FoundItem.has($0, words) }.compactMap(TimeZone.init(identifier:))
  }

  private static func offset(_ zone: TimeZone) -> String {
    let minutes = zone.secondsFromGMT() / 60
    let text = "UTC\(minutes < 0 ? "−" : "+")\(abs(minutes) / 60)"
    return minutes % 60 == 0 ? text : text + ":" + (abs(minutes) % 60 < 10 ? "0" : "") + "\(abs(minutes) % 60)"
  }

  private static func value(_ city: Place) -> ConfigurationValue {
    var members: [String: ConfigurationValue] = [
      "name": .string(city.name), "latitude": .number(rounded(city.latitude)),
      "longitude": .number(rounded(city.longitude)),
    ]
    if let country = city.country { members["country"] = .string(country) }
    return .object(members)
  }

  private static func rounded(_ degrees: Double) -> Double { (degrees * 1000).rounded() / 1000 }
}
