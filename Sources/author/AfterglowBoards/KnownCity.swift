import Afterglow
import AfterglowWidgets
import Foundation

/// A city that is found by its name without a network: one of `CityTable`, or one after which a time zone is named.
public struct KnownCity: Equatable, Sendable {
  /// The place, with its country and with its name in the spelling of the search.
  public var place: Place
  /// The zone of the place; nil where this machine does not have it.
  public var zone: TimeZone?
  /// The names of its region; empty where the table has none.
  var regions: [String] = []

  /// Maximum length of a text that is looked up, in bytes: the names of a city, its region and its country are shorter.
  static let maximumByteCount = 160

  /// Cities of a name, the largest first; `Porto, Portugal` and `Portland, Maine` narrow the search.
  ///
  /// Capitals, accents, dots and hyphens do not matter; ü may be written as u and as ue.
  ///
  /// - Parameter language: an ISO 639 code. Countries have their names in it and in English.
  /// - Returns: nothing for a city that is not known.
  public static func named(_ text: String, language: String = "en") -> [KnownCity] {
    guard text.utf8.count <= maximumByteCount else { return [] }
    let parts = text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    guard let town = parts.first else { return [] }
    let wanted = folded(town)
    var found = table.compactMap { $0.city(named: town, folded: wanted) }
    // Antarctica's zones have the names of stations, such as Davis and Palmer, which are towns elsewhere.
    if let zone = ZonePlaces.zone(named: town), let city = ZonePlaces.city(of: zone), city.country != "AQ",
      !found.contains(where: { $0.zone == zone && $0.place.country == city.country })
    {
      found.insert(KnownCity(place: city, zone: zone), at: 0)
    }
    return found.filter { city in parts.dropFirst().allSatisfy { city.lies(in: $0, language) } }
  }

  /// Name, region and country for messages: `Portland, Maine, United States`.
  ///
  /// - Parameter language: an ISO 639 code, for the country.
  public func words(in language: String = "en") -> String {
    let country = place.country.flatMap { Self.country($0, language) }
    return ([place.name] + [regions.first, country].compactMap(\.self).filter { $0 != place.name })
      .joined(separator: ", ")
  }

  /// Region, country and zone for lists: `Maine, US, America/New_York`.
  public var detail: String {
    [regions.first, place.country, zone?.identifier].compactMap(\.self).joined(separator: ", ")
  }

  private func lies(in region: String, _ language: String) -> Bool {
    let wanted = Self.folded(region)
    var names = regions
    if let code = place.country {
      names += [code] + (Self.otherCountryNames[code] ?? [])
      names += ["en", language].compactMap { Self.country(code, $0) }
    }
    return names.contains { Self.folded($0) == wanted }
  }

  private static func country(_ code: String, _ language: String) -> String? {
    Locale(identifier: language).localizedString(forRegionCode: code)
  }

  /// Names that people write and that locales do not have.
  private static let otherCountryNames = [
    "AE": ["UAE"], "BA": ["Bosnia"], "CZ": ["Czech Republic"], "GB": ["UK", "Great Britain", "Britain"],
    "MM": ["Burma", "Myanmar"], "NL": ["Holland"], "TR": ["Turkey"], "US": ["USA", "America"],
  ]

  // MARK: Names

  /// A name without capitals, accents and signs, which are written in different ways.
  static func folded(_ name: String) -> String {
    var text = ""
    for character in name.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil) {
      switch character {
      case "ł": text += "l"
      case "ø": text += "o"
      case "đ": text += "d"
      case "ı": text += "i"
      case "ß": text += "ss"
      case "æ": text += "ae"
      case ".", "'", "’": break
      case "-", "_": text += " "
      default: text.append(character)
      }
    }
    return text.split(separator: " ").joined(separator: " ")
  }

  /// A name as it is written on a keyboard without its letters: Koeln, Aarhus.
  private static func spelledOut(_ name: String) -> String {
    var text = ""
    for character in name.lowercased() {
      switch character {
      case "ä": text += "ae"
      case "ö", "ø": text += "oe"
      case "ü": text += "ue"
      case "å": text += "aa"
      default: text.append(character)
      }
    }
    return folded(text)
  }

  // MARK: The table

  /// A city with its names.
  struct Row {
    /// The name, and what it is called in other languages.
    var names: [String]
    var latitude: Double
    var longitude: Double
    var country: String
    var zone: String
    var regions: [String]
    /// Each name in the forms that are compared: without its marks, and with its letters spelled out.
    fileprivate var spellings: [[String]]

    fileprivate init(
      _ names: [String], latitude: Double, longitude: Double, country: String, zone: String, regions: [String] = []
    ) {
      (self.names, self.latitude, self.longitude) = (names, latitude, longitude)
      (self.country, self.zone, self.regions) = (country, zone, regions)
      spellings = names.map { [KnownCity.folded($0), KnownCity.spelledOut($0)] }
    }

    /// - Parameter head: country, zone and regions.
    fileprivate init?(_ item: Substring, _ head: [Substring]) {
      let words = item.split(separator: " ")
      guard words.count >= 3, head.count >= 2, let latitude = Double(words[words.count - 2]),
        let longitude = Double(words[words.count - 1])
      else { return nil }
      self.init(
        words.dropLast(2).joined(separator: " ").split(separator: "|").map(String.init),
        latitude: latitude, longitude: longitude, country: String(head[0]), zone: String(head[1]),
        regions: head.count > 2 ? head[2].split(separator: "|").map(String.init) : [])
    }

    /// The city under the name that is meant; nil if it has another one.
    fileprivate func city(named town: String, folded wanted: String) -> KnownCity? {
      let same = names.indices.filter { spellings[$0].contains(wanted) }.map { names[$0] }
      let lower = town.lowercased()
      return (same.first { $0.lowercased() == lower } ?? same.first).map(city(called:))
    }

    fileprivate func city(called name: String) -> KnownCity {
      KnownCity(
        place: Place(name: name, latitude: latitude, longitude: longitude, country: country),
        zone: TimeZone(identifier: zone), regions: regions)
    }
  }

  /// Every city of `CityTable`.
  static let table: [Row] = {
    var rows: [Row] = []
    var head: [Substring] = []
    for line in CityTable.text.split(separator: "\n") {
      if line.first != " " {
        head = line.split(separator: " ", maxSplits: 2)
      } else {
        rows += line.split(separator: ";").compactMap { Row($0, head) }
      }
    }
    return rows
  }()
}

