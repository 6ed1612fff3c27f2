import AfterglowArchive
import AfterglowCore
import AfterglowTimeline
import AfterglowViews

// Drawing of the widgets, by entry and look.
extension SceneCompilation {
  /// The first entry also covers all time before it: a board whose clock starts in 1970 must not be blank (law 3).
  static let beginning = Instant(milliseconds: 0)

  func addWidget(_ index: Int) throws {
    if addLastPicture(index) { return }
    let slot = scene.slots[index]
    let content = contents[index]
    // A widget's own appearance stays when the scene's changes.
    let known = sink.cutOffs.count
    let steps = roomySteps(
      WidgetStep.steps(
        content.timeline.entries.map(\.date), scene.colorScheme(of: slot) == nil ? turns : [turns[0]]))
    let ages = AgeWords(content.timeline, compiledAt: date, scene: scene)
    var drawn = try keptOrDrawn(index, steps, ages)
    addRegions(to: &drawn, index)
    addReach(to: &drawn.entries, index, cutOff: sink.cutOffs.dropFirst(known).min())
    _ = sink.builder.addWidget(
      kind: slot.widget.descriptor.kind, bounds: plan.placements[index].boundsPx,
      variants: looks(of: slot).map(\.keys), page: terms.page.number,
      staleAfter: content.staleAfter.map(Instant.init(date:)),
      content: archiveContent(index, isBare: drawn.isBare), entries: drawn.entries)
  }

  /// Adds the touch regions of each entry. They name actions of the whole archive, so that no kept drawing has numbers.
  private func addRegions(to drawn: inout KeptDrawing.Entries, _ index: Int) {
    // Nothing to leaf through: one entry, or those of another appearance among them.
    let isLeaf = drawn.entries.count > 1 && (turns.count == 1 || scene.colorScheme(of: scene.slots[index]) != nil)
    for (entry, planned) in drawn.regions.enumerated() {
      let regions = planned.filter { isLeaf || $0.action.kind != .entry }
      drawn.entries[entry].regions = regions.map { sink.numbered($0, widget: UInt32(archiveIndex(index))) }
    }
  }

  /// The regions of an entry; none while it has no content.
  private func regions(_ index: Int, _ pictures: [EntryPicture]) -> RegionPlan.Made {
    let isEmpty = contents[index].isPlaceholder
    var shown = scene
    if isEmpty { (shown.slots[index].detail, shown.slots[index].isLeafedThrough) = (nil, false) }
    let maker = RegionPlan(
      scene: shown, index: index, placement: plan.placements[index], looks: looks(of: scene.slots[index]))
    let made = maker.made(pictures.map { isEmpty || $0.isBare ? [] : $0.findings.targets })
    guard sink.admits(made.regions, ofWidget: archiveIndex(index), among: terms.page.slotCount) else {
      sink.problems.append(
        LayoutProblem(
          severity: .warning, path: "",
          message: "the archive has no room for more actions of this widget: controls of its later entries do nothing; "
            + "show fewer entries, or controls that ask for the same in all of them"))
      return RegionPlan.Made(toggles: made.toggles.map { _ in [:] })
    }
    if made.leftOut > 0 {
      sink.problems.append(
        LayoutProblem(
          severity: .warning, path: "",
          message: "expected at most \(ArchiveLimits.regionsPerEntry) controls that a touch can reach, found "
            + "\(made.leftOut) more, which do nothing; show fewer"))
    }
    return made
  }

