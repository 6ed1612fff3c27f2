import AfterglowCore
import AfterglowViews

/// Widgets in physical millimetres (T7), in rows on the panel as on a wall.
enum SurfacePlan {
  static func plan(_ scene: PanelScene) throws -> PanelPlan {
    let geometry = scene.geometry
    guard geometry.widthMm > 0, geometry.heightMm > 0 else {
      throw CompileError(
        "surface: widgets have sizes in millimetres; write the panel's physicalSize in board.yaml.",
        about: .physicalSize)
    }
    if !scene.style.surface.isVertical,
      let slot = scene.slots.first(where: { scene.surface(of: $0).mounting == .recessed })
    {
      throw CompileError(
        "surface: recessed widgets need a wall; a panel that lies takes elevated ones (rule 60).",
        about: slot.style.mounting == nil ? .sceneKey("surface.mounting") : .slot(slot.identifier))
    }
    let pixelsAMillimetre = Double(geometry.widthPx) / geometry.widthMm
    let wall = SurfaceWall(scene)
    try wall.check(scene.slots)
    let frames = wall.frames(wall.sizes(of: scene.slots))
    let placements = scene.slots.indices.map { index in
      let points = WidgetHost.vision.size(of: scene.slots[index].family)!.device
      let frame = frames[index]
      return SlotPlacement(
        framePx: PixelRect(frame, scale: pixelsAMillimetre), sizePt: points,
        scale: min(frame.width / points.width, frame.height / points.height) * pixelsAMillimetre,
        margins: EdgeInsets(all: PanelLayout.standardMarginPt), showsContainerBackground: true,
        cornerRadius: PanelLayout.cornerShare * 158)
    }
    return PanelPlan(placements: placements, scale: pixelsAMillimetre)
  }
}

/// A panel in millimetres, and how framed widgets are arranged on it.
private struct SurfaceWall {
  let panel: Size
  /// Width of the frame around each of the slots' widgets.
  let frameWidths: [Double]

  private static let gapMm = 24.0
  /// Percent of a widget's size (rule 55).
  private static let leastPercent = 75

  init(_ scene: PanelScene) {
    panel = Size(width: scene.geometry.widthMm, height: scene.geometry.heightMm)
    frameWidths = scene.slots.map { scene.surface(of: $0).frameWidthMm }
  }

  /// None larger than this percentage.
  func sizes(of slots: [SceneSlot], atMost percent: Int = .max) -> [Size] {
    slots.map { size(of: $0.family, percent: min($0.scalePercent, percent)) }
  }

  private func size(of family: WidgetFamily, percent: Int) -> Size {
    let mm = WidgetHost.vision.millimetres(of: family)!
    let share = Double(percent) / 100
    return Size(width: mm.width * share, height: mm.height * share)
  }

  private func fits(_ size: Size, frameWidth: Double) -> Bool {
    size.width + 2 * frameWidth <= panel.width && size.height + 2 * frameWidth <= panel.height
  }

  /// As many in each row as fit.
  private func rows(_ sizes: [Size]) -> [[Int]] {
    var rows: [[Int]] = [[]]
    var rowWidth = 0.0
    for (index, size) in sizes.enumerated() {
      let width = size.width + 2 * frameWidths[index]
      let needed = width + (rows[rows.count - 1].isEmpty ? 0 : Self.gapMm)
      if rowWidth + needed > panel.width && !rows[rows.count - 1].isEmpty {
        rows.append([index])
        rowWidth = width
      } else {
        rows[rows.count - 1].append(index)
        rowWidth += needed
      }
    }
    return rows
  }

  private func heights(_ rows: [[Int]], _ sizes: [Size]) -> [Double] {
    rows.map { row in row.map { sizes[$0].height + 2 * frameWidths[$0] }.max() ?? 0 }
  }

  private func height(_ sizes: [Size]) -> Double {
    let heights = heights(rows(sizes), sizes)
    return heights.reduce(0, +) + Self.gapMm * Double(heights.count - 1)
  }

