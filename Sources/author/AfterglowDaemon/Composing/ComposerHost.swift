import AfterglowBoards
import AfterglowCompiler
import AfterglowCore
import AfterglowKit
import AfterglowPreview
import AfterglowSources
import CChild
import CLinux
import Foundation

/// Starts the process that composes a board's scenes, outlives it, and reports what it has composed
/// (docs/decisions/processes.md, A composing process that dies). Belongs to the composer's thread.
final class ComposerHost {
  private let folder: String
  private let paths: RuntimePaths
  private let isVirtual: Bool
  private let sources: SourceKeeper
  private let listing: SharedListing
  private let post: (Composer.News) -> Void
  private var life: ComposingLife
  private var saving: ArchiveSaving?
  /// The board that is shown; nil before the first scene.
  private var board: ShownBoard?
  /// The contents that may not be composed, and their file.
  private var aside: SetAsideKeeper
  private var deaths = DeathCount()
  /// Errors of the board's files, which keep an older scene on the panel.
  private var refused: [String] = [] {
    didSet { listing.note(refused: refused) }
  }

  init(
    _ folder: String, _ paths: RuntimePaths, isVirtual: Bool, sources: SourceKeeper, listing: SharedListing,
    post: @escaping (Composer.News) -> Void
  ) throws {
    self.folder = folder
    self.paths = paths
    self.isVirtual = isVirtual
    self.sources = sources
    self.listing = listing
    self.post = post
    aside = SetAsideKeeper(path: isVirtual ? paths.virtualSetAside : paths.setAside)
    life = ComposingLife()
    beginWithCare(nowMs: ag_boottime_ms())
    try begin(reason: ReloadReason.begun.rawValue)
  }

  /// Sets everything but clocks aside where the runs before this one died again and again.
  private func beginWithCare(nowMs: Int64) {
    var apart = paths
    if isVirtual { apart.setApartForVirtual() }
    let left = [apart, paths].lazy.map { RunDeaths.times(leftAt: $0.authorLock, nowMs: nowMs) }
    deaths = DeathCount(ofRuns: left.first { !$0.isEmpty } ?? [])
    guard deaths.areOfRuns else { return }
    let words =
      "\(DeathCount.limit) runs of this board died within \(DeathCount.spanMs / 60_000) min. Until `afterglow reload` is used or "
      + "an hour has passed, nothing is fetched, and only clocks and content that changes are composed."
    aside.beginPrecaution(words)
    post(.warning(words, about: "precaution"))
  }

  /// Readable when the process has reported something or has ended; −1 while there is none.
  var descriptor: Int32 { life.descriptor }

  /// When `step` has something to do, since the boot in ms.
  func nextDeadlineMs() -> Int64 {
    let now = ag_boottime_ms()
    let deadlines = [life.deadlineMs(nowMs: now), saving?.dueMs]
    return max(now, deadlines.compactMap { $0 }.reduce(now + 3_600_000, min))
  }

  // MARK: the process

  /// Starts a process that composes.
  private func begin(reason: String) throws {
    let start = ComposingMessage.Start(
      folder: folder, isVirtual: isVirtual, controlSocket: paths.foreignSocket, setAside: aside.contents,
      precaution: aside.precaution, isOneByOne: life.isOneByOne, reason: reason)
    // What the last process knew of good content died with it.
    try life.begin(start, passing: board?.archive ?? savedPlaces.lazy.compactMap { ArchiveFile(savedAt: $0) }.first)
  }

  /// Paths at which this run or an earlier one may have saved the archive.
  private var savedPlaces: [String] { (isVirtual ? [paths.virtualArchive] : []) + [paths.archive] }

  /// The scene of an earlier run; nil = there is none that a panel accepts.
  private var kept: ShownBoard? { savedPlaces.lazy.compactMap { ShownBoard(keptAt: $0, now: .now) }.first }

  func order(_ order: Composer.Order) {
    switch order {
    case .compile(let reason):
      if reason == Composer.hangUp, tryAgain() { return }
      life.send(.compile(reason))
    case .confirmed(let key): life.send(.confirmed(key))
    case .nextFace: life.send(.nextFace)
    case .end: life.send(.end)
    }
  }

  /// A person asks for everything: content that was set aside as a precaution, or because its process was killed, is
  /// composed again.
  ///
  /// - Returns: whether another process composes it.
  private func tryAgain() -> Bool {
    guard aside.precaution != nil || !life.isThere || aside.contents.contains(where: \.isKilled) else { return false }
    if aside.precaution != nil || !life.isThere { deaths.forget() }
    aside.endPrecaution()
    life.end()
    start(reason: Composer.hangUp)
    return true
  }