  /// The entries of a widget, from an earlier compile if all that they depend on is the same.
  private func keptOrDrawn(_ index: Int, _ steps: [WidgetStep], _ ages: AgeWords) throws -> KeptDrawing.Entries {
    guard let store = terms.store, !terms.isShortOfRoom else { return try drawEntries(index, steps, ages).drawn }
    let key = drawingKey(index, steps, ages)
    if let kept = store.drawing(key, at: date, in: typesetter, where: { sink.admits($0.share) }) {
      note(kept.problems)
      return try placed(kept.share, kept.drawn, index)
    }
    // Problems of the scene itself do not belong to the widget.
    let others = takeProblems()
    let own = withOwnSink()
    let ((drawn, dates), files) = try typesetter.noting { try own.drawEntries(index, steps, ages) }
    let problems = takeProblems()
    note(others)
    note(problems)
    let share = own.sink.share(in: key.slot)
    store.keep(
      KeptDrawing(key: key, share: share, drawn: drawn, dates: dates, files: files, problems: problems))
    return try placed(share, drawn, index)
  }

  private func takeProblems() -> KeptDrawing.Problems {
    KeptDrawing.Problems(missing: typesetter.takeMissing(), pictures: typesetter.pictures.takeProblems())
  }

  private func note(_ problems: KeptDrawing.Problems) {
    typesetter.note(missing: problems.missing)
    typesetter.pictures.note(problems: problems.pictures)
  }

  /// The entries with the indices of this archive.
  private func placed(_ share: SinkShare, _ drawn: KeptDrawing.Entries, _ index: Int) throws -> KeptDrawing.Entries {
    let places = try sink.add(share, in: scene.slots[index].identifier)
    var placed = drawn
    for entry in placed.entries.indices {
      placed.entries[entry].displayLists = drawn.entries[entry].displayLists.map { list in
        list.map { places.nodes[Int($0)] }
      }
    }
    return placed
  }

  private func drawingKey(_ index: Int, _ steps: [WidgetStep], _ ages: AgeWords) -> DrawingKey {
    let slot = scene.slots[index]
    return DrawingKey(
      surroundings: DrawingKey.Surroundings(scene, hasBackdrop: backdrop != nil, typesetter: typesetter),
      slot: slot.identifier, index: archiveIndex(index), family: slot.family,
      hasMargins: !slot.widget.descriptor.contentMarginsDisabled, placement: plan.placements[index],
      dithering: dithering(index), surface: surfaces[index], colorScheme: scene.colorScheme(of: slot),
      content: contents[index].mark, actions: slot.allowsActions ? scene.origin.actions : nil,
      detail: slot.detail?.page, steps: steps,
      age: contents[index].staleAfter == nil ? nil : ages)
  }

  /// Draws the entries of a widget, and says how they depend on the date.
  private func drawEntries(
    _ index: Int, _ steps: [WidgetStep], _ ageWords: AgeWords
  ) throws -> (drawn: KeptDrawing.Entries, dates: DateUse) {
    let content = contents[index]
    var lists: [WidgetStep.Form: [[UInt32]]] = [:]
    var regions: [WidgetStep.Form: [RegionPlan.Planned]] = [:]
    var drawn = KeptDrawing.Entries()
    var dates = DateUse()
    var momentCount = 0
    func note(_ drawings: [Drawing]) {
      for drawing in drawings {
        dates.add(drawing.dates)
        drawn.isBare = drawn.isBare || drawing.isBare
      }
    }
    for (number, step) in steps.enumerated() {
      var changes: [Date] = []
      let position = step.form.position
      let entry = content.timeline.entries[position]
      if lists[step.form] == nil {
        let drawings = inAppearance(step.form.appearance).drawings(
          of: entry, index: index, age: position == 0 ? ageWords.first : ageWords.later)
        if !drawn.entries.isEmpty && !hasRoom(for: drawings) {
          sink.cutOffs.append(step.date)
          sink.problems.append(
            LayoutProblem(
              severity: .warning, path: "",
              message: sink.budget.notice(shown: max(1, position), of: content.timeline.entries.count)))
          break
        }
        note(drawings)
        lists[step.form] = try drawings.map { try $0.emit() }
        regions[step.form] = drawings.first?.regions
        let start = max(step.date, date)
        let end = number + 1 < steps.count ? steps[number + 1].date : .distantFuture
        changes = Set(drawings.flatMap(\.moments)).filter { $0 > start && $0 < end }.sorted()
      }
      drawn.entries.append(
        ArchiveEntry(
          date: drawn.entries.isEmpty ? Self.beginning : Instant(date: step.date),
          relevance: entry.relevance.map(EntryRelevance.init) ?? EntryRelevance(),
          displayLists: lists[step.form] ?? []))
      drawn.regions.append(regions[step.form] ?? [])
      for change in changes {
        guard momentCount < Moments.maximumCount, drawn.entries.count < SlotContent.maximumEntryCount else {
          sink.cutOffs.append(change)
          break
        }
        momentCount += 1
        let drawings = inAppearance(step.form.appearance).drawings(
          of: entry, index: index, age: position == 0 ? ageWords.first : ageWords.later, at: change)
        guard hasRoom(for: drawings) else {
          sink.cutOffs.append(change)
          break
        }
        note(drawings)
        drawn.entries.append(
          ArchiveEntry(
            date: Instant(date: change), relevance: entry.relevance.map(EntryRelevance.init) ?? EntryRelevance(),
            displayLists: try drawings.map { try $0.emit() }))
        drawn.regions.append(drawings.first?.regions ?? [])
      }
    }
    if drawn.regions.allSatisfy(\.isEmpty) { drawn.regions = [] }
    return (drawn, dates)
  }

