/// A place in a file, with line and column counted from 1.
public struct SourcePlace: Codable, Hashable, Sendable, CustomStringConvertible {
  /// The path of the file, as it was given.
  public var file: String
  /// From 1.
  public var line: Int
  /// From 1.
  public var column: Int

  public init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }

  /// `file:line:column`, as compilers write it, so that editors can jump to it.
  public var description: String { "\(file):\(line):\(column)" }
}
