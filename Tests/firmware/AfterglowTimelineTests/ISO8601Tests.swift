import AfterglowTimeline
import Testing

@Suite struct ISO8601Tests {
  @Test func `dates are read with their zone`() {
    #expect(ISO8601.instantMilliseconds("1970-01-01T00:00Z") == 0)
    #expect(ISO8601.instantMilliseconds("2026-11-21T07:30:00+01:00") == 1_795_242_600_000)
    #expect(ISO8601.instantMilliseconds("2026-11-21T06:30:00.250Z") == 1_795_242_600_250)
    #expect(ISO8601.instantMilliseconds("2026-11-21T01:00:00-05:30") == 1_795_242_600_000)
    for wrong in [
      "2026-11-21", "2026-11-21T07:30", "2026-02-29T00:00Z", "2026-13-01T00:00Z", "2026-01-01T24:00Z",
      "2026-01-01T00:60Z", "2026-01-01T00:00+19:00", "2026-01-01T00:00Zx", "",
    ] {
      #expect(ISO8601.instantMilliseconds(wrong) == nil, "\(wrong)")
    }
    #expect(ISO8601.days("2000-02-29") == 11_016)
  }

  @Test func `days of the calendar and no others are read`() {
    for right in ["2024-02-29", "1900-02-28", "0001-01-01", "9999-12-31", "2026-04-30"] {
      #expect(ISO8601.days(right) != nil, "\(right)")
    }
    for wrong in ["1900-02-29", "2026-04-31", "2026-00-10", "2026-01-00", "2026-01-32", "2026-1-01", "2026-01-011"] {
      #expect(ISO8601.days(wrong) == nil, "\(wrong)")
    }
    #expect(ISO8601.days("1970-01-01") == 0 && ISO8601.days("1969-12-31") == -1)
  }

  @Test func `fractions are cut at the millisecond, and zones may be short`() {
    #expect(ISO8601.instantMilliseconds("1970-01-01 00:00:00.1Z") == 100)
    #expect(ISO8601.instantMilliseconds("1970-01-01T00:00:00.123999999Z") == 123)
    #expect(ISO8601.instantMilliseconds("1970-01-01T02:00+02") == 0)
    #expect(ISO8601.instantMilliseconds("1970-01-01T02:00+0200") == 0)
    for wrong in [
      "1970-01-01T00:00:00.Z", "1970-01-01T00:00:00.1234567890Z", "1970-01-01T00:00+2", "1970-01-01T00:00+",
    ] {
      #expect(ISO8601.instantMilliseconds(wrong) == nil, "\(wrong)")
    }
    #expect(ISO8601.localMilliseconds("1970-01-01T00:01") == 60_000)
    #expect(ISO8601.localMilliseconds("1970-01-01T00:01Z") == nil)
  }
}
