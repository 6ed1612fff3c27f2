import AfterglowArchive
import AfterglowCore
import AfterglowLight
import AfterglowLinux

// The guard and its renderer: start, tell, hear, bury.
extension Guard {
  mutating func startRendererIfDue() {
    let now = SystemTime.boottimeMs
    if renderer != nil || archives.lastGood < 0 || now < backoff.startAtMs { return }
    guard let home else { return }
    let archive = archives.lastGood
    let lux = luxToBeginWith(home)
    let mode = modeOverride
    let inherited = InheritedDescriptors(signals.descriptor, listener?.descriptor ?? -1, clients)
    do throws(SystemError) {
      renderer = try RendererProcess { socket in
        inherited.close()
        return Renderer.run(
          RendererLaunch(
            board: home.plan.board, panel: home.panel, clockTrust: home.plan.clockTrust, archive: archive,
            socket: socket, millilux: lux, modeOverride: mode))
      }
      luxSent = lux
      heartbeat = Heartbeat(isEmissive: home.plan.board.isEmissive != 0)
      mayPassLight = lux == currentMillilux()
    } catch {
      // No memory or no process to be had now: try again a second later, the picture stays.
      backoff.noteDeath(livedMs: 0, nowMs: now)
    }
  }

  /// A renderer takes its first reading at its word. One that replaces another begins with a reading that leads to the
  /// mode its forerunner was in, so that nothing lights up green or blue in the dark (law 2) because the sensor is
  /// between two thresholds or silent just then; the true reading follows its first frame.
  private func luxToBeginWith(_ home: GuardHome) -> Int64 {
    if home.plan.board.isEmissive == 0 { return currentMillilux() }
    let settings = home.plan.board.light
    if wasNight { return Int64(settings.night.enterMillilux) }
    if wasAlwaysOn { return Int64(settings.alwaysOn.enterMillilux) }
    return currentMillilux()
  }

  private func currentMillilux() -> Int64 {
    luxByAuthor ?? home?.millilux(atMs: SystemTime.boottimeMs) ?? -1
  }

  /// Tells the renderer the light when it is another than before.
  mutating func passLight() {
    guard let renderer, mayPassLight else { return }
    let now = currentMillilux()
    if now == luxSent { return }
    if renderer.send(ControlMessage(.lux, value: now)) { luxSent = now }
  }

  mutating func offerQueuedArchive() {
    guard let renderer, archives.queued >= 0, archives.candidate < 0 else { return }
    archives.promoteQueued(nowMs: SystemTime.boottimeMs)
    if !renderer.send(ControlMessage(.newArchive), passing: archives.candidate) {
      refuseCandidate("the renderer does not read")
    }
  }

  mutating func readRenderer() {
    while let socket = renderer?.socket {
      guard case .message(let message, let passed) = receivePacket(from: socket) else { return }
      closeDescriptor(passed)
      heartbeat.note(message, nowMs: SystemTime.boottimeMs)
      switch message.kind {
      case .updated:
        hasPresented = true
        mayPassLight = true
        wasNight = message.isNight
        wasAlwaysOn = message.isAlwaysOn
        lastUpdate = message
      case .adopted: archives.candidateWasAdopted()
      case .refused: _ = archives.candidateWasRefused()
      default: continue
      }
      clients.sendToAll(message)
    }
  }

  mutating func killHangingRenderer() {
    if archives.candidate < 0 { return }
    if SystemTime.boottimeMs < archives.candidateSentAtMs + ArchiveShelf.patienceMs { return }
    if let renderer { Process.kill(renderer.identifier) }
    refuseCandidate("the renderer did not answer in time")
  }

  /// Asks a renderer whose frame is late, and ends one that does not answer: another takes its place at once.
  mutating func keepHeartbeat() {
    guard let renderer else { return heartbeat.reset() }
    switch heartbeat.action(nowMs: SystemTime.boottimeMs) {
    case .none: break
    case .ask: _ = renderer.send(ControlMessage(.ping))
    case .kill: Process.kill(renderer.identifier)
    }
  }

  mutating func noteDeathOfRenderer() {
    guard let dead = renderer, let status = Process.reap(dead.identifier) else { return }
    // What it said before it died still counts.
    readRenderer()
    closeDescriptor(dead.socket)
    renderer = nil
    refuseCandidate("the renderer died while taking it over")
    if !hasPresented && status >= ExitCode.usage.rawValue && status < 80 {
      // It has said why; starting it again would end the same way.
      exitStatus = status
      return
    }
    let now = SystemTime.boottimeMs
    backoff.noteDeath(livedMs: now - dead.startedAtMs, nowMs: now)
    clients.sendToAll(ControlMessage(.rendererRestarted, value: backoff.deaths))
  }

  private mutating func refuseCandidate(_ reason: StaticString) {
    if !archives.candidateWasRefused() { return }
    var message = ControlMessage(.refused)
    message.appendText(reason)
    clients.sendToAll(message)
  }
}

/// Descriptors of the guard that a renderer must not keep alive: it would hide the guard's death from authors.
struct InheritedDescriptors {
  private let signals: Int32
  private let listener: Int32
  private let clients: ControlClients

  init(_ signals: Int32, _ listener: Int32, _ clients: ControlClients) {
    self.signals = signals
    self.listener = listener
    self.clients = clients
  }

  func close() {
    closeDescriptor(signals)
    closeDescriptor(listener)
    clients.closeAll()
  }
}
