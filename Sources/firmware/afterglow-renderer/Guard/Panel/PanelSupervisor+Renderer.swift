import AfterglowArchive
import AfterglowCore
import AfterglowEngine
import AfterglowLinux

// A supervisor's renderer: starting it, sending to it, reading from it and reaping it.
extension PanelSupervisor {
  mutating func startRendererIfDue() {
    let now = SystemTime.boottimeMs
    if life.process != nil && life.setup == .needsPanel { sendPanel() }
    if life.process != nil || archives.lastGood < 0 || now < life.backoff.startAtMs { return }
    if session?.pointee.hasDisplay != true || now < display.backoff.tryAtMs { return }
    if isOnScreen && screens.pointee.isReleased { return }
    if now < session?.pointee.devices.waitsForLightUntilMs ?? 0 { return }
    let panel: Panel
    do throws(DisplayFailure) { panel = try session!.pointee.panel() } catch { return noteDisplayIsAway(error) }
    start(on: panel)
    sendInitialState()
  }

  /// Forks a renderer before anything else, so that it sets itself up while the guard validates the archive and opens
  /// the graphics card, which takes as long. Done if the unvalidated first bytes of the archive request a card; not if
  /// startup waits for a light reading, nor if several panels may share the card.
  mutating func startRendererAhead(of archive: borrowing FileDescriptor) {
    guard options.displayPath == nil, !screens.pointee.isReleased, let board = ArchiveFile.boardHint(of: archive),
      DisplayKind(rawValue: board.displayKind) == .drm, LightSourceKind(rawValue: board.lightSource) != .iio,
      Engine.workingByteCount(for: board) <= PanelSupervisor.largestHintByteCount
    else { return }
    do throws(SystemError) {
      let forked = try RendererProcess(RendererTimeouts()) { socket in Renderer.runAhead(for: board, socket: socket) }
      life.begin(forked, setup: .needsLaunch)
    } catch {
      // On failure it is started in the usual way later.
    }
  }

  /// Maximum memory, in bytes, that is reserved because of unvalidated bytes: two 4K panels.
  private static var largestHintByteCount: Int { 64 << 20 }

  /// Sends the launch parameters to a renderer that was forked ahead, once the archive's board is known. One that is
  /// not needed exits.
  mutating func launchRendererAhead() {
    guard life.setup == .needsLaunch, let process = life.process, let session else { return }
    let isItsDisplay = session.pointee.plan.displayKind == .drm
    let launch = makeLaunch()
    guard isItsDisplay, SystemTime.boottimeMs >= session.pointee.devices.waitsForLightUntilMs,
      ForkPacket.send(launch, to: process.socket)
    else { return endRenderer() }
    life.setup = .needsPanel
    note(launch)
  }

  /// Sends the panel to a renderer that was forked ahead of it. On failure the renderer is ended and started in the
  /// usual way.
  private mutating func sendPanel() {
    life.setup = .complete
    if let process = life.process, case .drm(let panel) = try? session?.pointee.panel(), !panel.isLeased,
      PanelPacket.send(panel, to: process.socket)
    {
      return sendInitialState()
    }
    endRenderer()
  }

  /// Sends the initial state to a new renderer that has its panel.
  private mutating func sendInitialState() {
    noteCardGeneration()
    handOver()
  }

  private mutating func noteCardGeneration() {
    life.cardGeneration = session?.pointee.display.place.map { screens.pointee.cards.generation($0) } ?? 0
  }

  private mutating func start(on panel: Panel) {
    var launch = makeLaunch()
    launch.settlesUntilMs = Swift.max(launch.settlesUntilMs, panel.settlesUntilMs)
    do throws(SystemError) {
      let settlesMs = Swift.max(0, launch.settlesUntilMs - SystemTime.boottimeMs)
      let patience = RendererTimeouts(longestEndMs: panel.longestEndMs, settlesMs: settlesMs)
      life.begin(try RendererProcess(patience) { socket in Renderer.run(launch, on: panel, socket: socket) })
      note(launch)
    } catch {
      // No memory or process is available: retry a second later; the picture stays.
      life.backoff.noteDeath(livedMs: 0, nowMs: SystemTime.boottimeMs)
    }
  }

