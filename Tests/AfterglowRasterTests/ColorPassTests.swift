import AfterglowCore
import AfterglowRaster
import Testing

@Suite struct ColorPassTests {
  private let pass = ColorPass(
    red: ChannelLines(slope: 30_000, gain: 15_000, threshold: 4_000), green: .unchanged,
    blue: ChannelLines(slope: 9_000, gain: 2_000, threshold: 20_000))

  private func run(_ pass: ColorPass, _ pixels: [UInt32], into count: Int? = nil) -> [UInt32] {
    var result = [UInt32](repeating: 0xDEAD_BEEF, count: pixels.count + 8)
    pixels.withUnsafeBufferPointer { from in
      result.withUnsafeMutableBufferPointer { to in
        pass.run(from.baseAddress!, into: to.baseAddress!, count: count ?? pixels.count)
      }
    }
    return result
  }

  @Test(arguments: [0, 1, 3, 15, 16, 17, 31, 64, 1000])
  func `any number of pixels is what each of them is alone, and nothing behind them is touched`(count: Int) {
    let pixels = (0..<count).map { UInt32(truncatingIfNeeded: $0 &* 2_654_435_761) | 0xFF00_0000 }
    let result = run(pass, pixels)
    #expect(Array(result[..<count]) == pixels.map(pass.pixel))
    #expect(result[count...].allSatisfy { $0 == 0xDEAD_BEEF })
  }

  @Test func `every code of every channel takes its own lines, and alpha stays`() {
    let lines = ChannelLines(slope: 30_000, gain: 15_000, threshold: 4_000)
    let blue = ChannelLines(slope: 9_000, gain: 2_000, threshold: 20_000)
    let pixels = (UInt32(0)...255).map { $0 << 24 | $0 << 16 | (255 - $0) << 8 | $0 }
    for (index, result) in run(pass, pixels).prefix(256).enumerated() {
      let code = UInt8(index)
      #expect(result >> 24 == UInt32(index))
      #expect(UInt8(result >> 16 & 255) == lines.value(code))
      #expect(UInt8(result >> 8 & 255) == 255 - code)
      #expect(UInt8(result & 255) == blue.value(code))
    }
  }

  @Test func `a tint that is red alone leaves no green or blue, in place as well`() {
    let red = ColorPass(red: .unchanged, green: .dark, blue: .dark)
    var pixels = (0..<100).map { UInt32(truncatingIfNeeded: $0 &* 2_654_435_761) | 0xFF00_0000 }
    let expected = pixels.map { $0 & 0xFFFF_0000 }
    pixels.withUnsafeMutableBufferPointer { red.run($0.baseAddress!, into: $0.baseAddress!, count: 100) }
    #expect(pixels == expected)
  }
}
