import Afterglow
import AfterglowWidgets
import Foundation

/// A city that is found by its name without a network: one of `CityTable`, or one after which a time zone is named.
public struct KnownCity: Equatable, Sendable {
  /// The place, with the name in the spelling that was asked for, and its country.
  public var place: Place
  /// The zone of the place; nil where this machine does not have it.
  public var zone: TimeZone?
  /// The names of its region; empty where the table has none.
  var regions: [String] = []

  /// Cities of a name, the largest first; `Porto, Portugal` and `Portland, Maine` narrow the search.
  ///
  /// Capitals, accents, dots and hyphens do not matter; ü may be written as u and as ue.
  ///
  /// - Parameter language: an ISO 639 code. Countries have their names in it and in English.
  /// - Returns: nothing for a city that is not known.
  public static func named(_ text: String, language: String = "en") -> [KnownCity] {
    let parts = text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    guard let town = parts.first else { return [] }
    var found = table.compactMap { $0.city(named: town) }
    if let zone = ZonePlaces.zone(named: town), let city = ZonePlaces.city(of: zone),
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

  /// A name without what is written in different ways.
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

  /// A name as it is written without its letters: Koeln, Aarhus.
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

  /// A city of the table.
  struct Row {
    var names: [String]
    var latitude: Double
    var longitude: Double
    var country: String
    var zone: String
    var regions: [String]

    /// - Parameter head: country, zone and regions.
    fileprivate init?(_ item: Substring, _ head: [Substring]) {
      let words = item.split(separator: " ")
      guard words.count >= 3, head.count >= 2, let latitude = Double(words[words.count - 2]),
        let longitude = Double(words[words.count - 1])
      else { return nil }
      names = words.dropLast(2).joined(separator: " ").split(separator: "|").map(String.init)
      (self.latitude, self.longitude) = (latitude, longitude)
      (country, zone) = (String(head[0]), String(head[1]))
      regions = head.count > 2 ? head[2].split(separator: "|").map(String.init) : []
    }

    /// The city under the name that is meant; nil if it has another one.
    fileprivate func city(named town: String) -> KnownCity? {
      let wanted = KnownCity.folded(town)
      let same = names.filter { KnownCity.folded($0) == wanted || KnownCity.spelledOut($0) == wanted }
      let lower = town.lowercased()
      guard let name = same.first(where: { $0.lowercased() == lower }) ?? same.first else { return nil }
      return KnownCity(
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
