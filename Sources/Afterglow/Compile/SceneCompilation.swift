import AfterglowArchive
import AfterglowCore
import AfterglowTimeline
import Foundation

/// One run of the compiler.
struct SceneCompilation {
  let scene: PanelScene
  let date: Date
  let placements: [SlotPlacement]
  let contents: [SlotContent]
  let typesetter: Typesetter
  let sink: ArchiveSink
  /// What each slot's age mark says, by entry.
  private let ageWords: [AgeWords]

  init(
    scene: PanelScene, date: Date, placements: [SlotPlacement], contents: [SlotContent], typesetter: Typesetter
  ) {
    self.scene = scene
    self.date = date
    self.placements = placements
    self.contents = contents
    self.typesetter = typesetter
    ageWords = contents.map { AgeWords($0.timeline, compiledAt: date, scene: scene) }
    var board = scene.board
    board.widthPx = Int32(scene.geometry.widthPx)
    board.heightPx = Int32(scene.geometry.heightPx)
    board.widthMicrometres = Self.micrometres(scene.geometry.widthMm)
    board.heightMicrometres = Self.micrometres(scene.geometry.heightMm)
    sink = ArchiveSink(board: board, date: date)
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
    var diagnostics: [Diagnostic] = []
    for index in scene.slots.indices {
      diagnostics += contents[index].diagnostics
      try addWidget(index)
      diagnostics += missingCharacters(scene.slots[index])
      diagnostics += typesetter.pictures.takeProblems().map {
        Diagnostic(.error, slot: scene.slots[index].identifier, $0)
      }
    }
    try checkOrbit()
    var archive: [UInt8]
    do {
      archive = try sink.builder.build(compiledAt: Instant(date: date))
      if isEmissive, let shares = LitShare.ofEntries(in: archive, compiledAt: Instant(date: date)) {
        sink.builder.setLitShares(shares)
        archive = try sink.builder.build(compiledAt: Instant(date: date))
      }
    } catch {
      throw CompileError("\(scene.strings.name): \(error)")
    }
    return CompiledScene(
      archive: archive, layout: layout, nextReload: contents.compactMap { $0.nextReload(after: date) }.min(),
      diagnostics: diagnostics, timelines: goodTimelines)
  }

