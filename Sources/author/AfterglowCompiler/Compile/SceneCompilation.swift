import AfterglowArchive
import AfterglowCore
import AfterglowPictures
import AfterglowTimeline
import AfterglowViews
import Foundation

/// One run of the compiler.
struct SceneCompilation {
  let scene: PanelScene
  let date: Date
  let plan: PanelPlan
  let looks: [Look]
  let colors: HostColors
  /// Mounting and texture of each slot's widget.
  let surfaces: [SurfaceStyle]
  let contents: [SlotContent]
  let typesetter: Typesetter
  private(set) var sink: ArchiveSink
  let wallpaper: (picture: ScaledPicture?, problem: Diagnostic?)
  let terms: Terms
  private var appearances: Appearances

  /// The choices that decide how much is drawn, and for which page.
  struct Terms {
    /// The drawings of earlier compiles; nil draws every widget.
    var store: DrawingStore?
    /// Only pictures of first entries, because not even all of those fit.
    var isShortOfRoom = false
    /// No entries after this date, because the archive has no room for all; nil = all.
    var end: Date?
    var page = PagePlace()
  }

  /// What a scene that changes between light and dark has besides its first appearance.
  private struct Appearances {
    /// The appearance now and those that follow; one where it does not change by itself.
    var turns: [AppearanceTurn]
    /// The same compile in the other appearance; empty where there is none.
    var counterpart: [SceneCompilation]
  }

  /// - Parameter sink: the archive with the pages before this one; nil for the first page.
  init(
    scene: PanelScene, date: Date, plan: PanelPlan, contents: [SlotContent], typesetter: Typesetter, terms: Terms,
    adding sink: ArchiveSink? = nil
  ) {
    var scene = scene
    var turns = [AppearanceTurn(date: date, appearance: scene.style.appearance)]
    if let known = scene.appearanceTurns, scene.board.isEmissive != 0 { turns = known.upcoming(from: date) }
    scene.style.appearance = turns[0].appearance
    self.init(
      scene, date, plan, contents: contents, typesetter: typesetter, terms: terms,
      sink: sink ?? Self.sink(scene, date), turns: turns,
      other: turns.first { $0.appearance != turns[0].appearance }?.appearance)
  }

  private init(
    _ scene: PanelScene, _ date: Date, _ plan: PanelPlan, contents: [SlotContent], typesetter: Typesetter,
    terms: Terms, sink: ArchiveSink, turns: [AppearanceTurn], other: WidgetAppearance?
  ) {
    self.scene = scene
    self.terms = terms
    self.sink = sink
    self.date = date
    self.plan = plan
    looks = LookTable(scene).looks
    colors = HostColors(scene)
    surfaces = scene.slots.map(scene.surface(of:))
    self.contents = contents
    self.typesetter = typesetter
    wallpaper = Self.wallpaper(scene, plan, colors, looks: looks, pictures: typesetter.pictures)
    let counterpart = other.map { appearance in
      var scene = scene
      scene.style.appearance = appearance
      return SceneCompilation(
        scene, date, plan, contents: contents, typesetter: typesetter, terms: terms, sink: sink, turns: turns,
        other: nil)
    }
    appearances = Appearances(turns: turns, counterpart: counterpart.map { [$0] } ?? [])
  }

  private static func sink(_ scene: PanelScene, _ date: Date) -> ArchiveSink {
    var board = scene.board
    board.widthPx = Int32(scene.geometry.widthPx)
    board.heightPx = Int32(scene.geometry.heightPx)
    board.widthMicrometres = micrometres(scene.geometry.widthMm)
    board.heightMicrometres = micrometres(scene.geometry.heightMm)
    return ArchiveSink(board: board, date: date)
  }

  /// This compile with a sink of its own for one widget.
  func withOwnSink() -> SceneCompilation {
    var own = self
    own.sink = ArchiveSink(board: sink.builder.board, date: date, parent: sink)
    for index in own.appearances.counterpart.indices { own.appearances.counterpart[index].sink = own.sink }
    return own
  }

  /// This compile in one of the scene's appearances.
  func inAppearance(_ appearance: WidgetAppearance) -> SceneCompilation {
    scene.style.appearance == appearance ? self : appearances.counterpart.first ?? self
  }

  /// The appearance now and those that follow; one where it does not change by itself.
  var turns: [AppearanceTurn] { appearances.turns }

  /// The wallpaper's picture with the host's materials; nil if there is none.
  var backdrop: ScaledPicture? { wallpaper.picture }

