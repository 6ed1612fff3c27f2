import AfterglowCore
import AfterglowLight
import Foundation
import Testing

@Suite struct ScaledLightTests {
  private static func decode(_ code: Int) -> Double {
    let c = Double(code) / 255
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4)
  }

  private static func encode(_ light: Double) -> Double {
    255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055)
  }

  /// Every 97th of all factors, and the ends.
  static let factors = Array(stride(from: UInt32(1), through: 65_536, by: 97)) + [2, 26_214, 65_535, 65_536]

  @Test func `two lines stay within one code of scaling linear light in double precision`() {
    let table = SRGB()
    for factor in Self.factors {
      let lines = ChannelLines(scalingLightBy: factor, table)
      for code in 0...255 {
        let exact = Self.encode(Double(factor) / 65_536 * Self.decode(code)).rounded()
        let found = Double(lines.value(UInt8(code)))
        #expect(abs(found - exact) <= 1, "factor \(factor), code \(code): \(found), not \(exact)")
      }
    }
  }

  @Test func `black stays black, nothing grows lighter, and greys keep their order`() {
    let table = SRGB()
    for factor in Self.factors {
      let lines = ChannelLines(scalingLightBy: factor, table)
      #expect(lines.value(0) == 0)
      var last: UInt8 = 0
      for code in UInt8(0)...255 {
        let value = lines.value(code)
        #expect(value >= last && value <= code)
        last = value
      }
    }
    #expect((UInt8(0)...255).allSatisfy { ChannelLines.unchanged.value($0) == $0 })
    #expect((UInt8(0)...255).allSatisfy { ChannelLines.dark.value($0) == 0 })
    #expect(ChannelLines(scalingLightBy: 0, table) == .dark)
    #expect(ChannelLines(scalingLightBy: 65_536, table) == .unchanged)
  }
}
