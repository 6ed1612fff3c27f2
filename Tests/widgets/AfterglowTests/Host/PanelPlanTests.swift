import AfterglowArchive
import AfterglowCore
import Foundation
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews

@Suite struct PanelPlanTests {
  @Test func `a home grid holds each family with its span`() throws {
    let plan = try plan(.home, [.systemLarge, .systemMedium, .systemSmall, .systemSmall], grid: (4, 2))
    let frames = plan.placements.map(\.framePx)
    #expect(!overlap(frames))
    #expect(frames.allSatisfy { $0.x0 >= 0 && $0.y0 >= 0 && $0.x1 <= 1920 && $0.y1 <= 1080 })
    // A large one is two cells and a gap, as wide as a medium one.
    #expect(frames[0].width == frames[1].width)
    #expect(abs(frames[0].height - frames[0].width) <= 1)
    #expect(frames[2].y0 == frames[3].y0)
    #expect(plan.placements[0].margins == EdgeInsets(all: 16))
  }

  /// docs/decisions/layout.md, Margins in StandBy, on lock screens and desktops.
  @Test(arguments: [
    (WidgetContext.home, WidgetFamily.systemSmall, EdgeInsets(all: 16)),
    (.standBy, .systemSmall, EdgeInsets(all: 12)), (.desktop, .systemSmall, EdgeInsets(all: 12)),
    (.carPlay, .systemSmall, EdgeInsets(all: 12)), (.notificationCenter, .systemSmall, EdgeInsets(all: 12)),
    (.lockScreen, .systemSmall, EdgeInsets(all: 12)), (.lockScreen, .accessoryRectangular, EdgeInsets()),
    (.smartStack, .accessoryRectangular, EdgeInsets(top: 8, leading: 10, bottom: 8, trailing: 10)),
  ])
  func `margins are of the place`(context: WidgetContext, family: WidgetFamily, margins: EdgeInsets) throws {
    #expect(try plan(context, [family]).placements[0].margins == margins)
  }

  @Test func `the own grid grows with what it holds`() throws {
    let few = try plan(.home, [.systemSmall, .systemSmall])
    let many = try plan(.home, Array(repeating: .systemMedium, count: 9))
    #expect(few.scale > many.scale)
    #expect(!overlap(many.placements.map(\.framePx)))
  }

  /// On a bar of 4 to 1 the widgets are largest in six by two cells, whatever their order.
  @Test(arguments: [
    [WidgetFamily.systemLarge, .systemMedium, .systemMedium, .systemLarge],
    [.systemMedium, .systemLarge, .systemLarge, .systemMedium],
    [.systemSmall, .systemSmall, .systemLarge, .systemMedium, .systemLarge],
  ]) func `the own grid is filled to its last cell`(families: [WidgetFamily]) throws {
    let plan = try plan(.home, families, width: 1920, height: 480)
    #expect(plan.grid?.columns == 6 && plan.grid?.rows == 2)
    #expect(!overlap(plan.placements.map(\.framePx)))
    #expect(abs(plan.scale - 480.0 / (2 * 194 + 24)) < 1e-9)
    // A grid that the scene asks for is filled as well.
    #expect(try self.plan(.home, families, width: 1920, height: 480, grid: (6, 2)).placements.count == families.count)
  }

  @Test func `widgets with a place keep it, and the others fill the rest`() throws {
    var scene = scene(
      .home, [.systemMedium, .systemLarge, .systemLarge, .systemMedium], width: 1920, height: 480, grid: (6, 2))
    scene.slots[1].position = .init(column: 3, row: 1)
    let plan = try PanelLayout.plan(scene)
    #expect(plan.grid?.cells["slot1"] == .init(column: 3, row: 1) && !overlap(plan.placements.map(\.framePx)))
  }

  @Test func `a widget alone has as many points as its scale gives`() throws {
    var scene = scene(.standBy, [.systemSmall])
    scene.style.isSingle = true
    scene.style.pixelsPerPoint = 1.5
    let placement = try PanelLayout.plan(scene).placements[0]
    #expect(placement.sizePt == Size(width: 1280, height: 720) && placement.scale == 1.5)
    #expect(placement.framePx == PixelRect(x0: 0, y0: 0, x1: 1920, y1: 1080) && placement.deviceShare == 1)
  }

