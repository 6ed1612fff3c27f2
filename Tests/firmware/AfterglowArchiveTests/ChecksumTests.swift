import AfterglowCore
import TestSupport
import Testing

@testable import AfterglowArchive

@Suite struct ChecksumTests {
  private static func problem(of file: [UInt8]) -> ArchiveProblem? {
    let aligned = AlignedBytes(file)
    defer { withExtendedLifetime(aligned) {} }
    do throws(ArchiveError) {
      _ = try Archive.validate(aligned.bytes)
      return nil
    } catch {
      return error.problem
    }
  }

  @Test func `every bit that turns over is found`() throws {
    let file = try RandomArchive.make(seed: 3)
    for at in file.indices {
      for bit in 0..<8 {
        var changed = file
        changed[at] ^= 1 << UInt8(bit)
        #expect(Self.problem(of: changed) != nil, "byte \(at), bit \(bit)")
      }
    }
  }

  @Test func `blocks that were not written or changed places are found`() throws {
    var generator = SeededGenerator(seed: 4)
    for seed in UInt64(1)...10 {
      let file = try RandomArchive.make(seed: seed)
      let header = MemoryLayout<ArchiveHeader>.stride
      for _ in 0..<100 {
        let count = Int.random(in: 1...64, using: &generator)
        let first = Int.random(in: header..<(file.count - count), using: &generator)
        let second = Int.random(in: header..<(file.count - count), using: &generator)
        var torn = file
        torn.replaceSubrange(first..<first + count, with: [UInt8](repeating: 0, count: count))
        if torn != file { #expect(Self.problem(of: torn) != nil) }
        var swapped = file
        for index in 0..<count { swapped.swapAt(first + index, second + index) }
        if swapped != file { #expect(Self.problem(of: swapped) != nil) }
      }
    }
  }

  @Test func `what was compiled at another time differs in the header alone`() throws {
    let file = try RandomArchive.make(seed: 5)
    var later = file
    later[24] ^= 1
    #expect(Self.problem(of: later) == .checksumMismatch)
    ArchiveChecksum.seal(&later)
    #expect(Self.problem(of: later) == nil)
    let differing = file.indices.filter { file[$0] != later[$0] }
    #expect(differing.allSatisfy { (12..<16).contains($0) || $0 == 24 } && differing.contains(24))
  }

  /// The libraries of Debian 12 and 13, whose names happen to have the same length. Authors for two architectures that were
  /// built for these releases wrote archives of one scene that differed in 31 bytes.
  @Test func `archives of two releases' libraries differ in their names and in what seals them alone`() throws {
    let libraries = [
      "pango 1.50.12; harfbuzz 6.0.0; freetype 2.12.1; fontconfig 21401",
      "pango 1.56.3; harfbuzz 10.2.0; freetype 2.13.3; fontconfig 21500",
    ]
    let files: [[UInt8]] = try libraries.map { words in
      var random = RandomArchive(seed: 6)
      random.builder.provenance = words
      return try random.build()
    }
    #expect(files[0].count == files[1].count)
    let differing = files[0].indices.filter { files[0][$0] != files[1][$0] }
    let header = MemoryLayout<ArchiveHeader>.stride
    #expect(differing.filter { $0 < header }.allSatisfy { (12..<16).contains($0) || (32..<40).contains($0) })
    let names = differing.filter { $0 >= header }
    #expect(names.count == 19 && (names.last ?? 0) - (names.first ?? 0) < libraries[0].utf8.count)
  }
}
