import Synchronization

/// When sources were last confirmed and are asked next, as this process knows. It is not written to disk, because flash
/// memory wears out: a source that says the same every few minutes costs nothing there.
public enum SourceNews {
  /// What has changed of a record since it was written.
  public struct Times: Equatable, Sendable {
    /// When the content was last received or confirmed, in ms since 1970.
    public var fetchedAtMs: Int64?
    /// When the next attempt is due, in ms since 1970.
    public var nextAtMs: Int64?

    public init(fetchedAtMs: Int64?, nextAtMs: Int64?) {
      self.fetchedAtMs = fetchedAtMs
      self.nextAtMs = nextAtMs
    }
  }

  private static let known = Mutex<[String: Times]>([:])

  /// Notes it for a record's file; nil = what is written there is the newest.
  public static func note(_ times: Times?, ofRecord path: String) { known.withLock { $0[path] = times } }

  static func times(ofRecord path: String) -> Times? { known.withLock { $0[path] } }
}
