import AfterglowArchive
import AfterglowCore
import AfterglowPictures

// Drawing by the host: the wallpaper, its clock or dial, and the mounting of widgets.
extension SceneCompilation {
  /// The content behind everything, and the mark of an untrusted clock: once with backgrounds, once for the dark.
  func addSceneWidget() throws {
    var variants = sceneLooks.map { look in
      [WidgetRenderingMode.fullColor, .accented, .vibrant].map {
        VariantKey(renderingMode: $0, isLuminanceReduced: look.isLuminanceReduced)
      }
    }
    if !isEmissive {
      variants[0] += variants[0].map { VariantKey(renderingMode: $0.renderingMode, isLuminanceReduced: true) }
    }
    var lists: [WidgetAppearance: [[UInt32]]] = [:]
    var entries: [ArchiveEntry] = []
    for turn in turns {
      let lit = inAppearance(turn.appearance)
      let drawn = try lists[turn.appearance] ?? lit.sceneLooks.map { try lit.sceneList($0) }
      lists[turn.appearance] = drawn
      entries.append(
        ArchiveEntry(date: entries.isEmpty ? Self.beginning : Instant(date: turn.date), displayLists: drawn))
    }
    _ = sink.builder.addWidget(
      kind: "scene",
      bounds: PixelRect(PixelSize(width: sink.builder.board.widthPx, height: sink.builder.board.heightPx)),
      variants: variants, entries: entries)
  }

  /// The first look by day, and the first in the dark.
  private var sceneLooks: [Look] {
    looks.reduce(into: []) { chosen, look in
      let isNew = !chosen.contains { $0.isLuminanceReduced == look.isLuminanceReduced }
      if isNew && !look.keys[0].isSimplified { chosen.append(look) }
    }
  }

  private func sceneList(_ look: Look) throws -> [UInt32] {
    let scale = plan.scale
    let size = Size(
      width: Double(scene.geometry.widthPx) / scale, height: Double(scene.geometry.heightPx) / scale)
    var environment = scene.environment(family: .systemSmall, placement: plan.placements[0])
    environment.widgetRenderingMode = look.renderingMode
    environment.isLuminanceReduced = look.isLuminanceReduced
    environment.colorScheme = look.colorScheme
    let context = resolveContext(environment, scale: scale, path: 0x5CE7E)
    let panel = Rect(origin: .zero, size: size)
    var behind = context.child(0)
    behind.isBackground = true
    var wallCanvas = Canvas()
    let picture = look.showsBackgrounds ? backdrop : nil
    if picture == nil { resolveOne(wall(look), in: behind).draw(in: panel, into: &wallCanvas) }
    if look.showsBackgrounds, scene.context == .surface { drawMounting(in: behind, into: &wallCanvas) }
    var canvas = Canvas()
    for (index, part) in plan.chrome.enumerated() {
      resolveOne(chrome(part), in: context.child(2 + index)).draw(in: part.frame, into: &canvas)
    }
    canvas.condition = .clockUntrusted
    let mark = resolveOne(ClockMark(locale: scene.locale, isOverPicture: picture != nil), in: context.child(1))
    mark.draw(in: place(mark, in: panel.insetBy(dx: strayPt(scale), dy: strayPt(scale)), .top), into: &canvas)
    // A wallpaper has its colours in every rendering mode.
    var wallLook = look
    wallLook.renderingMode = look.showsBackgrounds ? .fullColor : look.renderingMode
    let wall = emitter(wallLook)
    let items =
      look.isAlwaysOn
      ? AlwaysOnText(palette: colors.palette(look), size: size).applied(to: canvas.items) : canvas.items
    return try (picture.map { [wall.emit($0)] } ?? []) + wall.emit(wallCanvas.items) + emitter(look).emit(items)
  }

  /// For the host's drawing.
  private func emitter(_ look: Look) -> NodeEmitter {
    var palette = colors.palette(look)
    palette.backgroundArgb = 0xFF00_0000
    palette.hasOpaqueBackground = true
    return NodeEmitter(
      sink: sink, typesetter: typesetter, palette: palette,
      map: PixelMapping(originX: 0, originY: 0, scale: plan.scale, isInk: palette.hasFewInks), widget: 0, slot: nil,
      date: date)
  }

  /// The mounting of widgets on a surface: a shadow and a frame around elevated ones (rules 58 and 61).
  private func drawMounting(in context: ResolveContext, into canvas: inout Canvas) {
    guard isEmissive, scene.style.surface.mounting == .elevated else { return }
    let width = scene.style.surface.frameWidthMm
    for (index, placement) in plan.placements.enumerated() {
      let parts = HostChrome.mounting(
        of: Rect(placement.framePx, scale: plan.scale), radius: placement.cornerRadius * placement.scale / plan.scale,
        frameWidth: width, isTilted: !scene.style.surface.isVertical, frameColor: colors.frame)
      for (part, shape) in parts.enumerated() {
        resolveOne(
          RoundedRectangle(cornerRadius: shape.radius).fill(Color(argb: shape.argb)),
          in: context.child(100 + index * 16 + part)
        ).draw(in: shape.frame, into: &canvas)
      }
    }
  }

  /// The wallpaper; black, or paper white, if there is none and in the dark.
  private func wall(_ look: Look) -> AnyView {
    guard look.showsBackgrounds, colors.hasWallpaper else { return AnyView(Rectangle().fill(.background)) }
    let stops = readable(colors.wallpaperColors.map { 0xFF00_0000 | $0 }, look).map(Color.init(argb:))
    if stops.count == 1 { return AnyView(Rectangle().fill(stops[0])) }
    return AnyView(Rectangle().fill(LinearGradient(colors: stops, startPoint: .top, endPoint: .bottom)))
  }

  /// Colours from top to bottom, darker where text on them would not be legible.
  private func readable(_ stops: [UInt32], _ look: Look) -> [UInt32] {
    guard let limits = BackdropPlan(scene: scene, plan: plan, colors: colors, look: look).limits else { return stops }
    let ramp = LinearLight.ramp(stops)
    let rows = scene.geometry.heightPx
    let dimmed = (0..<64).map { limits.apply(ramp[$0], row: $0 * (rows - 1) / 63) }
    return (0..<64).allSatisfy { dimmed[$0] == ramp[$0] } ? stops : dimmed
  }

  private func chrome(_ part: PanelPlan.Chrome) -> AnyView {
    switch part.kind {
    case .clock: AnyView(HostChrome.LockClock(size: part.frame.size))
    case .dial: AnyView(HostChrome.Dial(side: part.frame.width))
    }
  }
}
