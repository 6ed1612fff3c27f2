/// An intent with the values of its parameters: that of a button, to be performed in the widget's process.
public struct IntentReference: Codable, Hashable, Sendable {
  /// `AppIntent.persistentIdentifier`.
  public var name: String
  /// For people.
  public var title: String
  /// By their names.
  public var parameters: [String: ConfigurationValue]
}
