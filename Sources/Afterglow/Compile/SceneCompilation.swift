import AfterglowArchive
import AfterglowCore
import AfterglowPictures
import AfterglowTimeline
import Foundation

/// One run of the compiler.
struct SceneCompilation {
  let scene: PanelScene
  let date: Date
  let plan: PanelPlan
  private let looks: [Look]
  private let colors: HostColors
  let contents: [SlotContent]
  let typesetter: Typesetter
  let sink: ArchiveSink
  /// The wallpaper's picture with the host's materials; nil where there is none.
  private let backdrop: ScaledPicture?
  private let wallpaperProblem: Diagnostic?
  /// What each slot's age mark says, by entry.
  private let ageWords: [AgeWords]
  /// What each slot's views see before an entry's look.
  private let environments: [EnvironmentValues]
  /// Pictures of first entries alone, since not even they all fit beside others.
  private let isShortOfRoom: Bool

  init(
    scene: PanelScene, date: Date, plan: PanelPlan, contents: [SlotContent], typesetter: Typesetter,
    isShortOfRoom: Bool = false
  ) {
    self.scene = scene
    self.isShortOfRoom = isShortOfRoom
    self.date = date
    self.plan = plan
    looks = LookTable(scene).looks
    colors = HostColors(scene)
    self.contents = contents
    self.typesetter = typesetter
    (backdrop, wallpaperProblem) = Self.backdrop(scene, plan, colors, looks, typesetter.pictures)
    environments = zip(scene.slots, plan.placements).map { scene.environment(family: $0.family, placement: $1) }
    ageWords = contents.map { AgeWords($0.timeline, compiledAt: date, scene: scene) }
    var board = scene.board
    board.widthPx = Int32(scene.geometry.widthPx)
    board.heightPx = Int32(scene.geometry.heightPx)
    board.widthMicrometres = Self.micrometres(scene.geometry.widthMm)
    board.heightMicrometres = Self.micrometres(scene.geometry.heightMm)
    sink = ArchiveSink(board: board, date: date)
  }

  private static func backdrop(
    _ scene: PanelScene, _ plan: PanelPlan, _ colors: HostColors, _ looks: [Look], _ pictures: PictureStore
  ) -> (ScaledPicture?, Diagnostic?) {
    guard case .picture(let wallpaper) = scene.style.wallpaper, colors.hasWallpaper,
      let look = looks.first(where: \.showsBackgrounds)
    else { return (nil, nil) }
    let size = PixelSize(width: Int32(scene.geometry.widthPx), height: Int32(scene.geometry.heightPx))
    let backdrop = BackdropPlan(scene: scene, plan: plan, colors: colors, look: look).backdrop
    do throws(PictureError) {
      return (try pictures.backdrop(wallpaper, size: size, over: colors.wallpaperColors, backdrop), nil)
    } catch {
      var problem = Diagnostic(
        .error, slot: nil,
        "the wallpaper's picture “\(wallpaper.path)” is not shown: \(error). Colours stand in its place.")
      problem.place = wallpaper.place
      return (nil, problem)
    }
  }

  private static func micrometres(_ mm: Double) -> Int32 { Int32(min(max((mm * 1000).rounded(), 0), 2e9)) }

  func run() throws -> CompiledScene {
    let strings = scene.strings
    sink.builder.setBoardStrings(
      name: strings.name, displayPath: strings.displayPath, lightSourcePath: strings.lightSourcePath,
      connector: strings.connector, mode: strings.mode, backlight: strings.backlight, input: strings.input,
      lineChip: strings.lineChip, distanceDevice: strings.distanceDevice, monitor: strings.monitor)
    if scene.board.rules.schedule.count > 0 { sink.builder.setScheduleZone(try sink.add(scene.timeZone)) }
    sink.builder.provenance = typesetter.library.provenance
    _ = typesetter.takeMissing()
    _ = typesetter.pictures.takeProblems()
    try addSceneWidget()
    var diagnostics = PanelLayout.notice(plan, scene).map { [Diagnostic(.warning, slot: nil, $0)] } ?? []
    if let wallpaperProblem { diagnostics.append(wallpaperProblem) }
    for index in scene.slots.indices {
      diagnostics += contents[index].diagnostics
      try addWidget(index)
      diagnostics += missingCharacters(scene.slots[index])
      diagnostics += sink.takeProblems().map { problem in
        Diagnostic(problem.severity, slot: scene.slots[index].identifier, problem.description)
      }
      diagnostics += typesetter.pictures.takeProblems().map {
        Diagnostic(.error, slot: scene.slots[index].identifier, $0)
      }
    }
    try checkOrbit()
    let archive: [UInt8]
    do {
      let now = Instant(date: date)
      archive = try sink.builder.build(compiledAt: now) { archive in
        isEmissive ? LitShare.ofEntries(in: archive, compiledAt: now) : nil
      }
    } catch {
      throw CompileError("\(scene.strings.name): \(error)")
    }
    return CompiledScene(
      archive: archive, layout: layout, nextReload: nextReload,
      diagnostics: diagnostics, timelines: goodTimelines)
  }

