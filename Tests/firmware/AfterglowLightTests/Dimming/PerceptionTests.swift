import Testing

@testable import AfterglowLight

@Suite struct PerceptionTests {
  /// The standard's own table, as far as docs/rules.md, Lightness, has it.
  @Test(arguments: [(1.0, 0.04998), (512, 130.0653), (1023, 3993.33)])
  func `luminance has its place among just noticeable differences`(index: Double, nits: Double) {
    #expect(abs(Perception.index(nits: nits) - index) < 0.1)
    // The polynomial is 3 % off at its lower end.
    #expect(abs(Perception.nits(index: index) - nits) / nits < (index > 1 ? 0.002 : 0.03))
  }

  @Test func `more light is never a lower place, from darkness to the sun`() {
    var last = -1.0
    var nits = 0.0001
    while nits < 20_000 {
      let index = Perception.index(nits: nits)
      #expect(index >= last, "\(nits) cd/m²")
      last = index
      nits *= 1.01
    }
    #expect(Perception.index(nits: 0) == 0)
  }

  @Test(arguments: [(0.1, 0.01126), (0.2, 0.02989), (0.5, 0.18419), (0.8, 0.56681), (0, 0), (1, 1)])
  func `lightness is CIE's`(lightness: Double, share: Double) {
    #expect(abs(Perception.share(lightness: lightness) - share) < 0.00001)
  }
}