  /// Paper has one colour in any case.
  private func looks(of slot: SceneSlot) -> [Look] {
    guard isEmissive else { return looks }
    let scheme = scene.colorScheme(of: slot)
    return looks.map { look in
      var look = look.supported(by: slot.family)
      if look.showsBackgrounds, let scheme { look.colorScheme = scheme }
      return look
    }
  }

  /// The host's colours for one widget.
  private func ownColors(_ index: Int) -> HostColors { colors.made(of: surfaces[index].texture) }

  /// - Parameter moment: when the drawing is shown first; nil for the time of the compile.
  private func drawings(
    of entry: ErasedEntry, index: Int, age: AgeText, at moment: Date? = nil
  ) -> [Drawing] {
    let slot = scene.slots[index]
    var environment = scene.environment(family: slot.family, placement: plan.placements[index])
    environment.moment = max(moment ?? entry.date, date)
    environment.redactionReasons = contents[index].redactionReasons
    environment.doublesWords = contents[index].trial == .longest
    environment.contentAge = contents[index].staleAfter == nil ? nil : age
    var known: [EntryPicture] = []
    var pictures: [EntryPicture] = []
    let looks = looks(of: slot)
    for look in looks {
      CompositionMark.step()
      environment.show(look, showsContainer: showsContainer(look, plan.placements[index]))
      if let same = known.first(where: { $0.isSame(in: look, environment) }) {
        pictures.append(same)
      } else {
        let picture = self.picture(of: entry, in: look, index: index, environment, age: age)
        known.append(picture)
        pictures.append(picture)
      }
    }
    let touch = regions(index, pictures)
    return looks.indices.map { number in
      var drawing = drawing(pictures[number], in: looks[number], index: index, toggles: touch.toggles[number])
      drawing.regions = touch.regions
      return drawing
    }
  }

  /// The drawing of an entry in one look, before it is added to the archive.
  private struct Drawing {
    /// The container, behind the grain of its paper.
    var behind: [DrawItem]
    var items: [DrawItem]
    var grain: SlotPlacement?
    var emitter: NodeEmitter
    /// When the views change next.
    var moments: Set<Date>
    /// Whether bars stand in place of the views, which could not be drawn.
    var isBare = false
    /// How it depends on the date of the compile.
    var dates: DateUse
    /// The touch regions of the entry, in all looks.
    var regions: [RegionPlan.Planned] = []

    func emit() throws -> [UInt32] {
      let paper = grain.map { emitter.emitGrain(in: $0) } ?? []
      return try emitter.emit(behind) + paper + emitter.emit(items, behind: behind)
    }
  }

