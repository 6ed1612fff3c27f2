import Foundation

/// A parameter of an intent, without its value: a key of the configuration of a widget.
public struct IntentParameterSchema: Codable, Hashable, Sendable {
  /// The key: the property's name.
  public var name: String
  /// The name for people.
  public var title: String
  /// A sentence about it.
  public var description: String?
  public var kind: IntentParameterKind
  public var isOptional: Bool
  /// The value of a parameter that is not set.
  public var defaultValue: ConfigurationValue?
  /// All its values, where there are only some.
  public var options: [IntentParameterOption]
  /// The smallest value of a number.
  public var least: Double?
  /// The largest value of a number.
  public var most: Double?
}

extension IntentReference {
  /// The values that an intent has now.
  public init(_ intent: some AppIntent) {
    name = type(of: intent).persistentIdentifier
    title = type(of: intent).title.words(isNoted: false)
    parameters = Dictionary(
      IntentSchema.parameters(of: intent).map { ($0.name, $0.parameter.configurationValue) }, uniquingKeysWith: { $1 })
  }
}

protocol AnyIntentParameter: AnyObject, Sendable {
  var configurationValue: ConfigurationValue { get }
  func schema(_ name: String) -> IntentParameterSchema
  /// Sets what ``settle()`` reads.
  func give(_ value: ConfigurationValue)
  /// Shortens a list to the size that it has in a family.
  func limit(to family: WidgetFamily)
  /// Takes what another one is, but not its value.
  func adopt(_ other: any AnyIntentParameter)
  /// Reads what the scene file says, or finds what it begins with.
  func settle() async throws(ConfigurationError)
}

enum IntentSchema {
  /// While its parameters are read.
  @TaskLocal static var current: (any AppIntent)?

  /// The parameters in the order in which they are declared.
  static func parameters(of intent: some AppIntent) -> [(name: String, parameter: any AnyIntentParameter)] {
    Mirror(reflecting: intent).children.compactMap { child in
      guard let parameter = child.value as? any AnyIntentParameter, let label = child.label else { return nil }
      return (label.hasPrefix("_") ? String(label.dropFirst()) : label, parameter)
    }
  }

  /// Of an intent's type: its parameters, or what its defaults are encoded as.
  static func schemas(of type: (some WidgetConfigurationIntent).Type) -> [IntentParameterSchema] {
    let defaults = type.init()
    let declared = parameters(of: defaults).map { $0.parameter.schema($0.name) }
    guard case .object(let members)? = try? ConfigurationCoding.value(of: defaults) else { return declared }
    let others = members.keys.sorted().filter { key in !declared.contains { $0.name == key } }
    return declared
      + others.map { key in
        IntentParameterSchema(
          name: key, title: key, kind: IntentParameterKind(members[key]!), isOptional: true, defaultValue: members[key],
          options: [])
      }
  }

  /// An intent with these values of its parameters.
  ///
  /// - Throws: ``ConfigurationError`` if one is unknown, does not fit or is missing.
  static func make<Intent: AppIntent>(
    _ type: Intent.Type, _ values: [String: ConfigurationValue]
  ) throws(ConfigurationError) -> Intent {
    let intent = type.init()
    let own = parameters(of: intent)
    for (name, value) in values {
      guard let found = own.first(where: { $0.name == name }) else {
        throw ConfigurationError(path: [name], message: "unknown", knownKeys: own.map(\.name))
      }
      found.parameter.give(value)
    }
    try settleParameters(of: intent)
    return intent
  }

  /// Reads what the scene file says about each parameter.
  static func settle<Intent: WidgetConfigurationIntent>(_ intent: Intent) throws(ConfigurationError) {
    for (fresh, mine) in zip(parameters(of: Intent()), parameters(of: intent)) {
      mine.parameter.adopt(fresh.parameter)
    }
    try settleParameters(of: intent)
  }

  private static func settleParameters(of intent: some AppIntent) throws(ConfigurationError) {
    let own = parameters(of: intent)
    if own.isEmpty { return }
    let problem = CallingThread.value {
      await $current.withValue(intent) {
        for (name, parameter) in own {
          do throws(ConfigurationError) {
            try await parameter.settle()
          } catch {
            return error.inside(name) as ConfigurationError?
          }
        }
        return nil
      }
    }
    if let problem { throw problem }
  }
}

extension IntentParameterKind {
  /// Of a value that is encoded like this.
  init(_ value: ConfigurationValue) {
    self =
      switch value {
      case .bool: .boolean
      case .integer: .integer
      case .number: .number
      case .array: .list
      case .object: .mapping
      case .string, .null: .text
      }
  }
}
