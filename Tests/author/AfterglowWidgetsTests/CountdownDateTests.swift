import Afterglow
import Foundation
import Testing

@testable import AfterglowWidgets

@Suite struct CountdownDateTests {
  @Test(arguments: [
    "2027-01-01", "2028-02-29", "2027-01-01T00:00", "2027-01-01T18:30", "2027-01-01T18:30:00", "2027-12-31T23:59:59",
  ]) func `a day with or without a time is taken`(_ text: String) throws {
    #expect(CivilDate(text) != nil)
    _ = try CountdownIntent(configuration: ["date": .string(text)])
  }

  @Test(arguments: [
    "2027-01-01T18:30:61", "2027-01-01T18:30:60", "2027-01-01T18:30:", "2027-01-01T18:30:x", "2027-01-01T18:60",
    "2027-01-01T24:00", "2027-01-01T+8:30", "2027-+1-01", "2027-02-29", "2027-13-01", "2027-00-01", "2027-01-01T",
    "2027-01-01T18", "2027-01-01T18:30:00:00", "2027-01-01T18:30T18:30", "",
  ]) func `what is no date is refused`(_ text: String) {
    #expect(CivilDate(text) == nil)
    #expect(throws: (any Error).self) { try CountdownIntent(configuration: ["date": .string(text)]) }
  }

  @Test func `seconds count`() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: "Asia/Kathmandu")!
    let date = try #require(CivilDate("2027-01-01T18:30:45")).instant(in: calendar)
    #expect(
      calendar.dateComponents([.hour, .minute, .second], from: date) == DateComponents(hour: 18, minute: 30, second: 45)
    )
  }
}
