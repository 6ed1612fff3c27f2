import Afterglow
import AfterglowArchive
import AfterglowBoards
import AfterglowCore
import Foundation
import Testing

/// The bedside clock in always-on, minute by minute through a day: how much of the panel is lit.
@Suite struct AlwaysOnTests {
  @Test func `at most a tenth of the bedside clock's pixels are lit, and the archive knows how many`() throws {
    let folder = try #require(
      BoardFolder.load(HouseRulesTests.root.appending(path: "boards/bedside-clock").path).folder)
    let start: Int64 = 1_795_212_000  // 2026-11-20T22:00:00Z
    let archive = try SceneCompiler().compile(
      folder.panelScene(), at: Date(timeIntervalSince1970: Double(start))
    ).archive
    let panel = try NightPanel(archive: archive)
    var shares: [Double] = []
    for minute in Int64(0)..<1440 {
      panel.show(start + minute * 60, .alwaysOn, isTrusted: true)
      let pixels = panel.pixels
      shares.append(Double(pixels.count { $0 & 0xFF_FFFF != 0 }) / Double(pixels.count))
    }
    let most = shares.max()!
    #expect(most <= 0.10, "\(most * 100) %")
    #expect(shares.min()! > 0.03)
    // Digits light more or less than those of the entry's own minute.
    let told = try Self.toldShares(archive)
    #expect(told.count > 20)
    for share in told { #expect(share > 40 && share <= 100, "\(share)") }
    #expect(abs(Double(told.max()!) / 1000 - most) < 0.02)
  }

  /// Of both widgets together, for each hour's entry of the weather.
  private static func toldShares(_ bytes: [UInt8]) throws -> [Int] {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 64)
    defer { memory.deallocate() }
    memory.copyBytes(from: bytes)
    let archive = try Archive.validate(UnsafeRawBufferPointer(memory))
    let clock = Int(archive.entry(Int(archive.widget(1).entries.first)).litPermille)
    let weather = archive.widget(2).entries
    return (0..<Int(weather.count)).map { clock + Int(archive.entry(Int(weather.first) + $0).litPermille) }
  }
}
