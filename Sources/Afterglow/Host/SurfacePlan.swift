import AfterglowCore

/// Widgets in real-world millimetres (T7), beside each other in rows on the panel as on a wall.
enum SurfacePlan {
  private static let gapMm = 24.0

  static func plan(_ scene: PanelScene) throws -> PanelPlan {
    let geometry = scene.geometry
    let host = WidgetHost.vision
    guard geometry.widthMm > 0, geometry.heightMm > 0 else {
      throw CompileError("surface: widgets have sizes in millimetres; write the panel's physicalSize in board.yaml.")
    }
    if scene.style.surface.mounting == .recessed && !scene.style.surface.isVertical {
      throw CompileError("surface: recessed widgets need a wall; a panel that lies takes elevated ones (rule 60).")
    }
    let pixelsAMillimetre = Double(geometry.widthPx) / geometry.widthMm
    let sizes = scene.slots.map { slot in
      let mm = host.millimetres(of: slot.family)!
      let share = Double(slot.scalePercent) / 100
      return Size(width: mm.width * share, height: mm.height * share)
    }
    let frames = try rows(sizes, scene)
    let placements = scene.slots.indices.map { index in
      let points = host.size(of: scene.slots[index].family)!.device
      let frame = frames[index]
      return SlotPlacement(
        framePx: PixelRect(frame, scale: pixelsAMillimetre), sizePt: points,
        scale: min(frame.width / points.width, frame.height / points.height) * pixelsAMillimetre,
        margins: EdgeInsets(all: PanelLayout.standardMarginPt), showsContainerBackground: true,
        cornerRadius: PanelLayout.cornerShare * 158)
    }
    return PanelPlan(placements: placements, scale: pixelsAMillimetre)
  }

  /// Frames in millimetres, each row centred.
  private static func rows(_ sizes: [Size], _ scene: PanelScene) throws -> [Rect] {
    let panel = Size(width: scene.geometry.widthMm, height: scene.geometry.heightMm)
    let outer = scene.style.surface.mounting == .elevated ? scene.style.surface.frameWidthMm : 0
    var lines: [[Int]] = [[]]
    var width = 0.0
    for (index, size) in sizes.enumerated() {
      guard size.width + 2 * outer <= panel.width, size.height + 2 * outer <= panel.height else {
        let slot = scene.slots[index]
        throw CompileError(
          "\(slot.identifier): \(slot.family.rawValue) at \(slot.scalePercent) % is \(Int(size.width))×\(Int(size.height)) mm, "
            + "and the panel is \(Int(panel.width))×\(Int(panel.height)) mm; choose a smaller family, or scale it down to "
            + "75 % (rule 55).")
      }
      let needed = size.width + 2 * outer + (lines[lines.count - 1].isEmpty ? 0 : gapMm)
      if width + needed > panel.width && !lines[lines.count - 1].isEmpty {
        lines.append([index])
        width = size.width + 2 * outer
      } else {
        lines[lines.count - 1].append(index)
        width += needed
      }
    }
    let heights = lines.map { line in line.map { sizes[$0].height + 2 * outer }.max() ?? 0 }
    let height = heights.reduce(0, +) + gapMm * Double(lines.count - 1)
    guard height <= panel.height else {
      throw CompileError(
        "surface: the widgets take \(Int(height)) mm of the panel's \(Int(panel.height)) mm in height; remove one, or scale "
          + "them down (rule 55).")
    }
    var frames = [Rect](repeating: Rect(x: 0, y: 0, width: 0, height: 0), count: sizes.count)
    var y = (panel.height - height) / 2
    for (line, lineHeight) in zip(lines, heights) {
      let total = line.reduce(0) { $0 + sizes[$1].width + 2 * outer } + gapMm * Double(line.count - 1)
      var x = (panel.width - total) / 2
      for index in line {
        let size = sizes[index]
        frames[index] = Rect(
          x: x + outer, y: y + (lineHeight - size.height) / 2, width: size.width, height: size.height)
        x += size.width + 2 * outer + gapMm
      }
      y += lineHeight + gapMm
    }
    return frames
  }
}
