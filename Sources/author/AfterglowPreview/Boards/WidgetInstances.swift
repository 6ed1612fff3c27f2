import Afterglow
import AfterglowBoards
import AfterglowCompiler
import AfterglowCore
import AfterglowKit
import AfterglowSources
import AfterglowWidgets
import Foundation

/// The instances of a scene's widgets between its compiles: what each shows, what it depends on, and when its provider is
/// asked for a new timeline.
package struct WidgetInstances {
  /// What a look at the files has found.
  package enum Finding {
    case nothing
    /// Content of some instances, which are reloaded when that is due.
    case content
    /// What is drawn around them.
    case surroundings
    /// The board or its scene: everything is to be reloaded.
    case scene
  }

  private struct Instance {
    /// The identity of its content (`SceneSlot.identity`).
    var identity: UInt64
    var files: [String: ContentOrigin]
    var marks: [String: FileMark?]
    /// Whether reloads that its policy asks for count.
    var isCounted: Bool
    var kept: KeptContent
    /// When its provider was last asked, by the wall clock.
    var askedAt: Instant
    /// Reloads that do not follow from the content's dates.
    var wishes: [ReloadWish] = []
    /// Since the boot, in ms.
    var failingSinceMs: Int64?
    /// What the last compile said of it.
    var faults = Faults()

    /// Why it is not shown as it should be.
    var failure: String? { kept.failure ?? faults.error ?? kept.shortage }
    /// A remark on content that is shown as it should be.
    var warning: String? {
      faults.warning ?? kept.remark ?? (failure == nil && kept.timeline != nil ? faults.content : nil)
    }
  }

  /// The first sentences about an instance in a compile.
  private struct Faults {
    var error: String?
    var warning: String?
    /// The first error that `check` finds in content that is shown nevertheless.
    var content: String?

    init() {}

    init(of name: String, in diagnostics: [Diagnostic]) {
      let own = diagnostics.filter { $0.slot == name }
      error = own.first { $0.severity == .error }?.message
      warning = own.first { $0.severity == .warning }?.message
    }
  }

  private var known: [String: Instance] = [:]
  private var schedule: ReloadSchedule
  /// Their drawings, so that a changed value costs what its own widget costs.
  let drawings = DrawingStore()
  /// Files of the scene itself, with their states.
  private var sceneMarks: [String: FileMark?] = [:]
  private var surroundings: [String: FileMark?] = [:]
  /// What the last compile has reloaded.
  package private(set) var lastReasons: [ReloadReason] = []

  /// - Parameter budgets: of an earlier run, by the instances' names.
  package init(budgets: [String: ReloadBudget] = [:]) { schedule = ReloadSchedule(budgets: budgets) }

  /// What another run would go on with.
  package var budgets: [String: ReloadBudget] { schedule.budgets }

  /// Whether an instance has neither new content nor any that was shown before, so that it needs an earlier picture.
  package var lackContent: Bool { known.values.contains { $0.kept.lacksContent } }

  // MARK: what is to be reloaded

  /// Notes which files have changed since their instances were last reloaded.
  package mutating func look(_ moment: AuthorMoment) -> Finding {
    if Self.haveChanged(sceneMarks) { return .scene }
    var finding = Finding.nothing
    for name in known.keys {
      for (path, origin) in known[name]!.files where PictureFolders.mark(of: path) != known[name]!.marks[path] ?? nil {
        finding = .content
        var wish = origin.wish(atMs: moment.bootMs)
        // What shows a placeholder has been waited for.
        if known[name]!.kept.timeline == nil { wish.gapMs = min(wish.gapMs, ReloadSchedule.localGapMs) }
        add(wish, to: name)
      }
    }
    if Self.haveChanged(surroundings) {
      surroundings = Self.marks(of: surroundings.keys)
      return .surroundings
    }
    return finding
  }

  private static func marks(of paths: some Sequence<String>) -> [String: FileMark?] {
    Dictionary(paths.map { ($0, PictureFolders.mark(of: $0)) }) { one, _ in one }
  }

  private static func haveChanged(_ marks: [String: FileMark?]) -> Bool {
    marks.contains { PictureFolders.mark(of: $0.key) != $0.value }
  }

  /// Notes that a source's content is confirmed, although it is the same.
  package mutating func confirmed(_ key: String, _ moment: AuthorMoment) {
    let path = SourceFolder.standard.content(key)
    for (name, instance) in known where instance.files[path] != nil {
      add(ReloadWish(.check, atMs: moment.bootMs, gapMs: 0, isCounted: false), to: name)
    }
  }

  /// Notes that the clock was set: all content was made for another time.
  package mutating func clockWasSet(_ moment: AuthorMoment) {
    for name in known.keys {
      let gap = ReloadSchedule.localGapMs
      add(ReloadWish(.clock, atMs: moment.bootMs, gapMs: gap, isCounted: false), to: name)
    }
  }

  private mutating func add(_ wish: ReloadWish, to name: String) {
    if known[name]!.wishes.contains(where: { $0.reason == wish.reason }) { return }
    known[name]!.wishes.append(wish)
  }

  /// When something is to be reloaded, since the boot in ms; nil = only after a change.
  package mutating func dueMs(_ moment: AuthorMoment) -> Int64? {
    tell(moment)
    return schedule.dueMs
  }

  /// What is to be reloaded now, by name.
  package mutating func due(_ moment: AuthorMoment) -> [String: ReloadWish] {
    tell(moment)
    return schedule.due(nowMs: moment.bootMs)
  }

  private mutating func tell(_ moment: AuthorMoment) {
    for (name, instance) in known { schedule.want(instance.wishes + Self.dated(instance, moment), name) }
  }

  /// The reloads that follow from the dates of its content.
  private static func dated(_ instance: Instance, _ moment: AuthorMoment) -> [ReloadWish] {
    func wish(_ reason: ReloadReason, at instant: Instant, isCounted: Bool) -> ReloadWish {
      ReloadWish(
        reason, atMs: moment.bootMs(at: instant), gapMs: ReloadSchedule.gapMs, isCounted: isCounted)
    }
    // It is tried again when it changes.
    if instance.kept.isSetAside { return [] }
    if instance.kept.failure != nil { return [wish(.retry, at: instance.askedAt, isCounted: instance.isCounted)] }
    let policy = instance.kept.reloadDue.map {
      wish(.timeline, at: Instant(roundingUp: $0), isCounted: instance.isCounted)
    }
    let check = instance.kept.checkDue.map { Instant(roundingUp: $0) }.flatMap { due in
      due > instance.askedAt ? wish(.check, at: due, isCounted: false) : nil
    }
    return [policy, check].compactMap(\.self)
  }

  /// What is known of each instance's reloads, by name.
  package mutating func reloads(_ moment: AuthorMoment) -> [String: WidgetReloads] {
    tell(moment)
    return Dictionary(
      uniqueKeysWithValues: known.map { name, instance in
        let record = schedule.records[name] ?? ReloadRecord()
        let next = schedule.next(name)
        let usedCount = record.budget.usedCount(nowMs: moment.bootMs)
        let isLimited = instance.isCounted || instance.files.values.contains(.network(every: nil))
        return (
          name,
          WidgetReloads(
            contentAt: instance.kept.date.map { Instant(roundingUp: $0) }, notice: instance.kept.notice,
            isInvented: instance.kept.isInvented, lastAt: record.lastMs.map(moment.wall),
            lastReason: record.lastReason, nextAt: next.map { moment.wall(atBootMs: max(moment.bootMs, $0.atMs)) },
            nextReason: next?.wish.reason, usedCount: isLimited || usedCount > 0 ? usedCount : nil,
            failure: instance.failure, failingSince: instance.failingSinceMs.map(moment.wall),
            warning: instance.warning, emptiness: instance.kept.emptiness)
        )
      })
  }

  // MARK: compiles

  /// A compile of the scene: what it reloads, and the states of all files before anything was read.
  struct Reading {
    fileprivate var wishes: [String: ReloadWish] = [:]
    fileprivate var sceneMarks: [String: FileMark?] = [:]
    fileprivate var marks: [String: [String: FileMark?]] = [:]
  }

  /// Notes that a board's own files are about to be read.
  func begin(_ paths: [String]) -> Reading {
    var reading = Reading()
    reading.sceneMarks = Self.marks(of: paths)
    return reading
  }

  /// Chooses the instances that are reloaded, and gives the others their content. Those that are reloaded get their last
  /// content in case their provider fails, unless another source has taken the name since.
  ///
  /// - Parameter all: why all are reloaded; nil = those that are due.
  mutating func prepare(
    _ scene: inout PanelScene, of board: BoardFolder, all: ReloadReason?, _ moment: AuthorMoment,
    _ reading: inout Reading
  ) {
    var all = all
    let isSceneNew = reading.sceneMarks.contains { path, mark in sceneMarks[path].map { $0 != mark } ?? false }
    if all == nil && isSceneNew { all = .scene }
    let due = all == nil ? due(moment) : [:]
    scene.updateSlots { slot in
      let name = slot.identifier
      let isSame = known[name]?.identity == slot.identity
      slot.lastGood = isSame ? known[name]?.kept.timeline : nil
      slot.detail?.lastGood = isSame ? known[name]?.kept.detailTimeline : nil
      let isOther = known[name].map { !isSame || $0.kept.isSetAside != (slot.setAside != nil) } ?? false
      let reason = all ?? (known[name] == nil ? .begun : isOther ? .changed : nil)
      let wish = reason.map { ReloadWish($0, atMs: moment.bootMs, gapMs: 0, isCounted: false) } ?? due[name]
      if let wish { reading.wishes[name] = wish } else { slot.kept = known[name]?.kept }
    }
    for item in board.scene.allWidgets where reading.wishes[item.identifier] != nil {
      reading.marks[item.identifier] = Self.marks(of: board.files(of: item).keys)
    }
  }

  /// Notes what was shown, and what it was made of.
  ///
  /// - Parameters:
  ///   - paths: the files that the scene itself is made of.
  ///   - own: files that reading may have written.
  mutating func end(
    _ reading: Reading, of board: BoardFolder, _ scene: PanelScene, _ compiled: CompiledScene,
    paths: [String], own: Set<String>, at moment: AuthorMoment
  ) {
    // Those that were not known before are as they are now.
    sceneMarks = Self.marks(of: paths).merging(reading.sceneMarks.filter { paths.contains($0.key) }) { $1 }
    var others = Set(board.watchedPaths.map { URL(fileURLWithPath: $0).path }).subtracting(sceneMarks.keys)
    var now: [String: Instance] = [:]
    for (slot, item, context) in board.slots(of: scene) {
      let name = slot.identifier
      let files = board.files(of: item)
      others.subtract(files.keys)
      guard let kept = compiled.contents[name] else { continue }
      guard let wish = reading.wishes[name] else {
        now[name] = known[name]
        continue
      }
      var marks = reading.marks[name] ?? [:]
      for path in own where marks[path] != nil { marks[path] = PictureFolders.mark(of: path) }
      let isCounted = !WidgetGallery.standard.isBuiltIn(item.kind) && context != .standBy
      now[name] = Instance(
        identity: slot.identity, files: files, marks: marks, isCounted: isCounted, kept: kept, askedAt: moment.wall,
        failingSinceMs: known[name].flatMap { $0.identity == slot.identity ? $0.failingSinceMs : nil })
      schedule.reloaded(name, wish, nowMs: moment.bootMs)
    }
    known = now
    for name in known.keys {
      known[name]!.faults = Faults(of: name, in: compiled.diagnostics)
      known[name]!.faults.content = board.faultsOfContent[name]?.description
      known[name]!.failingSinceMs = known[name]!.failure.map { _ in known[name]!.failingSinceMs ?? moment.bootMs }
    }
    lastReasons = reading.wishes.values.map(\.reason)
    schedule.keep(now.keys)
    surroundings = Self.marks(of: others)
  }
}

