import AfterglowArchive
import AfterglowCore
import AfterglowLight
import AfterglowLinux

/// One panel of a guard with its archive, display, renderer, devices and authors. The parts keep their own state; their
/// interaction is implemented here. Called by `Guard` in each iteration of its loop.
struct PanelSupervisor: ~Copyable {
  let options: PanelOptions
  let screens: Box<Screens>
  var post: ControlPost
  var session: SessionReference?
  /// The board before that of `session`, until the latter has shown its first frame.
  var previous: PreviousSession?
  var archives = ArchiveStore()
  var display: DisplaySession
  var life = RendererLife()
  var inputs: RoomInputs
  var shown = ShownFrame()
  var saved: SavedState
  /// Set when this panel has failed permanently, or the program is to exit.
  var exitStatus: Int32?

  init(_ options: PanelOptions, _ screens: Box<Screens>, _ fileWatch: FileWatch) throws(SystemError) {
    post = try ControlPost(path: options.controlPath, fileWatch)
    display = DisplaySession(fileWatch)
    self.options = options
    self.screens = screens
    inputs = RoomInputs(light: options.millilux.map { Illuminance(millilux: $0) })
    saved = SavedState(path: options.statePath)
  }

  /// Performs the actions that are due, once per iteration.
  mutating func tend() {
    listenIfDue()
    if exitStatus != nil {
      if endsRenderer() { session?.pointee.closeDisplay() }
      return
    }
    openDisplayIfDue()
    renewPanelIfDue()
    startRendererIfDue()
    expireExternalValues()
    dim()
    life.update(rendererInputs)
    sendAnswers()
    offerQueuedArchive()
    if orbits { saved.orbit.saveIfDue() }
    saved.refreshes.saveIfDue()
  }

  /// Whether the board's picture orbits.
  private var orbits: Bool { session.map { $0.pointee.plan.board.wear.orbitPx > 0 } ?? false }

  mutating func watch(_ set: inout PollSet) {
    post.watch(&set)
    life.watch(&set)
    session?.pointee.devices.watch(&set)
  }

  mutating func take(_ set: borrowing PollSet) {
    if life.hasNews(set) { readRenderer() }
    readClients(set)
    if post.hasNewcomers(set) { welcomeAuthors() }
    takeDevices(set)
    killHangingRenderer()
    life.keepHeartbeat(nowMs: SystemTime.boottimeMs)
  }

  /// For the service manager.
  var state: SupervisorState {
    if exitStatus != nil || archives.lastGood < 0 { return .idle }
    if session?.pointee.hasDisplay != true || (isOnScreen && screens.pointee.isReleased) { return .withoutDisplay }
    if !shown.isThere { return .starting }
    return life.isLate ? .late : .showing
  }

  /// When the guard has something to do for this panel; Int64.max = never.
  func nextDueMs() -> Int64 {
    if exitStatus != nil { return Swift.min(post.nextDueMs, life.nextMs) }
    var due = Swift.min(post.nextDueMs, life.nextMs)
    if session != nil && archives.lastGood >= 0 {
      if session?.pointee.hasDisplay != true {
        due = Swift.min(due, display.backoff.tryAtMs)
      } else if life.process == nil && !(isOnScreen && screens.pointee.isReleased) {
        let lightMs = session?.pointee.devices.waitsForLightUntilMs ?? 0
        due = Swift.min(due, Swift.max(lightMs, Swift.max(life.backoff.startAtMs, display.backoff.tryAtMs)))
      }
    }
    due = Swift.min(due, candidateDueMs)
    due = Swift.min(due, inputs.nextDueMs)
    if inputs.light.reading == .absent, let next = session?.pointee.nextLightMs(after: SystemTime.boottimeMs) {
      due = Swift.min(due, next)
    }
    if let session { due = Swift.min(due, session.pointee.devices.nextDueMs(after: SystemTime.boottimeMs)) }
    if orbits { due = Swift.min(due, saved.orbit.nextMs) }
    return Swift.min(due, saved.refreshes.nextMs)
  }

  /// Whether this panel still needs its guard.
  var isRunning: Bool { exitStatus == nil || life.process != nil }

  /// Ends the renderer; the picture stays if the display supports that. All panels are asked first (`askToStop`), so
  /// that their last frames end at the same time.
  mutating func stop() {
    _ = life.end()
    if orbits { saved.orbit.save() }
    saved.refreshes.save()
    session?.end()
    session = nil
    previous?.session.end()
    previous = nil
    post.close()
  }

  /// Writes "afterglow-renderer: NAME: …" to standard error; NAME distinguishes several panels.
  func say(_ code: ExitCode = .done, _ body: (inout TextWriter) -> Void) {
    _ = complain(code) { (text: inout TextWriter) in
      if let path = options.archivePath ?? options.controlPath {
        text.write(cString: path)
        text.write(": ")
      }
      body(&text)
    }
  }
}

/// A board that is being replaced, and its last good archive.
struct PreviousSession {
  let session: SessionReference
  let archive: Int32
}
