/// A warning or an error about a scene, and where in its files it was caused.
public struct Diagnostic: Hashable, Sendable, CustomStringConvertible {
  /// With a warning the panel is shown as requested; an error means that something is missing from it. A notice is no
  /// fault: something is still to come.
  public enum Severity: String, Hashable, Sendable { case notice, warning, error }

  public var severity: Severity
  /// Identifier of the slot; `nil` is the scene as a whole.
  public var slot: String?
  /// One or two sentences: what was expected, what was found, what to do.
  public var message: String
  /// The place in a file that caused it; `nil` if there is none.
  public var place: SourcePlace?

  public init(_ severity: Severity, slot: String?, _ message: String) {
    self.severity = severity
    self.slot = slot
    self.message = message
  }

  /// Place, slot and message, without the severity.
  public var unlabelled: String { (place.map { "\($0): " } ?? "") + (slot.map { $0 + ": " } ?? "") + message }

  /// Place, severity, slot and message, as compilers write them.
  public var description: String {
    (place.map { "\($0): " } ?? "") + "\(severity.rawValue): \(slot.map { $0 + ": " } ?? "")\(message)"
  }
}