  private var nextReload: Date? {
    let soonest = date.addingTimeInterval(SlotContent.retryInterval)
    return (contents.compactMap { $0.nextReload(after: date) } + sink.cutOffs.map { max($0, soonest) }).min()
  }

  /// Whether first entries' pictures did not all fit although later ones' are in.
  var isUnfair: Bool { sink.budget.isExceeded && !isShortOfRoom }

  private var layout: SceneLayout {
    SceneLayout(
      geometry: scene.geometry, scales: [plan.scale] + plan.placements.map(\.scale),
      deviceShares: [1] + plan.placements.map(\.deviceShare),
      slotFramesPx: Dictionary(
        uniqueKeysWithValues: zip(scene.slots, plan.placements).map { ($0.identifier, Rect($1.framePx, scale: 1)) }),
      nodes: sink.layout.sorted { $0.node < $1.node }, targets: sink.targets)
  }

  private var goodTimelines: [String: WidgetTimeline] {
    let pairs = zip(scene.slots, contents).filter { !$0.1.isPlaceholder }
    return Dictionary(uniqueKeysWithValues: pairs.map { ($0.0.identifier, $0.1.timeline) })
  }

  private func missingCharacters(_ slot: SceneSlot) -> [Diagnostic] {
    var seen: Set<Character> = []
    return typesetter.takeMissing().filter { seen.insert($0).inserted }.map { character in
      let codepoints = character.unicodeScalars.map { "U+" + String($0.value, radix: 16, uppercase: true) }
      return Diagnostic(
        .warning, slot: slot.identifier,
        "no font has “\(character)” (\(codepoints.joined(separator: " "))), so \(slot.widget.descriptor.kind) shows "
          + "nothing in its place. Use other words.")
    }
  }

  /// A picture that orbits keeps all of itself on the panel; marks that come and go stand as far inside as it strays.
  private func checkOrbit() throws {
    let stray = sink.builder.board.wear.orbitPx
    let room = sink.builder.roomAroundContent
    if stray <= room { return }
    throw CompileError(
      "\(scene.strings.name): wear.orbit of \(stray) px would move what is shown off the panel; at most \(room) px.")
  }

  /// What is kept free along the panel's edges for the orbit, in points.
  private func strayPt(_ scale: Double) -> Double { Double(scene.board.wear.orbitPx) / scale }

  private var isEmissive: Bool { scene.board.isEmissive != 0 }

  // MARK: widgets

  /// What lies behind all, and the mark of a clock that nobody vouches for: once with backgrounds, once for the dark.
  private func addSceneWidget() throws {
    var variants: [[VariantKey]] = []
    var lists: [[UInt32]] = []
    for look in looks
    where !look.keys[0].isSimplified
      && !variants.contains(where: { $0[0].isLuminanceReduced == look.isLuminanceReduced })
    {
      lists.append(try sceneList(look))
      variants.append(
        [WidgetRenderingMode.fullColor, .accented, .vibrant].map {
          VariantKey(renderingMode: $0, isLuminanceReduced: look.isLuminanceReduced)
        })
    }
    if !isEmissive {
      variants[0] += variants[0].map { VariantKey(renderingMode: $0.renderingMode, isLuminanceReduced: true) }
    }
    _ = sink.builder.addWidget(
      kind: "scene",
      bounds: PixelRect(PixelSize(width: sink.builder.board.widthPx, height: sink.builder.board.heightPx)),
      variants: variants, entries: [ArchiveEntry(date: Self.beginning, displayLists: lists)])
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
    // A wallpaper has its colours whatever the mode of what lies on it.
    var wallLook = look
    wallLook.renderingMode = look.showsBackgrounds ? .fullColor : look.renderingMode
    let wall = emitter(wallLook)
    return try (picture.map { [wall.emit($0)] } ?? []) + wall.emit(wallCanvas.items) + emitter(look).emit(canvas.items)
  }

  /// For what the host draws.
  private func emitter(_ look: Look) -> NodeEmitter {
    var palette = colors.palette(look)
    palette.backgroundArgb = 0xFF00_0000
    palette.hasOpaqueBackground = true
    return NodeEmitter(
      sink: sink, typesetter: typesetter, palette: palette,
      map: PixelMapping(originX: 0, originY: 0, scale: plan.scale), widget: 0, slot: nil, date: date)
  }

