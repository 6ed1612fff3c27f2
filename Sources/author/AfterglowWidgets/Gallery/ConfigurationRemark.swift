/// A remark on a valid configuration that asks for something unknown, or that has no effect.
public struct ConfigurationRemark: Hashable, Sendable {
  /// The keys from the root of the configuration to the value that should be changed.
  public var path: [String]
  /// One sentence: the effect, and the remedy.
  public var message: String
}
