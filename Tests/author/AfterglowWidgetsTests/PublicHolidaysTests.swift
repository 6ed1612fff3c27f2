import AfterglowTimeline
import Foundation
import Testing

@testable import AfterglowWidgets

private func day(_ text: String) -> Int64 {
  let parts = text.split(separator: "-").map { Int64($0)! }
  return dayNumber(year: parts[0], month: Int32(parts[1]), day: Int32(parts[2]))
}

private func text(_ day: Int64) -> String {
  let civil = civilDate(ofDay: day)
  return String(format: "%04d-%02d-%02d", civil.year, civil.month, civil.day)
}

@Suite struct PublicHolidaysTests {
  private func year(_ year: Int64, of country: String, language: String = "en") throws -> [String] {
    let days = dayNumber(year: year, month: 1, day: 1)..<dayNumber(year: year + 1, month: 1, day: 1)
    return try #require(PublicHolidays(country: country)).holidays(in: days, language: language).map {
      "\(text($0.day)) \($0.name)"
    }
  }

  /// Easter Sundays of the churches' own tables.
  @Test(arguments: [
    ("2024-03-31", "2024-05-05"), ("2025-04-20", "2025-04-20"), ("2026-04-05", "2026-04-12"),
    ("2027-03-28", "2027-05-02"), ("2038-04-25", "2038-04-25"), ("2000-04-23", "2000-04-30"),
  ]) func `Easter is when the churches keep it`(western: String, orthodox: String) {
    let year = Int64(western.prefix(4))!
    #expect(text(Easter.western(year)) == western)
    #expect(text(Easter.orthodox(year)) == orthodox)
  }

  /// Assembleia da República, Código do Trabalho, article 234; movable ones by the Easter of 2026.
  @Test func `Portugal's year, in its own words`() throws {
    let found = try year(2026, of: "PT", language: "pt").map { String($0.prefix(10)) }
    #expect(
      found == [
        "2026-01-01", "2026-04-03", "2026-04-05", "2026-04-25", "2026-05-01", "2026-06-04", "2026-06-10", "2026-08-15",
        "2026-10-05", "2026-11-01", "2026-12-01", "2026-12-08", "2026-12-25",
      ])
    #expect(try year(2026, of: "PT", language: "pt").contains("2026-06-04 Corpo de Deus"))
    #expect(try year(2026, of: "PT").contains("2026-06-04 Corpus Christi"))
    #expect(try year(2026, of: "PT", language: "de").contains("2026-04-25 Freedom Day"))
  }

  /// gov.uk/bank-holidays: Christmas and Boxing Day of 2027 and New Year's Day of 2028 fall on weekends.
  @Test func `what falls on a weekend is made good on the next working day`() throws {
    let winter = try year(2027, of: "GB").suffix(4)
    #expect(
      winter == [
        "2027-12-25 Christmas Day", "2027-12-26 Boxing Day", "2027-12-27 Christmas Day (observed)",
        "2027-12-28 Boxing Day (observed)",
      ])
    #expect(try year(2028, of: "GB").contains("2028-01-03 New Year's Day (observed)"))
  }

  /// opm.gov: federal holidays of 2026 to 2028.
  @Test func `American ones move to the nearest working day, and into the year before`() throws {
    #expect(try year(2026, of: "US").contains("2026-07-03 Independence Day (observed)"))
    #expect(try year(2026, of: "US").contains("2026-11-26 Thanksgiving Day"))
    #expect(try year(2027, of: "US").contains("2027-12-31 New Year's Day (observed)"))
    #expect(try year(2027, of: "US").contains("2027-06-18 Juneteenth National Independence Day (observed)"))
    #expect(try year(2026, of: "US").contains("2026-05-25 Memorial Day"))
  }

  @Test func `weekdays from a date on, and a first Monday that gives way to a Friday`() throws {
    #expect(try year(2026, of: "SE", language: "sv").contains("2026-06-20 Midsommardagen"))
    #expect(try year(2026, of: "SE", language: "sv").contains("2026-10-31 Alla helgons dag"))
    #expect(try year(2027, of: "SE", language: "sv").contains("2027-11-06 Alla helgons dag"))
    #expect(try year(2026, of: "IE").contains("2026-02-02 Saint Brigid's Day"))
    #expect(try year(2030, of: "IE").contains("2030-02-01 Saint Brigid's Day"))
  }

  @Test func `every rule of the table is read, and every country has holidays in every year`() throws {
    #expect(PublicHolidays.countries.count >= 30)
    let items = HolidayTable.text.split(separator: "\n").filter { $0.first == " " }.joined(separator: " ")
      .split(separator: ";").count
    var read = 0
    for country in PublicHolidays.countries {
      for year in Int64(2024)...2060 {
        let found = try self.year(year, of: country).filter { !$0.hasSuffix("(observed)") }
        #expect(found.count >= 4, "\(country) \(year)")
        if year == 2026 { read += found.count }
      }
    }
    // Of each country the last holiday ends with the line, not with a semicolon.
    #expect(read == items + PublicHolidays.countries.count - 1)
    #expect(PublicHolidays(country: "XX") == nil)
  }

  /// Havana's clocks skip the midnight of 8 March 2026 (docs/rules.md, Changes of clocks), Brasília's once skipped that
  /// of a holiday.
  @Test func `a holiday is a day of the zone, from its first to its last second`() throws {
    let lisbon = try #require(TimeZone(identifier: "Europe/Lisbon"))
    let start = Date(timeIntervalSince1970: Double(day("2026-04-20")) * 86_400)
    let found = try #require(PublicHolidays(country: "PT")).showings(
      in: start..<start.addingTimeInterval(30 * 86_400), zone: lisbon, language: "pt")
    #expect(found.map(\.name) == ["Dia da Liberdade", "Dia do Trabalhador"])
    #expect(found[0].start == Date(timeIntervalSince1970: Double(day("2026-04-25")) * 86_400 - 3600))
    #expect(found[0].end.timeIntervalSince(found[0].start) == 86_400)
    // 2018-11-04: São Paulo's day began at one o'clock; the republic's day two weeks later is whole.
    let brazil = try #require(PublicHolidays(country: "BR"))
    let zone = try #require(TimeZone(identifier: "America/Sao_Paulo"))
    let window = Date(timeIntervalSince1970: 1_541_000_000)..<Date(timeIntervalSince1970: 1_541_420_000)
    let souls = brazil.showings(in: window, zone: zone, language: "pt")
    #expect(souls.map(\.name) == ["Finados"] && souls[0].end.timeIntervalSince(souls[0].start) == 86_400)
  }

  @Test func `a zone's country is that of the zone database`() {
    #expect(ZoneCountry.country(of: TimeZone(identifier: "Europe/Lisbon")!) == "PT")
    #expect(ZoneCountry.country(of: TimeZone(identifier: "America/Argentina/Salta")!) == "AR")
    #expect(ZoneCountry.country(of: .gmt) == nil)
    #expect(ZoneCountry.country(of: TimeZone(identifier: "Europe/Lisbon")!, table: "/nonexistent") == nil)
  }
}
