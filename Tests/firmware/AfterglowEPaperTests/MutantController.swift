import AfterglowCore

@testable import AfterglowEPaper

/// One mistake in a controller's sequence.
enum SequenceMutation: Equatable, CustomStringConvertible {
  /// The n-th command, with its data, is left out.
  case deletion(Int)
  /// One bit of one parameter of the n-th command, or of its waveform, is the other one.
  case flip(Int, byte: Int32, bit: Int)

  var command: Int {
    switch self {
    case .deletion(let command), .flip(let command, _, _): command
    }
  }

  var description: String {
    switch self {
    case .deletion(let command): "without command \(command)"
    case .flip(let command, let byte, let bit): "command \(command) with bit \(bit) of byte \(byte) flipped"
    }
  }
}

/// A controller with one mistake. Commands are counted over a whole refresh, planes and tables too.
struct MutantController<Base: SequencedController>: SequencedController {
  let base: Base
  let mutation: SequenceMutation?
  /// Only refreshes of this kind have the mistake; nil = all.
  var kind: RefreshKind?
  /// The number of the waveform that has it.
  private var table: UInt8?

  init(base: Base, mutation: SequenceMutation?, of refresh: PanelRefresh? = nil) {
    self.base = base
    self.mutation = mutation
    kind = refresh?.kind
    guard let mutation, let refresh else { return }
    if case .table(_, let number, _) = Self.commands(of: base, refresh)[mutation.command].step { table = number }
  }

  var size: PixelSize { base.size }
  var bitsPerPixel: Int32 { base.bitsPerPixel }
  var busyLevel: Bool { base.busyLevel }
  var longestEndMs: Int32 { base.longestEndMs }
  var rules: PanelRules { base.rules }
  func supports(_ kind: RefreshKind) -> Bool { base.supports(kind) }

  func tableByte(_ index: Int32, of number: UInt8) -> UInt8 {
    let byte = base.tableByte(index, of: number)
    guard case .flip(_, index, let bit)? = mutation, table == number else { return byte }
    return byte ^ 1 << UInt8(bit)
  }

  func step(_ index: Int32, of part: SequencePart, _ refresh: PanelRefresh) -> SequenceStep? {
    guard let mutation, kind == nil || kind == refresh.kind, let place = place(of: mutation.command, refresh),
      place.part == part
    else {
      return base.step(index, of: part, refresh)
    }
    switch mutation {
    case .deletion: return base.step(index < place.index ? index : index + 1, of: part, refresh)
    case .flip(_, let byte, let bit):
      guard index == place.index, case .command(let command, let parameters)? = base.step(index, of: part, refresh)
      else { return base.step(index, of: part, refresh) }
      return .command(command, parameters.flipping(bit, of: byte))
    }
  }

  /// Every mutation of a refresh.
  static func mutations(of base: Base, _ refresh: PanelRefresh) -> [SequenceMutation] {
    var all: [SequenceMutation] = []
    for (number, command) in commands(of: base, refresh).enumerated() {
      all.append(.deletion(number))
      let count: Int32
      switch command.step {
      case .command(_, let parameters): count = parameters.count
      case .table(_, _, let bytes): count = bytes
      default: continue
      }
      for byte in 0..<count { for bit in 0..<8 { all.append(.flip(number, byte: byte, bit: bit)) } }
    }
    return all
  }

  private func place(of command: Int, _ refresh: PanelRefresh) -> (part: SequencePart, index: Int32)? {
    let commands = Self.commands(of: base, refresh)
    return command < commands.count ? (commands[command].part, commands[command].index) : nil
  }

  static func commands(
    of base: Base, _ refresh: PanelRefresh
  ) -> [(part: SequencePart, index: Int32, step: SequenceStep)] {
    var all: [(SequencePart, Int32, SequenceStep)] = []
    var part: SequencePart? = .wake
    while let current = part {
      var index: Int32 = 0
      while let step = base.step(index, of: current, refresh) {
        switch step {
        case .command, .plane, .table: all.append((current, index, step))
        default: break
        }
        index += 1
      }
      part = current.next
    }
    return all
  }
}

extension CommandParameters {
  fileprivate func flipping(_ bit: Int, of byte: Int32) -> CommandParameters {
    var high: UInt64 = 0
    var low: UInt64 = 0
    for index in 0..<count {
      high = high << 8 | low >> 56
      low = low << 8 | UInt64(index == byte ? self[index] ^ 1 << UInt8(bit) : self[index])
    }
    return count > 8 ? CommandParameters(count, high, low) : CommandParameters(count, low)
  }
}
