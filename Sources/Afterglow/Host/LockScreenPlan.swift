import AfterglowCore

/// A large clock in the middle of the upper part; an inline widget above it, circular and rectangular ones below
/// (rule 48), and on tablet-sized panels small ones in a column at the leading edge.
struct LockScreenPlan {
  private let geometry: PanelGeometry
  private let host: WidgetHost
  private let scale: Double
  private let size: Size

  /// Points of the panel's shorter side: a phone's width, or enough for the clock above a row of widgets on wide ones.
  private static let tallSidePt = 390.0
  private static let wideSidePt = 330.0
  private static let gapPt = 12.0
  /// Shorter side from which a panel counts as a tablet, in millimetres [ours].
  static let tabletSideMm = 110.0

  init(_ scene: PanelScene) throws {
    geometry = scene.geometry
    host = scene.style.host ?? WidgetHost.iPhones[0]
    guard host.size(of: .accessoryRectangular) != nil, host.platform == .iPhone || host.platform == .iPad else {
      throw CompileError(
        "\(host.name) has no lock screen with widgets; name another iPhone or iPad, or none (facts T5).")
    }
    let isTall = geometry.heightPx > geometry.widthPx
    let shorter = Double(min(geometry.widthPx, geometry.heightPx))
    let own = shorter / (isTall ? Self.tallSidePt : Self.wideSidePt)
    let named = scene.style.host?.screens.first.map { shorter / min($0.width, $0.height) }
    scale = max(
      PanelLayout.readableScale(geometry, distanceMm: scene.style.viewingDistanceMm), named ?? own)
    size = Size(width: Double(geometry.widthPx) / scale, height: Double(geometry.heightPx) / scale)
  }

  /// Whether this panel takes small widgets: an iPad's does, and one of an iPad's size.
  static func isTablet(_ scene: PanelScene) -> Bool {
    if let host = scene.style.host { return host.platform == .iPad }
    return min(scene.geometry.widthMm, scene.geometry.heightMm) >= tabletSideMm
  }

  func plan(_ scene: PanelScene) throws -> PanelPlan {
    let isTall = geometry.heightPx > geometry.widthPx
    let circular = host.size(of: .accessoryCircular)!.device
    let inline = host.size(of: .accessoryInline)!.device
    let clockHeight = isTall ? size.width * 0.28 : size.height * 0.34
    let top =
      isTall ? size.height * 0.11 : max(8, (size.height - inline.height - clockHeight - circular.height - 40) / 2)
    let clock = Rect(
      x: size.width * 0.04, y: top + inline.height + 4, width: size.width * 0.92, height: clockHeight)
    let row = clock.maxY + (isTall ? 18 : 22)
    let frames = try rowFrames(scene, y: row)
    var smalls = 0
    var inlines = 0
    let placements = try scene.slots.enumerated().map { index, slot in
      switch slot.family {
      case .accessoryInline:
        inlines += 1
        guard inlines == 1 else {
          throw CompileError("\(slot.identifier): a lock screen has one inline widget, above the clock; remove one.")
        }
        return placement(
          Rect(x: (size.width - inline.width) / 2, y: top, width: inline.width, height: inline.height))
      case .systemSmall:
        smalls += 1
        return try smallPlacement(scene, slot, ordinal: smalls - 1)
      default: return placement(frames[index]!)
      }
    }
    return PanelPlan(placements: placements, scale: scale, chrome: [.init(kind: .clock, frame: clock)])
  }

  /// Circular and rectangular widgets beside each other, centred.
  private func rowFrames(_ scene: PanelScene, y: Double) throws -> [Int: Rect] {
    let row = scene.slots.enumerated().filter {
      [.accessoryCircular, .accessoryRectangular].contains($0.element.family)
    }
    let sizes = row.map { host.size(of: $0.element.family)!.device }
    let width = sizes.reduce(0) { $0 + $1.width } + Self.gapPt * Double(max(0, sizes.count - 1))
    guard width <= size.width else {
      throw CompileError(
        "lockScreen: its row of \(row.count) widgets is \(Int(width)) pt wide and has \(Int(size.width)) pt; a phone takes "
          + "four circular ones, where a rectangular one counts for two.")
    }
    var x = (size.width - width) / 2
    var frames: [Int: Rect] = [:]
    for (slot, size) in zip(row, sizes) {
      frames[slot.offset] = Rect(x: x, y: y, width: size.width, height: size.height)
      x += size.width + Self.gapPt
    }
    return frames
  }

  private func smallPlacement(_ scene: PanelScene, _ slot: SceneSlot, ordinal: Int) throws -> SlotPlacement {
    let small = host.size(of: .systemSmall)!
    guard Self.isTablet(scene) else {
      throw CompileError(
        "\(slot.identifier): a lock screen takes systemSmall on an iPad or a panel whose shorter side is at least "
          + "\(Int(Self.tabletSideMm)) mm; this one's is \(Int(min(geometry.widthMm, geometry.heightMm))) mm (facts T1)."
      )
    }
    // In the column at the edge beside the clock, from the bottom up on tall panels.
    let step = small.device.height + Self.gapPt
    let perColumn = max(1, Int((size.height - Self.gapPt) / step))
    guard ordinal < perColumn * 2 else {
      throw CompileError("\(slot.identifier): this lock screen has room for \(perColumn * 2) small widgets.")
    }
    let column = Double(ordinal / perColumn)
    let isTrailing = column > 0
    let x = isTrailing ? size.width - small.device.width - Self.gapPt : Self.gapPt
    let y = (size.height - step * Double(perColumn) + Self.gapPt) / 2 + Double(ordinal % perColumn) * step
    let shrink = small.device.width / small.canvas.width
    let frame = Rect(x: x, y: y, width: small.device.width, height: small.device.height)
    return SlotPlacement(
      framePx: PixelRect(frame, scale: scale), sizePt: small.canvas, scale: scale * shrink,
      margins: EdgeInsets(all: PanelLayout.standByMarginPt), showsContainerBackground: false,
      cornerRadius: PanelLayout.cornerShare * small.canvas.width, deviceShare: shrink)
  }

  private func placement(_ frame: Rect) -> SlotPlacement {
    SlotPlacement(
      framePx: PixelRect(frame, scale: scale), sizePt: frame.size, scale: scale, margins: EdgeInsets(),
      showsContainerBackground: false, cornerRadius: frame.width == frame.height ? frame.width / 2 : 0)
  }
}
