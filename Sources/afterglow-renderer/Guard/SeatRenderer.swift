import AfterglowArchive
import AfterglowCore
import AfterglowEngine
import AfterglowLight
import AfterglowLinux

/// What a renderer that was forked ahead has yet to be told.
enum RendererLack { case nothing, launch, panel }

// A seat and its renderer: start, tell, hear, bury.
extension Seat {
  mutating func startRendererIfDue() {
    let now = SystemTime.boottimeMs
    if renderer != nil && rendererLacks == .panel { sendPanel() }
    if renderer != nil || archives.lastGood < 0 || now < rendererBackoff.startAtMs { return }
    if home?.pointee.hasDisplay != true || now < displayBackoff.tryAtMs { return }
    if isOnScreen && screens.pointee.isReleased { return }
    if now < home?.pointee.devices.waitsForLightUntilMs ?? 0 { return }
    let panel: Panel
    do throws(DisplayFailure) { panel = try home!.pointee.panel() } catch { return noteDisplayIsAway(error) }
    start(on: panel)
    equip()
  }

  /// A renderer that is forked before anything else makes itself ready while the guard looks at the archive and sets up the
  /// graphics card, which takes as long. For an archive that seems to want a card, by its unproven first bytes; not where
  /// light is waited for first, nor where several seats may come to share the card.
  mutating func startRendererAhead(of archive: borrowing FileDescriptor) {
    guard options.displayPath == nil, !screens.pointee.isReleased, let board = ArchiveFile.boardHint(of: archive),
      DisplayKind(rawValue: board.displayKind) == .drm, LightSourceKind(rawValue: board.lightSource) != .iio,
      Engine.workingByteCount(for: board) <= Seat.largestHintByteCount
    else { return }
    do throws(SystemError) {
      let patience = RendererPatience(isEmissive: board.isEmissive != 0)
      renderer = try RendererProcess(patience) { socket in Renderer.runAhead(for: board, socket: socket) }
      rendererLacks = .launch
    } catch {
      // It is started in the usual way then.
    }
  }

  /// Unproven bytes do not get any amount of memory: two 4K panels.
  private static var largestHintByteCount: Int { 64 << 20 }

  /// Tells a renderer that was forked ahead what to do, now that the archive's board is known. One that was forked for
  /// nothing ends.
  mutating func launchRendererAhead() {
    guard rendererLacks == .launch, let renderer, let home else { return }
    let isItsDisplay = home.pointee.plan.displayKind == .drm
    let launch = makeLaunch()
    guard isItsDisplay, SystemTime.boottimeMs >= home.pointee.devices.waitsForLightUntilMs,
      ForkPacket.send(launch, to: renderer.socket)
    else { return endRenderer() }
    rendererLacks = .panel
    note(launch)
  }

  /// The panel for a renderer that was forked ahead of it. One that cannot be had ends it; all goes its usual way then.
  private mutating func sendPanel() {
    rendererLacks = .nothing
    if let renderer, case .drm(let panel) = try? home?.pointee.panel(), !panel.isLeased,
      PanelPacket.send(panel, to: renderer.socket)
    {
      return equip()
    }
    endRenderer()
  }

  /// What a new renderer with a panel is told first.
  private mutating func equip() {
    noteCardGeneration()
    handOver()
  }

  private mutating func noteCardGeneration() {
    cardGeneration = home?.pointee.display.place.map { screens.pointee.cards.generation($0) } ?? 0
  }

  private mutating func start(on panel: Panel) {
    let launch = makeLaunch()
    do throws(SystemError) {
      let patience = RendererPatience(isEmissive: launch.board.isEmissive != 0)
      renderer = try RendererProcess(patience) { socket in Renderer.run(launch, on: panel, socket: socket) }
      note(launch)
    } catch {
      // No memory or no process to be had now: try again a second later, the picture stays.
      rendererBackoff.noteDeath(livedMs: 0, nowMs: SystemTime.boottimeMs)
    }
  }