  private static func wallpaper(
    _ scene: PanelScene, _ plan: PanelPlan, _ colors: HostColors, looks: [Look], pictures: PictureStore
  ) -> (picture: ScaledPicture?, problem: Diagnostic?) {
    guard case .picture(let wallpaper) = scene.style.wallpaper, colors.hasWallpaper,
      let look = looks.first(where: \.showsBackgrounds)
    else { return (nil, nil) }
    let size = PixelSize(width: Int32(scene.geometry.widthPx), height: Int32(scene.geometry.heightPx))
    let backdrop = BackdropPlan(scene: scene, plan: plan, colors: colors, look: look).backdrop
    do throws(PictureError) {
      let request = PictureRequest(source: .file(wallpaper.path), crop: wallpaper.crop)
      let recipe = BackdropRecipe(colors: colors.wallpaperColors, backdrop: backdrop)
      return (try pictures.painted(request, size: size, recipe: recipe) { recipe.painted(on: $0) }, nil)
    } catch {
      var problem = Diagnostic(
        .error, slot: nil,
        "the wallpaper's picture “\(wallpaper.path)” is not shown: \(error). Colours are shown instead.")
      problem.place = wallpaper.place
      return (nil, problem)
    }
  }

  private static func micrometres(_ mm: Double) -> Int32 { Int32(clamping: min(max((mm * 1000).rounded(), 0), 2e9)) }

  func placed(_ diagnostic: Diagnostic) -> Diagnostic {
    var diagnostic = diagnostic
    diagnostic.place = diagnostic.place ?? scene.origin.place(of: diagnostic.slot.map(SceneSubject.slot) ?? .scene)
    return diagnostic
  }

  /// When this compile's own limits are reached: pictures that had no room, changes of appearance.
  var nextCompile: Date? {
    let soonest = date.addingTimeInterval(SlotContent.retryInterval)
    // Long before the panel runs out of changes that it knows.
    let extended = turns.count > 1 ? [date + Double(AppearanceTurns.horizonDays) / 2 * 86_400] : []
    return (sink.cutOffs.map { max($0, soonest) } + extended).min()
  }

  /// Whether some first entries' pictures did not fit although later entries' were added.
  var isUnfair: Bool { sink.budget.isExceeded && !terms.isShortOfRoom }

  var goodTimelines: [String: WidgetTimeline] {
    let pairs = zip(scene.slots, contents).filter { !$0.1.isPlaceholder }
    return Dictionary(uniqueKeysWithValues: pairs.map { ($0.0.identifier, $0.1.timeline) })
  }

  var keptContents: [String: KeptContent] {
    Dictionary(
      uniqueKeysWithValues: scene.slots.indices.map { index in
        let picture = sink.lastPictures[archiveIndex(index)]
        return (scene.slots[index].identifier, KeptContent(content: contents[index], pictureDate: picture?.date))
      })
  }

  var sizeWarning: Diagnostic? {
    PanelLayout.notice(plan, scene).map { words in
      var warning = Diagnostic(.warning, slot: nil, words)
      warning.place = scene.origin.place(of: .boardKey("viewingDistance"))
      return warning
    }
  }

  func missingCharacters(_ slot: SceneSlot) -> [Diagnostic] {
    MissingLetters.grouped(typesetter.takeMissing()).map { missing in
      let first = missing.characters[0]
      let codepoints = first.unicodeScalars.map { "U+" + String($0.value, radix: 16, uppercase: true) }
      let others = missing.characters.count - 1
      let more = others == 0 ? "" : " and \(others) other character\(others == 1 ? "" : "s")"
      let script = missing.script.map { " of the script \($0)" } ?? ""
      let cure = missing.package.map { "Install Debian's package \($0), or use other words." } ?? "Use other words."
      return Diagnostic(
        .warning, slot: slot.identifier,
        "no font has “\(first)” (\(codepoints.joined(separator: " ")))\(more)\(script), so "
          + "\(slot.widget.descriptor.kind) cannot show \(others == 0 ? "it" : "them"). \(cure)")
    }
  }

  /// A picture that orbits must stay entirely on the panel; marks that appear temporarily have the orbit's distance
  /// from the edges.
  func checkOrbit() throws {
    let stray = sink.builder.board.wear.orbitPx
    let room = sink.builder.roomAroundContent
    if stray <= room { return }
    throw CompileError(
      "\(scene.strings[.name]): wear.orbit of \(stray) px would move what is shown off the panel; at most \(room) px.",
      about: .orbit)
  }

  /// The margin along the panel's edges for the orbit, in points.
  func strayPt(_ scale: Double) -> Double { Double(scene.board.wear.orbitPx) / scale }

  var isEmissive: Bool { scene.board.isEmissive != 0 }
}
