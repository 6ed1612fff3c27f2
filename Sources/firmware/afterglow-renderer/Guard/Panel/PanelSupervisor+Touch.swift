import AfterglowArchive
import AfterglowCore
import AfterglowDevice
import AfterglowInput
import AfterglowLinux

// A supervisor's touches: from its devices to the renderer, and from the renderer's commands to an author.
extension PanelSupervisor {
  /// Reads the devices that are ready. Touches reach the renderer before the news that they have woken the panel, so that
  /// it knows which only woke it.
  mutating func takeDevices(_ set: borrowing PollSet) {
    guard let session else { return }
    var isActive = false
    let passesPositions = options.isAlone || session.pointee.devices.isInputNamed
    let isTested = post.clients.tester(atMs: SystemTime.boottimeMs) != nil
    var tested = InputPacket()
    session.pointee.devices.take(set) { packet in
      isActive = isActive || packet.isActive
      if passesPositions { life.send(packet) }
      if isTested { tested.appendLatest(of: packet) }
    }
    reportTested(tested)
    if isActive { notePresence() }
  }

  /// Handles a command of the renderer.
  mutating func takeCommand(_ message: ControlMessage) {
    let command = message.command
    switch post.commands.admit(command.sequence, atMs: SystemTime.boottimeMs) {
    case .known: return
    case .refused: return refuse(command)
    case .passes: break
    }
    if !perform(command) { noteAnswer(ActionAnswer(sequence: command.sequence, outcome: .unavailable)) }
  }

  /// The renderer has shown it as pending, and the desk does not know it.
  private mutating func refuse(_ command: ActionCommand) {
    _ = life.send(ControlMessage(ActionAnswer(sequence: command.sequence, outcome: .unavailable)))
  }

  /// False if it cannot be performed.
  private mutating func perform(_ command: ActionCommand) -> Bool {
    if archives.lastGood < 0 || command.value < 0 || command.value > 1 { return false }
    let file = FileDescriptor(owning: archives.lastGood)
    var forwarded = ControlMessage(command)
    let action = PanelSupervisor.action(of: command, in: file, name: &forwarded)
    _ = file.release()
    guard let action, let kind = ActionKind(rawValue: action.kind) else { return false }
    switch kind {
    case .author: return post.clients.sendToPerformer(forwarded)
    case .mode:
      guard let mode = ModeOverride(rawValue: UInt8(clamping: action.argument)) else { return false }
      inputs.mode = mode
      noteAnswer(ActionAnswer(sequence: command.sequence, outcome: .done))
      return true
    case .brightness:
      guard let request = BrightnessRequest(argument: action.argument), session != nil,
        session!.pointee.devices.dimming.ask(request)
      else { return false }
      noteAnswer(ActionAnswer(sequence: command.sequence, outcome: .done))
      return true
    // The renderer performs these itself.
    case .page, .scheduledPage, .entry, .key: return false
    }
  }

  /// Whether an archive has the region that a command names with this action, or the key with it.
  private static func isBound(_ command: ActionCommand, in archive: Archive) -> Bool {
    if let code = command.key { return command.value == 0 && archive.action(ofKey: code) == command.action }
    return archive.hasRegion(command.region, action: command.action, inWidget: Int(command.widget))
  }

  /// The action of a command, if the sealed archive has the region or key that the command names, with this action.
  ///
  /// - Parameter name: gets the action's name.
  private static func action(
    of command: ActionCommand, in file: borrowing FileDescriptor, name: inout ControlMessage
  ) -> ActionRecord? {
    guard let bytes = try? ArchiveFile.read(file), let archive = try? Archive.reopen(bytes.bytes),
      archive.contentHash == command.archive, isBound(command, in: archive)
    else { return nil }
    let action = archive.actions[Int(command.action)]
    name.write(archive.strings(action.name))
    return action
  }

  /// The number of pages of the sealed archive.
  var pageCount: Int {
    if archives.lastGood < 0 { return 1 }
    let file = FileDescriptor(owning: archives.lastGood)
    let count = PanelSupervisor.pageCount(in: file)
    _ = file.release()
    return count
  }

  private static func pageCount(in file: borrowing FileDescriptor) -> Int {
    guard let bytes = try? ArchiveFile.read(file), let archive = try? Archive.reopen(bytes.bytes) else { return 1 }
    return archive.board.pages.count
  }

  /// Handles an author's answer to a command; one of an author that receives no commands has no effect.
  mutating func takeAnswer(_ message: ControlMessage, from index: Int) {
    guard index == post.clients.performer, let answer = message.answer else { return }
    if answer.outcome == .failed && message.textCount > 0 {
      say { (text: inout TextWriter) in
        text.write("an action failed: ")
        text.write(textOf: message)
      }
    }
    noteAnswer(answer)
  }

  private mutating func noteAnswer(_ answer: ActionAnswer) {
    if post.commands.note(answer, atMs: SystemTime.boottimeMs) { sendAnswers() }
  }

  /// Sends the answers for which the renderer had no room before. Commands whose author is gone end.
  mutating func sendAnswers() {
    if post.clients.performer < 0 { post.commands.failAll() }
    for _ in 0..<ActionFigures.outstanding {
      guard let answer = post.commands.next, life.send(ControlMessage(answer)) else { return }
      post.commands.noteSent(answer)
    }
  }

  /// Handles an author's wish to receive commands, or to receive them no longer. Those of another author end.
  mutating func takePerformer(_ message: ControlMessage, from index: Int) {
    let isWish = message.value != 0
    if !isWish && index != post.clients.performer { return }
    if index != post.clients.performer || !isWish { post.commands.failAll() }
    post.clients.performer = isWish ? index : -1
  }
}
