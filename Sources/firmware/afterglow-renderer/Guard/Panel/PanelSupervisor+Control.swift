import AfterglowArchive
import AfterglowCore
import AfterglowEngine
import AfterglowInput
import AfterglowLight
import AfterglowLinux

// A supervisor's communication with authors.
extension PanelSupervisor {
  /// Maximum number of packets read from one author, or one renderer, per iteration, so that one that sends
  /// continuously cannot block the others.
  static var packetsPerTurn: Int { 32 }

  mutating func welcomeAuthors() {
    for _ in 0..<ControlClients.capacity {
      guard let socket = post.accept(atMs: SystemTime.boottimeMs) else { return }
      _ = sendPacket(hello(), to: socket, waits: false)
      if var update = shown.update {
        update.kindByte = ControlKind.showing.rawValue
        _ = sendPacket(update, to: socket, waits: false)
      }
      if session == nil { continue }
      _ = sendPacket(session!.pointee.devices.dimming.message(), to: socket, waits: false)
      if session!.pointee.plan.displayKind.isPaper {
        _ = sendPacket(ControlMessage(saved.refreshes.record), to: socket, waits: false)
      }
    }
  }

  func hello() -> ControlMessage {
    var message = ControlMessage(.hello, value: Int64(life.process?.identifier ?? 0))
    message.isDark = inputs.isDark
    if session != nil {
      appendDisplayName(to: &message)
      message.addDamage(PixelRect(session!.pointee.plan.windowSize))
    }
    return message
  }

  private func appendDisplayName(to message: inout ControlMessage) {
    if let place = session!.pointee.display.place {
      message.write(screens.pointee.cards.path(place))
    } else {
      message.write(cString: options.displayPath ?? session!.pointee.plan[.displayPath])
    }
  }

  /// Reads the authors' messages. A new archive ends the iteration, because it may take as long as setting up a
  /// display; the next iteration starts with the following author.
  mutating func readClients(_ set: borrowing PollSet) {
    for step in 0..<ControlClients.capacity {
      if let index = post.author(step, set), readClient(index) { return post.endTurn(with: index) }
    }
  }

  /// True if it sent an archive.
  private mutating func readClient(_ index: Int) -> Bool {
    for _ in 0..<PanelSupervisor.packetsPerTurn {
      switch receivePacket(from: post.clients[index]) {
      case .message(let message, let passed):
        post.clients.note(index, atMs: SystemTime.boottimeMs)
        take(message, FileDescriptor(owning: passed), from: index)
        if message.kind == .newArchive { return true }
      case .foreign: continue
      case .nothing: return false
      case .closed, .failed:
        post.clients.drop(index)
        return false
      }
    }
    return false
  }

  private mutating func take(_ message: ControlMessage, _ file: consuming FileDescriptor, from index: Int) {
    switch message.kind {
    case .newArchive: takeArchive(file, from: index)
    case .modeOverride:
      guard let mode = ModeOverride(rawValue: UInt8(truncatingIfNeeded: message.value)) else { return }
      inputs.mode = mode
    case .lux: takeLight(message, from: index)
    case .distance: takeDistance(message, from: index)
    case .power: setPower(message.value != 0)
    case .presence: notePresence()
    case .input: takeInput(message, from: index)
    case .page: takePage(message, from: index)
    case .touchTest: takeTouchTest(message, from: index)
    case .performs: takePerformer(message, from: index)
    case .answer: takeAnswer(message, from: index)
    case .stop: exitStatus = ExitCode.done.rawValue
    case .ping: post.clients.send(ControlMessage(.pong, value: message.value), to: index)
    case .describe: post.clients.send(hello(), to: index)
    default: break
    }
  }

  /// Passes an author's changes on like those of a device: a program touches the panel.
  private mutating func takeInput(_ message: ControlMessage, from index: Int) {
    guard let session else { return }
    if session.pointee.plan[.input].pointee == 0 {
      return refuse("nothing on this board can be touched; board.yaml names no input", to: index)
    }
    let packet = message.input(until: MonotonicInstant(milliseconds: SystemTime.boottimeMs))
    life.send(packet)
    reportTested(packet)
    if packet.isActive { notePresence() }
  }

  /// Passes a request for another page on.
  private mutating func takePage(_ message: ControlMessage, from index: Int) {
    let count = pageCount
    if count == 1 { return refuse("this board has one page; add pages to its scene", to: index) }
    switch message.pageTurn {
    case .to(let page)? where Int(page) < count: break
    case .next?, .previous?: break
    default: return refuse("this board has no page with that number", to: index)
    }
    if !life.send(message) { refuse("the panel is busy; try again", to: index) }
  }

  private mutating func takeDistance(_ message: ControlMessage, from index: Int) {
    switch session?.pointee.plan.board.sensor.distanceKind {
    case .none?:
      return refuse("this board has one level of detail only; board.yaml names no distance.sensor", to: index)
    case .counts:
      return refuse("this board's distance.sensor counts, and its limits are not in metres", to: index)
    default: break
    }
    inputs.distance.take(
      message.distance.limited(to: SensorQuantity.distance.maximum), validForMs: message.validForMs,
      defaultMs: session?.pointee.plan.externalDistanceMs ?? Int64.max, atMs: SystemTime.boottimeMs)
  }

  private mutating func takeLight(_ message: ControlMessage, from index: Int) {
    if let board = session?.pointee.plan.board, !Engine.canDim(board) {
      // Paper has a night of its own: it does not flash in the dark.
      if DisplayKind(rawValue: board.displayKind)?.isPaper != true {
        return refuse("this panel is never dimmed: no light changes it", to: index)
      }
      if board.flashesInDark != 0 {
        return refuse(
          "this panel is refreshed in the dark as in light (refresh.inDark): no light changes it", to: index)
      }
    }
    inputs.light.take(
      message.light.limited(to: Illuminance.maximum), validForMs: message.validForMs,
      defaultMs: session?.pointee.plan.externalLightMs ?? Int64.max, atMs: SystemTime.boottimeMs)
  }

  /// Informs an author that its reading has no effect on this board, and why.
  mutating func refuse(_ why: StaticString, to index: Int) {
    var message = ControlMessage(.ignored)
    message.write(why)
    post.clients.send(message, to: index)
  }

  /// Darkens the panel for an empty room, or wakes it.
  mutating func setPower(_ isOn: Bool) {
    inputs.isDark = !isOn
    setLit(isOn)
  }

  /// Handles a touch, a key, a motion, or a program's report of one. While the panel is dark, or in an always-on that
  /// presence ends, it only wakes the panel; authors are informed which it was, so that a touch never acts on something
  /// invisible.
  mutating func notePresence() {
    let wakeMs = Int64(session?.pointee.plan.board.rules.wakeMs ?? 0)
    let ends = LightRules.presenceWakes(under: inputs.mode, forMs: wakeMs)
    let isWaking = inputs.isDark || shown.isAlwaysOn && ends
    if inputs.isDark {
      setPower(true)
      post.clients.sendToAll(ControlMessage(.power, value: 1))
    }
    inputs.notePresence(isWaking: isWaking, nowMs: SystemTime.boottimeMs)
    post.clients.sendToAll(ControlMessage(.presence, value: isWaking ? 1 : 0))
  }

  private mutating func takeArchive(_ sent: borrowing FileDescriptor, from index: Int) {
    do throws(SessionError) {
      try takeArchive(sent)
    } catch {
      var message = ControlMessage(.refused)
      error.write(to: &message)
      post.clients.send(message, to: index)
    }
  }
}
