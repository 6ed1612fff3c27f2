import AfterglowArchive
import AfterglowCore
import AfterglowViews
import Foundation

/// The place of a page's widgets in the archive.
struct PagePlace {
  /// Number of the page; the first is 0.
  var number: UInt8 = 0
  /// Index of the page's first widget, which is the scene itself.
  var firstWidget = 0
  /// Number of slots of all pages, which share the archive.
  var slotCount = 1
  /// Identifier of the slot whose details the page shows; nil for a page that can be turned to.
  var detailOf: String?

  /// The places of the pages of a scene.
  static func all(of scene: PanelScene) -> [PagePlace] {
    let counts = [scene.slots.count] + scene.pages.others.map(\.slots.count)
    var first = 0
    return counts.enumerated().map { number, count in
      defer { first += count + PanelPages.hostWidgetCount }
      return PagePlace(number: UInt8(clamping: number), firstWidget: first, slotCount: counts.reduce(0, +))
    }
  }
}

// The pages of a scene, one after the other in one archive.
extension SceneCompilation {
  /// Index in the archive of a slot's widget.
  func archiveIndex(_ slot: Int) -> Int { terms.page.firstWidget + slot + 1 }

  /// Compiles all pages.
  ///
  /// - Parameters:
  ///   - pages: the pages in their order, then the detail pages, with the same sink.
  ///   - scene: the whole scene.
  static func run(_ pages: [SceneCompilation], of scene: PanelScene) throws -> CompiledScene {
    let (first, sink) = (pages[0], pages[0].sink)
    let ordinary = pages.filter { $0.terms.page.detailOf == nil }
    try first.begin(scene, detailCount: pages.count - ordinary.count)
    var diagnostics: [Diagnostic] = []
    var byteCounts: [Int] = []
    for page in pages {
      let found = try page.scene.origin.locating { try page.addPage().map(page.placed) }
      // The widget itself has had the same to say.
      if page.terms.page.detailOf == nil { diagnostics += found }
      byteCounts.append(sink.builder.byteCount - byteCounts.reduce(0, +))
    }
    try first.checkOrbit()
    sink.builder.provenance = first.typesetter.library.provenance(used: sink.faces)
    byteCounts[0] += sink.builder.byteCount - byteCounts.reduce(0, +)
    let archive = try first.build(byteCounts: byteCounts, names: scene.pages.names)
    let nextCompile = pages.compactMap(\.nextCompile).min()
    let nextReload = pages.flatMap(\.contents).compactMap { $0.nextReload(after: first.date) }.min()
    return CompiledScene(
      archive: archive, layout: layout(ordinary), nextReload: [nextReload, nextCompile].compactMap(\.self).min(),
      diagnostics: diagnostics, timelines: merged(ordinary.map(\.goodTimelines)),
      contents: keptContents(pages), zonePaths: sink.zonePaths, nextCompile: nextCompile,
      touches: sink.touches, pageByteCounts: Array(byteCounts.prefix(ordinary.count)),
      details: CompiledDetails(
        slots: pages.compactMap(\.terms.page.detailOf), byteCount: byteCounts.dropFirst(ordinary.count).reduce(0, +)),
      reaches: sink.reaches)
  }

  /// The contents of the slots of all pages, each with those of its detail page.
  private static func keptContents(_ pages: [SceneCompilation]) -> [String: KeptContent] {
    var contents = merged(pages.filter { $0.terms.page.detailOf == nil }.map(\.keptContents))
    for page in pages {
      if let owner = page.terms.page.detailOf { contents[owner]?.detail = page.contents.first }
    }
    return contents
  }

  /// Adds what belongs to the whole board.
  private func begin(_ whole: PanelScene, detailCount: Int) throws {
    sink.builder.setBoardStrings(scene.strings)
    if scene.board.rules.schedule.count > 0 { sink.builder.setScheduleZone(try sink.add(scene.timeZone)) }
    let count = whole.pages.names.count
    sink.builder.board.pages = PageSettings(
      count: count, returnSeconds: whole.pages.returnSeconds, presencePage: whole.pages.presencePage,
      detailCount: detailCount)
    if count > 1 {
      for start in whole.pages.schedule {
        sink.builder.addScheduledPage(
          UInt8(clamping: start.page), minute: start.minute, days: start.days, zone: try sink.add(scene.timeZone))
      }
    }
    if !scene.strings[.input].isEmpty {
      for key in whole.origin.keys { sink.add(key, actions: whole.origin.actions) }
    }
    _ = typesetter.takeMissing()
    _ = typesetter.pictures.takeProblems()
  }