  private var layout: SceneLayout {
    SceneLayout(
      geometry: scene.geometry, scales: [placements[0].scale] + placements.map(\.scale),
      nodes: sink.layout.sorted { $0.node < $1.node })
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

  // MARK: variants

  private var isEmissive: Bool { scene.board.isEmissive != 0 }

  /// What StandBy reaches: by day, in a dim room, and in the dark, where vibrant comes before the night stage (T3,
  /// rule 41). Paper reflects the room and has only the first.
  private var variants: [VariantKey] {
    let near =
      isEmissive
      ? [
        VariantKey(renderingMode: .fullColor), VariantKey(renderingMode: .fullColor, isLuminanceReduced: true),
        VariantKey(renderingMode: .vibrant, isLuminanceReduced: true),
      ] : [VariantKey(renderingMode: .fullColor)]
    if scene.board.sensor.distanceKind == .none { return near }
    // Whoever is far away sees less of it, larger.
    return near
      + near.map {
        VariantKey(renderingMode: $0.renderingMode, isLuminanceReduced: $0.isLuminanceReduced, isSimplified: true)
      }
  }

  private func palette(_ mode: WidgetRenderingMode) -> Palette {
    let isMonochrome = scene.board.pixelFormat == PixelFormat.mono1.rawValue
    return Palette(renderingMode: mode, surface: isEmissive ? .emissive : .reflective(isMonochrome: isMonochrome))
  }

  // MARK: widgets

  /// Black (or paper) behind all, and the mark of a clock that nobody vouches for.
  private func addSceneWidget() throws {
    let scale = placements[0].scale
    let size = Size(
      width: Double(scene.geometry.widthPx) / scale, height: Double(scene.geometry.heightPx) / scale)
    var environment = scene.environment(family: .systemSmall, placement: placements[0])
    environment.widgetRenderingMode = .fullColor
    let context = resolveContext(environment, scale: scale, path: 0x5CE7E)
    var canvas = Canvas()
    let panel = Rect(origin: .zero, size: size)
    resolveOne(Rectangle().fill(.background), in: context.child(0)).draw(in: panel, into: &canvas)
    canvas.condition = .clockUntrusted
    let mark = resolveOne(ClockMark(locale: scene.locale), in: context.child(1))
    mark.draw(in: place(mark, in: panel.insetBy(dx: strayPt(scale), dy: strayPt(scale)), .top), into: &canvas)
    let emitter = NodeEmitter(
      sink: sink, typesetter: typesetter, palette: palette(.fullColor),
      map: PixelMapping(originX: 0, originY: 0, scale: scale), widget: 0, slot: nil, date: date)
    let list = try emitter.emit(canvas.items)
    let everyVariant = [WidgetRenderingMode.fullColor, .accented, .vibrant].flatMap { mode in
      [false, true].map { VariantKey(renderingMode: mode, isLuminanceReduced: $0) }
    }
    _ = sink.builder.addWidget(
      kind: "scene",
      bounds: PixelRect(PixelSize(width: sink.builder.board.widthPx, height: sink.builder.board.heightPx)),
      variants: [everyVariant], entries: [ArchiveEntry(date: Self.beginning, displayLists: [list])])
  }

  /// The first entry also stands for all time before it: a board whose clock starts in 1970 must not be blank (law 3).
  private static let beginning = Instant(milliseconds: 0)

  private func addWidget(_ index: Int) throws {
    let slot = scene.slots[index]
    let content = contents[index]
    let placement = placements[index]
    let entries = try content.timeline.entries.enumerated().map { position, entry in
      ArchiveEntry(
        date: position == 0 ? Self.beginning : Instant(date: entry.date),
        relevance: entry.relevance.map {
          EntryRelevance(
            milliscore: Int32(min(max(Double($0.score) * 1000, -2e9), 2e9)),
            durationSeconds: UInt32(min(max($0.duration, 0), 4e9)))
        } ?? EntryRelevance(),
        displayLists: try variants.map { key in
          try displayList(
            of: entry, in: key, index: index, age: position == 0 ? ageWords[index].first : ageWords[index].later)
        })
    }
    _ = sink.builder.addWidget(
      kind: slot.widget.descriptor.kind, bounds: placement.framePx, variants: variants.map { [$0] },
      staleAfter: content.staleAfter.map(Instant.init(date:)), entries: entries)
  }

  private func displayList(
    of entry: ErasedEntry, in key: VariantKey, index: Int, age: String
  ) throws -> [UInt32] {
    let placement = placements[index]
    let content = contents[index]
    var environment = scene.environment(family: scene.slots[index].family, placement: placement)
    environment.widgetRenderingMode = key.renderingMode
    environment.isLuminanceReduced = key.isLuminanceReduced
    environment.levelOfDetail = key.isSimplified ? .simplified : .default
    environment.redactionReasons = content.isPlaceholder ? .placeholder : []
    let context = resolveContext(environment, scale: placement.scale, path: UInt32(index + 1) &* 0x9E37_79B9)
    var canvas = Canvas()
    let descriptor = scene.slots[index].widget.descriptor
    draw(
      entry.content(), in: context, size: placement.sizePt,
      margins: descriptor.contentMarginsDisabled ? EdgeInsets() : placement.margins, into: &canvas)
    if content.staleAfter != nil {
      drawAgeMark(age, in: context, size: placement.sizePt, into: &canvas)
    }
    let emitter = NodeEmitter(
      sink: sink, typesetter: typesetter, palette: palette(key.renderingMode),
      map: PixelMapping(
        originX: Double(placement.framePx.x0), originY: Double(placement.framePx.y0), scale: placement.scale),
      widget: index + 1, slot: scene.slots[index].identifier, date: date)
    return try emitter.emit(canvas.items)
  }

  private func draw(
    _ view: AnyView, in context: ResolveContext, size: Size, margins: EdgeInsets, into canvas: inout Canvas
  ) {
    let element = resolveOne(view, in: context)
    let whole = Rect(origin: .zero, size: size)
    context.container.background?.draw(in: whole, into: &canvas)
    let room = Rect(
      x: margins.leading, y: margins.top, width: max(0, size.width - margins.leading - margins.trailing),
      height: max(0, size.height - margins.top - margins.bottom))
    element.draw(in: place(element, in: room, .center), into: &canvas)
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
