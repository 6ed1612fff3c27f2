import Foundation

/// An intent that a widget's program can perform.
public struct IntentDescriptor: Codable, Hashable, Sendable {
  /// `AppIntent.persistentIdentifier`.
  public var name: String
  /// For people.
  public var title: String
  /// A sentence about it.
  public var description: String?
  public var parameters: [IntentParameterSchema]
}

/// The outcome of performing an intent.
public struct IntentOutcome: Codable, Hashable, Sendable {
  /// The intent's words for people: its dialogue, or its value; `nil` if it says nothing.
  public var words: String?
  /// The kinds of widgets that it has asked to reload; their own kind is reloaded in any case.
  public var reloads: [String]
}

extension IntentDescriptor {
  init(_ type: (some AppIntent).Type) {
    self.init(
      name: type.persistentIdentifier, title: type.title.words(isNoted: false),
      description: type.description.text?.descriptionText.words(isNoted: false),
      parameters: IntentSchema.parameters(of: type.init()).map { $0.parameter.schema($0.name) })
  }
}

enum IntentPerformance {
  /// How many intents may follow each other by `opensIntent`.
  private static let maximumDepth = 8

  /// Performs an intent on the calling thread, and those that it opens.
  ///
  /// - Parameters:
  ///   - type: what to perform.
  ///   - values: its parameters by name; those without a value begin as in a configuration.
  /// - Returns: what it says to people.
  /// - Throws: ``ConfigurationError`` if a value does not fit, otherwise what the intent throws.
  static func perform<Intent: AppIntent>(
    _ type: Intent.Type, _ values: [String: ConfigurationValue]
  ) throws -> String? {
    let intent = try IntentSchema.make(type, values)
    return try CallingThread.value { try await words(of: intent, depth: 0) }
  }

  private static func words(of intent: some AppIntent, depth: Int) async throws -> String? {
    let result = try await intent.perform()
    var words = (result as? any ProvidesDialog)?.dialog?.full.words()
    if words == nil, let valued = result as? any ReturnsValue { words = text(of: valued) }
    if let next = (result as? any IntentFollowed)?.opensIntent, depth < maximumDepth {
      let more = try await self.words(of: next, depth: depth + 1)
      words = [words, more].compactMap(\.self).joined(separator: "\n")
    }
    return words?.isEmpty == true ? nil : words
  }

  private static func text(of result: some ReturnsValue) -> String? {
    guard let value = result.value else { return nil }
    if let shown = value as? any DisplayRepresentable { return shown.displayRepresentation.title.words() }
    return "\(value)"
  }
}