  /// Adds the widgets of this page.
  private func addPage() throws -> [Diagnostic] {
    try addSceneWidget()
    var diagnostics = [sizeWarning, wallpaper.problem].compactMap(\.self)
    for index in scene.slots.indices {
      try scene.slots[index].worked(on: .drawing) { try addWidget(index) }
      diagnostics += contents[index].diagnostics
      if let shortfall = shortfallDiagnostic(index) { diagnostics.append(shortfall) }
      diagnostics += missingCharacters(scene.slots[index])
      diagnostics += sink.takeProblems().map { problem in
        Diagnostic(problem.severity, slot: scene.slots[index].identifier, problem.description)
      }
      diagnostics += typesetter.pictures.takeProblems().map {
        Diagnostic(.error, slot: scene.slots[index].identifier, $0)
      }
    }
    try addMarks()
    return diagnostics
  }

  private func build(byteCounts: [Int], names: [String]) throws -> [UInt8] {
    let now = Instant(date: date)
    do throws(ArchiveBuildError) {
      return try sink.builder.build(compiledAt: now) { archive in
        isEmissive ? LitShare.ofEntries(in: archive, compiledAt: now, knownTo: terms.store) : nil
      }
    } catch {
      guard case .overBudget = error else { throw CompileError("\(scene.strings[.name]): \(error)", about: .scene) }
      let sizes = zip(names, byteCounts).map { "\($0) \($1) bytes" }.joined(separator: ", ")
      let pages = names.count > 1 ? " Its pages: \(sizes)." : ""
      throw CompileError("\(scene.strings[.name]): \(error)\(pages)", about: .memory)
    }
  }

  private static func layout(_ pages: [SceneCompilation]) -> SceneLayout {
    // The marks above a page before this one have a scale as well.
    let marks = { (page: SceneCompilation) in page.terms.page.number == 0 ? 0 : 1 }
    // Details are no part of the scene that its owner arranges.
    let end = pages.map { $0.terms.page.firstWidget + $0.scene.slots.count + PanelPages.hostWidgetCount }.max() ?? 0
    let slots = Set(pages.flatMap { $0.scene.slots.map(\.identifier) })
    return SceneLayout(
      geometry: pages[0].scene.geometry,
      scales: pages.flatMap { page in
        Array(repeating: page.plan.scale, count: 1 + marks(page)) + page.plan.placements.map(\.scale)
      },
      deviceShares: pages.flatMap { page in
        Array(repeating: 1, count: 1 + marks(page)) + page.plan.placements.map(\.deviceShare)
      },
      slotFramesPx: merged(pages.map { $0.bySlot { Rect($0.framePx, scale: 1) } }),
      slotContentPx: merged(pages.map { $0.bySlot(\.contentPx) }),
      cornerRadiiPt: merged(pages.map(\.cornerRadiiPt)), grid: pages[0].plan.grid,
      nodes: pages[0].sink.layout.filter { $0.widget < end },
      targets: pages[0].sink.targets.filter { slots.contains($0.key) },
      accessibility: pages[0].sink.accessibility.filter { slots.contains($0.key) })
  }

  private func bySlot<Value>(_ value: (SlotPlacement) -> Value) -> [String: Value] {
    Dictionary(uniqueKeysWithValues: zip(scene.slots, plan.placements).map { ($0.identifier, value($1)) })
  }

  private var cornerRadiiPt: [String: Double] {
    var radii: [String: Double] = [:]
    for (slot, placement) in zip(scene.slots, plan.placements) where placement.showsContainerBackground {
      radii[slot.identifier] = placement.cornerRadius
    }
    return radii
  }

  private static func merged<Value>(_ parts: [[String: Value]]) -> [String: Value] {
    parts.reduce(into: [:]) { all, part in all.merge(part) { one, _ in one } }
  }
}

extension PanelScene.Origin {
  /// Gives the errors of a page their places in the whole scene.
  func locating<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as CompileError {
      var located = error
      located.subject = subject(error.subject)
      for index in located.others.indices { located.others[index].subject = subject(located.others[index].subject) }
      throw located
    }
  }
}