  /// Handles what has arrived, and what is due.
  ///
  /// - Returns: whether to continue.
  func step() -> Bool {
    let now = ag_boottime_ms()
    for frame in life.receive() {
      guard let report = ComposingMessage.message(ComposingMessage.Report.self, frame.bytes) else { continue }
      if !handle(report, frame.descriptor) { return false }
    }
    if let death = life.death() { return collect(death, now) }
    if aside.precaution != nil, deaths.areOver(nowMs: now) { _ = tryAgain() }
    if life.isDue(nowMs: now) { start(reason: ReloadReason.begun.rawValue) }
    if let board { saving?.keepIfDue(board.archive, post) }
    return true
  }

  private func start(reason: String) {
    do { try begin(reason: reason) } catch {
      post(.warning("\(error)", about: "composing"))
      life.restAfterFailure(nowMs: ag_boottime_ms())
    }
  }

  /// Sets content aside that ended the process, and starts another process.
  private func collect(_ death: ComposingLife.Death, _ now: Int64) -> Bool {
    deaths.add(nowMs: now)
    let setAside = aside.note(death, wallMs: Instant.now.milliseconds)
    post(.warning(setAside ?? death.report, about: "composing \(death.subject?.slot ?? "")"))
    keepAside()
    if deaths.isTooMany(nowMs: now) {
      if aside.precaution == nil {
        let words =
          "\(DeathCount.limit) processes that compose died within \(DeathCount.spanMs / 60_000) min; "
          + "only clocks are composed until content changes or `afterglow reload` is used."
        aside.beginPrecaution(words)
        post(.warning(words, about: "precaution"))
      } else if death.subject?.slot.isEmpty ?? true {
        // Clocks alone: nothing is left to set aside.
        let words = "nothing can be composed; the last good scene stays, and it is tried again in 10 min"
        post(.warning(words, about: "composing"))
        life.rest(untilMs: now + DeathCount.spanMs)
        return board != nil || showKept([death.report])
      }
    }
    start(reason: ReloadReason.begun.rawValue)
    return true
  }

  private func keepAside() {
    do { try aside.keep() } catch {
      post(.warning("\(error); the next run tries content again that ended a process", about: "set aside"))
    }
  }

  // MARK: its reports

  private func handle(_ report: ComposingMessage.Report, _ descriptor: Int32) -> Bool {
    switch report {
    case .composed(let scene): return show(scene, descriptor)
    case .refused(let lines):
      refused = lines
      if board == nil { return showKept(lines) }
      post(.refused(lines))
    case .warning(let text, let subject): post(.warning(text, about: subject))
    case .cleared(let subject, let words): post(.cleared(subject, words: words))
    case .listing(let found):
      var value = found.listing(life.checker)
      value.refused = refused
      listing.replace(value)
      if !deaths.areOfRuns { sources.follow(value.requests, trustsClock: found.trustsClock) }
    }
    if descriptor >= 0 { close(descriptor) }
    return true
  }

  private func show(_ scene: ComposedScene, _ descriptor: Int32) -> Bool {
    defer { ag_release_program_pages() }
    let isFirst = board == nil
    do {
      guard descriptor >= 0 else { throw Failure(.unavailable, "a process that composes sent no archive") }
      let shown = try ShownBoard(scene, descriptor)
      board = shown
      refused = []
      aside.composed(scene.setAside)
      keepAside()
      if isFirst { return try prepare(shown) }
      saving?.note(scene.urgency, isTried: scene.isTried)
      post(.compiled(shown, scene.reason))
    } catch {
      // Another run of the board, for one.
      if isFirst {
        post(.failed(error))
        return false
      }
      post(.refused(ComposingProcess.lines(of: error)))
    }
    return true
  }

  /// The scene of an earlier run, where there is none of this one.
  private func showKept(_ lines: [String]) -> Bool {
    do {
      guard let kept else { throw Failure(.badInput, lines: lines) }
      board = kept
      post(.refused(lines))
      return try prepare(kept)
    } catch {
      post(.failed(error))
      return false
    }
  }

  private func prepare(_ shown: ShownBoard) throws -> Bool {
    let prepared = try PreparedBoard(shown, paths, isVirtual: isVirtual, post: post)
    saving = ArchiveSaving(prepared.keeper)
    // A guard of this run starts from the file.
    saving?.keep(shown.archive, paths.foreignSocket == nil ? .now : .whenDue, post)
    post(.ready(prepared))
    return true
  }