/// What is known of an instance's reloads, by the wall clock.
package struct WidgetReloads: Codable, Equatable, Sendable {
  /// The age of its content counts from here; nil = there is only a placeholder.
  package var contentAt: Instant?
  /// The words that the panel shows in place of content that has never come; nil = none.
  package var notice: String?
  /// Whether the content is invented, because the scene asks for a sample.
  package var isInvented = false
  package var lastAt: Instant?
  package var lastReason: ReloadReason?
  /// nil = only after a change.
  package var nextAt: Instant?
  package var nextReason: ReloadReason?
  /// Of `ReloadBudget.dailyCount`, in the last day; nil = its reloads do not count.
  package var usedCount: Int?
  /// One sentence; nil = neither its provider nor its view failed, and its content is whole.
  package var failure: String?
  package var failingSince: Instant?
  /// One sentence; nil = nothing is to be said.
  package var warning: String?
  /// A clause about content that is whole and has nothing to show; nil = it has something.
  package var emptiness: String?
}

/// Where a file's content comes from.
enum ContentOrigin: Equatable, Sendable {
  /// This machine: a file, a program's output, what was handed over.
  case local
  /// The network. `every` is the pause that the scene sets, in seconds; nil = the service's own.
  case network(every: Int?)

  /// The reload that a change of it asks for. A pause that a person has set is not limited further.
  func wish(atMs: Int64) -> ReloadWish {
    switch self {
    case .local: ReloadWish(.changed, atMs: atMs, gapMs: ReloadSchedule.localGapMs, isCounted: false)
    case .network(let every?):
      ReloadWish(.received, atMs: atMs, gapMs: min(Int64(every) * 1_000, ReloadSchedule.gapMs), isCounted: false)
    case .network(nil): ReloadWish(.received, atMs: atMs, gapMs: ReloadSchedule.gapMs, isCounted: true)
    }
  }
}

extension BoardFolder {
  /// The files that a widget's content depends on, and where they come from.
  fileprivate func files(of item: SceneSettings.Item) -> [String: ContentOrigin] {
    var files: [String: ContentOrigin] = [:]
    for path in pathsOfWidgets[item.identifier] ?? [] { files[URL(fileURLWithPath: path).path] = .local }
    for request in sources(of: item) {
      guard let key = request.source.key else { continue }
      switch request.source.origin {
      case .web, .calendars: files[SourceFolder.standard.content(key)] = .network(every: request.source.everySeconds)
      case .none, .file, .command, .push: break
      }
    }
    return files
  }

  /// The slots of a scene with the widgets that they were made of, and the contexts of their pages.
  fileprivate func slots(of panel: PanelScene) -> [(SceneSlot, SceneSettings.Item, WidgetContext)] {
    let items = Dictionary(scene.allWidgets.map { ($0.identifier, $0) }) { one, _ in one }
    return panel.pages.names.indices.map(panel.onPage).flatMap { page in
      page.slots.compactMap { slot in items[slot.identifier].map { (slot, $0, page.context) } }
    }
  }
}
