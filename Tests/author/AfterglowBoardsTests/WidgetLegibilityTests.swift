import Afterglow
import AfterglowArchive
import AfterglowCompiler
import AfterglowCore
import AfterglowLight
import Foundation
import TestSupport
import Testing

import struct AfterglowCore.Color

@testable import AfterglowBoards

/// Every text and mark of the built-in widgets, in always-on and at night, by the formula for the room's light.
@Suite struct WidgetLegibilityTests {
  /// Both scenes, which together contain every widget and style, on boards with and without a backlight.
  static let boards = ["bedside-clock", "rpi-hdmi-1080p", "rpi-dsi-720x1280", "rpi-fb-tft-480x320"]
  static let inline =
    "  - {kind: clock, configuration: {style: inline}}\n  - {kind: weather, configuration: {rebase: true}}\n"

  /// A compiled scene's board and paints.
  private struct Scene: Sendable {
    let compiled: CompiledScene
    let board: BoardRecord
    let paints: [PaintRecord]
    /// Nodes that are shown in always-on.
    let alwaysOnNodes: Set<Int>

    init(_ compiled: CompiledScene) throws {
      self.compiled = compiled
      let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: compiled.archive.count, alignment: 64)
      defer { memory.deallocate() }
      memory.copyBytes(from: compiled.archive)
      let archive = try Archive.validate(UnsafeRawBufferPointer(memory))
      board = archive.board
      paints = Array(archive.paints)
      alwaysOnNodes = (0..<archive.widgetCount).reduce(into: []) { nodes, index in
        let widget = archive.widget(index)
        let slot = widget.variantSlot(for: VariantKey(renderingMode: .fullColor, isLuminanceReduced: true))
        for entry in 0..<Int(widget.entries.count) {
          nodes.formUnion(archive.displayList(entry: Int(widget.entries.first) + entry, slot: slot).map(Int.init))
        }
      }
    }

    /// Contrast × 100 of each node with StandBy's black background, and the required contrast.
    func contrasts(_ mode: LightMode, lux: Double) -> [(node: LayoutNode, found: Int64, least: Int64)] {
      let stage = ColorStage(settings: board.light, legibility: board.legibility, isEmissive: true)
      let room = Legibility(board.light, board.legibility, millilux: Int64(lux * 1000))
      return compiled.layout.nodes.compactMap { node in
        let paint = paints[node.paint]
        guard let role = PaintRole(rawValue: paint.role), role != .background else { return nil }
        let color = stage.resolve(Color(argb: paint.color), role: role, mode: mode)
        let isText = node.kind == "glyphRun" || node.kind == "tickText"
        let isLarge = !isText || (node.fontSizePt ?? 0) >= 18
        return (
          node, room.hundredths(color, over: .black), isLarge ? Legibility.largeHundredths : Legibility.textHundredths
        )
      }
    }
  }

  /// Of a board: compiled once for all rooms in which they are judged.
  private static let scenes = MadeOnce { (board: String) in
    [
      try Scene(compile(clockAndWeather, on: board)), try Scene(compile(inline, on: board)),
      try Scene(compile(dialAndValue, on: board, files: ["t.json": tank])),
    ]
  }

  @Test(arguments: boards, [0.1, 12, 49, 50, 300] as [Double])
  func `always-on can be read, in a dim room and in a lit one`(board: String, lux: Double) throws {
    for scene in try Self.scenes(board) {
      let contrasts = scene.contrasts(.alwaysOn, lux: lux).filter { scene.alwaysOnNodes.contains($0.node.node) }
      #expect(contrasts.count > 8)
      for (node, found, _) in contrasts {
        let isText = node.kind == "glyphRun" || node.kind == "tickText"
        // Marks have 3:1 at a board's usual luminance; at the minimum that colours leave, what remains of it.
        let least = isText || scene.board.light.alwaysOnPermille >= 400 ? Legibility.largeHundredths : 238
        #expect(found >= least, "\(node.name ?? node.kind) of \(board): \(found)")
      }
    }
  }

  @Test(arguments: boards, [0, 1, 5] as [Double])
  func `night can be read with the panel's own black and reflectance`(board: String, lux: Double) throws {
    for scene in try Self.scenes(board) {
      for (node, found, least) in scene.contrasts(.night, lux: lux) {
        #expect(found >= least, "\(node.name ?? node.kind) of \(board) at \(lux) lx")
      }
    }
  }

  @Test func `what stands below the time has one size at all times`() throws {
    for widgets in [clockAndWeather, Self.inline] {
      let scene = try compile(widgets)
      func sizes(_ name: String) -> [Double] {
        Set(scene.layout.nodes.filter { $0.name == name }.compactMap(\.fontSizePt)).sorted()
      }
      for name in ["date", "high", "low"] {
        #expect(sizes(name).count == 1, "\(name)")
      }
      for name in ["hour", "minute", "time"] { #expect(sizes(name).count <= 1, "\(name)") }
    }
  }

  @Test func `a board on which the night cannot be read is reported, with what would do`() throws {
    var light = LightSettings()
    var legibility = LegibilitySettings()
    #expect(NightJudge.notices(light, legibility).isEmpty)
    light.nightMillinits = 1_000
    legibility.nightFloorMillinits = 500
    let notices = NightJudge.notices(light, legibility)
    #expect(notices.count == 2)
    #expect(notices[0].contains("secondary text"))
    #expect(notices[0].contains("expected a contrast of 4.5:1 at 5 lx"))
    #expect(notices[0].contains("3.7 cd/m² would do"))
    // An OLED's black makes the same red legible.
    legibility.blackMillinits = 0
    #expect(NightJudge.notices(light, legibility).isEmpty)
  }

  @Test func `black, reflectance and the night's floor come from the board, and what cannot be is reported`() throws {
    func board(_ light: String) -> String { goodBoard + "\nlight: {sensor: none, \(light)}\n" }
    let folder = try #require(load(board: board("peakLuminance: 400, nightLuminance: 0.5")).folder)
    #expect(folder.board.record.legibility.blackMillinits == 400)
    #expect(folder.board.record.legibility.nightFloorMillinits == 500)
    let oled = try #require(load(board: board("blackLuminance: 0, reflectance: 0.02, nightFloor: 0.3")).folder)
    #expect(oled.board.record.legibility.blackMillinits == 0)
    #expect(oled.board.record.legibility.reflectancePermille == 20)
    #expect(oled.board.record.legibility.nightFloorMillinits == 300)
    #expect(load(board: board("blackLuminance: 30")).problems.joined().contains("at most a tenth of"))
    #expect(load(board: board("nightFloor: 6")).problems.joined().contains("at most \"light.nightLuminance\", 5 cd/m²"))
    #expect(!load(board: board("reflectance: 0.6")).problems.isEmpty)
  }
}
