/// Assembles commands from bytes, and reports what no controller could understand.
struct CommandStream {
  private var command: UInt8?
  private var form: CommandForm?
  private var parameters: [UInt8] = []
  private var isPerformed = false
  /// What follows was reported with its command.
  private var isDropped = false
  private var hasNotedExcess = false

  /// Forgets what was being received.
  mutating func clear() { self = CommandStream() }

  /// The command is complete, because another follows or the test ends.
  mutating func end(_ controller: any PanelController, _ context: PanelContext) {
    guard let command, !isDropped, !isPerformed, case .parameters(let counts) = form else { return }
    isPerformed = true
    if parameters.count < counts.lowerBound {
      context.note(
        .short, expected: Self.text(counts) + " after \(hexText(command))", found: "\(parameters.count)")
    } else {
      controller.perform(command, parameters)
    }
  }

  mutating func receiveCommand(_ byte: UInt8, _ controller: any PanelController, _ context: PanelContext) {
    let form = controller.form(of: byte)
    if let refusal = refusal(controller, context), form != .status || controller.isAsleep {
      context.command = byte
      context.note(refusal.kind, expected: refusal.expected, found: "command \(hexText(byte))")
      drop(byte)
      return
    }
    if form == .status && context.busy.operation != nil { return drop(byte) }
    end(controller, context)
    self = CommandStream()
    command = byte
    context.command = byte
    self.form = form
    switch form {
    case .parameters(let counts) where counts.upperBound == 0:
      isPerformed = true
      controller.perform(byte, [])
    case .image: controller.beginImage(byte)
    case .status: isDropped = true
    case .parameters, .forbidden: break
    case nil:
      context.note(.unknown, expected: "a command of this controller", found: hexText(byte))
      isDropped = true
    }
  }

  mutating func receiveData(_ byte: UInt8, _ controller: any PanelController, _ context: PanelContext) {
    if isDropped { return }
    if let refusal = refusal(controller, context) {
      context.note(refusal.kind, expected: refusal.expected, found: "data")
      isDropped = true
      return
    }
    guard let command, let form else {
      context.note(.orphan, expected: "a command first", found: "data \(hexText(byte))")
      isDropped = true
      return
    }
    if form == .image { return controller.receive([byte], for: command) }
    guard case .parameters(let counts) = form else { return }
    if parameters.count == counts.upperBound {
      if hasNotedExcess { return }
      hasNotedExcess = true
      if counts.upperBound == 0 {
        context.note(.orphan, expected: "no data after \(hexText(command))", found: "data \(hexText(byte))")
      } else {
        context.note(.long, expected: Self.text(counts) + " after \(hexText(command))", found: "more")
      }
      return
    }
    parameters.append(byte)
    if parameters.count == counts.upperBound && counts.lowerBound == counts.upperBound {
      isPerformed = true
      controller.perform(command, parameters)
    }
  }

  /// The image command whose bytes are being taken; nothing but another command or the lines can change that.
  var imageCommand: UInt8? { form == .image && !isDropped ? command : nil }

  private mutating func drop(_ byte: UInt8) {
    self = CommandStream()
    command = byte
    isDropped = true
  }

  private func refusal(
    _ controller: any PanelController, _ context: PanelContext
  ) -> (kind: PanelViolationKind, expected: String)? {
    if controller.isAsleep { return (.asleep, "nothing but RST in deep sleep") }
    // From the trigger on, not only once BUSY shows it: a driver that polls inside the lag reads idle.
    if let operation = context.busy.operation, operation.kind != .reset { return (.busy, "nothing while busy") }
    return nil
  }

  private static func text(_ counts: ClosedRange<Int>) -> String {
    counts.count == 1
      ? "\(counts.lowerBound) parameters" : "\(counts.lowerBound) to \(counts.upperBound) parameters"
  }
}
