/// What was written to a controller's registers since they took their defaults.
struct RegisterBook {
  private(set) var values: [UInt8: [UInt8]] = [:]

  subscript(_ command: UInt8) -> [UInt8]? { values[command] }

  /// The first byte of a register.
  func first(_ command: UInt8) -> UInt8? { values[command]?.first }

  var isEmpty: Bool { values.isEmpty }

  mutating func clear() { values = [:] }

  /// Keeps a value, and compares it with what the panel's maker lists.
  mutating func write(_ command: UInt8, _ parameters: [UInt8], _ context: PanelContext) {
    values[command] = parameters
    let rules = context.description.rules.filter { $0.command == command }
    guard let rule = rules.first, !rule.values.isEmpty, !rule.values.contains(parameters) else { return }
    let listed = rule.values.map { hexText($0) }.joined(separator: " or ")
    context.note(
      .setting, expected: "\(hexText(command)): \(listed)", found: hexText(parameters), isTolerated: !rule.isFatal)
  }

  /// At a refresh: what it relies on without having written it.
  ///
  /// - Parameter usesRegisters: whether the waveform is one from registers.
  func checkRequired(usesRegisters: Bool, _ context: PanelContext) {
    let required = context.description.rules.filter { rule in
      rule.isRequired && rule.orElse.map { values[$0] == nil } ?? true
    }
    let more = usesRegisters ? context.description.options.waveformRegisters : []
    let missing = (required.map(\.command) + more).filter { values[$0] == nil }
    if missing.isEmpty { return }
    let names = missing.map { hexText($0) }.joined(separator: ", ")
    context.note(.defaults, expected: "\(names) written since the last reset", found: "defaults, or what a reset left")
  }
}
