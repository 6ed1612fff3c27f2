import AfterglowCore
import TestSupport
import Testing

/// The hashes computed from their definitions, independently of the implementation: 128-bit products, reduced
/// afterwards.
private enum Reference {
  /// 2^64 divided by the golden ratio.
  static let goldenShare: UInt64 = 11_400_714_819_323_198_485

  static func product(_ a: UInt64, _ b: UInt64) -> UInt64 { UInt64((UInt128(a) * UInt128(b)) % (UInt128(1) << 64)) }

  static func sum(_ a: UInt64, _ b: UInt64) -> UInt64 { UInt64((UInt128(a) + UInt128(b)) % (UInt128(1) << 64)) }

  static func mix(_ hash: UInt64, _ value: UInt64) -> UInt64 {
    let h = product(hash ^ value, goldenShare)
    return h ^ (h / 4_294_967_296)
  }

  static func blockKey(_ block: UInt32) -> UInt64 {
    let h = product(UInt64(block) + 1, goldenShare)
    let turned = product(h, 1 << 29) + h / (1 << 35)
    let key = h ^ turned
    return key % 2 == 0 ? key + 1 : key
  }

  static func laneKey(_ lane: UInt32) -> UInt64 {
    let key = blockKey(lane) / (1 << 32)
    return key % 2 == 0 ? key + 1 : key
  }

  static func pixel(_ index: UInt32, _ pixel: UInt32) -> UInt64 {
    product(product(UInt64(pixel), laneKey(index % 16)), blockKey(index / 16))
  }

  static func words(_ bytes: [UInt8]) -> UInt64 {
    var hash: UInt64 = 0
    for (index, start) in stride(from: 0, to: bytes.count, by: 4).enumerated() {
      var word: UInt32 = 0
      for byte in 0..<4 where start + byte < bytes.count {
        let weight: UInt32 = 1 << (8 * UInt32(byte))
        word += UInt32(bytes[start + byte]) * weight
      }
      hash = sum(hash, pixel(UInt32(index), word))
    }
    return hash
  }
}

private func hash(_ bytes: [UInt8]) -> UInt64 { bytes.withUnsafeBytes { wordsHash($0) } }

@Suite struct HashTests {
  @Test func `equal pixels at different places and different pixels at one place hash apart`() {
    var seen = Set<UInt64>()
    for index in UInt32(0)..<300 {
      for pixel in UInt32(1)...300 { seen.insert(pixelHash(index: index, pixel: pixel)) }
    }
    #expect(seen.count == 90_000)
  }

  @Test func `a mixed hash is its definition`() {
    var random = SeededNumbers(seed: 7)
    for _ in 0..<20_000 {
      let (hash, value) = (random.next(), random.next())
      if mixHash(hash, value) != Reference.mix(hash, value) { Issue.record("mixHash(\(hash), \(value))") }
    }
  }

  /// The factor is odd and a shift by half the width is its own inverse, so each step can be inverted.
  @Test func `no two values mixed into one hash give the same`() {
    var random = SeededNumbers(seed: 7)
    let inverse: UInt64 = 0xF1DE_83E1_9937_733D
    #expect(Reference.product(inverse, Reference.goldenShare) == 1)
    for _ in 0..<20_000 {
      let (hash, value) = (random.next(), random.next())
      let mixed = mixHash(hash, value)
      let back = Reference.product(mixed ^ (mixed >> 32), inverse) ^ hash
      if back != value { Issue.record("\(value) mixed into \(hash) is not taken back") }
    }
  }

  @Test func `the order of mixed values matters`() {
    for a in UInt64(0)..<100 {
      for b in 0..<a {
        if mixHash(mixHash(0, a), b) == mixHash(mixHash(0, b), a) { Issue.record("\(a), \(b) as \(b), \(a)") }
      }
    }
  }

