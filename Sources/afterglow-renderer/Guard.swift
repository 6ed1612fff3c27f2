import AfterglowArchive
import AfterglowCore
import AfterglowLinux

/// The parent: opens what is opened and keeps it, reads what is slow, and starts a renderer whenever there is none.
///
/// It waits without a limit only when nothing of its own is due: then a signal, an author or the renderer wakes it.
struct Guard: ~Copyable {
  let options: Options
  let signals: SignalSource
  let listener: ControlListener?
  var clients = ControlClients()
  var home: GuardHome?
  var renderer: RendererProcess?
  var backoff = RestartBackoff()
  var archives = ArchiveShelf()
  var heartbeat = Heartbeat(isEmissive: true)
  var modeOverride = ModeOverride.automatic
  /// Millilux by the author's word; −1 = unknown, nil = the board's own light source.
  var luxByAuthor: Int64?
  /// What the running renderer was told last; −1 = unknown.
  var luxSent: Int64 = -1
  /// False while a renderer that took another's place has yet to show its first frame.
  var mayPassLight = true
  var hasPresented = false
  /// The last update, for authors that come later.
  var lastUpdate: ControlMessage?
  /// How the last frame was drawn.
  var wasNight = false
  var wasAlwaysOn = false
  /// Set when guard and renderer are to end.
  var exitStatus: Int32?

  static func run(_ options: Options) -> Int32 {
    Process.setName("aglow-guard")
    do throws(SystemError) {
      var keeper = try Guard(options)
      if let path = options.archivePath, let refusal = keeper.start(with: path) { return refusal }
      return keeper.runUntilStopped()
    } catch {
      return complain(.inputOutput, error)
    }
  }

  private init(_ options: Options) throws(SystemError) {
    let signals = try SignalSource()
    if let path = options.controlPath { listener = try ControlListener(path: path) } else { listener = nil }
    self.options = options
    luxByAuthor = options.millilux
    self.signals = signals
  }

  /// Exit status when the archive or its display cannot be had.
  private mutating func start(with path: UnsafePointer<CChar>) -> Int32? {
    do throws(HomeError) {
      let file: FileDescriptor
      do throws(IntakeError) { file = try openArchive(path) } catch { throw .intake(error) }
      home = try GuardHome(file, options)
      archives.setLastGood(file.release())
      return nil
    } catch {
      return complain(error.exitCode) { (text: inout TextWriter) in
        text.write(cString: path)
        text.write(": ")
        error.write(to: &text)
      }
    }
  }

  private mutating func runUntilStopped() -> Int32 {
    while exitStatus == nil {
      startRendererIfDue()
      passLight()
      offerQueuedArchive()
      waitForNews()
    }
    if let renderer { renderer.stop() }
    clients.closeAll()
    listener?.close()
    return exitStatus!
  }

  private mutating func waitForNews() {
    var set = PollSet()
    let signalPlace = set.add(signals.descriptor)
    let listenerPlace = set.add(listener?.descriptor ?? -1)
    let rendererPlace = set.add(renderer?.socket ?? -1)
    let firstClient = set.count
    for index in 0..<ControlClients.capacity { _ = set.add(clients[index]) }
    set.wait(timeoutMs: nextDueMs().map { $0 - SystemTime.boottimeMs })
    if set.isReady(signalPlace) { takeSignals() }
    if set.isReady(rendererPlace) { readRenderer() }
    for index in 0..<ControlClients.capacity where set.isReady(firstClient + index) { readClient(index) }
    if set.isReady(listenerPlace) { welcomeAuthors() }
    killHangingRenderer()
    keepHeartbeat()
  }

  /// The first moment at which the guard itself has something to do; nil = none.
  private func nextDueMs() -> Int64? {
    var due = Int64.max
    if renderer == nil && archives.lastGood >= 0 { due = backoff.startAtMs }
    if archives.candidate >= 0 { due = Swift.min(due, archives.candidateSentAtMs + ArchiveShelf.patienceMs) }
    due = Swift.min(due, heartbeat.nextMs)
    if luxByAuthor == nil, let next = home?.nextLightMs(after: SystemTime.boottimeMs) { due = Swift.min(due, next) }
    return due == Int64.max ? nil : due
  }

  private mutating func takeSignals() {
    while let signal = signals.next() {
      switch signal {
      case .stop: exitStatus = ExitCode.done.rawValue
      case .childEnded: noteDeathOfRenderer()
      }
    }
  }
}
