import Afterglow
import Foundation
import Testing

@testable import AfterglowWidgets

private func date(_ text: String) -> Date { try! Date(text, strategy: .iso8601) }

/// The sun against printed almanacs.
@Suite struct SunTests {
  /// Meeus, examples 25.a and 28.b: 1992 October 13, 0h.
  @Test func `declination and equation of time are those of the textbook`() {
    let sun = SunPosition(at: date("1992-10-13T00:00:00Z"))
    #expect(abs(sun.declination - -7.785) < 0.01)
    #expect(abs(sun.equationOfTime - (13 + 42.6 / 60)) < 0.05)
  }

  /// NREL's worked example (Reda and Andreas, TP-560-34302): Golden, Colorado, without refraction.
  @Test func `its elevation is that of a far more exact algorithm`() {
    let golden = Sun(over: Place(latitude: 39.742476, longitude: -105.1786))
    #expect(abs(golden.elevation(at: date("2003-10-17T19:30:30Z")) - 39.872) < 0.02)
    // Of the day of universal time: the evening is that of the 16th in Colorado.
    let turns = golden.turns(in: date("2003-10-17T00:00:00Z")..<date("2003-10-18T00:00:00Z"))
    #expect(turns.map(\.isRise) == [false, true])
    #expect(abs(turns[0].date.timeIntervalSince(date("2003-10-17T00:20:19Z"))) < 5)
    #expect(abs(turns[1].date.timeIntervalSince(date("2003-10-17T13:12:43Z"))) < 5)
    #expect(abs(golden.noon(near: date("2003-10-17T19:00:00Z")).timeIntervalSince(date("2003-10-17T18:46:05Z"))) < 5)
  }

  /// Rows of the U.S. Naval Observatory's yearly tables, in universal time and to the minute.
  struct Row: Sendable, CustomTestStringConvertible {
    var latitude: Double
    var longitude: Double
    var day: String
    var rise: String?
    var set: String?
    var testDescription: String { "\(latitude) \(longitude) \(day)" }
  }

  static let rows: [Row] = [
    // 29° N, 81° W: evenings fall on the next day of universal time.
    Row(latitude: 29, longitude: -81, day: "2019-01-01", rise: "12:18", set: "22:38"),
    Row(latitude: 29, longitude: -81, day: "2019-03-20", rise: "11:28", set: "23:35"),
    Row(latitude: 29, longitude: -81, day: "2019-06-21", rise: "10:26", set: "00:26"),
    Row(latitude: 29, longitude: -81, day: "2019-11-21", rise: "11:52", set: "22:27"),
    // 60° S, 150° W.
    Row(latitude: -60, longitude: -150, day: "2019-01-01", rise: "12:43", set: "07:24"),
    Row(latitude: -60, longitude: -150, day: "2019-03-21", rise: "16:03", set: "04:13"),
    Row(latitude: -60, longitude: -150, day: "2019-06-21", rise: "19:06", set: "00:58"),
    Row(latitude: -60, longitude: -150, day: "2019-09-23", rise: "15:45", set: "03:59"),
    Row(latitude: -60, longitude: -150, day: "2019-12-21", rise: "12:32", set: "07:24"),
    // 80° N on the prime meridian: polar night, the first and last short days, polar day.
    Row(latitude: 80, longitude: 0, day: "2019-01-15"), Row(latitude: 80, longitude: 0, day: "2019-02-18"),
    Row(latitude: 80, longitude: 0, day: "2019-02-23", rise: "10:30", set: "13:59"),
    Row(latitude: 80, longitude: 0, day: "2019-03-20", rise: "05:55", set: "18:25"),
    Row(latitude: 80, longitude: 0, day: "2019-04-10", rise: "02:04", set: "22:14"),
    Row(latitude: 80, longitude: 0, day: "2019-04-15"), Row(latitude: 80, longitude: 0, day: "2019-06-21"),
    Row(latitude: 80, longitude: 0, day: "2019-09-23", rise: "05:33", set: "18:08"),
    Row(latitude: 80, longitude: 0, day: "2019-10-18", rise: "09:48", set: "13:40"),
    Row(latitude: 80, longitude: 0, day: "2019-10-24"),
    // Tromsø.
    Row(latitude: 69.5, longitude: 19, day: "2014-04-01", rise: "03:50", set: "17:49"),
  ]

