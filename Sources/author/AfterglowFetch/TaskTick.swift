import AfterglowDocuments
import AfterglowSources

/// A task to be noted as done, or as open again, where the owner of the scene permits it.
public struct TaskTick: Codable, Hashable, Sendable {
  /// The means by which the task changes: a file, an account, or a program with `{id}` and `{value}` among its arguments.
  public var place: ContentSource
  /// The task, as `TaskIdentity` identifies it.
  public var identity: String
  public var isDone: Bool

  public init(place: ContentSource, identity: String, isDone: Bool) {
    self.place = place
    self.identity = identity
    self.isDone = isDone
  }

  /// The argument of a program that stands for `on` (done) or `off`.
  public static let valueMark = "{value}"
}
