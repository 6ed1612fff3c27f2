import AfterglowCore
import Testing

@Suite struct ColorTests {
  @Test func `dividing by 255 rounds to nearest for every product of two bytes`() {
    for value in UInt32(0)...65025 {
      let exact = UInt32((Double(value) / 255).rounded())
      if divideBy255(value) != exact { Issue.record("\(value) / 255 = \(divideBy255(value)), expected \(exact)") }
    }
  }

  @Test func `premultiplying keeps opaque colours and never exceeds alpha`() {
    #expect(Color(argb: 0xFF12_3456).premultiplied == 0xFF12_3456)
    for alpha in UInt32(0)...255 {
      let packed = Color(argb: alpha << 24 | 0xFF_8001).premultiplied
      #expect(packed >> 24 == alpha)
      #expect(packed >> 16 & 255 == alpha)
      #expect(packed & 255 <= alpha)
    }
  }
}

@Suite struct TimeTests {
  @Test(arguments: [(0, 0), (999, 0), (1000, 1), (-1, -1), (-1000, -1), (-1001, -2)])
  func `whole seconds round down, before 1970 too`(milliseconds: Int64, seconds: Int64) {
    #expect(Instant(milliseconds: milliseconds).seconds == seconds)
  }
}