  /// Later entries are postponed until they are due if their pictures do not fit, or would displace other widgets'
  /// first ones.
  private func hasRoom(for drawings: [Drawing]) -> Bool {
    var keys: Set<ArchiveSink.PictureKey> = []
    var layers = 0
    for drawing in drawings {
      for items in [drawing.behind, drawing.items] {
        keys.formUnion(drawing.emitter.pictures(in: items))
        layers += drawing.emitter.layerByteCount(in: items)
      }
    }
    let count = sink.byteCount(ofNew: keys, withLayers: layers)
    return count == 0 || (!terms.isShortOfRoom && sink.admits(count))
  }

  /// The views of an entry laid out, before a look gives them its colours.
  private struct EntryPicture {
    /// The words about a picture, besides its drawing.
    struct Findings {
      var problems: [LayoutProblem]
      var targets: [TapTarget]
      /// nil where the widget's first drawing has said it.
      var accessibility: [AccessibilityNode]?
    }

    /// The container, behind the grain of its paper.
    var behind: [DrawItem]
    var items: [DrawItem]
    let look: Look
    let environment: EnvironmentValues
    let findings: Findings
    let moments: Set<Date>
    let isBare: Bool
    let dates: DateUse

    /// Whether another look would have the same picture: without backgrounds, and with no difference in anything that
    /// the views have read.
    func isSame(in other: Look, _ values: EnvironmentValues) -> Bool {
      !look.showsBackgrounds && !other.showsBackgrounds && look.isSimplified == other.isSimplified
        && environment.hasReadNothing(thatDiffersIn: values)
    }
  }

  /// - Parameter environment: the slot's, with the entry's look.
  private func picture(
    of entry: ErasedEntry, in look: Look, index: Int, _ environment: EnvironmentValues, age: AgeText
  ) -> EntryPicture {
    let placement = plan.placements[index]
    let content = contents[index]
    var environment = environment
    environment.lookUse = LookUse()
    let drawn = StateStore.settle { states in
      var context = resolveContext(
        environment, scale: placement.scale, path: UInt32(archiveIndex(index)) &* 0x9E37_79B9)
      context.container.shape = ContainerShape(
        rect: Rect(origin: .zero, size: placement.sizePt), radius: placement.cornerRadius)
      context.container.states = states
      context.preferences = PreferenceScope()
      var (behind, canvas) = (DrawCanvas(), DrawCanvas())
      draw(
        entry.content(), in: context, index, look, margins: margins(index), behind: &behind, into: &canvas)
      context.preferences?.settle()
      return (context: context, behind: behind, canvas: canvas)
    }
    let context = drawn.context
    var (behind, canvas) = (drawn.behind, drawn.canvas)
    if let arc = placement.label, let label = context.parts?.widgetLabel {
      LabelBender(arc: arc, identity: context.attachment(4)).draw(label, into: &canvas)
    }
    let findings = EntryPicture.Findings(
      problems: context.container.problems, targets: context.container.targets,
      accessibility: sink.hasAccessibility(in: scene.slots[index].identifier)
        ? nil : context.container.accessibility.nodes)
    if context.container.error != nil {
      // Bounded but incomplete: a placeholder is better than false content.
      let bare = resolveContext(environment, scale: placement.scale, path: context.path)
      (behind, canvas) = (DrawCanvas(), DrawCanvas())
      draw(
        AnyView(HostChrome.Unknown()), in: bare, index, look, margins: placement.margins, behind: &behind,
        into: &canvas)
    }
    if content.staleAfter != nil, !context.container.hasAgeMark {
      let slot = scene.slots[index]
      drawAgeMark(
        age, in: context, placement, slot.family, isBare: slot.widget.descriptor.contentMarginsDisabled, into: &canvas)
    }
    return EntryPicture(
      behind: behind.items, items: canvas.items, look: look, environment: environment, findings: findings,
      moments: context.container.moments.dates, isBare: context.container.error != nil, dates: context.container.dates)
  }