  @Test func `keys are their definition, odd, and no two blocks have one`() {
    var seen = Set<UInt64>()
    for block in UInt32(0)..<100_000 {
      let key = pixelBlockKey(block)
      seen.insert(key)
      if key != Reference.blockKey(block) || key % 2 == 0 { Issue.record("the key of block \(block)") }
    }
    #expect(seen.count == 100_000)
    for block in [UInt32.max >> 4, .max - 1, .max] { #expect(pixelBlockKey(block) == Reference.blockKey(block)) }
    for lane in UInt32(0)..<16 { #expect(UInt64(pixelLaneKey(lane)) == Reference.laneKey(lane)) }
  }

  @Test func `a pixel's share is its definition, and black has none`() {
    var random = SeededNumbers(seed: 7)
    for index in [UInt32(0), 1, 15, 16, 17, .max] {
      #expect(pixelHash(index: index, pixel: 0) == 0)
      #expect(pixelHash(index: index, pixel: .max) == Reference.pixel(index, .max))
    }
    for _ in 0..<20_000 {
      let (index, pixel) = (UInt32(truncatingIfNeeded: random.next()), UInt32(truncatingIfNeeded: random.next()))
      if pixelHash(index: index, pixel: pixel) != Reference.pixel(index, pixel) {
        Issue.record("pixel \(pixel) at \(index)")
      }
    }
  }

  /// d₁·k₁ + d₂·k₂ is 0 only where d₂ is a multiple of k₁ without what both keys share, and no difference of 24-bit pixels
  /// is that large. The products have 56 bits, so that the sum does not wrap around.
  @Test func `a change of two 24-bit pixels of a block is never lost`() {
    func greatestDivisor(_ a: UInt32, _ b: UInt32) -> UInt32 { b == 0 ? a : greatestDivisor(b, a % b) }
    for a in UInt32(0)..<16 {
      for b in UInt32(0)..<16 where a != b {
        let (first, second) = (pixelLaneKey(a), pixelLaneKey(b))
        #expect(first / greatestDivisor(first, second) >= 1 << 24, "lanes \(a) and \(b)")
      }
    }
  }

  @Test func `sixteen pixels at once are the sum of each`() {
    var random = SeededNumbers(seed: 7)
    for round in 0..<5_000 {
      let pixels = (0..<16).map { _ in round == 0 ? UInt32.max : UInt32(truncatingIfNeeded: random.next()) }
      func four(_ start: Int) -> SIMD4<UInt32> {
        SIMD4(pixels[start], pixels[start + 1], pixels[start + 2], pixels[start + 3])
      }
      let each = pixels.enumerated().reduce(UInt64(0)) { sum, pixel in
        Reference.sum(sum, Reference.product(UInt64(pixel.element), Reference.laneKey(UInt32(pixel.offset))))
      }
      if pixelBlockSum(at0: four(0), at4: four(4), at8: four(8), at12: four(12)) != each { Issue.record("\(pixels)") }
    }
  }

  @Test func `bytes hash as their words do, at any length and alignment`() {
    var random = SeededNumbers(seed: 7)
    let bytes = (0..<400).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    for count in 0...300 {
      for start in 0..<8 {
        let piece = Array(bytes[start..<start + count])
        let found = bytes.withUnsafeBytes { wordsHash(UnsafeRawBufferPointer(rebasing: $0[start..<start + count])) }
        if found != Reference.words(piece) { Issue.record("\(count) bytes from \(start)") }
      }
    }
    #expect(wordsHash(UnsafeRawBufferPointer(start: nil, count: 0)) == 0)
  }

  @Test func `a changed byte is found wherever it is, and zeros at the end add nothing`() {
    var random = SeededNumbers(seed: 7)
    let bytes = (0..<150).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    let whole = hash(bytes)
    for index in bytes.indices {
      for change in UInt8(1)...255 {
        var other = bytes
        other[index] ^= change
        if hash(other) == whole { Issue.record("byte \(index) changed by \(change)") }
      }
    }
    for count in 0..<150 {
      #expect(hash(bytes + [UInt8](repeating: 0, count: count)) == whole)
    }
  }
}
