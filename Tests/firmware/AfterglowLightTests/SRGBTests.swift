import Testing

@testable import AfterglowLight

#if canImport(Glibc)
  import Glibc
#endif

/// The integer tables compared with the formulas of docs/rules.md, Contrast, in Double.
@Suite struct SRGBTests {
  func linear(_ c: Double) -> Double { c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4) }
  func encoded(_ l: Double) -> Double { l <= 0.0031308 ? l * 12.92 : 1.055 * pow(l, 1 / 2.4) - 0.055 }

  @Test func `every code has the nearest light`() {
    let table = SRGB()
    for code in 0...255 {
      #expect(table.linear(UInt8(code)) == UInt32((linear(Double(code) / 255) * 65_535).rounded()), "code \(code)")
    }
  }

  @Test func `every light has the nearest code`() {
    let table = SRGB()
    var wrong = 0
    for light in 0...65_535
    where table.code(nearest: UInt32(light)) != UInt8((encoded(Double(light) / 65_535) * 255).rounded()) {
      wrong += 1
    }
    #expect(wrong == 0)
  }

  @Test func `codes round trip and the floor never exceeds`() {
    let table = SRGB()
    for code in UInt8(0)...255 {
      #expect(table.code(nearest: table.linear(code)) == code)
      #expect(table.code(notAbove: table.linear(code)) == code)
      if code > 0 { #expect(table.code(notAbove: table.linear(code) - 1) == code - 1) }
    }
    #expect(table.code(nearest: 70_000) == 255)
  }

  @Test func `logarithms and powers agree with the formulas`() {
    let values: [UInt64] = [1, 2, 3, 100, 101, 2_100, 5_100, 99_999, 1 << 31, (1 << 40) + 12_345, UInt64.max]
    for value in values {
      let error = abs(Double(log2Q32(value)) / 4_294_967_296 - log2(Double(value)))
      #expect(error < 4e-9, "log2(\(value))")
    }
    for step in 0..<2_000 {
      let x = Double(step) * 0.0137
      let error = abs(Double(exp2NegativeQ32(Int64(x * 4_294_967_296))) / 4_294_967_296 - exp2(-x))
      #expect(error < 4e-9, "2^-\(x)")
    }
    #expect(exp2NegativeQ32(0) == 1 << 32)
    #expect(exp2NegativeQ32(Int64.max) == 0)
  }
}
