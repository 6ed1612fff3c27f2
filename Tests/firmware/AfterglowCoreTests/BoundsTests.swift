import AfterglowCore
import Testing

/// The largest light and the largest distance that are believed.
@Suite struct BoundsTests {
  @Test func `the largest light is twice the sun's, and a reading above it is unknown`() {
    #expect(Illuminance.maximumLux == 200_000)
    #expect(Illuminance.maximum.millilux == 200_000_000)
    let most = Reading.value(Illuminance.maximum)
    #expect(most.limited(to: .maximum) == most)
    let more = Reading.value(Illuminance(millilux: Illuminance.maximum.millilux + 1))
    #expect(more.limited(to: .maximum) == .unknown)
  }

  @Test func `the largest distance is 100 m`() {
    #expect(ViewerDistance.maximumMm == 100_000)
    #expect(ViewerDistance.maximumMetres == 100)
  }
}