  /// The drawing of a picture in the colours of a look.
  ///
  /// - Parameter toggles: indices of the regions of toggles, by their places.
  private func drawing(
    _ picture: EntryPicture, in look: Look, index: Int, toggles: [UInt32: UInt8]
  ) -> Drawing {
    let placement = plan.placements[index]
    let slot = scene.slots[index]
    sink.problems += picture.findings.problems
    sink.note(picture.findings.targets, in: slot.identifier)
    if let nodes = picture.findings.accessibility { sink.note(nodes, in: slot.identifier) }
    let colors = ownColors(index)
    var palette = colors.palette(look)
    palette.dithering = dithering(index)
    var items = picture.items.switched(by: toggles)
    if look.isAlwaysOn { items = AlwaysOnText(palette: palette, size: placement.sizePt).applied(to: items) }
    if slot.family.isSystem, placement.cornerRadius > 0 {
      let card = Rect(origin: .zero, size: placement.sizePt)
      items = CornerClip(card: card, radius: placement.cornerRadius).applied(to: items)
    }
    let emitter = NodeEmitter(
      sink: sink, typesetter: typesetter, palette: palette,
      map: PixelMapping(
        originX: Double(placement.framePx.x0), originY: Double(placement.framePx.y0), scale: placement.scale,
        isInk: palette.hasFewInks),
      widget: archiveIndex(index), slot: slot.identifier, date: date)
    return Drawing(
      behind: picture.behind, items: items, grain: look.showsBackgrounds && colors.isPaper ? placement : nil,
      emitter: emitter, moments: picture.moments, isBare: picture.isBare, dates: picture.dates)
  }

  private func dithering(_ index: Int) -> PictureDithering {
    let asked = scene.slots[index].dithering ?? scene.style.dithering
    return asked.resolved(
      for: contents[index].timeline, on: PanelInks(PixelFormat(rawValue: scene.board.pixelFormat)))
  }

  /// Accented widgets have glass or tint in place of their background, which is reported to them as removed (rule 30).
  private func showsContainer(_ look: Look, _ placement: SlotPlacement) -> Bool {
    placement.showsContainerBackground && look.showsBackgrounds && look.renderingMode == .fullColor
  }

  private func draw(
    _ view: AnyView, in context: ResolveContext, _ index: Int, _ look: Look, margins: EdgeInsets,
    behind: inout DrawCanvas, into canvas: inout DrawCanvas
  ) {
    let size = plan.placements[index].sizePt
    let element = ResolvedView(view, in: context)
    if look.showsBackgrounds { drawContainer(context, index, look, into: &behind) }
    let whole = Rect(origin: .zero, size: size)
    let room = whole.inset(by: margins).mirrored(in: whole, if: context.isMirrored)
    element.draw(centredIn: room, into: &canvas)
  }

  /// The widget's own background in its container's shape, or what the host puts in its place.
  private func drawContainer(
    _ context: ResolveContext, _ index: Int, _ look: Look, into canvas: inout DrawCanvas
  ) {
    let placement = plan.placements[index]
    guard placement.showsContainerBackground else { return }
    let whole = Rect(origin: .zero, size: placement.sizePt)
    var behind = context.attachment(4)
    behind.isBackground = true
    let shape = RoundedRectangle(cornerRadius: placement.cornerRadius)
    if look.renderingMode == .accented {
      // Over a picture it is baked into the wallpaper; on black nothing would be visible through it (rule 98).
      if backdrop == nil && colors.hasWallpaper { drawGlass(shape, behind, whole, look: look, into: &canvas) }
      return
    }
    if let background = context.parts?.background {
      canvas.clip(to: whole, radius: placement.cornerRadius) { background.draw(in: whole, into: &$0) }
    } else {
      ResolvedView(shape.fill(.background), in: behind).draw(in: whole, into: &canvas)
    }
    if ownColors(index).isSurfaceGlass, surfaces[index].mounting == .elevated {
      ResolvedView(HostChrome.GlassRim(shape: shape), in: behind.child(9)).draw(in: whole, into: &canvas)
    }
    if isEmissive, scene.context == .surface, surfaces[index].mounting == .recessed {
      let recess = HostChrome.Recess(shape: shape, size: whole.size)
      ResolvedView(recess, in: behind.child(9)).draw(in: whole, into: &canvas)
    }
  }

