/// Why a scene has no archive.
public struct CompileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The expected value, the found value, and the remedy.
  public var message: String
  /// The part of the scene that must be changed.
  public var subject: SceneSubject
  /// Further errors of the same scene, such as those of other widgets without room in a grid.
  package var others: [CompileError] = []

  public init(_ message: String, about subject: SceneSubject = .scene) {
    self.message = message
    self.subject = subject
  }

  /// The message.
  public var description: String { message }
}

/// The part of a scene or its board that must be changed.
public enum SceneSubject: Hashable, Sendable {
  /// A slot, by its identifier.
  case slot(String)
  /// The panel's size in pixels, or in millimetres.
  case size, physicalSize
  /// The amplitude of the orbit against burn-in.
  case orbit
  /// The memory for an archive.
  case memory
  /// A key of the scene, by its path such as `surface.mounting`.
  case sceneKey(String)
  /// The scene as a whole.
  case scene
  /// A key of the board, by its path such as `light.nightLuminance`.
  case boardKey(String)
  /// The board as a whole.
  case board
}
