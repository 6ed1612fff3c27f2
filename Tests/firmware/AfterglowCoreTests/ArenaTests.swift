import AfterglowCore
import TestSupport
import Testing

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

  private struct Three: BitwiseCopyable { var bytes: (UInt8, UInt8, UInt8) = (0, 0, 0) }

  /// A piece starts at the first free multiple of 64; otherwise nothing changes.
  @Test func `any row of reservations lies where plain arithmetic puts it, zeroed and writable`() throws {
    var random = SeededNumbers(seed: 11)
    for _ in 0..<500 {
      let byteCount = Int.random(in: 0...3_000, using: &random)
      let region = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, byteCount), alignment: 64)
      defer { region.deallocate() }
      region.initializeMemory(as: UInt8.self, repeating: 0)
      var arena = Arena(UnsafeMutableRawBufferPointer(start: region.baseAddress, count: byteCount))
      var used = 0
      for turn in 0..<40 {
        let count = Int.random(in: 0...(turn % 5 == 0 ? 400 : 40), using: &random)
        let stride: Int
        let bytes: UnsafeMutableRawBufferPointer?
        switch turn % 4 {
        case 0: (stride, bytes) = (1, arena.reserve(UInt8.self, count: count).map { .init($0) })
        case 1: (stride, bytes) = (8, arena.reserve(UInt64.self, count: count).map { .init($0) })
        case 2: (stride, bytes) = (3, arena.reserve(Three.self, count: count).map { .init($0) })
        default: (stride, bytes) = (64, arena.reserve(SIMD64<UInt8>.self, count: count).map { .init($0) })
        }
        var start = used
        while start % 64 != 0 { start += 1 }
        guard start + stride * count <= byteCount else {
          #expect(bytes == nil && arena.usedByteCount == used)
          continue
        }
        used = start + stride * count
        let piece = try #require(bytes)
        #expect(piece.baseAddress == region.baseAddress! + start && piece.count == stride * count)
        #expect(arena.usedByteCount == used)
        // Content written by an earlier piece would be visible here.
        #expect(piece.allSatisfy { $0 == 0 })
        piece.initializeMemory(as: UInt8.self, repeating: 0xA5)
      }
    }
  }

  @Test func `a refused reservation takes nothing from the next one`() {
    let region = UnsafeMutableRawBufferPointer.allocate(byteCount: 128, alignment: 64)
    defer { region.deallocate() }
    var arena = Arena(region)
    for count in [-1, Int.min, Int.max, Int.max / 8 + 1, 17] {
      #expect(arena.reserve(UInt64.self, count: count) == nil)
      #expect(arena.usedByteCount == 0)
    }
    #expect(arena.reserve(UInt64.self, count: 16)?.count == 16)
    #expect(arena.usedByteCount == arena.byteCount)
    #expect(arena.reserve(UInt64.self, count: 1) == nil)
    #expect(arena.reserve(UInt64.self, count: 0)?.count == 0)
  }
}
