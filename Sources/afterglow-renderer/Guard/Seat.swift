import AfterglowArchive
import AfterglowCore
import AfterglowLight
import AfterglowLinux
import AfterglowWear

/// One panel and all that belongs to it: archive, display, renderer, authors. The parts know their own affairs; what one
/// of them means for the others is decided here.
struct Seat: ~Copyable {
  let options: SeatOptions
  let screens: Kept<Screens>
  var post: ControlPost
  var home: HomeReference?
  /// The board before the one that `home` is for, until that has shown its first frame.
  var former: FormerHome?
  var archives = ArchiveShelf()
  var display: DisplaySession
  var life = RendererLife()
  var inputs: RoomInputs
  var shown = ShownFrame()
  var orbit: OrbitLog
  /// Set when this panel is given up, or the program is to end.
  var exitStatus: Int32?

  init(_ options: SeatOptions, _ screens: Kept<Screens>, _ fileWatch: FileWatch) throws(SystemError) {
    post = try ControlPost(path: options.controlPath, fileWatch)
    display = DisplaySession(fileWatch)
    self.options = options
    self.screens = screens
    inputs = RoomInputs(light: options.millilux.map { Illuminance(millilux: $0) })
    orbit = OrbitLog(path: options.statePath)
  }

  /// Does what is due.
  mutating func tend() {
    listenIfDue()
    if exitStatus != nil {
      endRenderer()
      home?.pointee.closeDisplay()
      return
    }
    openDisplayIfDue()
    renewPanelIfDue()
    startRendererIfDue()
    expireWords()
    dim()
    life.tell(knowledge)
    offerQueuedArchive()
    if orbits { orbit.saveIfDue() }
  }

  /// Whether the board's picture moves.
  private var orbits: Bool { home.map { $0.pointee.plan.board.wear.orbitPx > 0 } ?? false }

  mutating func watch(_ set: inout PollSet) {
    post.watch(&set)
    life.watch(&set)
    home?.pointee.devices.watch(&set)
  }

  mutating func take(_ set: borrowing PollSet) {
    if life.hasNews(set) { readRenderer() }
    readClients(set)
    if post.hasNewcomers(set) { welcomeAuthors() }
    if home?.pointee.devices.take(set) == true { notePresence() }
    killHangingRenderer()
    life.keepHeartbeat(nowMs: SystemTime.boottimeMs)
  }

  /// How it stands, for the service manager.
  var state: SeatState {
    if exitStatus != nil || archives.lastGood < 0 { return .idle }
    if home?.pointee.hasDisplay != true || (isOnScreen && screens.pointee.isReleased) { return .withoutDisplay }
    if !shown.isThere { return .starting }
    return life.process == nil || !life.hasShown || life.heartbeat.isWaiting ? .late : .showing
  }

  /// The first moment at which the guard itself has something to do for this seat; Int64.max = none.
  func nextDueMs() -> Int64 {
    if exitStatus != nil { return post.nextDueMs }
    var due = Swift.min(post.nextDueMs, life.heartbeat.nextMs)
    if home != nil && archives.lastGood >= 0 {
      if home?.pointee.hasDisplay != true {
        due = Swift.min(due, display.backoff.tryAtMs)
      } else if life.process == nil && !(isOnScreen && screens.pointee.isReleased) {
        let lightMs = home?.pointee.devices.waitsForLightUntilMs ?? 0
        due = Swift.min(due, Swift.max(lightMs, Swift.max(life.backoff.startAtMs, display.backoff.tryAtMs)))
      }
    }
    due = Swift.min(due, candidateDueMs)
    due = Swift.min(due, inputs.nextDueMs)
    if inputs.light.reading == .absent, let next = home?.pointee.nextLightMs(after: SystemTime.boottimeMs) {
      due = Swift.min(due, next)
    }
    if let home { due = Swift.min(due, home.pointee.devices.nextDueMs(after: SystemTime.boottimeMs)) }
    if orbits { due = Swift.min(due, orbit.nextMs) }
    return due
  }

  /// Ends the renderer; the picture stays where the display lets it.
  mutating func stop() {
    _ = life.end()
    if orbits { orbit.save() }
    home?.end()
    home = nil
    former?.home.end()
    former = nil
    post.close()
  }

  /// Writes "afterglow-renderer: NAME: …" to standard error, where NAME tells several seats apart.
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

/// A board that another one follows, and its last good archive.
struct FormerHome {
  let home: HomeReference
  let archive: Int32
}
