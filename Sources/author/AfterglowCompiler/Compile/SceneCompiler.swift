import AfterglowArchive
import AfterglowCore
import AfterglowViews
import Foundation

/// Compiles a scene to an archive. The same scene at the same date gives the same bytes (docs/architecture.md, law 5).
///
/// It may be used from any thread. Providers of several compiles may run at the same time; layout is serialised,
/// because shaped text is cached between compiles.
public struct SceneCompiler: Sendable {
  private let typesetterCache: TypesetterCache

  public init() { typesetterCache = .shared }
  init(typesetterCache: TypesetterCache) { self.typesetterCache = typesetterCache }

  /// Requests the providers' timelines, lays out every entry in every look that its place can reach, and writes the
  /// archive.
  ///
  /// A widget that fails does not throw: it keeps its last content or shows its placeholder, and
  /// ``CompiledScene/diagnostics`` has the reason.
  ///
  /// - Parameter scene: the widgets, their places and looks, and the hardware.
  /// - Parameter date: the instant that the archive is made for; use a fixed one in tests.
  /// - Throws: ``CompileError`` if there is nothing to show: two slots with the same name, a family that does not fit,
  ///   a missing font, a panel without area, or a scene over the board's budget of memory.
  public func compile(_ scene: PanelScene, at date: Date) throws -> CompiledScene {
    try compile(scene, at: date, reusing: nil)
  }

  /// Compiles a scene, and draws only those widgets that depend on what has changed since the last compile with the
  /// same store. The archive is that of a compile without a store; ticking texts in the layout and in what widgets say
  /// have the time at which their widget was drawn.
  package func compile(_ scene: PanelScene, at date: Date, reusing store: DrawingStore?) throws -> CompiledScene {
    try WidgetProcesses.together { try compiled(scene, at: date, store) }
  }

  private func compiled(_ scene: PanelScene, at date: Date, _ store: DrawingStore?) throws -> CompiledScene {
    var pages = DetailedPages(try pages(of: scene, at: date))
    pages.addDetails(at: date)
    // Outside of the work on any widget: none is to blame for a disk.
    if pages.all.contains(where: { $0.contents.contains(where: \.lacksContent) }) { scene.lastArchive?.load() }
    return try typesetterCache.withTypesetter { typesetter in
      defer { store?.endCompile() }
      while true {
        do {
          var compiled = try compiled(pages.all, of: scene, at: date, typesetter, store)
          compiled.diagnostics += pages.notes(in: scene)
          return compiled
        } catch let error as CompileError where pages.hasDetails {
          pages.dropLast()
          // Only for want of room the others may stay.
          while error.subject != .memory && pages.hasDetails { pages.dropLast() }
        }
      }
    }
  }

  /// Compiles the pages; without the later of the coming hours where they find no room.
  private func compiled(
    _ pages: [LoadedPage], of scene: PanelScene, at date: Date, _ typesetter: Typesetter, _ store: DrawingStore?
  ) throws -> CompiledScene {
    do {
      return try fair(pages, of: scene, at: date, typesetter, SceneCompilation.Terms(store: store))
    } catch let error as CompileError where error.subject == .memory && scene.board.showsAhead != 0 {
      let end = date + ComingHours.shortSeconds
      return try fair(pages, of: scene, at: date, typesetter, SceneCompilation.Terms(store: store, end: end))
    }
  }

  private func fair(
    _ pages: [LoadedPage], of scene: PanelScene, at date: Date, _ typesetter: Typesetter,
    _ terms: SceneCompilation.Terms
  ) throws -> CompiledScene {
    let whole = compilations(of: pages, at: date, typesetter, terms)
    let compiled = try SceneCompilation.run(whole, of: scene)
    guard whole[0].isUnfair else { return compiled }
    let first = compilations(
      of: pages, at: date, typesetter, SceneCompilation.Terms(isShortOfRoom: true, end: terms.end))
    return try SceneCompilation.run(first, of: scene)
  }

  /// The pages of a scene. Providers may read files and use the network, so they run outside the lock.
  private func pages(of scene: PanelScene, at date: Date) throws -> [LoadedPage] {
    var seen: Set<String> = []
    let planned = try PagePlace.all(of: scene).map { place in
      let page = scene.onPage(Int(place.number))
      let plan = try page.origin.locating {
        try check(page.slots, in: page, &seen)
        return try PanelLayout.plan(page).keepingBackgrounds(of: page.slots)
      }
      return LoadedPage(scene: page, place: place, plan: plan, contents: [])
    }
    return planned.map { page in
      var page = page
      page.contents = zip(page.scene.slots, page.plan.placements).map { slot, placement in
        slot.worked(on: .loading) {
          SlotContent.load(slot, placement: placement, scene: page.scene, date: date)
        }
      }
      return page
    }
  }

  private func compilations(
    of pages: [LoadedPage], at date: Date, _ typesetter: Typesetter, _ terms: SceneCompilation.Terms
  ) -> [SceneCompilation] {
    var compilations: [SceneCompilation] = []
    for page in pages {
      var terms = terms
      terms.page = page.place
      compilations.append(
        SceneCompilation(
          scene: page.scene, date: date, plan: page.plan, contents: page.contents, typesetter: typesetter, terms: terms,
          adding: compilations.first?.sink))
    }
    return compilations
  }

  /// Problems of the slots themselves, which no timeline can fix.
  ///
  /// - Parameter seen: the identifiers of slots of earlier pages.
  private func check(_ slots: [SceneSlot], in scene: PanelScene, _ seen: inout Set<String>) throws {
    for slot in slots {
      guard seen.insert(slot.identifier).inserted else {
        throw CompileError(
          "Two slots are called \(slot.identifier); give each slot an identifier of its own.",
          about: .slot(slot.identifier))
      }
      let families = slot.widget.descriptor.supportedFamilies
      let offered = scene.context.families(on: scene.style.host)
      guard offered.contains(slot.family) else {
        throw CompileError(
          "\(slot.identifier): \(scene.context.refusal(of: slot.family, on: scene.style.host)).",
          about: .slot(slot.identifier))
      }
      guard families.contains(slot.family) else {
        let supported = families.map(\.rawValue).joined(separator: ", ")
        throw CompileError(
          "\(slot.identifier): \(slot.widget.descriptor.kind) supports \(supported), not \(slot.family.rawValue).",
          about: .slot(slot.identifier))
      }
    }
  }
}
