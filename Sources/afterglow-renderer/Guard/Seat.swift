import AfterglowArchive
import AfterglowCore
import AfterglowLight
import AfterglowLinux

/// One panel and all that belongs to it: archive, display, renderer, authors.
struct Seat: ~Copyable {
  let options: SeatOptions
  let confinement: ConfinementOptions
  let screens: Kept<Screens>
  let fileWatch: FileWatch
  /// Where authors connect; nil = there is no such place, or somebody has removed it.
  var listener: ControlListener?
  var listenerWatch: Int32 = -1
  let listenerFolder: RuntimeFolder?
  /// When to try to have it back.
  var listenerBackoff = DisplayBackoff()
  var displayWatch: Int32 = -1
  var clients = ControlClients()
  /// The author who is heard first in the next turn.
  var firstToRead = 0
  var home: HomeReference?
  /// The board before the one that `home` is for, until that has shown its first frame.
  var former: HomeReference?
  /// That board's last good archive.
  var formerArchive: Int32 = -1
  /// Size of the archive that `home` began with.
  var archiveByteCount = 0
  /// The archive of a start, as long as only its board has been looked at.
  var uncheckedArchive: ArchiveFile?
  /// Whether renderers may have archives: what this guard holds is valid.
  var handsOver = false
  var renderer: RendererProcess?
  /// What a renderer that was forked ahead has yet to be told.
  var rendererLacks = RendererLack.nothing
  /// The state of the graphics card that the renderer's panel was made for.
  var cardGeneration = 0
  var rendererBackoff = RestartBackoff()
  var displayBackoff = DisplayBackoff()
  var archives = ArchiveShelf()
  var heartbeat = Heartbeat(RendererPatience(isEmissive: true))
  /// What the running renderer knows.
  var line = RendererLine()
  var orbit: OrbitLog
  var modeOverride = ModeOverride.automatic
  /// Millilux by the author's word.
  var pushedLight: PushedValue
  /// How far away the viewer is by the author's word.
  var pushedDistance = PushedValue()
  /// False while a renderer that took another's place has yet to show its first frame.
  var mayPassLight = true
  /// Dark for an empty room.
  var isDark = false
  /// Whether any renderer of this home has shown a frame.
  var hasPresented = false
  /// Whether the renderer that runs now has.
  var hasShown = false
  /// The last update, for authors that come later.
  var lastUpdate: ControlMessage?
  /// How the last frame was drawn.
  var wasNight = false
  var wasAlwaysOn = false
  /// Whether light decided that, and neither a person nor the schedule.
  var wasByLight = false
  /// How often somebody has come, and when a renderer was last to be told of it.
  var presences: Int64 = 0
  var presenceAtMs = Int64.min / 2
  /// Set when this panel is given up, or the program is to end.
  var exitStatus: Int32?
  private var places = PollPlaces()

  init(
    _ options: SeatOptions, _ confinement: ConfinementOptions, _ screens: Kept<Screens>, _ fileWatch: FileWatch
  ) throws(SystemError) {
    listenerFolder = options.controlPath.map { RuntimeFolder(of: $0) }
    if let path = options.controlPath {
      listener = try ControlListener(path: path)
      listenerWatch = fileWatch.add(path)
    }
    self.fileWatch = fileWatch
    self.options = options
    self.confinement = confinement
    self.screens = screens
    pushedLight = PushedValue(options.millilux)
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
    tellRenderer()
    offerQueuedArchive()
    if orbits { orbit.saveIfDue() }
  }

  /// Whether the board's picture moves.
  private var orbits: Bool { home.map { $0.pointee.plan.board.wear.orbitPx > 0 } ?? false }

  mutating func watch(_ set: inout PollSet) {
    places.listener = set.add(listener?.descriptor ?? -1)
    places.renderer = set.add(renderer?.socket ?? -1, writes: line.isFull)
    places.firstClient = set.count
    for index in 0..<ControlClients.capacity { _ = set.add(clients[index]) }
    places.devices = DevicePlaces()
    home?.pointee.devices.watch(&set, &places.devices)
  }

  mutating func take(_ set: borrowing PollSet) {
    if set.isReady(places.renderer) { readRenderer() }
    readClients(set, firstPlace: places.firstClient)
    if set.isReady(places.listener) { welcomeAuthors() }
    if home?.pointee.devices.take(set, places.devices) == true { notePresence() }
    killHangingRenderer()
    keepHeartbeat()
  }

  /// How it stands, for the service manager.
  var state: SeatState {
    if exitStatus != nil || archives.lastGood < 0 { return .idle }
    if home?.pointee.hasDisplay != true || (isOnScreen && screens.pointee.isReleased) { return .withoutDisplay }
    if !hasPresented { return .starting }
    return renderer == nil || !hasShown || heartbeat.isWaiting ? .late : .showing
  }

  /// The first moment at which the guard itself has something to do for this seat; Int64.max = none.
  func nextDueMs() -> Int64 {
    let listenAtMs = options.controlPath != nil && listener == nil ? listenerBackoff.tryAtMs : Int64.max
    if exitStatus != nil { return listenAtMs }
    var due = Swift.min(listenAtMs, heartbeat.nextMs)
    if home != nil && archives.lastGood >= 0 {
      if home?.pointee.hasDisplay != true {
        due = Swift.min(due, displayBackoff.tryAtMs)
      } else if renderer == nil && !(isOnScreen && screens.pointee.isReleased) {
        let lightMs = home?.pointee.devices.waitsForLightUntilMs ?? 0
        due = Swift.min(due, Swift.max(lightMs, Swift.max(rendererBackoff.startAtMs, displayBackoff.tryAtMs)))
      }
    }
    due = Swift.min(due, candidateDueMs)
    due = Swift.min(due, Swift.min(pushedLight.nextDueMs, pushedDistance.nextDueMs))
    if pushedLight.value == nil, let next = home?.pointee.nextLightMs(after: SystemTime.boottimeMs) {
      due = Swift.min(due, next)
    }
    if let home { due = Swift.min(due, home.pointee.devices.nextDueMs(after: SystemTime.boottimeMs)) }
    if orbits { due = Swift.min(due, orbit.nextMs) }
    return due
  }

  /// Ends the renderer; the picture stays where the display lets it.
  mutating func stop() {
    if let renderer { renderer.stop() }
    renderer = nil
    if orbits { orbit.save() }
    home?.end()
    home = nil
    former?.end()
    former = nil
    clients.closeAll()
    listener?.close()
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

/// Where a seat's descriptors are in the set that is waited on.
private struct PollPlaces {
  var listener = -1
  var renderer = -1
  var firstClient = 0
  var devices = DevicePlaces()
}