  /// What holds the widgets on a surface: a shadow and a frame around those that stand before it (rules 58 and 61).
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

  /// The wallpaper; black, or paper, where there is none and in the dark.
  private func wall(_ look: Look) -> AnyView {
    guard look.showsBackgrounds, colors.hasWallpaper else { return AnyView(Rectangle().fill(.background)) }
    let stops = readable(colors.wallpaperColors.map { 0xFF00_0000 | $0 }, look).map(Color.init(argb:))
    if stops.count == 1 { return AnyView(Rectangle().fill(stops[0])) }
    return AnyView(Rectangle().fill(LinearGradient(colors: stops, startPoint: .top, endPoint: .bottom)))
  }

  /// Colours from top to bottom, darker where something is written on them that could not be read.
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

  /// The first entry also stands for all time before it: a board whose clock starts in 1970 must not be blank (law 3).
  private static let beginning = Instant(milliseconds: 0)

  private func addWidget(_ index: Int) throws {
    let slot = scene.slots[index]
    let content = contents[index]
    var entries: [ArchiveEntry] = []
    for (position, entry) in content.timeline.entries.enumerated() {
      let age = position == 0 ? ageWords[index].first : ageWords[index].later
      let drawings = looks.map { drawing(of: entry, in: $0, index: index, age: age) }
      if position > 0 && !hasRoom(for: drawings) {
        sink.cutOffs.append(entry.date)
        sink.problems.append(
          LayoutProblem(
            severity: .warning, path: "",
            message: sink.budget.notice(shown: position, of: content.timeline.entries.count)))
        break
      }
      entries.append(
        ArchiveEntry(
          date: position == 0 ? Self.beginning : Instant(date: entry.date),
          relevance: entry.relevance.map(EntryRelevance.init) ?? EntryRelevance(),
          displayLists: try drawings.map { try $0.emit() }))
    }
    _ = sink.builder.addWidget(
      kind: slot.widget.descriptor.kind, bounds: plan.placements[index].boundsPx, variants: looks.map(\.keys),
      staleAfter: content.staleAfter.map(Instant.init(date:)), entries: entries)
  }

  /// What an entry draws in one look, before it is in the archive.
  private struct Drawing {
    /// The container, behind its paper's grain.
    var behind: [DrawItem]
    var items: [DrawItem]
    var grain: SlotPlacement?
    var emitter: NodeEmitter

    func emit() throws -> [UInt32] {
      let paper = grain.map { emitter.emitGrain(in: $0) } ?? []
      return try emitter.emit(behind) + paper + emitter.emit(items)
    }
  }

  /// Later entries wait until they are due where their pictures would not fit, or would take the room of other widgets' first
  /// ones.
  private func hasRoom(for drawings: [Drawing]) -> Bool {
    let keys = drawings.reduce(into: Set<ArchiveSink.PictureKey>()) {
      $0.formUnion($1.emitter.pictures(in: $1.behind + $1.items))
    }
    let count = sink.byteCount(ofNew: keys)
    return count == 0 || (!isShortOfRoom && sink.admits(count))
  }

  private func drawing(of entry: ErasedEntry, in look: Look, index: Int, age: String) -> Drawing {
    let placement = plan.placements[index]
    let content = contents[index]
    var environment = environments[index]
    environment.widgetRenderingMode = look.renderingMode
    environment.isLuminanceReduced = look.isLuminanceReduced
    environment.levelOfDetail = look.isSimplified ? .simplified : .default
    environment.colorScheme = look.colorScheme
    environment.showsWidgetContainerBackground = showsContainer(look, placement)
    environment.redactionReasons = content.isPlaceholder ? .placeholder : []
    var context = resolveContext(environment, scale: placement.scale, path: UInt32(index + 1) &* 0x9E37_79B9)
    context.containerShape = ContainerShape(
      rect: Rect(origin: .zero, size: placement.sizePt), radius: placement.cornerRadius)
    var (behind, canvas) = (Canvas(), Canvas())
    let descriptor = scene.slots[index].widget.descriptor
    draw(
      entry.content(), in: context, placement, look,
      margins: descriptor.contentMarginsDisabled ? EdgeInsets() : placement.margins, behind: &behind, into: &canvas)
    if let arc = placement.label, let label = context.container.widgetLabel {
      LabelBender(arc: arc, identity: context.attachment(4)).draw(label, into: &canvas)
    }
    sink.problems += context.container.problems
    sink.note(context.container.targets, in: scene.slots[index].identifier)
    if context.container.error != nil {
      // Bounded but not whole: better nothing known than something wrong.
      let bare = resolveContext(environment, scale: placement.scale, path: context.path)
      (behind, canvas) = (Canvas(), Canvas())
      draw(
        AnyView(HostChrome.Unknown()), in: bare, placement, look, margins: placement.margins, behind: &behind,
        into: &canvas)
    }
    if content.staleAfter != nil {
      drawAgeMark(age, in: context, size: placement.sizePt, into: &canvas)
    }
    let emitter = NodeEmitter(
      sink: sink, typesetter: typesetter, palette: colors.palette(look),
      map: PixelMapping(
        originX: Double(placement.framePx.x0), originY: Double(placement.framePx.y0), scale: placement.scale),
      widget: index + 1, slot: scene.slots[index].identifier, date: date)
    return Drawing(
      behind: behind.items, items: canvas.items, grain: look.showsBackgrounds && colors.isPaper ? placement : nil,
      emitter: emitter)
  }