  private mutating func note(_ launch: RendererLaunch) {
    hasShown = false
    line = RendererLine(
      told: RendererKnowledge(
        white: launch.white, mode: launch.modeOverride, millilux: launch.millilux, presences: presences))
    heartbeat = Heartbeat(RendererPatience(isEmissive: launch.board.isEmissive != 0))
    mayPassLight = launch.millilux == currentMillilux()
  }

  /// Gives a new renderer the archive that it begins with, before anything else but white; it waits for it, confined.
  private mutating func handOver() {
    guard handsOver, rendererLacks == .nothing, let renderer, home != nil else { return }
    line.tell(white: home!.pointee.devices.dimming.white, to: renderer.socket)
    _ = line.say(ControlMessage(.newArchive), passing: archives.lastGood, to: renderer.socket)
  }

  /// From now on renderers get archives, and one that waits for its first gets that.
  mutating func beginHandingOver() {
    handsOver = true
    handOver()
  }

  /// Another board has come to the same card: each draws through a lease of its own from now on.
  mutating func renewPanelIfDue() {
    guard renderer != nil, let place = home?.pointee.display.place else { return }
    if screens.pointee.cards.generation(place) != cardGeneration { endRenderer() }
  }

  private func makeLaunch() -> RendererLaunch {
    let plan = home!.pointee.plan.board
    return RendererLaunch(
      board: plan, clockTrust: home!.pointee.plan.clockTrust,
      archiveByteCount: (try? fileByteCount(archives.lastGood)) ?? 0,
      millilux: luxToBeginWith(plan), modeOverride: modeOverride, white: home!.pointee.devices.dimming.white,
      orbitPhaseMs: orbit.phaseMs, confinement: confinement)
  }

  /// A renderer takes its first reading at its word. One that replaces another begins with a reading that leads to the
  /// mode its forerunner was in, so that nothing lights up green or blue in the dark (law 2) because the sensor is
  /// between two thresholds or silent just then; the true reading follows its first frame. What a person or the schedule
  /// decided, the new one knows by itself.
  private func luxToBeginWith(_ board: BoardRecord) -> Int64 {
    if board.isEmissive == 0 { return currentMillilux() }
    if wasNight && wasByLight { return Int64(board.light.night.enterMillilux) }
    if wasAlwaysOn && wasByLight { return Int64(board.light.alwaysOn.enterMillilux) }
    return currentMillilux()
  }

  /// Tells the renderer what has changed since it was last told: of each the newest, when it has time to listen.
  mutating func tellRenderer() {
    guard let renderer, rendererLacks == .nothing, home != nil else { return }
    let wanted = RendererKnowledge(
      white: home!.pointee.devices.dimming.white, mode: modeOverride,
      millilux: mayPassLight ? currentMillilux() : line.told.millilux, distance: currentDistance(), isLit: !isDark,
      presences: presences)
    line.tell(wanted, to: renderer.socket)
  }

  /// One that finds no room waits where it is, and gives way to a newer one.
  mutating func offerQueuedArchive() {
    guard let renderer, rendererLacks == .nothing, archives.queued >= 0, archives.candidate < 0,
      line.say(ControlMessage(.newArchive), passing: archives.queued, to: renderer.socket)
    else { return }
    archives.promoteQueued(nowMs: SystemTime.boottimeMs)
  }

  /// When a renderer that has not answered to its archive counts as hanging.
  var candidateDueMs: Int64 {
    guard let renderer, archives.candidate >= 0 else { return Int64.max }
    return archives.candidateSentAtMs + renderer.patience.archiveMs
  }

  /// Hears a renderer that lives. One that has closed its line can never be told anything again: another takes its place.
  mutating func readRenderer() {
    for _ in 0..<Seat.packetsPerTurn {
      guard let renderer else { return }
      switch receivePacket(from: renderer.socket) {
      case .message(let message, let passed):
        closeDescriptor(passed)
        take(message)
        if message.kind == .updated { checkPlaces() }
      case .foreign: continue
      case .nothing: return
      case .closed, .failed: return Process.kill(renderer.identifier)
      }
    }
  }

  /// What a renderer said before it died still counts, all that its line can hold.
  private mutating func readLastWords(of dead: RendererProcess) {
    for _ in 0..<1_024 {
      guard case .message(let message, let passed) = receivePacket(from: dead.socket) else { return }
      closeDescriptor(passed)
      take(message)
    }
  }

