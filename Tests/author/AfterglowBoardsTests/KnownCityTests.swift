import Afterglow
import Foundation
import Testing

@testable import AfterglowBoards

/// Cities that are found by their names without a network.
@Suite struct KnownCityTests {
  @Test func `Porto is known, with its zone and country`() throws {
    let found = KnownCity.named("Porto")
    #expect(found.map(\.place) == [Place(name: "Porto", latitude: 41.15, longitude: -8.61, country: "PT")])
    #expect(found.first?.zone == TimeZone(identifier: "Europe/Lisbon"))
    #expect(found.first?.words() == "Porto, Portugal")
  }

  @Test(arguments: [
    ("PORTO", "Porto, Portugal"), ("porto, portugal", "Porto, Portugal"), ("Porto, PT", "Porto, Portugal"),
    ("koln", "Köln, Germany"), ("Koeln", "Köln, Germany"), ("cologne", "Cologne, Germany"),
    ("Zurich", "Zurich, Switzerland"), ("Zuerich", "Zürich, Switzerland"), ("lodz", "Łódź, Poland"),
    ("sao paulo", "São Paulo, Brazil"), ("St Louis", "St. Louis, Missouri, United States"),
    ("aix en provence", "Aix-en-Provence, France"), ("Birmingham, Alabama", "Birmingham, Alabama, United States"),
    ("Vancouver, BC", "Vancouver, British Columbia, Canada"),
    ("London, Ontario", "London, Ontario, Canada"), ("London, UK", "London, England, United Kingdom"),
    ("Lisboa", "Lisboa, Portugal"), ("Lisbon, Portugal", "Lisbon, Portugal"), ("Europe/Lisbon", "Lisbon, Portugal"),
  ])
  func `a city is found however its name is written`(_ name: String, _ words: String) {
    #expect(KnownCity.named(name).map { $0.words() } == [words])
  }

  @Test func `of cities of one name the largest is first`() {
    #expect(KnownCity.named("London").map(\.place.country) == ["GB", "CA"])
    #expect(KnownCity.named("Portland").compactMap(\.regions.first) == ["Oregon", "Maine"])
    #expect(KnownCity.named("Córdoba").map(\.place.country) == ["AR", "ES"])
  }

  /// Norfolk Island has 2,000 inhabitants, and the stations of Antarctica have a zone each.
  @Test(arguments: [
    ("Norfolk", ["US", "NF"]), ("Athens", ["GR", "US"]), ("La Paz", ["BO", "MX"]), ("Lagos", ["NG", "PT"]),
    ("Tripoli", ["LY", "LB"]), ("San Juan", ["AR", "PR"]), ("Santarém", ["BR", "PT"]), ("Davis", []), ("Palmer", []),
  ])
  func `the city of a zone comes first only where it is the larger one`(_ name: String, _ countries: [String]) {
    #expect(KnownCity.named(name).map(\.place.country) == countries)
  }

  @Test func `a text that is longer than any name is that of no city`() {
    let space = String(repeating: " ", count: KnownCity.maximumByteCount)
    #expect(KnownCity.named("San Francisco").count == 1 && KnownCity.matching("San Francisco").count == 1)
    #expect(KnownCity.named("San\(space)Francisco") == [] && KnownCity.matching("San\(space)Francisco") == [])
  }

  @Test(
    arguments: [
      ("port", "Port", nil), ("são paulo", "São Paulo", "BR, America/Sao_Paulo"),
      ("lisb", "Lisbon", "PT, Europe/Lisbon"),
      ("lisboa", "Lisboa", "PT, Europe/Lisbon"), ("cologne", "Cologne", "DE, Europe/Berlin"),
      ("Portland, Maine", "Portland", "Maine, US, America/New_York"), ("reykj", "Reykjavík", "IS, Atlantic/Reykjavik"),
    ] as [(String, String, String?)])
  func `cities to choose from are found by parts of their names and regions`(
    _ text: String, _ name: String, _ detail: String?
  ) throws {
    let first = try #require(KnownCity.matching(text).first)
    #expect(first.place.name.hasPrefix(name))
    if let detail { #expect(first.place.name == name && first.detail == detail) }
  }

  @Test func `of cities to choose from those that begin with the text are first, and none is there twice`() {
    let found = KnownCity.matching("port").map(\.place.name)
    let others = found.drop { KnownCity.folded($0).hasPrefix("port") }
    #expect(others.count < found.count && !others.contains { KnownCity.folded($0).hasPrefix("port") })
    #expect(KnownCity.matching("Portland").map(\.regions.first) == ["Oregon", "Maine"])
    #expect(KnownCity.matching("portugal").contains { $0.place.name == "Braga" })
    let all = KnownCity.matching("")
    #expect(all.count > KnownCity.table.count && all.allSatisfy { !$0.place.name.isEmpty && $0.place.country != nil })
    #expect(all.count { $0.zone?.identifier == "Europe/Lisbon" && ["Lisbon", "Lisboa"].contains($0.place.name) } == 1)
  }

  @Test(arguments: ["", ",", "Porto, Brazil", "Nowhere at all", "4750-123"])
  func `another name is that of no city`(_ name: String) { #expect(KnownCity.named(name) == []) }

  @Test func `countries have their names in the language that is asked for, and in English`() {
    #expect(KnownCity.named("Porto", language: "fr").first?.words(in: "de") == "Porto, Portugal")
    #expect(KnownCity.named("Köln, Deutschland", language: "de").first?.words(in: "de") == "Köln, Deutschland")
    #expect(KnownCity.named("Köln, Germany", language: "de").count == 1)
  }

  @Test func `every row of the table is a place on the globe with a zone that fits it`() throws {
    let rows = KnownCity.table
    #expect((1500...2000).contains(rows.count))
    let lines = CityTable.text.split(separator: "\n").filter { $0.first == " " }
    #expect(rows.count == lines.flatMap { $0.split(separator: ";") }.count)
    let january = try Date("2026-01-15T12:00:00Z", strategy: .iso8601)
    for row in rows {
      let name = row.names.first ?? ""
      #expect(row.names.allSatisfy { (1...40).contains($0.count) }, "\(row)")
      #expect((-90...90).contains(row.latitude) && (-180...180).contains(row.longitude), "\(name)")
      #expect(row.country.utf8.count == 2 && row.country.utf8.allSatisfy { (0x41...0x5A).contains($0) }, "\(name)")
      let zone = try #require(TimeZone(identifier: row.zone), "\(name): \(row.zone)")
      let standard = Double(zone.secondsFromGMT(for: january) - Int(zone.daylightSavingTimeOffset(for: january))) / 3600
      #expect(abs(row.longitude / 15 - standard) < PlaceAdvice.farHours, "\(name)")
    }
    let keys = rows.map { "\($0.country) \($0.regions.first ?? "") \(KnownCity.folded($0.names.first ?? ""))" }
    #expect(Set(keys).count == keys.count)
  }
}
