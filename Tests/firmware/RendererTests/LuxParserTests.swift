import AfterglowCore
import Testing

@testable import afterglow_renderer

/// The value of `--lux`.
@Suite struct LuxParserTests {
  @Test func `the largest light is accepted and more is refused`() {
    let most = Illuminance.maximum.millilux
    for text in ["200000", "200000.000"] { #expect(text.withCString(parseMillilux) == most, "\(text)") }
    for text in ["200000.001", "200001", "2000000"] { #expect(text.withCString(parseMillilux) == nil, "\(text)") }
  }
}
