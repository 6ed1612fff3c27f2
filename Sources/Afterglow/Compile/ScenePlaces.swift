/// A place in a file that a person wrote, counted from 1.
public struct SourcePlace: Hashable, Sendable, CustomStringConvertible {
  public var file: String
  public var line: Int
  public var column: Int

  public init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }

  /// `file:line:column`, as compilers write it, so that editors can jump there.
  public var description: String { "\(file):\(line):\(column)" }
}

/// What in a scene or its board has to be changed.
public enum SceneSubject: Hashable, Sendable {
  /// A slot, by its identifier.
  case slot(String)
  /// The panel's size in pixels, or in millimetres.
  case size, physicalSize
  /// How far the picture strays.
  case orbit
  /// The room for an archive.
  case memory
  /// The scene as a whole.
  case scene
}