  @Test(arguments: rows) func `rising and setting are the almanac's`(row: Row) {
    let sun = Sun(over: Place(latitude: row.latitude, longitude: row.longitude))
    let midnight = date("\(row.day)T00:00:00Z")
    let turns = sun.turns(in: midnight..<(midnight + 86_400))
    for (isRise, told) in [(true, row.rise), (false, row.set)] {
      let found = turns.first { $0.isRise == isRise }?.date
      guard let told, let found else {
        #expect((told == nil) == (found == nil), "\(isRise ? "rise" : "set"): \(told ?? "none")")
        continue
      }
      // A table's minute is rounded: half a minute, and some seconds.
      #expect(abs(found.timeIntervalSince(date("\(row.day)T\(told):00Z"))) < 36, "\(isRise): \(found)")
    }
  }

  /// The same tables: when the polar day and night of 80° N begin and end.
  @Test func `polar day and night begin and end with the almanac's days`() {
    let sun = Sun(over: Place(latitude: 80, longitude: 0))
    func turns(_ day: String) -> Int {
      sun.turns(in: date("\(day)T00:00:00Z")..<(date("\(day)T00:00:00Z") + 86_400)).count
    }
    #expect(turns("2019-02-20") == 0 && turns("2019-02-21") == 2)
    #expect(turns("2019-04-12") == 2 && turns("2019-04-14") == 0)
    #expect(turns("2019-08-29") == 0 && turns("2019-08-31") == 2)
    #expect(turns("2019-10-21") == 2 && turns("2019-10-22") == 0)
    // Tromsø's sun of 18 May 2014 sets on 25 July (the same observatory).
    let tromso = Sun(over: Place(latitude: 69.5, longitude: 19))
    let summer = tromso.turns(in: date("2014-05-17T23:30:00Z")..<date("2014-07-25T22:30:00Z"))
    #expect(summer.map(\.isRise) == [false])
    #expect(abs(summer[0].date.timeIntervalSince(date("2014-07-25T22:20:00Z"))) < 60)
  }

  @Test func `twilight is where the almanac has it`() {
    let tromso = Sun(over: Place(latitude: 69.5, longitude: 19))
    let day = date("2014-04-01T00:00:00Z")..<date("2014-04-02T00:00:00Z")
    let civilTwilight = -6.0
    let civil = tromso.turns(in: day, through: civilTwilight)
    #expect(abs(civil[0].date.timeIntervalSince(date("2014-04-01T02:46:00Z"))) < 60)
    #expect(abs(civil[1].date.timeIntervalSince(date("2014-04-01T18:53:00Z"))) < 60)
    // Nights that never get dark have none.
    let april = date("2014-04-30T00:00:00Z")..<date("2014-05-01T00:00:00Z")
    #expect(tromso.turns(in: april, through: civilTwilight).isEmpty)
    #expect(tromso.turns(in: april).count == 2)
  }

  /// On both sides of the date line the sun stands at the same place at the same instant.
  @Test func `the date line is no edge`() {
    let span = date("2026-11-21T00:00:00Z")..<date("2026-11-23T00:00:00Z")
    let west = Sun(over: Place(latitude: -17, longitude: 179.999)).turns(in: span)
    let east = Sun(over: Place(latitude: -17, longitude: -179.999)).turns(in: span)
    #expect(west.count == 4 && west.map(\.isRise) == east.map(\.isRise))
    for (a, b) in zip(west, east) { #expect(abs(a.date.timeIntervalSince(b.date)) < 2) }
    // 180° west and east are one meridian, and so are 540° of travel round it.
    #expect(
      Sun(over: Place(latitude: 10, longitude: 180)).turns(in: span)
        == Sun(over: Place(latitude: 10, longitude: -180)).turns(in: span))
  }

  @Test func `poles have one day a year`() {
    for latitude in [90.0, -90.0] {
      let pole = Sun(over: Place(latitude: latitude, longitude: 30))
      #expect(pole.isUp(at: date("2022-06-21T12:00:00Z")) == (latitude > 0))
      #expect(pole.isUp(at: date("2022-12-21T12:00:00Z")) == (latitude < 0))
      let turns = pole.turns(in: date("2022-01-01T00:00:00Z")..<date("2023-01-01T00:00:00Z"))
      #expect(turns.map(\.isRise) == (latitude > 0 ? [true, false] : [false, true]))
    }
  }
}
