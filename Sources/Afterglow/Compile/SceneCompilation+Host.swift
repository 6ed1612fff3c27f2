import AfterglowArchive
import AfterglowCore
import AfterglowPictures

// Drawing by the host: the wallpaper, its clock or dial, and the mounting of widgets.
extension SceneCompilation {
  /// The content behind everything: once with backgrounds, once for the dark.
  func addSceneWidget() throws {
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
      kind: "scene", bounds: wholePanel,
      variants: sceneVariants, entries: entries)
  }

  /// For each of `sceneLooks`.
  private var sceneVariants: [[VariantKey]] {
    var variants = sceneLooks.map { look in
      [WidgetRenderingMode.fullColor, .accented, .vibrant].map {
        VariantKey(renderingMode: $0, isLuminanceReduced: look.isLuminanceReduced)
      }
    }
    if !isEmissive {
      variants[0] += variants[0].map { VariantKey(renderingMode: $0.renderingMode, isLuminanceReduced: true) }
    }
    return variants
  }

  /// The mark of an untrusted clock (law 4), above every widget: no scene keeps room for it.
  func addClockMark() throws {
    let scale = plan.scale
    let context = clockMarkContext(sceneLooks[0])
    let place = clockMarkPlace(resolveOne(ClockMark(locale: scene.locale), in: context))
    let lists = try sceneLooks.map { look in
      var canvas = DrawCanvas()
      canvas.condition = .clockUntrusted
      resolveOne(ClockMark(locale: scene.locale), in: clockMarkContext(look)).draw(in: place, into: &canvas)
      // Its own colours, in every rendering mode: it brings what lies behind it along.
      var own = look
      own.renderingMode = .fullColor
      let items =
        look.isAlwaysOn
        ? AlwaysOnText(palette: colors.palette(look), size: place.size).applied(to: canvas.items) : canvas.items
      return try emitter(own).emit(items)
    }
    // Edges are anti-aliased beyond the place's own pixels.
    let bounds = PixelRect(place.insetBy(dx: -2 / scale, dy: -2 / scale), scale: scale)
    _ = sink.builder.addWidget(
      kind: "clockMark", bounds: bounds.intersection(wholePanel), variants: sceneVariants,
      entries: [ArchiveEntry(date: Self.beginning, displayLists: lists)])
  }

  private func clockMarkContext(_ look: Look) -> ResolveContext {
    var environment = scene.environment(family: .systemSmall, placement: plan.placements[0])
    environment.show(look, in: .fullColor)
    return resolveContext(environment, scale: plan.scale, path: 0x5CE7F)
  }

  /// In the middle, near the upper edge; on a round panel lower, where the glass is as wide as the words. In StandBy the
  /// letters themselves are at the edge, because a title may begin just below them.
  private func clockMarkPlace(_ mark: any Element) -> Rect {
    let panel = scenePanel
    let gap = strayPt(plan.scale) + (scene.context == .standBy ? -ClockMark.paddingPt - 1 : ClockMark.gapPt)
    let size = mark.size(in: Proposal(width: panel.width - 2 * max(0, gap), height: nil))
    let y = scene.geometry.isRound ? panel.height * 0.24 - size.height / 2 : gap
    return Rect(x: panel.midX - size.width / 2, y: y, width: size.width, height: size.height)
  }

  private var wholePanel: PixelRect {
    PixelRect(PixelSize(width: sink.builder.board.widthPx, height: sink.builder.board.heightPx))
  }

  private var scenePanel: Rect {
    Rect(
      origin: .zero,
      size: Size(
        width: Double(scene.geometry.widthPx) / plan.scale, height: Double(scene.geometry.heightPx) / plan.scale))
  }

  /// The first look by day, and the first in the dark.
  private var sceneLooks: [Look] {
    looks.reduce(into: []) { chosen, look in
      let isNew = !chosen.contains { $0.isLuminanceReduced == look.isLuminanceReduced }
      if isNew && !look.keys[0].isSimplified { chosen.append(look) }
    }
  }

  private func sceneList(_ look: Look) throws -> [UInt32] {
    var environment = scene.environment(family: .systemSmall, placement: plan.placements[0])
    environment.show(look, in: look.renderingMode)
    let context = resolveContext(environment, scale: plan.scale, path: 0x5CE7E)
    let panel = scenePanel
    var behind = context.child(0)
    behind.isBackground = true
    var wallCanvas = DrawCanvas()
    let picture = look.showsBackgrounds ? backdrop : nil
    if picture == nil { resolveOne(wall(look), in: behind).draw(in: panel, into: &wallCanvas) }
    if look.showsBackgrounds, scene.context == .surface { drawMounting(in: behind, into: &wallCanvas) }
    var canvas = DrawCanvas()
    for (index, part) in plan.chrome.enumerated() {
      resolveOne(chrome(part), in: context.child(2 + index)).draw(in: part.frame, into: &canvas)
    }
    // A wallpaper has its colours in every rendering mode.
    var wallLook = look
    wallLook.renderingMode = look.showsBackgrounds ? .fullColor : look.renderingMode
    let wall = emitter(wallLook)
    let items =
      look.isAlwaysOn
      ? AlwaysOnText(palette: colors.palette(look), size: panel.size).applied(to: canvas.items) : canvas.items
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
  private func drawMounting(in context: ResolveContext, into canvas: inout DrawCanvas) {
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

extension EnvironmentValues {
  fileprivate mutating func show(_ look: Look, in mode: WidgetRenderingMode) {
    widgetRenderingMode = mode
    isLuminanceReduced = look.isLuminanceReduced
    colorScheme = look.colorScheme
  }
}
