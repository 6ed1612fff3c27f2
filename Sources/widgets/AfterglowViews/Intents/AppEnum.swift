/// An enumeration that a parameter of an intent can have. A scene file names its case by the raw value.
///
///     enum Style: String, AppEnum {
///       case plain, round
///       static let typeDisplayRepresentation: TypeDisplayRepresentation = "Style"
///       static let caseDisplayRepresentations: [Style: DisplayRepresentation] = [.plain: "Plain", .round: "Round"]
///     }
public protocol AppEnum: IntentValue, DisplayRepresentable, RawRepresentable, CaseIterable, Hashable
where RawValue: LosslessStringConvertible & Sendable {
  /// The names of its cases, for people.
  static var caseDisplayRepresentations: [Self: DisplayRepresentation] { get }
}

extension AppEnum {
  public var displayRepresentation: DisplayRepresentation {
    Self.caseDisplayRepresentations[self] ?? DisplayRepresentation(stringLiteral: String(rawValue))
  }

  /// The case.
  public var localizedStringResource: LocalizedStringResource { displayRepresentation.title }

  public static var parameterKind: IntentParameterKind { .choice }

  public static var parameterOptions: [IntentParameterOption] {
    allCases.map {
      IntentParameterOption(value: String($0.rawValue), title: $0.displayRepresentation.title.words(isNoted: false))
    }
  }

  public var configurationValue: ConfigurationValue { .string(String(rawValue)) }

  public static func value(of configuration: ConfigurationValue) async throws(ConfigurationError) -> Self {
    guard let text = configuration.plainText, let found = allCases.first(where: { String($0.rawValue) == text }) else {
      throw .expected("one of " + allCases.map { String($0.rawValue) }.joined(separator: ", "), configuration)
    }
    return found
  }

  /// The first case.
  public static func initialValue() async -> Self? { allCases.first }
}
