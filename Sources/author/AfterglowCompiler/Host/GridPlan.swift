import AfterglowCore
import AfterglowViews

/// A grid of small cells, of which each system family covers its span: home, Today View, Notification Center, desktop
/// and CarPlay.
struct GridPlan {
  struct Span: Equatable {
    var columns: Int
    var rows: Int
  }

  let columns: Int
  let rows: Int
  /// Pixels per point.
  let scale: Double
  /// Side of a cell, and gaps, in points.
  private let cell: Size
  private let gap: Size
  /// Position of the first cell, in pixels.
  private let origin: Point
  private let host: WidgetHost?
  private let geometry: PanelGeometry

  /// Cells of the panel's own grid have the size and spacing of small widgets on the largest iPhone (T5).
  private static let ownCell = Size(width: 170, height: 170)
  private static let ownGap = Size(width: 24, height: 24)

  init(_ scene: PanelScene) throws {
    geometry = scene.geometry
    host = scene.style.host
    if let host {
      guard let small = host.size(of: .systemSmall)?.device, let screen = host.screens.first else {
        throw CompileError(
          "\(host.name) has no grid of system families; \(scene.context.rawValue) is laid out for an iPhone or iPad, "
            + "or by the panel's own grid without a host.", about: .sceneKey("host"))
      }
      cell = small
      let medium = host.size(of: .systemMedium)?.device ?? small
      let large = host.size(of: .systemLarge)?.device ?? small
      gap = Size(width: medium.width - 2 * small.width, height: max(0, large.height - 2 * small.height))
      (scale, columns, rows) = Self.fit(screen, cell, gap, on: geometry)
    } else {
      cell = Self.ownCell
      gap = Self.ownGap
      let fitted = try Self.own(scene, cell, gap)
      scale = fitted.scale
      columns = fitted.columns
      rows = fitted.rows
    }
    let width = (Double(columns) * (cell.width + gap.width) - gap.width) * scale
    let height = (Double(rows) * (cell.height + gap.height) - gap.height) * scale
    let free = Size(width: Double(geometry.widthPx) - width, height: Double(geometry.heightPx) - height)
    let x: Double
    switch scene.context {
    // A column at one edge, with the same distance from it as between widgets.
    case .todayView where free.width > free.height: x = min(free.width / 2, gap.width * scale)
    case .notificationCenter where free.width > free.height: x = free.width - min(free.width / 2, gap.width * scale)
    default: x = free.width / 2
    }
    origin = Point(x: x, y: free.height / 2)
  }

  /// A device's screen, rotated like the panel, as large as the panel allows.
  private static func fit(
    _ screen: Size, _ cell: Size, _ gap: Size, on geometry: PanelGeometry
  ) -> (scale: Double, columns: Int, rows: Int) {
    let isTurned = (screen.width > screen.height) != (geometry.widthPx > geometry.heightPx)
    let size = isTurned ? Size(width: screen.height, height: screen.width) : screen
    let scale = min(Double(geometry.widthPx) / size.width, Double(geometry.heightPx) / size.height)
    func count(_ room: Double, _ cell: Double, _ gap: Double) -> Int {
      max(1, Int(clamping: (room + gap) / (cell + gap)))
    }
    return (scale, count(size.width, cell.width, gap.width), count(size.height, cell.height, gap.height))
  }

  /// The number of cells set by the scene; otherwise the grid with the largest widgets.
  private static func own(
    _ scene: PanelScene, _ cell: Size, _ gap: Size
  ) throws -> (scale: Double, columns: Int, rows: Int) {
    func scale(_ columns: Int, _ rows: Int) -> Double {
      min(
        Double(scene.geometry.widthPx) / (Double(columns) * (cell.width + gap.width) + gap.width),
        Double(scene.geometry.heightPx) / (Double(rows) * (cell.height + gap.height) + gap.height))
    }
    if let asked = scene.style.grid { return (scale(asked.columns, asked.rows), asked.columns, asked.rows) }
    let isColumn = scene.context == .todayView || scene.context == .notificationCenter
    var best: (scale: Double, columns: Int, rows: Int)?
    let sides = PanelStyle.GridSize.sides
    for columns in isColumn ? 2...2 : sides {
      for rows in sides {
        let candidate = scale(columns, rows)
        if let best, candidate <= best.scale { continue }
        if (try? arrange(scene.slots, columns: columns, rows: rows)) != nil { best = (candidate, columns, rows) }
      }
    }
    guard let best else {
      // Reports which widget does not fit.
      _ = try arrange(scene.slots, columns: isColumn ? 2 : sides.upperBound, rows: sides.upperBound)
      throw CompileError(
        "\(scene.context.rawValue): no grid holds these widgets; ask for one with \"grid\".",
        about: .sceneKey("widgets"))
    }
    return best
  }

  /// Cells that a family covers; nil for accessories.
  static func span(of family: WidgetFamily) -> Span? {
    switch family {
    case .systemSmall: Span(columns: 1, rows: 1)
    case .systemMedium: Span(columns: 2, rows: 1)
    case .systemLarge: Span(columns: 2, rows: 2)
    case .systemExtraLarge: Span(columns: 4, rows: 2)
    case .systemExtraLargePortrait: Span(columns: 2, rows: 3)
    case .accessoryCircular, .accessoryCorner, .accessoryRectangular, .accessoryInline: nil
    }
  }

  // MARK: Placing

