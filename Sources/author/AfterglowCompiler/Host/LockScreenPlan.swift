import AfterglowCore
import AfterglowViews

/// A large clock; an inline widget above it, circular and rectangular ones below (rule 48). On tablet-sized panels
/// small ones have a separate region: at the leading edge of a wide panel, below the rest on a tall one.
struct LockScreenPlan {
  private let geometry: PanelGeometry
  private let host: WidgetHost
  private let slots: [SceneSlot]
  /// Pixels per point: preferred and minimum.
  private let wantedScale: Double
  private let leastScale: Double

  /// Points of the panel's shorter side: a phone's width, or enough for the clock above a row of widgets on wide ones.
  private static let tallSidePt = 390.0
  private static let wideSidePt = 330.0
  /// The maximum where small widgets need the room: an iPad's (T6).
  private static let tabletSidePt = 820.0
  /// Shorter side from which a panel counts as a tablet, in millimetres, our choice.
  static let tabletSideMm = 110.0

  init(_ scene: PanelScene) throws {
    geometry = scene.geometry
    slots = scene.slots
    host = scene.style.host ?? WidgetHost.iPhones[0]
    guard host.size(of: .accessoryRectangular) != nil, host.platform == .iPhone || host.platform == .iPad else {
      throw CompileError(
        "\(host.name) has no lock screen with widgets; name another iPhone or iPad, or none (docs/rules.md: T5).",
        about: .sceneKey("host"))
    }
    try Self.checkFamilies(scene)
    let shorter = Double(min(geometry.widthPx, geometry.heightPx))
    let isTall = geometry.heightPx > geometry.widthPx
    let own = shorter / (isTall ? Self.tallSidePt : Self.wideSidePt)
    let named = scene.style.host?.screens.first.map { shorter / min($0.width, $0.height) }
    let readable = PanelLayout.readableScale(geometry, distanceMm: scene.style.viewingDistanceMm)
    wantedScale = max(readable, named ?? own)
    let hasSmalls = scene.slots.contains { $0.family == .systemSmall }
    leastScale = named ?? (hasSmalls ? min(own, shorter / Self.tabletSidePt) : own)
  }

  /// Whether this panel accepts small widgets: an iPad's, and any of an iPad's size.
  static func isTablet(_ scene: PanelScene) -> Bool {
    if let host = scene.style.host { return host.platform == .iPad }
    return min(scene.geometry.widthMm, scene.geometry.heightMm) >= tabletSideMm
  }

  private static func checkFamilies(_ scene: PanelScene) throws {
    let inlines = scene.slots.filter { $0.family == .accessoryInline }
    if inlines.count > 1 {
      throw CompileError(
        "\(inlines[1].identifier): a lock screen has one inline widget, above the clock; remove one.",
        about: .slot(inlines[1].identifier))
    }
    if let small = scene.slots.first(where: { $0.family == .systemSmall }), !isTablet(scene) {
      let side = Int(clamping: min(scene.geometry.widthMm, scene.geometry.heightMm))
      throw CompileError(
        "\(small.identifier): a lock screen takes systemSmall on an iPad or a panel whose shorter side is at least "
          + "\(Int(clamping: tabletSideMm)) mm; this one's is \(side) mm (docs/rules.md: T1).",
        about: .slot(small.identifier))
    }
  }

  /// As large as viewing distance and host request, or as large as fits.
  func plan() throws -> PanelPlan {
    var scale = wantedScale
    while true {
      do {
        return try LockScreenPage(slots, host, on: geometry, scale: scale).plan()
      } catch {
        if scale <= leastScale { throw error }
        scale = max(leastScale, scale * 0.98)
      }
    }
  }
}

/// A lock screen at one scale, in points.
private struct LockScreenPage {
  let slots: [SceneSlot]
  let host: WidgetHost
  let scale: Double
  let size: Size
  let isTall: Bool
  let small: WidgetHost.FamilySize
  let inline: Size
  let circular: Size

  private static let gapPt = 12.0
  /// Aspect ratio of a panel with small widgets next to its clock.
  private static let leastWide = 1.25
  /// Height of a panel, in shares of its width, from which hours stand above minutes.
  private static let leastHigh = 1.65
  /// Minimum width of the clock next to small widgets, as a fraction of the panel's height; a full-sized one takes 1.4.
  private static let leastClockShare = 0.75
  private static let fullClockShare = 1.4

  init(_ slots: [SceneSlot], _ host: WidgetHost, on geometry: PanelGeometry, scale: Double) {
    self.slots = slots
    self.host = host
    self.scale = scale
    size = Size(width: Double(geometry.widthPx) / scale, height: Double(geometry.heightPx) / scale)
    // A square has no room next to its clock.
    let hasSmalls = slots.contains { $0.family == .systemSmall }
    isTall =
      geometry.heightPx > geometry.widthPx
      || (hasSmalls && Double(geometry.widthPx) < Self.leastWide * Double(geometry.heightPx))
    small = host.size(of: .systemSmall)!
    inline = host.size(of: .accessoryInline)!.device
    circular = host.size(of: .accessoryCircular)!.device
  }

