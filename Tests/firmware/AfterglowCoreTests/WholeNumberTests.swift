import AfterglowCore
import TestSupport
import Testing

/// A computed number of any kind becomes an integer, without a trap.
@Suite struct WholeNumberTests {
  @Test func `what is not a number is 0`() {
    for value in [Double.nan, -Double.nan, Double.signalingNaN] {
      #expect(Int(clamping: value) == 0 && UInt8(clamping: value) == 0 && Int32(pixels: value) == 0)
    }
    #expect(Int16(clamping: Float.nan) == 0)
  }

  @Test func `numbers beyond an integer are its limits`() {
    for value in [Double.infinity, 1e300, 9.3e18, 1.9e19] {
      #expect(Int64(clamping: value) == .max && Int64(clamping: -value) == .min)
      #expect(Int8(clamping: value) == .max && Int8(clamping: -value) == .min)
      #expect(UInt32(clamping: value) == .max && UInt32(clamping: -value) == 0)
    }
    #expect(UInt64(clamping: 1.8e19) == 18_000_000_000_000_000_000)
    #expect(Int64(clamping: -9_223_372_036_854_775_808.0) == .min)
    #expect(Int64(clamping: 9_223_372_036_854_774_784.0) == 9_223_372_036_854_774_784)
  }

  @Test func `a whole part has no fraction, on either side of 0`() {
    let values: [(Double, Int)] = [
      (0, 0), (-0.0, 0), (0.999_999_999_999_999_9, 0), (-0.9, 0), (1, 1), (-1.5, -1), (2.5, 2), (255.99, 255),
      (4_503_599_627_370_495.5, 4_503_599_627_370_495), (-9_007_199_254_740_992, -9_007_199_254_740_992),
      (.leastNonzeroMagnitude, 0), (0.5, 0), (1.5, 1), (-2.5, -2), (3.999_999_999_999_999_6, 3), (-0x1p51, -1 << 51),
      (0x1p51 - 0.25, (1 << 51) - 1), (0x1p51 - 0.5, (1 << 51) - 1), (0x1p51, 1 << 51), (0x1p51 + 0.5, 1 << 51),
      (0x1p50 + 0.75, 1 << 50),
    ]
    for (value, whole) in values { #expect(Int(clamping: value) == whole, "\(value)") }
  }

  @Test func `numbers that an integer can hold are converted as the standard library does`() {
    var random = SeededNumbers(seed: 40)
    for _ in 0..<20_000 {
      let value = Double(bitPattern: random.next())
      let whole = value.rounded(.towardZero)
      if let exact = Int64(exactly: whole) { #expect(Int64(clamping: value) == exact) }
      if let exact = UInt16(exactly: whole) { #expect(UInt16(clamping: value) == exact) }
      let small = Double(Int64(truncatingIfNeeded: random.next() >> 20)) / 4096
      #expect(Int32(exactly: small.rounded(.towardZero)).map { $0 == Int32(clamping: small) } ?? true)
    }
  }

  /// The initialisers without a label that every room has are these, too: those of the standard library would end the process.
  @Test func `a bare conversion does not end the program`() {
    let computed = [Double.nan, .infinity, -1e30, 300.7]
    #expect(computed.map { Int($0) } == [0, .max, .min, 300])
    #expect(computed.map(UInt8.init) == [0, 255, 0, 255])
    #expect(computed.map { Int32(Float($0)) } == [0, .max, .min, 300])
    let inferred: Int16 = .init(computed[2])
    #expect(inferred == .min)
  }

  @Test func `positions leave room for sums`() {
    #expect(Int32(pixels: 1e9) == 1 << 20 && Int32(pixels: -.infinity) == -1 << 20)
    #expect(Int(pixels: 2.5) == 3 && Int(pixels: -0.4) == 0)
  }
}