  /// Each row is centred, and so are all rows together.
  func frames(_ sizes: [Size]) -> [Rect] {
    let rows = rows(sizes)
    var frames = [Rect](repeating: Rect(origin: .zero, size: .zero), count: sizes.count)
    var y = (panel.height - height(sizes)) / 2
    for (row, rowHeight) in zip(rows, heights(rows, sizes)) {
      let total = row.reduce(0) { $0 + sizes[$1].width + 2 * frameWidths[$1] } + Self.gapMm * Double(row.count - 1)
      var x = (panel.width - total) / 2
      for index in row {
        let (size, frameWidth) = (sizes[index], frameWidths[index])
        frames[index] = Rect(
          x: x + frameWidth, y: y + (rowHeight - size.height) / 2, width: size.width, height: size.height)
        x += size.width + 2 * frameWidth + Self.gapMm
      }
      y += rowHeight + Self.gapMm
    }
    return frames
  }

  // MARK: what does not fit

  /// Throws with what would fit.
  func check(_ slots: [SceneSlot]) throws {
    for (slot, frameWidth) in zip(slots, frameWidths)
    where !fits(size(of: slot.family, percent: slot.scalePercent), frameWidth: frameWidth) {
      throw tooLarge(slot, frameWidth: frameWidth)
    }
    let height = height(sizes(of: slots))
    if height <= panel.height { return }
    let most = slots.map(\.scalePercent).max() ?? 100
    let percent =
      most <= Self.leastPercent
      ? nil
      : (Self.leastPercent..<most).last { percent in
        self.height(sizes(of: slots, atMost: percent)) <= panel.height
      }
    let advice = percent.map { "scale them down to \($0) % (rule 55), or remove one" } ?? "remove one"
    throw CompileError(
      "surface: the widgets take \(Self.text(height, .up)) mm of the panel's \(Self.text(panel.height, .down)) mm in "
        + "height; \(advice).", about: .sceneKey("widgets"))
  }

  private func tooLarge(_ slot: SceneSlot, frameWidth: Double) -> CompileError {
    let size = size(of: slot.family, percent: slot.scalePercent)
    let frame = frameWidth > 0 ? " and its frame \(Self.text(frameWidth, .up)) mm on each side" : ""
    return CompileError(
      "\(slot.identifier): \(slot.family.rawValue) at \(slot.scalePercent) % is "
        + "\(Self.text(size.width, .up))×\(Self.text(size.height, .up)) mm\(frame), and the panel is "
        + "\(Self.text(panel.width, .down))×\(Self.text(panel.height, .down)) mm; \(advice(for: slot, frameWidth: frameWidth)).",
      about: .slot(slot.identifier))
  }

  /// Suggests only what fits.
  private func advice(for slot: SceneSlot, frameWidth: Double) -> String {
    func percent(_ family: WidgetFamily, below limit: Int) -> Int? {
      limit < Self.leastPercent
        ? nil
        : (Self.leastPercent...limit).last { fits(size(of: family, percent: $0), frameWidth: frameWidth) }
    }
    var ways: [String] = []
    if let percent = percent(slot.family, below: slot.scalePercent - 1) {
      ways.append("scale it down to \(percent) % (rule 55)")
    }
    let families = slot.widget.descriptor.supportedFamilies.filter { $0.isSystem && $0 != slot.family }
    for family in families {
      guard let percent = percent(family, below: slot.scalePercent) else { continue }
      ways.append("choose \(family.rawValue)" + (percent == slot.scalePercent ? "" : " at \(percent) %"))
    }
    if !ways.isEmpty { return ways.joined(separator: ", or ") }
    let least = size(of: .systemSmall, percent: Self.leastPercent)
    let width = Self.text(least.width + 2 * frameWidth, .up)
    return
      "no family of it fits: the smallest, systemSmall at \(Self.leastPercent) %, takes \(width)×\(width) mm; show it "
      + "in another context"
  }

  private static func text(_ mm: Double, _ rule: FloatingPointRoundingRule) -> String {
    "\(Int(clamping: mm.rounded(rule)))"
  }
}