  private func drawGlass(
    _ shape: RoundedRectangle, _ context: ResolveContext, _ whole: Rect, look: Look, into canvas: inout DrawCanvas
  ) {
    let glass = colors.glass(for: colors.palette(look).inks)
    ResolvedView(shape.fill(Color(argb: glass)), in: context).draw(in: whole, into: &canvas)
    ResolvedView(HostChrome.GlassRim(shape: shape), in: context.child(1)).draw(in: whole, into: &canvas)
  }

  /// The insets around a widget's content: its margins and the place of the age mark, if it can become stale; none if
  /// it disables margins.
  private func margins(_ index: Int) -> EdgeInsets {
    let placement = plan.placements[index]
    if scene.slots[index].widget.descriptor.contentMarginsDisabled { return EdgeInsets() }
    guard contents[index].staleAfter != nil else { return placement.margins }
    let mark = AgeMarkPlace(family: scene.slots[index].family).insets
    return EdgeInsets(
      top: placement.margins.top + mark.top, leading: placement.margins.leading + mark.leading,
      bottom: placement.margins.bottom + mark.bottom, trailing: placement.margins.trailing + mark.trailing)
  }

  /// Inside the widget's margins, in the place left free by its content.
  private func drawAgeMark(
    _ age: AgeText, in context: ResolveContext, _ placement: SlotPlacement, _ family: WidgetFamily, isBare: Bool,
    into canvas: inout DrawCanvas
  ) {
    canvas.condition = .contentStale
    let area = AgeMarkPlace(family: family)
    let mark = ResolvedView(AgeMark(age: age, hasWords: area.hasWords), in: context.attachment(9))
    let stray = strayPt(context.scale)
    var margins = placement.margins
    // A widget that disables margins has left none free above them.
    if isBare, family.isSystem { margins.bottom = AgeMarkPlace.leastMarginPt }
    let whole = Rect(origin: .zero, size: placement.sizePt)
    let room = whole.inset(
      by: EdgeInsets(
        top: max(margins.top, stray), leading: max(margins.leading, stray), bottom: max(margins.bottom, stray),
        trailing: max(margins.trailing, stray)))
    let frame = area.frame(in: room).mirrored(in: whole, if: context.isMirrored)
    mark.draw(centredIn: frame, into: &canvas)
    canvas.condition = .always
  }

  func resolveContext(_ environment: EnvironmentValues, scale: Double, path: UInt32) -> ResolveContext {
    ResolveContext(
      environment: environment, typesetter: typesetter, container: Container(), scale: scale, date: date, path: path)
  }
}

extension EnvironmentValues {
  fileprivate mutating func show(_ look: Look, showsContainer: Bool) {
    widgetRenderingMode = look.renderingMode
    isLuminanceReduced = look.isLuminanceReduced
    levelOfDetail = look.isSimplified ? .simplified : .default
    colorScheme = look.colorScheme
    showsWidgetContainerBackground = showsContainer
  }
}

extension EntryRelevance {
  fileprivate init(_ relevance: TimelineEntryRelevance) {
    self.init(
      milliscore: Int32(clamping: min(max(Double(relevance.score) * 1000, -2e9), 2e9)),
      durationSeconds: UInt32(clamping: min(max(relevance.duration, 0), 4e9)))
  }
}