  private mutating func note(_ launch: RendererLaunch) {
    let known = RendererInputs(
      white: launch.white, mode: launch.modeOverride, light: launch.light, presences: inputs.presences)
    life.note(known, mayReceiveLight: launch.light == currentLight)
  }

  /// Sends a new renderer its first archive, for which it waits, confined.
  private mutating func handOver() {
    guard archives.mayHandOver && session != nil else { return }
    if !life.sendFirst(archives.lastGood, knowing: rendererInputs, nowMs: SystemTime.boottimeMs) { life.kill() }
  }

  /// Allows archives to be sent, and sends one to a renderer that is waiting for its first.
  mutating func beginHandingOver() {
    archives.mayHandOver = true
    handOver()
  }

  /// Restarts the renderer when another board has been added to the same card: from then on each draws through a lease.
  mutating func renewPanelIfDue() {
    guard life.process != nil, let place = session?.pointee.display.place else { return }
    if screens.pointee.cards.generation(place) != life.cardGeneration { endRenderer() }
  }

  private func makeLaunch() -> RendererLaunch {
    let plan = session!.pointee.plan.board
    return RendererLaunch(
      board: plan, clockTrust: session!.pointee.plan.clockTrust,
      archiveByteCount: (try? fileByteCount(archives.lastGood)) ?? 0,
      light: shown.lightToBeginWith(plan, current: currentLight), modeOverride: inputs.mode, page: shown.page,
      white: session!.pointee.devices.dimming.white,
      orbitPhaseMs: saved.orbit.phaseMs, settlesUntilMs: life.settlesUntilMs,
      lastDriveEndMs: saved.refreshes.lastDriveEndMs, refreshes: saved.refreshes.record,
      confinement: options.confinement)
  }

  /// Sends the queued archive. If the socket is full, it stays queued, and a newer one replaces it.
  mutating func offerQueuedArchive() {
    if archives.queued < 0 || archives.candidate >= 0 || !life.send(archives.queued) { return }
    archives.promoteQueued(nowMs: SystemTime.boottimeMs)
  }

  /// When a renderer that has not responded to its archive is considered hung.
  var candidateDueMs: Int64 {
    guard let process = life.process, archives.candidate >= 0, !life.isEnding else { return Int64.max }
    return archives.candidateSentAtMs + process.patience.archiveMs
  }

  /// Reads a running renderer's messages. One that has closed its socket is replaced.
  mutating func readRenderer() {
    for _ in 0..<PanelSupervisor.packetsPerTurn {
      guard let process = life.process else { return }
      switch receivePacket(from: process.socket) {
      case .message(let message, let passed):
        closeDescriptor(passed)
        take(message)
        if message.kind == .updated { checkPlaces() }
      case .foreign: continue
      case .nothing: return
      case .closed, .failed: return life.kill()
      }
    }
  }

  /// Reads the messages that a renderer sent before it ended, as many as its socket can hold.
  private mutating func readFinalMessages(of dead: RendererProcess) {
    for _ in 0..<1_024 {
      guard case .message(let message, let passed) = receivePacket(from: dead.socket) else { return }
      closeDescriptor(passed)
      take(message)
    }
  }

  private mutating func take(_ message: ControlMessage) {
    life.note(message, nowMs: SystemTime.boottimeMs)
    switch message.kind {
    case .updated: notePresented(message)
    case .adopted: archives.candidateWasAdopted()
    case .refused: _ = archives.candidateWasRefused()
    case .displayFailed: noteDisplayFailure(message)
    case .command: return takeCommand(message)
    case .refreshes: return saved.refreshes.note(message, realtimeMs: SystemTime.realtimeMs)
    default: return
    }
    post.clients.sendToAll(message)
  }

