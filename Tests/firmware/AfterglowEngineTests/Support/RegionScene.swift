import AfterglowArchive
import AfterglowCore
import AfterglowInput
import AfterglowTimeline

@testable import AfterglowEngine

/// Buttons on a bare panel with square pixels. Their keys are their numbers in drawing order; they belong to two widgets.
struct RegionScene {
  var size = PixelSize(width: 120, height: 60)
  var pixelMicrometres: Int32 = 833
  var rotation = Rotation.none
  var regions: [PixelRect]

  var board: BoardRecord {
    var board = SmallScene.board
    board.widthPx = size.width
    board.heightPx = size.height
    board.widthMicrometres = size.width * pixelMicrometres
    board.heightMicrometres = size.height * pixelMicrometres
    board.rotation = rotation.rawValue
    return board
  }

  /// Least side of a target in pixels: 44 pt of a phone with 163 points per inch.
  var leastSidePx: Int { Int(44 * 25_400 / 163 / Double(pixelMicrometres)) }

  /// The archive, and the board with its strings.
  func build() throws -> (file: [UInt8], board: BoardRecord) {
    var builder = ArchiveBuilder(board: board)
    builder.setBoardStrings([.name: "regions", .input: "auto"])
    let action = builder.addAction(.author, name: "lamp")
    let records = regions.enumerated().map { number, bounds in
      RegionRecord(kind: .button, press: .fill, bounds: bounds, slots: 1, action: action, key: UInt64(number))
    }
    let half = records.count / 2
    for part in [[], Array(records[..<half]), Array(records[half...])] {
      _ = builder.addWidget(
        kind: "part", bounds: PixelRect(size), variants: [[VariantKey(renderingMode: .fullColor)]],
        entries: [ArchiveEntry(date: Instant(seconds: 0), displayLists: [[]], regions: part)])
    }
    return (try builder.build(compiledAt: Instant(seconds: 0)), builder.board)
  }
}

/// A hit test that shares no code with the firmware's: it tries every window and every region.
struct RegionTruth {
  private let regions: [PixelRect]
  /// The columns and rows of each region after its growth.
  private let grown: [(columns: Range<Int>, rows: Range<Int>)]

  init(_ scene: RegionScene) {
    regions = scene.regions
    let least = scene.leastSidePx
    let limits = (columns: Int(scene.size.width), rows: Int(scene.size.height))
    grown = scene.regions.map { region in
      (
        columns: Self.window(around: Int(region.x0)..<Int(region.x1), least, within: limits.columns),
        rows: Self.window(around: Int(region.y0)..<Int(region.y1), least, within: limits.rows)
      )
    }
  }

  /// The least window that holds a side and has `least` pixels, nearest to the side's centre.
  private static func window(around side: Range<Int>, _ least: Int, within limit: Int) -> Range<Int> {
    if side.count >= least { return side }
    if least >= limit { return 0..<limit }
    let wanted = side.lowerBound - (least - side.count) / 2
    var best = side.upperBound - least < 0 ? 0 : side.upperBound - least
    for first in 0...limit - least where first <= side.lowerBound && first + least >= side.upperBound {
      if abs(first - wanted) < abs(best - wanted) { best = first }
    }
    return best..<best + least
  }

  private func contains(_ number: Int, _ point: PixelPoint) -> Bool {
    let region = regions[number]
    return region.x0 <= point.x && point.x < region.x1 && region.y0 <= point.y && point.y < region.y1
  }

  private func surrounds(_ outer: Int, _ inner: Int) -> Bool {
    let (a, b) = (regions[outer], regions[inner])
    return a.x0 <= b.x0 && a.y0 <= b.y0 && a.x1 >= b.x1 && a.y1 >= b.y1
  }

  private func squaredDistance(_ number: Int, _ point: PixelPoint) -> Int {
    let region = regions[number]
    let x = Int(Swift.max(region.x0 - point.x, 0, point.x - region.x1 + 1))
    let y = Int(Swift.max(region.y0 - point.y, 0, point.y - region.y1 + 1))
    return x * x + y * y
  }

  /// The region that a touch at a pixel means, and whether the pixel is in its grown part.
  func target(at point: PixelPoint) -> (number: Int, isGrown: Bool)? {
    let direct = regions.indices.last { contains($0, point) }
    var found: (number: Int, distance: Int)?
    for number in regions.indices where !contains(number, point) {
      let window = grown[number]
      if !window.columns.contains(Int(point.x)) || !window.rows.contains(Int(point.y)) { continue }
      if let direct, direct > number || !surrounds(direct, number) { continue }
      let distance = squaredDistance(number, point)
      if let found, found.distance < distance { continue }
      found = (number, distance)
    }
    if let found { return (found.number, true) }
    return direct.map { ($0, false) }
  }
}
