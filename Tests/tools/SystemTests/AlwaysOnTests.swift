import Afterglow
import AfterglowArchive
import AfterglowBoards
import AfterglowCompiler
import AfterglowCore
import Foundation
import PixelSupport
import Testing

/// The bedside clock in always-on, minute by minute through a day: how much of the panel is lit.
@Suite struct AlwaysOnTests {
  private static let start: Int64 = 1_795_212_000  // 2026-11-20T22:00:00Z

  /// The bedside clock with a line more in its board file.
  private static func compile(_ setting: String = "") throws -> [UInt8] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "always-on-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.copyItem(at: HouseRulesTests.root.appending(path: "boards/bedside-clock"), to: folder)
    let file = folder.appending(path: "board.yaml")
    try Data((String(contentsOf: file, encoding: .utf8) + "\n\(setting)\n").utf8).write(to: file)
    let date = Date(timeIntervalSince1970: Double(start))
    let board = try #require(BoardFolder.load(folder.path, at: date).folder)
    return try SceneCompiler().compile(board.panelScene(), at: date).archive
  }

  /// Of each minute of a day.
  private static func shares(_ archive: [UInt8]) throws -> [Double] {
    let panel = try NightPanel(archive: archive)
    return (Int64(0)..<1440).map { minute in
      panel.show(start + minute * 60, .alwaysOn, isTrusted: true)
      return panel.litShare
    }
  }

  @Test func `at most a tenth of the bedside clock's pixels are lit, and the archive knows how many`() throws {
    let archive = try Self.compile()
    let shares = try Self.shares(archive)
    let most = shares.max()!
    #expect(most <= 0.10, "\(most * 100) %")
    #expect(shares.min()! > 0.03)
    // Digits light more or less than those of the entry's own minute.
    let told = try Self.toldShares(archive)
    #expect(told.count > 20)
    for share in told { #expect(share > 40 && share <= 100, "\(share)") }
    #expect(abs(Double(told.max()!) / 1000 - most) < 0.02)
  }

  @Test func `for a viewer far away more is lit, and an archive with both levels counts that`() throws {
    let archive = try Self.compile("distance: {sensor: constant, metres: 4}")
    let single = try Self.compile()
    let far = try Self.shares(archive).max()!
    let near = try Self.shares(single).max()!
    #expect(far > near * 1.05, "\(far * 100) % against \(near * 100) %")
    let told = try zip(Self.toldShares(archive), Self.toldShares(single))
    #expect(told.allSatisfy { $0 >= $1 } && told.contains { $0 > $1 })
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
