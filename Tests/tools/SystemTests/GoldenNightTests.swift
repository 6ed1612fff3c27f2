import Afterglow
import AfterglowBoards
import AfterglowCompiler
import AfterglowCore
import Foundation
import PixelSupport
import Testing

/// Law 2 over every scene that has golden frames: an evening and a night of it, with all that a panel may have to report by
/// then: content that grows old, an untrusted clock, placeholders of widgets without content.
@Suite struct GoldenNightTests {
  /// One of each scene: others of it differ in instants and light, and a night has both of its own.
  private static let frames: [GoldenFrameTests.Frame] = {
    var scenes: Set<String> = []
    return GoldenFrameTests.frames.filter { frame in
      !frame.board.hasPrefix("epaper-") && frame.hardware == nil
        && scenes.insert("\(frame.board) \(frame.isFar) \(frame.scene ?? "")").inserted
    }
  }()
  private static let start: Int64 = 1_795_291_200  // 2026-11-21T20:00:00Z

  /// The frame's board in a folder of its own; without its documents every widget shows a placeholder.
  private func compile(_ frame: GoldenFrameTests.Frame, withContent: Bool) throws -> [UInt8] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "night-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let shipped = HouseRulesTests.root.appending(path: "boards/\(frame.board)")
    try FileManager.default.copyItem(at: shipped, to: folder)
    if let scene = frame.scene {
      try Data(scene.utf8).write(to: folder.appending(path: "scene.yaml"))
      try Data(GoldenFrameTests.tank.utf8).write(to: folder.appending(path: "tank.json"))
    }
    if frame.isFar {
      let file = folder.appending(path: "board.yaml")
      try Data((String(contentsOf: file, encoding: .utf8) + GoldenFrameTests.far).utf8).write(to: file)
    }
    if !withContent {
      for name in ["forecast.json", "tank.json"] {
        try? FileManager.default.removeItem(at: folder.appending(path: name))
      }
    }
    let date = Date(timeIntervalSince1970: Double(Self.start))
    let board = try #require(BoardFolder.load(folder.path, at: date).folder)
    return try SceneCompiler().compile(board.panelScene(), at: date).archive
  }

  /// The mean is of the frame, by what it emits itself: lit strokes alone cannot be below 0.9 cd/m² and be read, since the
  /// glass throws back 0.013 cd/m² of 1 lx and black leaks 0.25.
  @Test(arguments: frames.filter { $0.board == "bedside-clock" })
  func `at 1 lx all text keeps 4.5 to 1 without a backlight, and the frame gives half a candela at most`(
    frame: GoldenFrameTests.Frame
  ) throws {
    let panel = try NightPanel(archive: try compile(frame, withContent: true))
    panel.show(Self.start, .automatic, isTrusted: true, lux: Illuminance(millilux: 1_000))
    #expect(panel.isNight)
    #expect(panel.meanRedNits > 0 && panel.meanRedNits <= 0.5, "\(panel.meanRedNits) cd/m²")
    #expect(panel.textHundredths(millilux: 1_000).allSatisfy { $0 >= 450 })
    #expect(panel.textHundredths(millilux: 1_000).count > 1)
  }

  @Test(arguments: frames, [true, false])
  func `a night of every golden scene is red alone`(frame: GoldenFrameTests.Frame, withContent: Bool) throws {
    let panel = try NightPanel(archive: try compile(frame, withContent: withContent))
    var frames = 0
    var seconds: Int64 = 0
    func show(after step: Int64, _ mode: ModeOverride, isTrusted: Bool = true) throws {
      seconds += step
      let wasNight = panel.isNight
      // Only an evening's last frame is compared with what follows.
      let before = mode == .night && !wasNight ? panel.pixels : []
      panel.show(Self.start + seconds, mode, isTrusted: isTrusted)
      frames += 1
      if mode != .night { return }
      let lit = panel.litBits
      try #require(lit & 0xFFFF == 0, "\(frame.name), second \(seconds)")
      try #require(lit & 0xFF_0000 != 0, "\(frame.name) is black at second \(seconds)")
      // What is drawn lights the room less than a lit pixel is bright; the panel's own leakage comes on top.
      let nits = panel.meanRedNits
      try #require(nits <= 0.5, "\(frame.name): \(nits) cd/m² at second \(seconds)")
      if wasNight { return }
      try #require(!panel.rises(from: before), "\(frame.name) rises at second \(seconds)")
    }
    for mode in [ModeOverride.day, .alwaysOn] {
      try show(after: 60, mode)
      for _ in 0..<90 { try show(after: 60, .night) }
    }
    for hour in 0..<60 { try show(after: 3600, hour % 10 == 0 ? .day : .night, isTrusted: hour % 3 != 0) }
    #expect(frames > 240)
  }
}
