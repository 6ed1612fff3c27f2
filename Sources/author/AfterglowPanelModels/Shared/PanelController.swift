/// What follows a command byte.
enum CommandForm: Equatable {
  case parameters(ClosedRange<Int>)
  /// A picture, of as many bytes as the controller's window needs.
  case image
  /// It writes the controller's one-time memory.
  case forbidden
  /// A read: harmless at any time, but these boards cannot read.
  case status

  static func count(_ count: Int) -> CommandForm { .parameters(count...count) }
}

/// A controller: registers, memory and what a refresh does. Lines, the assembly of commands, BUSY and the record of
/// violations are common to all (`PanelContext`, `CommandStream`).
protocol PanelController: AnyObject {
  /// Nil = the controller has no such command.
  func form(of command: UInt8) -> CommandForm?
  /// A command with all its parameters; too few and too many were reported before.
  func perform(_ command: UInt8, _ parameters: [UInt8])
  /// An image command begins.
  func beginImage(_ command: UInt8)
  /// A part of a picture.
  func receive(_ bytes: ArraySlice<UInt8>, for command: UInt8)

  func losePower()
  /// RST fell, or the supply came back: registers take their defaults.
  func reset(losesMemory: Bool)

  /// In deep sleep only RST is heeded.
  var isAsleep: Bool { get }
  /// Registers were written since the last reset.
  var isConfigured: Bool { get }
  /// The high voltage is on.
  var isPumping: Bool { get }
  /// What must be true when a test ends.
  func finish()
}