  func plan(_ scene: PanelScene) throws -> PanelPlan {
    let cells = try Self.arrange(scene.slots, columns: columns, rows: rows)
    let placements = zip(scene.slots, cells).map { slot, cell in
      placement(
        slot.family, Self.span(of: slot.family) ?? Span(columns: 1, rows: 1), column: cell.column, row: cell.row,
        scene.context)
    }
    var plan = PanelPlan(placements: placements, scale: scale)
    plan.grid = SceneGrid(
      columns: columns, rows: rows,
      firstCellPx: Rect(x: origin.x, y: origin.y, width: cell.width * scale, height: cell.height * scale),
      pitchPx: Size(width: (cell.width + gap.width) * scale, height: (cell.height + gap.height) * scale),
      cells: Dictionary(
        uniqueKeysWithValues: zip(scene.slots, cells).map {
          ($0.identifier, SceneSlot.Position(column: $1.column + 1, row: $1.row + 1))
        }))
    return plan
  }

  /// The first cell of each widget: the next free ones in turn, else wherever all fit.
  ///
  /// - Throws: `CompileError` about the first widget that finds no room in its turn.
  private static func arrange(
    _ slots: [SceneSlot], columns: Int, rows: Int
  ) throws -> [(column: Int, row: Int)] {
    do {
      return try arrangeInTurn(slots, columns: columns, rows: rows)
    } catch {
      guard let cells = GridPacking.cells(of: slots, columns: columns, rows: rows) else { throw error }
      return cells
    }
  }

  /// The first cell of each widget: widgets with a set position come first, and the others fill the remaining cells in order.
  ///
  /// - Throws: `CompileError` about the first widget without room, with those about the others; about widgets without a
  ///   position only where all others have their room.
  private static func arrangeInTurn(
    _ slots: [SceneSlot], columns: Int, rows: Int
  ) throws -> [(column: Int, row: Int)] {
    var taken: [[String?]] = Array(repeating: Array(repeating: nil, count: columns), count: rows)
    var cells = [(column: Int, row: Int)](repeating: (0, 0), count: slots.count)
    for isPlaced in [true, false] {
      var errors: [CompileError] = []
      for (index, slot) in slots.enumerated() where (slot.position != nil) == isPlaced {
        let span = span(of: slot.family) ?? Span(columns: 1, rows: 1)
        let place: (column: Int, row: Int)
        do throws(CompileError) {
          place = try Self.place(slot, span, in: taken)
        } catch {
          errors.append(error)
          continue
        }
        for row in place.row..<(place.row + span.rows) {
          for column in place.column..<(place.column + span.columns) { taken[row][column] = slot.identifier }
        }
        cells[index] = place
      }
      if var first = errors.first {
        first.others = Array(errors.dropFirst())
        throw first
      }
    }
    return cells
  }

  private static func place(
    _ slot: SceneSlot, _ span: Span, in taken: [[String?]]
  ) throws(CompileError) -> (column: Int, row: Int) {
    let (columns, rows) = (taken[0].count, taken.count)
    func owner(_ column: Int, _ row: Int) -> String? {
      for y in row..<(row + span.rows) {
        for x in column..<(column + span.columns) { if let name = taken[y][x] { return name } }
      }
      return nil
    }
    let size = "\(span.columns)×\(span.rows) cells"
    if let position = slot.position {
      let (column, row) = (position.column - 1, position.row - 1)
      guard column >= 0, row >= 0, column + span.columns <= columns, row + span.rows <= rows else {
        throw CompileError(
          "\(slot.identifier): \(slot.family.rawValue) takes \(size) and does not fit at column \(position.column), row "
            + "\(position.row) of a grid of \(columns)×\(rows).", about: .slot(slot.identifier))
      }
      if let other = owner(column, row) {
        throw CompileError(
          "\"\(slot.identifier)\" and \"\(other)\" overlap at column \(position.column), row \(position.row).",
          about: .slot(slot.identifier))
      }
      return (column, row)
    }
    for row in 0..<max(0, rows - span.rows + 1) {
      for column in 0..<max(0, columns - span.columns + 1) where owner(column, row) == nil { return (column, row) }
    }
    throw CompileError(
      "\(slot.identifier): \(slot.family.rawValue) takes \(size), and the grid of \(columns)×\(rows) has no such room left; "
        + "ask for a larger grid, or remove a widget.", about: .slot(slot.identifier))
  }

  private func placement(
    _ family: WidgetFamily, _ span: Span, column: Int, row: Int, _ context: WidgetContext
  ) -> SlotPlacement {
    let own = Size(
      width: Double(span.columns) * (cell.width + gap.width) - gap.width,
      height: Double(span.rows) * (cell.height + gap.height) - gap.height)
    let known = host?.size(of: family)
    let device = known?.device ?? own
    let left = origin.x + Double(column) * (cell.width + gap.width) * scale
    let top = origin.y + Double(row) * (cell.height + gap.height) * scale
    let frame = PixelRect(
      x0: Int32(pixels: left), y0: Int32(pixels: top), x1: Int32(pixels: left + device.width * scale),
      y1: Int32(pixels: top + device.height * scale))
    let isClose = context == .desktop || context == .carPlay || context == .notificationCenter
    // From canvas to device: laid out at the canvas size, and scaled (rule 6).
    let canvas = known?.canvas ?? own
    let shrink = min(device.width / canvas.width, device.height / canvas.height)
    return SlotPlacement(
      framePx: frame, sizePt: canvas, scale: scale * shrink,
      margins: EdgeInsets(all: isClose ? PanelLayout.standByMarginPt : PanelLayout.standardMarginPt),
      showsContainerBackground: context.showsContainerBackground,
      cornerRadius: PanelLayout.cornerShare * cell.width / shrink, deviceShare: shrink)
  }
}