  private mutating func notePresented(_ message: ControlMessage) {
    shown.note(message)
    commitSession()
    if display.backoff.notePresented(nowMs: SystemTime.boottimeMs) {
      say { (text: inout TextWriter) in text.write("the display shows the picture again") }
    }
  }

  /// Reports a failed frame once, with the reason; a lost display is handled when the renderer exits.
  private mutating func noteDisplayFailure(_ message: ControlMessage) {
    let trouble = DisplayTrouble(rawValue: message.value) ?? .none
    if trouble == .none || display.backoff.hasBeenLogged { return }
    display.backoff.noteLogged()
    say { (text: inout TextWriter) in
      text.write(textOf: message)
      text.write(trouble == .lost ? "; setting the display up again" : "; trying again until it works")
    }
  }

  mutating func killHangingRenderer() {
    if SystemTime.boottimeMs < candidateDueMs { return }
    life.kill()
    refuseCandidate("the renderer did not answer in time")
  }

  mutating func noteDeathOfRenderer() {
    guard let dead = life.process, let status = Process.reap(dead.identifier) else { return }
    readFinalMessages(of: dead)
    if life.isEnding { return noteEndOfRenderer() }
    if status != ExitCode.done.rawValue {
      life.noteAccident(nowMs: SystemTime.boottimeMs)
      saved.refreshes.noteDeath()
    }
    life.reap()
    checkListenerIsInPlace()
    let wasKilled = status == 128 + Process.killSignal
    if !wasKilled || !archives.offerCandidateAgain() { refuseCandidate("the renderer died while taking it over") }
    let now = SystemTime.boottimeMs
    // Writing to a truncated display file kills the process.
    let isCutShort = session?.pointee.hasDisplay == true && session?.pointee.display.isInPlace == false
    if status == ExitCode.displayLost.rawValue || isCutShort {
      if session?.pointee.hasDisplay == true {
        loseDisplay(isCutShort ? session!.pointee.display.absence : "the display is lost")
      }
      post.clients.sendToAll(ControlMessage(.rendererRestarted, value: life.backoff.deaths))
      return
    }
    if !shown.isThere && status >= ExitCode.usage.rawValue && status < 80 {
      // It has reported the reason; starting it again would fail in the same way.
      if restorePreviousSession("the renderer cannot show it on its board") { return }
      exitStatus = status
      return
    }
    life.backoff.noteDeath(livedMs: now - dead.startedAtMs, nowMs: now)
    if life.backoff.isWorthSaying {
      let count = life.backoff.inARow
      say { (text: inout TextWriter) in
        text.write("the renderer has ended ")
        text.write(count)
        text.write(" times in a row, now with status ")
        text.write(Int64(status))
        text.write("; starting it again")
      }
    }
    post.clients.sendToAll(ControlMessage(.rendererRestarted, value: life.backoff.deaths))
  }

  /// It was asked to stop, and has finished its frame.
  private mutating func noteEndOfRenderer() {
    life.reap()
    checkListenerIsInPlace()
    refuseCandidate("its board was replaced")
    changeBoard()
  }

  /// Ends the renderer without waiting for it. True when there is none any more.
  mutating func endsRenderer() -> Bool {
    guard let process = life.process else { return true }
    if process.patience.endsSlowly {
      life.askToStop(nowMs: SystemTime.boottimeMs)
      return false
    }
    endRenderer()
    return true
  }

  /// Ends the renderer without a restart, because its display is closed.
  mutating func endRenderer() {
    if life.end() { refuseCandidate("its board was replaced") }
  }

  private mutating func refuseCandidate(_ reason: StaticString) {
    if !archives.candidateWasRefused() { return }
    var message = ControlMessage(.refused)
    message.write(reason)
    post.clients.sendToAll(message)
  }
}
