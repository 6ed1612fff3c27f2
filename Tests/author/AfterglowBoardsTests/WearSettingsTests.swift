import Afterglow
import AfterglowCompiler
import AfterglowCore
import AfterglowLight
import Foundation
import Testing

@testable import AfterglowBoards

@Suite struct WearSettingsTests {
  private static let instant = Date(timeIntervalSince1970: 1_795_254_060)

  private func board(_ wear: String) -> String { goodBoard + "\nwear: {\(wear)}\n" }

  @Test func `a picture stands still unless its board says how far it may stray`() throws {
    #expect(try #require(load().folder).board.record.wear == WearSettings())
    let folder = try #require(load(board: board("orbit: 12, orbitPeriod: 90")).folder)
    #expect(folder.board.record.wear.orbitPx == 12)
    #expect(folder.board.record.wear.orbitPeriodMinutes == 90)
    #expect(try SceneCompiler().compile(folder.panelScene(), at: Self.instant).diagnostics.isEmpty)
  }

  @Test func `an orbit that would move something off the panel is refused with the most that would not`() throws {
    let folder = try #require(load(board: board("orbit: 60")).folder)
    #expect {
      _ = try SceneCompiler().compile(folder.panelScene(), at: Self.instant)
    } throws: { error in
      "\(error)".contains("wear.orbit of 60 px would move what is shown off the panel; at most ")
    }
  }

  @Test(arguments: ["orbit: 65", "orbit: -1", "orbit: 2.5", "orbitPeriod: 9", "sweep: 3"])
  func `impossible settings are reported`(wear: String) {
    #expect(load(board: board(wear)).problems.count == 1)
  }

  @Test func `paper does not move`() throws {
    let paper = """
      name: Test
      display: {kind: epaper-simulated, panel: waveshare-2in13-v4}
      size: {width: 250, height: 122}
      physicalSize: {width: 48.5, height: 23.7}
      rotation: 90
      wear: {orbit: 4}
      """
    #expect(load(board: paper).problems.joined().contains("expected no \"wear.orbit\" on paper"))
  }
}
