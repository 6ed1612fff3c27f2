import AfterglowCore
import AfterglowLight
import Testing

@Suite struct OrbitTests {
  private func orbit(_ pixels: Int32, period: Int32 = 83) -> Orbit {
    var settings = WearSettings()
    settings.orbitPx = pixels
    settings.orbitPeriodMinutes = period
    return Orbit(settings)
  }

  /// The same in floating point: a triangle from 0 to the amplitude, to minus it, and back.
  private func triangle(_ minute: Int64, _ period: Int64, _ amplitude: Int32) -> Double {
    let share = Double((minute % period + period) % period) / Double(period)
    let wave = share < 0.25 ? share * 4 : share < 0.75 ? 2 - share * 4 : share * 4 - 4
    return wave * Double(amplitude)
  }

  @Test(arguments: [1, 4, 12, 64] as [Int32], [10, 83, 240] as [Int32])
  func `the course is two triangles, rounded to whole pixels, and begins in the middle`(amplitude: Int32, period: Int32)
  {
    let orbit = orbit(amplitude, period: period)
    #expect(orbit.offset(atMinute: 0) == PixelPoint(x: 0, y: 0))
    for minute in stride(from: Int64(-3_000), to: 10_000, by: 7) {
      let found = orbit.offset(atMinute: minute)
      #expect(abs(Double(found.x) - triangle(minute, Int64(period), amplitude)) <= 0.5)
      #expect(abs(Double(found.y) - triangle(minute, Int64(period) * 6 + 23, amplitude)) <= 0.5)
    }
  }

  @Test func `both ends are reached, each move is a pixel at the usual pace, and none is missed`() {
    let orbit = orbit(12)
    var minute: Int64 = 0
    var here = orbit.offset(atMinute: 0)
    var (least, most) = (here, here)
    while minute < 521 * 3 {
      let next = orbit.nextMove(afterMinute: minute)
      for between in minute..<next { #expect(orbit.offset(atMinute: between) == here) }
      let there = orbit.offset(atMinute: next)
      #expect(abs(there.x - here.x) <= 1 && abs(there.y - here.y) <= 1 && there != here)
      least = PixelPoint(x: min(least.x, there.x), y: min(least.y, there.y))
      most = PixelPoint(x: max(most.x, there.x), y: max(most.y, there.y))
      (minute, here) = (next, there)
    }
    #expect(least == PixelPoint(x: -12, y: -12) && most == PixelPoint(x: 12, y: 12))
  }

  @Test func `without an amplitude nothing moves`() {
    let orbit = orbit(0)
    #expect(orbit.isStill)
    #expect(orbit.nextMove(afterMinute: 5) == Int64.max)
    for minute in Int64(0)..<600 { #expect(orbit.offset(atMinute: minute) == PixelPoint(x: 0, y: 0)) }
  }

  @Test func `senseless settings stay within bounds`() {
    for (pixels, period) in [(-5, -5), (Int32.max, Int32.max), (3, 0)] as [(Int32, Int32)] {
      let orbit = orbit(pixels, period: period)
      for minute in [Int64.min / 8, -1, 0, 12_345, Int64.max / 8] {
        let offset = orbit.offset(atMinute: minute)
        #expect(abs(offset.x) <= Orbit.maximumPx && abs(offset.y) <= Orbit.maximumPx)
      }
    }
  }
}
