import AfterglowArchive
import AfterglowCore
import AfterglowPictures
import Foundation
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews

private func photograph(_ argb: UInt32) throws -> Data {
  let size = PixelSize(width: 60, height: 40)
  return Data(try PNG.encode(Picture(size: size, pixels: Array(repeating: argb, count: 2400))))
}

/// A widget that shows another picture with each entry, filling its half of the panel.
private func album(_ count: Int, first: UInt32 = 0x20_0000) throws -> any Widget {
  let pictures = try (0..<count).map { try photograph(0xFF00_0000 | (first + UInt32($0) * 0x30_0000)) }
  return PlainWidget(provider: PlainProvider(words: (0..<count).map { "\($0)" }, policy: .atEnd)) { entry in
    Image(data: pictures[Int(entry.words) ?? 0]).resizable().frame(width: 160, height: 190)
  }
}

/// Photographs on large panels stay within the board's bank: those that do not fit are postponed or omitted, with a
/// warning.
@Suite struct PictureBudgetTests {
  private func compiled(_ widgets: [any Widget], bankKiB: Int) throws -> CompiledScene {
    var board = testBoard()
    board.archiveBankByteCount = UInt32(bankKiB * 1024)
    return try SceneCompiler().compile(testScene(widgets, board: board), at: noon)
  }

  private func counts(_ scene: CompiledScene) throws -> (entries: [Int], pictures: Int) {
    try withArchive(scene) { archive in
      ((1..<archive.widgetCount - 1).map { Int(archive.widget($0).entries.count) }, archive.pictures.count)
    }
  }

  /// 376 × 447 px, four bytes each, by day and in the dark: 1.28 MiB per entry.
  @Test func `with room for all of them, all are there`() throws {
    let scene = try compiled([album(3), PlainWidget { Text($0.words) }], bankKiB: 16 * 1024)
    let found = try counts(scene)
    #expect(found.entries == [3, 1] && found.pictures == 6)
    #expect(scene.diagnostics == [])
    #expect(scene.nextReload == noon.addingTimeInterval(7200))
  }

  @Test func `later pictures wait until they are due`() throws {
    let scene = try compiled([album(3), PlainWidget { Text($0.words) }], bankKiB: 4 * 1024)
    let found = try counts(scene)
    #expect(found.entries == [2, 1] && found.pictures == 4)
    #expect(scene.archive.count <= 4 << 20)
    let diagnostic = try #require(scene.diagnostics.first)
    #expect(scene.diagnostics.count == 1 && diagnostic.slot == "slot0" && diagnostic.severity == .warning)
    #expect(
      diagnostic.message.contains("2 of 3 entries") && diagnostic.message.contains("memory.archive"), "\(diagnostic)")
    // The third is requested when it begins; the provider's timeline is stored as a whole.
    #expect(scene.nextReload == noon.addingTimeInterval(7200))
    #expect(scene.timelines["slot0"]?.entryCount == 3)
  }

  @Test func `first pictures come before others' later ones`() throws {
    let scene = try compiled([album(3), album(3, first: 0x20_4080)], bankKiB: 4 * 1024)
    let found = try counts(scene)
    #expect(found.entries == [1, 1] && found.pictures == 4)
    #expect(scene.diagnostics.map(\.slot) == ["slot0", "slot1"])
    #expect(scene.diagnostics.allSatisfy { $0.severity == .warning })
    #expect(scene.nextReload == noon.addingTimeInterval(3600))
  }

  @Test func `a picture that cannot fit is a plain shape, and the others stay`() throws {
    let scene = try compiled([album(3), PlainWidget { Text($0.words) }], bankKiB: 1024)
    let found = try counts(scene)
    // One look of it fits, the other does not.
    #expect(found.pictures == 1 && scene.archive.count <= 1 << 20)
    #expect(scene.layout.nodes.contains { $0.slot == "slot0" && $0.kind == "rectangle" })
    #expect(scene.layout.nodes.contains { $0.slot == "slot1" && $0.text == "Hello" })
    let errors = scene.diagnostics.filter { $0.severity == .error }
    #expect(errors.count == 1 && errors[0].slot == "slot0")
    let message = errors[0].message
    #expect(message.contains("is left out: it takes 0.6 MiB as 376×447 px"), "\(errors)")
    let advised = try #require(message.firstMatch(of: #/memory\.archive in board\.yaml to (\d+) KiB/#))
    let larger = try compiled([album(3), PlainWidget { Text($0.words) }], bankKiB: try #require(Int(advised.1)))
    #expect(!larger.diagnostics.contains { $0.severity == .error }, "\(larger.diagnostics)")
  }

  @Test func `a picture beyond the largest archive is answered with that limit`() {
    let size = PixelSize(width: 4_096, height: 4_096)
    let budget = PictureBudget(bankByteCount: 1 << 20)
    let words = budget.refusal(of: "sea.jpg", size, beside: 0)
    #expect(words.contains("it takes 64.0 MiB as 4096×4096 px, and 0.0 MiB of the 0.8 MiB"), "\(words)")
    #expect(words.contains("Show fewer or smaller pictures: memory.archive in board.yaml is at most 65536 KiB"))
  }

  @Test func `the same picture in many entries is paid once`() throws {
    let picture = try photograph(0xFF12_3456)
    let widget = PlainWidget(provider: PlainProvider(words: Array(repeating: "", count: 20))) { _ in
      Image(data: picture).resizable().frame(width: 160, height: 190)
    }
    let scene = try compiled([widget], bankKiB: 4096)
    #expect(try counts(scene).entries == [20])
    #expect(scene.diagnostics == [])
  }
}
