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

@Suite struct ArenaTests {
  @Test func `pieces are aligned, apart, and nil when the region is used up`() {
    let region = UnsafeMutableRawBufferPointer.allocate(byteCount: 1024, alignment: 64)
    defer { region.deallocate() }
    var arena = Arena(region)
    let first = arena.reserve(UInt8.self, count: 3)
    let second = arena.reserve(UInt64.self, count: 10)
    #expect(first?.count == 3)
    #expect(second.map { Int(bitPattern: $0.baseAddress!) % 64 } == 0)
    #expect(arena.usedByteCount == 64 + 80)
    #expect(arena.reserve(UInt64.self, count: 1000) == nil)
    #expect(arena.reserve(UInt64.self, count: Int.max) == nil)
    #expect(arena.reserve(UInt64.self, count: -1) == nil)
    #expect(arena.reserve(UInt8.self, count: 1024 - 192) != nil)
    #expect(arena.reserve(UInt8.self, count: 1) == nil)
  }
}

@Suite struct HashTests {
  @Test func `equal pixels at different places and different pixels at one place hash apart`() {
    var seen = Set<UInt64>()
    for index in UInt32(0)..<300 {
      for pixel in UInt32(1)...300 { seen.insert(pixelHash(index: index, pixel: pixel)) }
      #expect(pixelHash(index: index, pixel: 0) == 0)
    }
    #expect(seen.count == 90_000)
  }

  @Test func `words are hashed as pixels are, whatever their number and place`() {
    var bytes: [UInt8] = []
    var state: UInt64 = 7
    for _ in 0..<400 {
      state = mixHash(state, 0xA5)
      bytes.append(UInt8(truncatingIfNeeded: state))
    }
    for start in 0..<4 {
      for count in 0...300 {
        var expected: UInt64 = 0
        for place in stride(from: 0, to: count, by: 4) {
          var word: UInt32 = 0
          for byte in 0..<min(4, count - place) { word |= UInt32(bytes[start + place + byte]) << UInt32(8 * byte) }
          expected &+= pixelHash(index: UInt32(place / 4), pixel: word)
        }
        let hash = bytes.withUnsafeBytes { wordsHash(UnsafeRawBufferPointer(rebasing: $0[start..<start + count])) }
        #expect(hash == expected, "\(count) bytes from \(start) on")
      }
    }
  }

  @Test func `mixing depends on order`() {
    #expect(mixHash(mixHash(0, 1), 2) != mixHash(mixHash(0, 2), 1))
  }
}