// MARK: Lists to choose from

extension KnownCity {
  /// Cities for a list from which one is chosen: the name, region, country or zone of each has all words of a text.
  ///
  /// Names that begin with the text come first, then names that contain it, then the cities of a region, country or
  /// zone. Without words, these are all cities.
  public static func matching(_ text: String) -> [KnownCity] {
    guard text.utf8.count <= maximumByteCount else { return [] }
    let words = folded(text.replacing(",", with: " ")).split(separator: " ").map(String.init)
    let start = words.joined(separator: " ")
    let found = listed.compactMap { item -> (rank: Int, spelling: String, city: KnownCity)? in
      guard words.allSatisfy({ item.everything.contains($0) }) else { return nil }
      let spellings = item.row.spellings
      func first(_ isRight: (String) -> Bool) -> Int? { spellings.firstIndex { $0.contains(where: isRight) } }
      let matches = [first { $0.hasPrefix(start) }, first { name in words.contains { name.contains($0) } }, 0]
      let rank = start.isEmpty ? 0 : matches.firstIndex { $0 != nil } ?? 0
      guard let place = matches[rank], item.row.names.indices.contains(place) else { return nil }
      return (rank, spellings[place][0], item.row.city(called: item.row.names[place]))
    }
    // The larger one of several cities with one name stays first.
    return found.enumerated().sorted { one, other in
      (one.element.rank, one.element.spelling, one.offset) < (other.element.rank, other.element.spelling, other.offset)
    }.map(\.element.city)
  }

  /// The cities of the table, with the names that time zones give them, and the other cities of zones: each with
  /// everything in which words are searched.
  private static let listed: [(row: Row, everything: String)] = {
    var rows = table
    var others: [Row] = []
    for identifier in TimeZone.knownTimeZoneIdentifiers {
      guard let zone = TimeZone(identifier: identifier), let city = ZonePlaces.city(of: zone),
        let country = city.country
      else { continue }
      let near = rows.indices.filter {
        rows[$0].zone == identifier && rows[$0].country == country && rows[$0].isNear(city)
      }
      // Suburbs are near, too.
      if let own = near.min(by: { rows[$0].degrees(from: city) < rows[$1].degrees(from: city) }) {
        rows[own].add(name: city.name)
      } else {
        others.append(
          Row([city.name], latitude: city.latitude, longitude: city.longitude, country: country, zone: identifier))
      }
    }
    var countries: [String: String] = [:]
    return (others + rows).map { row in
      let country = countries[row.country] ?? country(row.country, "en") ?? ""
      countries[row.country] = country
      let parts = row.regions + [row.country, country, row.zone.replacing("/", with: " ")]
      return (row, (row.spellings.flatMap(\.self) + parts.map(folded)).joined(separator: "\n"))
    }
  }()
}

extension KnownCity.Row {
  /// Degrees within which two places are the same city.
  private static let nearDegrees = 0.3

  fileprivate func isNear(_ place: Place) -> Bool { degrees(from: place) < Self.nearDegrees }

  /// The greater one of the differences in latitude and longitude.
  fileprivate func degrees(from place: Place) -> Double {
    max(abs(latitude - place.latitude), abs(longitude - place.longitude))
  }

  /// Adds the name of a time zone, which is in English, before the others, unless the city has it.
  fileprivate mutating func add(name: String) {
    if spellings.contains(where: { $0.contains(KnownCity.folded(name)) }) { return }
    names.insert(name, at: 0)
    spellings.insert([KnownCity.folded(name)], at: 0)
  }
}