  private mutating func take(_ message: ControlMessage) {
    heartbeat.note(message, nowMs: SystemTime.boottimeMs)
    switch message.kind {
    case .updated: notePresented(message)
    case .adopted: archives.candidateWasAdopted()
    case .refused: _ = archives.candidateWasRefused()
    case .displayFailed: noteDisplayFailure(message)
    default: return
    }
    clients.sendToAll(message)
  }

  private mutating func notePresented(_ message: ControlMessage) {
    hasPresented = true
    hasShown = true
    mayPassLight = true
    wasNight = message.isNight
    wasAlwaysOn = message.isAlwaysOn
    wasByLight = message.reason == LightReason.light.rawValue || message.reason == LightReason.heldLight.rawValue
    lastUpdate = message
    settleIn()
    if displayBackoff.notePresented(nowMs: SystemTime.boottimeMs) {
      say { (text: inout TextWriter) in text.write("the display shows the picture again") }
    }
  }

  /// Said once, with the reason; what follows from a loss is seen to when the renderer ends.
  private mutating func noteDisplayFailure(_ message: ControlMessage) {
    let trouble = DisplayTrouble(rawValue: message.value) ?? .none
    if trouble == .none || displayBackoff.hasBeenSpokenOf { return }
    displayBackoff.noteSpoken()
    say { (text: inout TextWriter) in
      text.write(textOf: message)
      text.write(trouble == .lost ? "; setting the display up again" : "; trying again until it works")
    }
  }

  mutating func killHangingRenderer() {
    guard let renderer, SystemTime.boottimeMs >= candidateDueMs else { return }
    Process.kill(renderer.identifier)
    refuseCandidate("the renderer did not answer in time")
  }

  /// Asks a renderer whose frame is late, and ends one that does not answer: another takes its place at once.
  mutating func keepHeartbeat() {
    guard let renderer else { return heartbeat.reset() }
    switch heartbeat.action(nowMs: SystemTime.boottimeMs) {
    case .none: break
    case .ask:
      heartbeat.noteAsked(line.say(ControlMessage(.ping), to: renderer.socket), nowMs: SystemTime.boottimeMs)
    case .kill: Process.kill(renderer.identifier)
    }
  }

  mutating func noteDeathOfRenderer() {
    guard let dead = renderer, let status = Process.reap(dead.identifier) else { return }
    readLastWords(of: dead)
    bury(dead)
    checkListenerIsInPlace()
    refuseCandidate("the renderer died while taking it over")
    let now = SystemTime.boottimeMs
    // A display file that was cut short kills whoever draws on it.
    let isCutShort = home?.pointee.hasDisplay == true && home?.pointee.display.isInPlace == false
    if status == ExitCode.displayLost.rawValue || isCutShort {
      if home?.pointee.hasDisplay == true {
        loseDisplay(isCutShort ? home!.pointee.display.absence : "the display is lost")
      }
      clients.sendToAll(ControlMessage(.rendererRestarted, value: rendererBackoff.deaths))
      return
    }
    if !hasPresented && status >= ExitCode.usage.rawValue && status < 80 {
      // It has said why; starting it again would end the same way.
      if moveBack("the renderer cannot show it on its board") { return }
      exitStatus = status
      return
    }
    rendererBackoff.noteDeath(livedMs: now - dead.startedAtMs, nowMs: now)
    clients.sendToAll(ControlMessage(.rendererRestarted, value: rendererBackoff.deaths))
  }

  /// Ends the renderer for good, because its display goes.
  mutating func endRenderer() {
    guard let old = renderer else { return }
    old.stop()
    bury(old)
    refuseCandidate("its board went")
  }

  private mutating func bury(_ dead: RendererProcess) {
    closeDescriptor(dead.socket)
    renderer = nil
    rendererLacks = .nothing
    heartbeat.reset()
  }

  private mutating func refuseCandidate(_ reason: StaticString) {
    if !archives.candidateWasRefused() { return }
    var message = ControlMessage(.refused)
    message.appendText(reason)
    clients.sendToAll(message)
  }
}
