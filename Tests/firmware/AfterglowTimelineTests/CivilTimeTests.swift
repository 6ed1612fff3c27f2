import Foundation
import Testing

@testable import AfterglowTimeline

@Suite struct CivilTimeTests {
  @Test func `known days`() {
    let epoch = civilTime(of: 0)
    #expect(epoch == CivilTime(year: 1970, month: 1, day: 1, weekday: 4))
    #expect(
      civilTime(of: -1) == CivilTime(year: 1969, month: 12, day: 31, hour: 23, minute: 59, second: 59, weekday: 3))
    #expect(
      civilTime(of: 951_782_400) == CivilTime(year: 2000, month: 2, day: 29, weekday: 2))
    #expect(dayNumber(year: 1, month: 1, day: 1) == -719_162)
  }

  @Test func `every day from year -9999 to 9999 follows the one before`() {
    var expected = CivilTime(year: -9999, month: 1, day: 1)
    let first = dayNumber(year: -9999, month: 1, day: 1)
    let last = dayNumber(year: 9999, month: 12, day: 31)
    expected.weekday = civilDate(ofDay: first).weekday
    let lengths: [Int32] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    var wrong = 0
    for day in first...last {
      let civil = civilDate(ofDay: day)
      if civil != expected || dayNumber(year: civil.year, month: civil.month, day: civil.day) != day { wrong += 1 }
      expected.weekday = (expected.weekday + 1) % 7
      expected.day += 1
      let length = lengths[Int(expected.month) - 1] + (expected.month == 2 && isLeapYear(expected.year) ? 1 : 0)
      if expected.day <= length { continue }
      expected.day = 1
      expected.month += 1
      if expected.month <= 12 { continue }
      expected.month = 1
      expected.year += 1
    }
    #expect(wrong == 0)
  }

  @Test func `the ends of Int64 do not trap`() {
    #expect(civilTime(of: Int64.max).hour == 15)
    #expect(civilTime(of: Int64.min).second == 52)
  }

  @Test func `seconds and fields agree both ways`() {
    for seconds in stride(from: Int64(-377_000_000_000), to: 253_000_000_000, by: 7_654_321_987) {
      #expect(localSeconds(of: civilTime(of: seconds)) == seconds)
    }
  }
}