  @Test func `widgets lie where they were put`() throws {
    var scene = scene(.home, [.systemSmall, .systemSmall], grid: (4, 2))
    scene.slots[1].position = .init(column: 1, row: 1)
    let plan = try PanelLayout.plan(scene)
    #expect(plan.placements[1].framePx.x0 < plan.placements[0].framePx.x0)
    scene.slots[0].position = .init(column: 1, row: 1)
    #expect(throws: CompileError("\"slot1\" and \"slot0\" overlap at column 1, row 1.", about: .slot("slot1"))) {
      try PanelLayout.plan(scene)
    }
    scene.slots[0].position = .init(column: 5, row: 1)
    #expect(throws: CompileError.self) { try PanelLayout.plan(scene) }
  }

  @Test func `every widget without room in a grid is named at once`() throws {
    var scene = scene(.home, [.systemSmall, .systemMedium, .systemLarge, .systemSmall], grid: (4, 2))
    scene.slots[0].position = .init(column: 1, row: 1)
    scene.slots[1].position = .init(column: 1, row: 1)
    scene.slots[2].position = .init(column: 4, row: 1)
    let error = #expect(throws: CompileError.self) { try PanelLayout.plan(scene) }
    #expect(error?.message == "\"slot1\" and \"slot0\" overlap at column 1, row 1." && error?.subject == .slot("slot1"))
    #expect(
      error?.others == [
        CompileError(
          "slot2: systemLarge takes 2×2 cells and does not fit at column 4, row 1 of a grid of 4×2.",
          about: .slot("slot2"))
      ])
    // Without positions: the second large one fills the grid, and neither of the others has room.
    let full = #expect(throws: CompileError.self) {
      try plan(.home, [.systemLarge, .systemLarge, .systemMedium, .systemSmall], grid: (4, 2))
    }
    #expect(full?.subject == .slot("slot2") && full?.others.map(\.subject) == [.slot("slot3")])
  }

  @Test func `a grid that is full refuses with its size`() throws {
    let error = #expect(throws: CompileError.self) {
      try plan(.home, [.systemLarge, .systemLarge, .systemSmall], grid: (4, 2))
    }
    #expect(error?.message.contains("slot2: systemSmall takes 1×1 cells, and the grid of 4×2") == true)
  }

  /// 11 pt text has capitals of ten arc-minutes from one and a half metres; otherwise there is a warning.
  @Test func `points are readable from the viewer's distance`() throws {
    var scene = scene(.standBy, [.systemSmall, .systemSmall])
    scene.style.viewingDistanceMm = 6000
    let far = try PanelLayout.plan(scene)
    let capitalMm = 11 * 0.727 * far.scale * scene.geometry.widthMm / 1920
    #expect(capitalMm / 6000 >= tan(10.0 / 60 * .pi / 180) - 1e-9)
    var crowd = self.scene(.home, Array(repeating: .systemMedium, count: 9))
    #expect(PanelLayout.notice(try PanelLayout.plan(crowd), crowd) == nil)
    crowd.style.viewingDistanceMm = 4000
    #expect(PanelLayout.notice(try PanelLayout.plan(crowd), crowd)?.contains("from 4.0 m") == true)
  }

  /// Rule 98: the cards themselves are black, as the stack is.
  @Test func `cards of a Smart Stack have edges by day, and none in the dark`() throws {
    let scene = scene(.smartStack, [.accessoryRectangular, .accessoryRectangular], width: 400, height: 380)
    let plan = try PanelLayout.plan(scene)
    let compiled = try SceneCompiler().compile(scene, at: noon)
    let day = try shown(compiled).pixels
    let dark = try shown(compiled, override: .alwaysOn).pixels
    func isLit(_ pixels: [UInt32], _ columns: Range<Int>, _ row: Int) -> Bool {
      columns.contains { pixels[row * 400 + $0] & 0xFF_FFFF != 0 }
    }
    for placement in plan.placements {
      let (left, right) = (Int(placement.framePx.x0), Int(placement.framePx.x1))
      let row = Int(placement.framePx.y0 + placement.framePx.y1) / 2
      for outside in [left - 3..<left, right..<right + 3] {
        #expect(isLit(day, outside, row) && !isLit(dark, outside, row), "\(outside)")
      }
      #expect(!isLit(day, left + 1..<left + 8, row) && !isLit(day, right - 8..<right - 1, row))
    }
  }

  @Test func `a lock screen stacks inline widget, clock and row`() throws {
    let plan = try plan(
      .lockScreen, [.accessoryInline, .accessoryCircular, .accessoryRectangular], width: 720, height: 1280)
    let clock = try #require(plan.chrome.first).frame
    let frames = plan.placements.map(\.framePx)
    #expect(Double(frames[0].y1) <= clock.minY * plan.scale + 1)
    #expect(Double(frames[1].y0) >= clock.maxY * plan.scale - 1)
    #expect(frames[1].y0 == frames[2].y0 && frames[1].x1 < frames[2].x0)
    // Margins left and right are equal.
    #expect(abs(Int(frames[1].x0) - (720 - Int(frames[2].x1))) <= 2)
  }

  /// Hours above minutes: no empty part is higher than three tenths of it.
  @Test func `a high lock screen is filled`() throws {
    let plan = try plan(
      .lockScreen, [.accessoryInline, .accessoryCircular, .accessoryRectangular], width: 720, height: 1280)
    let frames = plan.placements.map(\.framePx)
    let clock = try #require(plan.chrome.first).frame
    #expect(clock.height > clock.width / 2)
    #expect(Int(frames[0].y0) < 1280 * 3 / 10 && 1280 - Int(frames[1].y1) < 1280 * 3 / 10, "\(frames)")
  }

  /// The row is as wide as the digits of the time, with larger widgets and no more than that on any panel.
  @Test(arguments: [(1920, 1080), (1024, 600), (800, 480)] as [(Int, Int)])
  func `the foot of a wide lock screen spans the clock`(width: Int, height: Int) throws {
    let row: [WidgetFamily] = [.accessoryCircular, .accessoryCircular, .accessoryRectangular]
    let plan = try plan(.lockScreen, [.accessoryInline] + row, width: width, height: height)
    let clock = try #require(plan.chrome.first).frame
    let feet = plan.placements.dropFirst()
    let left = Double(feet.map(\.framePx.x0).min() ?? 0)
    let right = Double(feet.map(\.framePx.x1).max() ?? 0)
    let ink = HostChrome.LockClock.inkWidth(in: clock.size) * plan.scale
    #expect(abs(right - left - ink) <= ink * 0.02, "\(right - left) px of \(ink)")
    #expect(abs(left + right - Double(width)) <= 3)
    #expect(feet.allSatisfy { $0.scale > plan.scale && $0.framePx.y1 <= Int32(height) })
    // The layout is that of the host, only larger.
    let plain = try self.plan(.lockScreen, row, width: 720, height: 1280)
    let widths = feet.map { $0.sizePt.width.rounded() }
    #expect(widths == plain.placements.map { $0.sizePt.width.rounded() })
  }

  @Test func `a lock screen takes small ones only on a tablet`() throws {
    var tablet = scene(.lockScreen, [.systemSmall, .accessoryCircular])
    _ = try PanelLayout.plan(tablet)
    tablet.geometry.heightMm = 60
    let error = #expect(throws: CompileError.self) { try PanelLayout.plan(tablet) }
    #expect(error?.message.contains("shorter side is at least 110 mm") == true)
    let row = #expect(throws: CompileError.self) {
      try plan(.lockScreen, Array(repeating: .accessoryRectangular, count: 4), width: 720, height: 1280)
    }
    #expect(row?.message.contains("four circular ones") == true)
  }

  /// 268 mm for a small widget at 100 %, regardless of the panel's pixels (T7, rule 56).
  @Test(arguments: [75, 100, 125]) func `surfaces keep millimetres`(_ percent: Int) throws {
    var scene = scene(.surface, [.systemSmall])
    scene.geometry.widthMm = 1200
    scene.geometry.heightMm = 675
    scene.slots[0].scalePercent = percent
    let plan = try PanelLayout.plan(scene)
    let mm = Double(plan.placements[0].framePx.width) / 1920 * 1200
    #expect(abs(mm - 268 * Double(percent) / 100) < 1)
    scene.geometry.widthMm = 200
    scene.geometry.heightMm = 112
    #expect(throws: CompileError.self) { try PanelLayout.plan(scene) }
  }

  @Test func `a round face has four places`() throws {
    var scene = scene(.watchFace, Array(repeating: .accessoryCircular, count: 4), width: 240, height: 240)
    scene.geometry.isRound = true
    let plan = try PanelLayout.plan(scene)
    #expect(!overlap(plan.placements.map(\.framePx)))
    // All of each is on the disc.
    for frame in plan.placements.map(\.framePx) {
      let farthest = [(frame.x0, frame.y0), (frame.x1, frame.y0), (frame.x0, frame.y1), (frame.x1, frame.y1)]
        .map { hypot(Double($0.0) - 120, Double($0.1) - 120) }.max()!
      #expect(farthest <= 120)
    }
    scene.slots.append(
      SceneSlot(identifier: "fifth", widget: PlainWidget { Text($0.words) }, family: .accessoryCircular))
    #expect(throws: CompileError.self) { try PanelLayout.plan(scene) }
  }

  // MARK: helpers

  private func overlap(_ frames: [PixelRect]) -> Bool {
    frames.indices.contains { a in
      frames.indices.contains { b in a < b && !frames[a].intersection(frames[b]).isEmpty }
    }
  }

  private func scene(
    _ context: WidgetContext, _ families: [WidgetFamily], width: Int = 1920, height: Int = 1080,
    grid: (Int, Int)? = nil
  ) -> PanelScene {
    var scene = testScene(
      families.map { _ in PlainWidget { Text($0.words) } }, widthPx: width, heightPx: height)
    scene.geometry.widthMm = 531
    scene.geometry.heightMm = 299
    scene.context = context
    scene.style.grid = grid.map { PanelStyle.GridSize(columns: $0.0, rows: $0.1) }
    for (index, family) in families.enumerated() { scene.slots[index].family = family }
    return scene
  }

  private func plan(
    _ context: WidgetContext, _ families: [WidgetFamily], width: Int = 1920, height: Int = 1080,
    grid: (Int, Int)? = nil
  ) throws -> PanelPlan {
    try PanelLayout.plan(scene(context, families, width: width, height: height, grid: grid))
  }
}