  /// Ends the process.
  func finish() { life.finish() }
}

/// The contents of a board that are set aside, and their file.
struct SetAsideKeeper {
  private(set) var contents: [SetAsideContent]
  /// Why everything but clocks is set aside; nil = it is not.
  private(set) var precaution: String?
  private var file: SetAsideFile

  init(path: String) {
    file = SetAsideFile(path: path)
    contents = file.read()
  }

  /// Sets the content aside that ended a process.
  ///
  /// - Returns: the message to the user; nil where no content is known to be the reason.
  mutating func note(_ death: ComposingLife.Death, wallMs: Int64) -> String? {
    guard let subject = death.subject, !subject.slot.isEmpty, subject.phase != .checking else { return nil }
    // The process read other content than the files have now.
    if death.beganMs < wallMs, ContentFingerprint.hasChanged(subject.paths, in: death.beganMs + 1...wallMs) {
      return nil
    }
    let source = subject.source.isEmpty ? "its configuration" : subject.source
    let reason = "The process that composed \(subject.slot) (\(subject.kind)) from \(source) died: \(death.words)."
    var content = SetAsideContent(
      subject: subject, fingerprint: ContentFingerprint.of(subject), version: ProductVersion.text, reason: reason,
      sinceMs: wallMs)
    content.isKilled = death.isKilled
    contents.removeAll { $0.subject.slot == subject.slot }
    contents.append(content)
    return
      "\(reason) This content is set aside until it changes: \(subject.paths.isEmpty ? "the configuration in the scene" : subject.paths.joined(separator: ", "))"
  }

  /// Takes over the contents that are set aside in the scene that a process has composed.
  mutating func composed(_ found: [SetAsideContent]) { contents = found }

  mutating func beginPrecaution(_ words: String) { precaution = words }

  mutating func endPrecaution() {
    precaution = nil
    contents.removeAll { $0.isPrecaution || $0.isKilled }
  }

  mutating func keep() throws { try file.keep(contents) }
}

/// When the newest archive is saved.
struct ArchiveSaving {
  private let keeper: ArchiveKeeper
  /// nil = what is saved will do.
  private var urgency: ArchiveKeeper.Urgency? = .whenDue
  private var archive: ArchiveFile?

  init(_ keeper: ArchiveKeeper) { self.keeper = keeper }

  var dueMs: Int64? {
    guard let urgency, let archive else { return nil }
    return keeper.dueMs(archive, urgency)
  }

  /// Notes how soon a new archive is to be saved: what only time has changed is less urgent.
  mutating func note(_ new: ArchiveKeeper.Urgency?, isTried: Bool) {
    if let new { urgency = new == .daily && urgency == .whenDue ? .whenDue : new }
    // A face that is only tried out is not kept after the run, nor shown after the next boot.
    if isTried { urgency = nil }
  }

  mutating func keepIfDue(_ archive: ArchiveFile, _ post: (Composer.News) -> Void) {
    self.archive = archive
    if let urgency { keep(archive, urgency, post) }
  }

  mutating func keep(_ archive: ArchiveFile, _ urgency: ArchiveKeeper.Urgency, _ post: (Composer.News) -> Void) {
    self.archive = archive
    switch keeper.keep(archive, urgency) {
    case nil: break
    case .success?:
      self.urgency = nil
      post(.cleared("archive", words: "the archive can be written again"))
    case .failure(let error)?:
      post(.warning("\(error); the panel keeps running, but the next boot shows an older archive", about: "archive"))
    }
  }
}

/// A board about to be shown: its first scene, and its files and lock, which make this its only run.
struct PreparedBoard: @unchecked Sendable {
  let board: ShownBoard
  let places: RunPlaces
  let keeper: ArchiveKeeper

  init(_ shown: ShownBoard, _ paths: RuntimePaths, isVirtual: Bool, post: (Composer.News) -> Void) throws {
    var paths = paths
    board = shown
    if isVirtual && !board.isVirtual { paths.setApartForVirtual() }
    let hasRuntimeFolder = paths.foreignSocket == nil || isVirtual || board.isVirtual
    places = try RunPlaces(paths, hasRuntimeFolder: hasRuntimeFolder) { post(.warning($0, about: "lock")) }
    keeper = ArchiveKeeper(paths: paths)
  }
}