  /// Accented widgets have glass or tint in place of their background, which they are told is gone (rule 30).
  private func showsContainer(_ look: Look, _ placement: SlotPlacement) -> Bool {
    placement.showsContainerBackground && look.showsBackgrounds && look.renderingMode == .fullColor
  }

  private func draw(
    _ view: AnyView, in context: ResolveContext, _ placement: SlotPlacement, _ look: Look, margins: EdgeInsets,
    behind: inout Canvas, into canvas: inout Canvas
  ) {
    let size = placement.sizePt
    let element = resolveOne(view, in: context)
    if look.showsBackgrounds { drawContainer(context, placement, look, into: &behind) }
    let whole = Rect(origin: .zero, size: size)
    let room = whole.inset(by: margins).mirrored(in: whole, if: context.isMirrored)
    element.draw(in: place(element, in: room, .center), into: &canvas)
  }

  /// The widget's own background in its container's shape, or what the host puts in its place.
  private func drawContainer(
    _ context: ResolveContext, _ placement: SlotPlacement, _ look: Look, into canvas: inout Canvas
  ) {
    guard placement.showsContainerBackground else { return }
    let whole = Rect(origin: .zero, size: placement.sizePt)
    var behind = context.attachment(4)
    behind.isBackground = true
    let shape = RoundedRectangle(cornerRadius: placement.cornerRadius)
    if look.renderingMode == .accented {
      // Behind a picture it is baked into the wallpaper.
      if backdrop == nil { drawGlass(shape, behind, whole, look, into: &canvas) }
      return
    }
    if let background = context.container.background {
      canvas.clip(to: whole, radius: placement.cornerRadius) { background.draw(in: whole, into: &$0) }
    } else {
      resolveOne(shape.fill(.background), in: behind).draw(in: whole, into: &canvas)
    }
    if colors.isSurfaceGlass, scene.style.surface.mounting == .elevated {
      resolveOne(HostChrome.GlassRim(shape: shape), in: behind.child(9)).draw(in: whole, into: &canvas)
    }
    if isEmissive, scene.context == .surface, scene.style.surface.mounting == .recessed {
      resolveOne(HostChrome.Recess(shape: shape, size: whole.size), in: behind.child(9)).draw(in: whole, into: &canvas)
    }
  }

  private func drawGlass(
    _ shape: RoundedRectangle, _ context: ResolveContext, _ whole: Rect, _ look: Look, into canvas: inout Canvas
  ) {
    let glass = colors.glass(for: colors.palette(look).inks)
    resolveOne(shape.fill(Color(argb: glass)), in: context).draw(in: whole, into: &canvas)
    resolveOne(HostChrome.GlassRim(shape: shape), in: context.child(1)).draw(in: whole, into: &canvas)
  }

  /// In the bottom margin, so that content never moves for it.
  private func drawAgeMark(_ words: String, in context: ResolveContext, size: Size, into canvas: inout Canvas) {
    canvas.condition = .contentStale
    let mark = resolveOne(AgeMark(words: words), in: context.attachment(9))
    let stray = strayPt(context.scale)
    let room = Rect(origin: .zero, size: size).insetBy(dx: stray, dy: stray)
    mark.draw(in: place(mark, in: room, .bottom), into: &canvas)
    canvas.condition = .always
  }

  private func resolveContext(_ environment: EnvironmentValues, scale: Double, path: UInt32) -> ResolveContext {
    ResolveContext(
      environment: environment, typesetter: typesetter, container: Container(), scale: scale, date: date, path: path)
  }
}

extension EntryRelevance {
  fileprivate init(_ relevance: TimelineEntryRelevance) {
    self.init(
      milliscore: Int32(min(max(Double(relevance.score) * 1000, -2e9), 2e9)),
      durationSeconds: UInt32(min(max(relevance.duration, 0), 4e9)))
  }
}