  func plan() throws -> PanelPlan {
    let main = try mainArea()
    let clockHeight = isHigh ? size.width * 0.72 : isTall ? size.width * 0.28 : size.height * 0.34
    let clockSize = Size(width: main.width * 0.92, height: clockHeight)
    let foot = foot(below: clockSize)
    let free = size.height - inline.height - clockHeight - circular.height * foot.growth - 40
    // Where nothing stands below them, clock and row are not far above the middle.
    let top = isTall ? (smallCount > 0 ? size.height * 0.11 : max(8, free * 0.38)) : max(8, free / 2)
    let clock = Rect(
      x: main.minX + main.width * 0.04, y: top + inline.height + 4, width: clockSize.width, height: clockHeight)
    let row = try rowFrames(foot, in: main, y: clock.maxY + (isTall ? 18 : 22))
    let below = row.values.map(\.maxY).max() ?? clock.maxY
    guard below <= size.height, !slots.contains(where: { $0.family == .accessoryInline }) || inline.width <= main.width
    else {
      throw CompileError(
        "lockScreen: what it shows takes \(Int(clamping: max(below, 0).rounded(.up))) pt in height and \(Int(clamping: inline.width)) pt in width, and "
          + "the panel has \(Int(clamping: main.width))×\(Int(clamping: size.height)) pt; show less, or say a shorter viewingDistance.",
        about: .sceneKey("widgets"))
    }
    let smalls = try smallFrames(below: below)
    var ordinal = 0
    let placements = slots.enumerated().map { index, slot in
      switch slot.family {
      case .accessoryInline:
        return accessory(Rect(x: main.midX - inline.width / 2, y: top, width: inline.width, height: inline.height))
      case .systemSmall:
        ordinal += 1
        return smallPlacement(smalls[ordinal - 1])
      default: return accessory(row[index]!, growth: foot.growth)
      }
    }
    return PanelPlan(placements: placements, scale: scale, chrome: [.init(kind: .clock, frame: clock)])
  }

  /// So much higher than wide that a time in one line would leave half of it empty.
  private var isHigh: Bool { smallCount == 0 && size.height > size.width * Self.leastHigh }

  private var smallCount: Int { slots.count { $0.family == .systemSmall } }
  private var rowSlots: [(offset: Int, size: Size)] {
    slots.enumerated().filter { [.accessoryCircular, .accessoryRectangular].contains($0.element.family) }
      .map { ($0.offset, host.size(of: $0.element.family)!.device) }
  }
  private func width(of row: [(offset: Int, size: Size)]) -> Double {
    row.reduce(0) { $0 + $1.size.width } + Self.gapPt * Double(max(0, row.count - 1))
  }

  // MARK: the region of small widgets

  /// Distance from one to the next.
  private var step: Size {
    Size(width: small.device.width + Self.gapPt, height: small.device.height + Self.gapPt)
  }
  /// Number of small widgets in a column of a wide panel.
  private var columnCapacity: Int { max(0, Int(clamping: (size.height - Self.gapPt) / step.height)) }
  private var columns: Int { columnCapacity == 0 ? 0 : (smallCount + columnCapacity - 1) / columnCapacity }

  /// Frame of clock, inline widget and row: on a wide panel next to the small widgets, centred in the panel as long as
  /// they do not come close.
  private func mainArea() throws -> Rect {
    let whole = Rect(origin: .zero, size: size)
    if smallCount == 0 || isTall { return whole }
    let region = columnCapacity == 0 ? size.width : Self.gapPt + Double(columns) * step.width
    let hasInline = slots.contains { $0.family == .accessoryInline }
    let needed = max(size.height * Self.leastClockShare, width(of: rowSlots), hasInline ? inline.width : 0)
    let left = size.width - region
    guard columnCapacity > 0, needed + Self.gapPt <= left else { throw crowded(besides: needed) }
    let middle = size.width - 2 * region
    if middle >= max(needed, size.height * Self.fullClockShare) {
      return Rect(x: region, y: 0, width: middle, height: size.height)
    }
    return Rect(x: region, y: 0, width: left - Self.gapPt, height: size.height)
  }

  private func crowded(besides needed: Double) -> CompileError {
    let rows = columnCapacity
    let room = max(0, Int(clamping: (size.width - needed - 2 * Self.gapPt) / step.width)) * rows
    return tooMany(room)
  }

