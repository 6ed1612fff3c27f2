import AfterglowArchive
import AfterglowCore
import AfterglowPictures
import AfterglowTimeline
import AfterglowViews

import struct AfterglowViews.Color

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
      variants: sceneVariants, page: terms.page.number, entries: entries)
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

  /// The host's drawing above every widget. A watch's hands; and marks, for which no scene keeps room: that of an untrusted
  /// clock (law 4), and those of invented content.
  func addMarks() throws {
    let clocks = clockMarks()
    let clockPlace = clocks.dropFirst().reduce(clocks[0].place) { $0.union($1.place) }
    let samples = sampleMarks(besides: clockPlace)
    let coming = aheadMarks(below: clockPlace)
    let lists = try sceneLooks.map { look in
      // Its own colours, in every rendering mode: it brings what lies behind it along.
      var own = look
      own.renderingMode = .fullColor
      let clock = try clocks.flatMap { try markList($0.mark, in: $0.place, own: own, look, $0.condition) }
      let sampled = try samples.reduce(into: handsList(look) + clock) { list, sample in
        let hasBacking = hasBacking(look)
        let mark = SampleMark(content: sample.content, hasBacking: hasBacking)
        list += try markList(mark, in: sample.place, own: hasBacking ? own : look, look, sample.condition)
      }
      return try sampled + coming.flatMap { try markList($0.mark, in: $0.place, own: own, look, $0.condition) }
    }
    // Edges are anti-aliased beyond the place's own pixels.
    let bounds = ([clockPlace] + samples.map(\.place) + hands.map(\.frame) + coming.map(\.place)).map {
      PixelRect($0.insetBy(dx: -2 / plan.scale, dy: -2 / plan.scale), scale: plan.scale)
    }
    _ = sink.builder.addWidget(
      kind: "marks", bounds: bounds.dropFirst().reduce(bounds[0]) { $0.union($1) }.intersection(wholePanel),
      variants: sceneVariants, page: terms.page.number,
      entries: [ArchiveEntry(date: Self.beginning, displayLists: lists)])
  }

  private func markList(
    _ mark: some View, in place: Rect, own: Look, _ look: Look, _ condition: NodeCondition
  ) throws -> [UInt32] {
    var canvas = DrawCanvas()
    canvas.condition = condition
    ResolvedView(mark, in: markContext(look)).draw(in: place, into: &canvas)
    let items =
      look.isAlwaysOn
      ? AlwaysOnText(palette: colors.palette(look), size: place.size).applied(to: canvas.items) : canvas.items
    return try emitter(own).emit(items)
  }

  private var hands: [PanelPlan.Chrome] { plan.chrome.filter(\.kind.isInFront) }

  /// A watch's hands; empty on other panels.
  private func handsList(_ look: Look) throws -> [UInt32] {
    if hands.isEmpty { return [] }
    var canvas = DrawCanvas()
    for (index, part) in hands.enumerated() {
      ResolvedView(chrome(part), in: markContext(look).child(200 + index)).draw(in: part.frame, into: &canvas)
    }
    return try emitter(look).emit(canvas.items)
  }

  func markContext(_ look: Look) -> ResolveContext {
    var environment = scene.environment(family: .systemSmall, placement: plan.placements[0])
    environment.show(look, in: .fullColor)
    return resolveContext(environment, scale: plan.scale, path: 0x5CE7F)
  }

  private typealias PlacedMark = (content: SampleMark.Content, place: Rect, condition: NodeCondition)

  /// The marks of widgets whose content is invented or set aside; none in previews and galleries, which are known to show
  /// samples.
  private func sampleMarks(besides clock: Rect) -> [PlacedMark] {
    if !hasMarksBeside { return [] }
    return scene.slots.indices.flatMap { index -> [PlacedMark] in
      let sample = contents[index].timeline.sampleWords.map(SampleMark.Content.words)
      guard let content = sample ?? markBeside(index) else { return [] }
      let mark = SampleMark(content: content, hasBacking: hasBacking(sceneLooks[0]))
      let size = ResolvedView(mark, in: markContext(sceneLooks[0])).size(
        in: Proposal(width: scenePanel.width, height: nil))
      let usual = sampleMarkPlace(size, at: plan.placements[index])
      // Of both, letters count.
      let (ink, other) = (usual.insetBy(dx: SampleMark.sidePt, dy: 0), clock.insetBy(dx: SampleMark.sidePt / 2, dy: 0))
      let isApart = ink.maxX <= other.minX || ink.minX >= other.maxX || ink.minY >= other.maxY || ink.maxY <= other.minY
      if isApart { return [(content, usual, .always)] }
      var moved = usual
      moved.origin.x = ink.midX > clock.midX ? clock.maxX : clock.minX - size.width
      moved.origin.x = min(max(moved.origin.x, 0), scenePanel.maxX - size.width)
      return [
        (content, usual, .clockTrusted), (content, moved, .clockUntrusted), (content, moved, .clockBehind),
      ]
    }
  }

  /// On a wallpaper, which may be of any brightness.
  private func hasBacking(_ look: Look) -> Bool { look.showsBackgrounds && colors.hasWallpaper }

  /// In the gap below its widget, where that is high enough. Otherwise in the margin above it: on a card in the corner
  /// that words leave free, else in the middle.
  private func sampleMarkPlace(_ size: Size, at placement: SlotPlacement) -> Rect {
    let panel = scenePanel
    let frame = Rect(placement.framePx, scale: plan.scale)
    func place(_ x: Double, _ y: Double) -> Rect {
      Rect(
        x: min(max(x, panel.minX), panel.maxX - size.width), y: y, width: size.width, height: size.height)
    }
    let below = plan.placements.map { Rect($0.framePx, scale: plan.scale) }
      .filter { $0.minY >= frame.maxY - 1 && $0.minX < frame.maxX && $0.maxX > frame.minX }.map(\.minY).min()
    let gap = (below ?? panel.maxY) - frame.maxY
    if gap >= size.height { return place(frame.midX - size.width / 2, frame.maxY + min((gap - size.height) / 2, 4)) }
    if frame.width > 1.8 * frame.height {
      let isMirrored = LayoutDirection(scene.locale) == .rightToLeft
      let x =
        isMirrored
        ? frame.minX + placement.margins.leading - SampleMark.sidePt
        : frame.maxX - placement.margins.trailing - size.width + SampleMark.sidePt
      return place(x, frame.minY + placement.margins.top - SampleMark.paddingPt)
    }
    // The margins of two widgets meet where one lies above it. At the edge of the panel it is nearer to the widget.
    let isFirst = frame.minY <= panel.minY + 1
    let middle = frame.minY + (isFirst ? max(strayPt(plan.scale), placement.margins.top * 0.55) : 0)
    return place(frame.midX - size.width / 2, middle - size.height / 2)
  }

  private func clockMarks() -> [(mark: ClockMark, place: Rect, condition: NodeCondition)] {
    [(ClockMark.Reason.notSet, NodeCondition.clockUntrusted), (.behind, .clockBehind)].map { reason, condition in
      let mark = ClockMark(reason: reason, locale: scene.locale, hasBacking: isEmissive || hasBacking(sceneLooks[0]))
      return (mark, clockMarkPlace(ResolvedView(mark, in: markContext(sceneLooks[0]))), condition)
    }
  }

  /// In the middle, near the upper edge; on a round panel lower, where the glass is as wide as the words. In StandBy the
  /// letters themselves are at the edge, because a title may begin just below them. On paper, where it may stand for hours,
  /// at the lower edge, where a scene has its widest margin.
  private func clockMarkPlace(_ mark: ResolvedView) -> Rect {
    let panel = scenePanel
    let gap = strayPt(plan.scale) + (scene.context == .standBy ? -ClockMark.paddingPt - 1 : ClockMark.gapPt)
    let size = mark.size(in: Proposal(width: panel.width - 2 * max(0, gap), height: nil))
    let y =
      scene.geometry.isRound
      ? panel.height * 0.24 - size.height / 2 : isEmissive ? gap : panel.maxY - size.height - gap
    return Rect(x: panel.midX - size.width / 2, y: y, width: size.width, height: size.height)
  }

  private var wholePanel: PixelRect {
    PixelRect(PixelSize(width: sink.builder.board.widthPx, height: sink.builder.board.heightPx))
  }

  var scenePanel: Rect {
    Rect(
      origin: .zero,
      size: Size(
        width: Double(scene.geometry.widthPx) / plan.scale, height: Double(scene.geometry.heightPx) / plan.scale))
  }

  /// The first look by day, and the first in the dark.
  var sceneLooks: [Look] {
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
    if picture == nil { ResolvedView(wall(look), in: behind).draw(in: panel, into: &wallCanvas) }
    if look.showsBackgrounds, scene.context == .surface { drawMounting(in: behind, into: &wallCanvas) }
    var canvas = DrawCanvas()
    for (index, part) in plan.chrome.enumerated()
    where !part.kind.isInFront && (look.showsBackgrounds || part.kind.isContent) {
      ResolvedView(chrome(part), in: context.child(2 + index)).draw(in: part.frame, into: &canvas)
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
      map: PixelMapping(originX: 0, originY: 0, scale: plan.scale, isInk: palette.hasFewInks),
      widget: terms.page.firstWidget, slot: nil,
      date: date)
  }

  /// The mounting of widgets on a surface: a shadow and a frame around elevated ones (rules 58 and 61).
  private func drawMounting(in context: ResolveContext, into canvas: inout DrawCanvas) {
    guard isEmissive else { return }
    for (index, placement) in plan.placements.enumerated() where surfaces[index].mounting == .elevated {
      let parts = HostChrome.mounting(
        of: Rect(placement.framePx, scale: plan.scale), radius: placement.cornerRadius * placement.scale / plan.scale,
        frameWidth: surfaces[index].frameWidthMm, isTilted: !scene.style.surface.isVertical, frameColor: colors.frame)
      for (part, shape) in parts.enumerated() {
        ResolvedView(
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
    let peak = RowLimits.peak(of: (0..<64).map { ramp[$0] })
    let dimmed = (0..<64).map { limits.apply(ramp[$0], row: $0 * (rows - 1) / 63, peak: peak) }
    return (0..<64).allSatisfy { dimmed[$0] == ramp[$0] } ? stops : dimmed
  }

  private func chrome(_ part: PanelPlan.Chrome) -> AnyView {
    switch part.kind {
    case .clock: AnyView(HostChrome.LockClock(size: part.frame.size))
    case .dial: AnyView(HostChrome.Dial(side: part.frame.width))
    case .hands(let length): AnyView(HostChrome.Hands(side: part.frame.width, hourLength: length))
    case .cardEdge(let radius): AnyView(HostChrome.CardEdge(radius: radius))
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