  private func tooMany(_ room: Int) -> CompileError {
    let first = slots.filter { $0.family == .systemSmall }[min(room, smallCount - 1)]
    let words = room == 1 ? "1 small widget" : "\(room == 0 ? "no" : "\(room)") small widgets"
    return CompileError(
      "\(first.identifier): this lock screen has room for \(words) \(isTall ? "below" : "beside") the clock and "
        + "the other widgets; remove some.", about: .slot(first.identifier))
  }

  /// Rows below everything else on a tall panel; columns at the leading edge of a wide one, all of the same length
  /// except the last.
  private func smallFrames(below: Double) throws -> [Rect] {
    if smallCount == 0 { return [] }
    func frame(_ x: Double, _ y: Double) -> Rect {
      Rect(x: x, y: y, width: small.device.width, height: small.device.height)
    }
    if !isTall {
      let rows = (smallCount + columns - 1) / columns
      let top = (size.height - Double(rows) * step.height + Self.gapPt) / 2
      return (0..<smallCount).map {
        frame(Self.gapPt + Double($0 / rows) * step.width, top + Double($0 % rows) * step.height)
      }
    }
    let perRow = max(0, Int(clamping: (size.width - Self.gapPt) / step.width))
    let start = below + 1.5 * Self.gapPt
    let rows = max(0, Int(clamping: (size.height - start) / step.height))
    guard perRow * rows >= smallCount else { throw tooMany(perRow * rows) }
    return (0..<smallCount).map { index in
      let count = min(perRow, smallCount - index / perRow * perRow)
      let left = (size.width - Double(count) * step.width + Self.gapPt) / 2
      return frame(left + Double(index % perRow) * step.width, start + Double(index / perRow) * step.height)
    }
  }

  // MARK: accessories

  /// The setting of the row below the clock.
  private struct Foot {
    /// Size of its widgets, as a multiple of the host's.
    var growth = 1.0
    /// The gap between two of them, in points.
    var gap = LockScreenPage.gapPt
  }

  /// The most that widgets of the row grow, and the widest gap between two, as a fraction of a circular one.
  private static let mostGrowth = 1.5
  private static let widestGapShare = 0.75

  /// A row that would be narrower than the clock grows as far as the panel has room, and then spreads.
  private func foot(below clock: Size) -> Foot {
    var foot = Foot()
    let row = rowSlots
    let (natural, span) = (width(of: row), HostChrome.LockClock.inkWidth(in: clock))
    // Below it a tall panel has its small widgets.
    if row.isEmpty || natural >= span || (isTall && smallCount > 0) { return foot }
    let room = size.height - inline.height - clock.height - 40 - 2 * Self.gapPt
    foot.growth = max(1, min(span / natural, room / circular.height, Self.mostGrowth))
    foot.gap *= foot.growth
    if row.count > 1 {
      let left = span - foot.growth * row.reduce(0) { $0 + $1.size.width }
      let widest = circular.width * foot.growth * Self.widestGapShare
      foot.gap = max(foot.gap, min(left / Double(row.count - 1), widest))
    }
    return foot
  }

  /// Circular and rectangular widgets in a row, centred.
  private func rowFrames(_ foot: Foot, in main: Rect, y: Double) throws -> [Int: Rect] {
    let row = rowSlots
    let width = width(of: row)
    guard width <= main.width else {
      throw CompileError(
        "lockScreen: its row of \(row.count) widgets is \(Int(clamping: width)) pt wide and has \(Int(clamping: main.width)) pt; a phone takes "
          + "four circular ones, where a rectangular one counts for two.", about: .sceneKey("widgets"))
    }
    let whole = row.reduce(0) { $0 + $1.size.width * foot.growth } + foot.gap * Double(max(0, row.count - 1))
    var x = main.midX - whole / 2
    var frames: [Int: Rect] = [:]
    for (offset, size) in row {
      let (width, height) = (size.width * foot.growth, size.height * foot.growth)
      frames[offset] = Rect(x: x, y: y, width: width, height: height)
      x += width + foot.gap
    }
    return frames
  }

  // MARK: placements

  private func smallPlacement(_ frame: Rect) -> SlotPlacement {
    let shrink = small.device.width / small.canvas.width
    return SlotPlacement(
      framePx: PixelRect(frame, scale: scale), sizePt: small.canvas, scale: scale * shrink,
      margins: EdgeInsets(all: PanelLayout.standByMarginPt), showsContainerBackground: false,
      cornerRadius: PanelLayout.cornerShare * small.canvas.width, deviceShare: shrink)
  }

  /// - Parameter growth: pixels of a point, as a multiple of the panel's.
  private func accessory(_ frame: Rect, growth: Double = 1) -> SlotPlacement {
    let own = Size(width: frame.width / growth, height: frame.height / growth)
    return SlotPlacement(
      framePx: PixelRect(frame, scale: scale), sizePt: own, scale: scale * growth, margins: EdgeInsets(),
      showsContainerBackground: false, cornerRadius: own.width == own.height ? own.width / 2 : 0)
  }
}
