import Foundation

/// A parameter of an intent: a key of the widget's configuration, with the property's name.
///
///     struct HarbourIntent: WidgetConfigurationIntent {
///       @Parameter(title: "Favourite", default: "Lisbon") var harbour: String
///     }
///
/// Without a default, an optional is `nil`, a choice is its first case, and an entity what its query gives. Any other value
/// is then required: a scene that does not have it is an error.
@propertyWrapper
public final class IntentParameter<Value: IntentValue>: @unchecked Sendable {
  private let lock = NSLock()
  private var stored: Value?
  /// What a scene file says, until it is read.
  private var given: ConfigurationValue?
  private var details: IntentParameterDetails

  /// - Parameters:
  ///   - title: the name for people; that of the property by default.
  ///   - description: a sentence about it.
  ///   - defaultValue: what it is unless it is set.
  ///   - requestValueDialog: accepted without effect: panels do not ask.
  public convenience init(
    title: LocalizedStringResource = "", description: LocalizedStringResource? = nil,
    default defaultValue: Value? = nil,
    requestValueDialog: IntentDialog? = nil
  ) {
    self.init(title, description, defaultValue)
  }

  init(
    _ title: LocalizedStringResource, _ description: LocalizedStringResource?, _ defaultValue: Value?,
    change: (inout IntentParameterDetails) -> Void = { _ in }
  ) {
    stored = defaultValue
    details = IntentParameterDetails(
      title: title.words(isNoted: false), description: description?.words(isNoted: false))
    details.defaultValue = defaultValue?.configurationValue
    change(&details)
  }

  /// Reading a value that is not set ends the program, as AppIntents does.
  public var wrappedValue: Value {
    get {
      lock.withLock {
        guard let value = stored ?? (Value.self as? any ExpressibleByNilLiteral.Type)?.init(nilLiteral: ()) as? Value
        else { preconditionFailure("The parameter “\(details.title)” of an intent is read before it is set") }
        return value
      }
    }
    set { lock.withLock { stored = newValue } }
  }

  public var projectedValue: IntentParameter<Value> { self }

  public var title: LocalizedStringResource { LocalizedStringResource(verbatim: details.title) }

  /// - Throws: ``IntentValueError``: a panel cannot ask.
  public func requestValue(_ dialog: IntentDialog? = nil) async throws -> Value { throw needsValueError(dialog) }

  /// - Throws: ``IntentValueError``: a panel cannot ask.
  public func requestConfirmation(for value: Value, dialog: IntentDialog? = nil) async throws -> Bool {
    throw needsValueError(dialog)
  }

  /// - Throws: ``IntentValueError``: a panel cannot ask.
  public func requestDisambiguation(among items: [Value], dialog: IntentDialog? = nil) async throws -> Value {
    throw needsValueError(dialog)
  }

  public func needsValueError(_ dialog: IntentDialog? = nil) -> IntentValueError {
    IntentValueError(message: dialog?.full.words() ?? "\(details.title) has no value")
  }
}

/// An intent needs a value that it does not have.
public struct IntentValueError: Error, Hashable, CustomStringConvertible, Sendable {
  let message: String
  public var description: String { message }
}

extension IntentParameter {
  /// Whether the date is a day, a time, or both. Accepted without effect: a scene file writes what it needs.
  public enum DateKind: Hashable, Sendable { case date, time, dateTime }

  /// How a number is set. Accepted without effect.
  public enum ControlStyle: Hashable, Sendable { case field, slider, stepper }

  /// - Parameters:
  ///   - title: its name in the gallery's form.
  ///   - description: a sentence about it in the form.
  ///   - defaultValue: the value where a scene file sets none.
  ///   - requestValueDialog: accepted without effect: nothing asks.
  ///   - provider: its choices; what it gives first is the default of a parameter that has none.
  public convenience init<Provider: DynamicOptionsProvider>(
    title: LocalizedStringResource = "", description: LocalizedStringResource? = nil,
    default defaultValue: Value? = nil,
    requestValueDialog: IntentDialog? = nil, optionsProvider provider: Provider
  ) {
    self.init(title, description, defaultValue) {
      $0.initialValue = {
        if let given = await provider.defaultResult() { return given }
        return Value.isOptional ? nil : try? await provider.results().items.first
      }
    }
  }
}

extension IntentParameter where Value.UnwrappedType == Int {
  /// - Parameters:
  ///   - title: its name in the gallery's form.
  ///   - description: a sentence about it in the form.
  ///   - defaultValue: the value where a scene file sets none.
  ///   - style: accepted without effect.
  ///   - range: the smallest and the largest value.
  ///   - requestValueDialog: accepted without effect: nothing asks.
  public convenience init(
    title: LocalizedStringResource = "", description: LocalizedStringResource? = nil,
    default defaultValue: Value? = nil,
    controlStyle style: ControlStyle, inclusiveRange range: (lowerBound: Int, upperBound: Int)? = nil,
    requestValueDialog: IntentDialog? = nil
  ) {
    self.init(title, description, defaultValue) {
      $0.range = range.map { Double($0.lowerBound)...Double(max($0.lowerBound, $0.upperBound)) }
    }
  }

  /// - Parameters:
  ///   - title: its name in the gallery's form.
  ///   - description: a sentence about it in the form.
  ///   - defaultValue: the value where a scene file sets none.
  ///   - range: the smallest and the largest value.
  ///   - requestValueDialog: accepted without effect: nothing asks.
  public convenience init(
    title: LocalizedStringResource = "", description: LocalizedStringResource? = nil,
    default defaultValue: Value? = nil,
    inclusiveRange range: (lowerBound: Int, upperBound: Int), requestValueDialog: IntentDialog? = nil
  ) {
    self.init(
      title: title, description: description, default: defaultValue, controlStyle: .field, inclusiveRange: range)
  }
}

extension IntentParameter where Value.UnwrappedType == Double {
  /// - Parameters:
  ///   - title: its name in the gallery's form.
  ///   - description: a sentence about it in the form.
  ///   - defaultValue: the value where a scene file sets none.
  ///   - style: accepted without effect.
  ///   - range: the smallest and the largest value.
  ///   - requestValueDialog: accepted without effect: nothing asks.
  public convenience init(
    title: LocalizedStringResource = "", description: LocalizedStringResource? = nil,
    default defaultValue: Value? = nil,
    controlStyle style: ControlStyle, inclusiveRange range: (lowerBound: Double, upperBound: Double)? = nil,
    requestValueDialog: IntentDialog? = nil
  ) {
    self.init(title, description, defaultValue) {
      $0.range = range.map { $0.lowerBound...max($0.lowerBound, $0.upperBound) }
    }
  }

  /// - Parameters:
  ///   - title: its name in the gallery's form.
  ///   - description: a sentence about it in the form.
  ///   - defaultValue: the value where a scene file sets none.
  ///   - range: the smallest and the largest value.
  ///   - requestValueDialog: accepted without effect: nothing asks.
  public convenience init(
    title: LocalizedStringResource = "", description: LocalizedStringResource? = nil,
    default defaultValue: Value? = nil,
    inclusiveRange range: (lowerBound: Double, upperBound: Double), requestValueDialog: IntentDialog? = nil
  ) {
    self.init(
      title: title, description: description, default: defaultValue, controlStyle: .field, inclusiveRange: range)
  }
}

extension IntentParameter where Value.UnwrappedType == String {
  /// - Parameters:
  ///   - title: its name in the gallery's form.
  ///   - description: a sentence about it in the form.
  ///   - defaultValue: the value where a scene file sets none.
  ///   - options: accepted without effect.
  ///   - requestValueDialog: accepted without effect: nothing asks.
  public convenience init(
    title: LocalizedStringResource = "", description: LocalizedStringResource? = nil,
    default defaultValue: Value? = nil,
    inputOptions options: String.IntentInputOptions, requestValueDialog: IntentDialog? = nil
  ) {
    self.init(title, description, defaultValue)
  }
}

extension IntentParameter where Value.UnwrappedType == Bool {
  /// - Parameters:
  ///   - title: its name in the gallery's form.
  ///   - description: a sentence about it in the form.
  ///   - defaultValue: the value where a scene file sets none.
  ///   - name: accepted without effect.
  ///   - requestValueDialog: accepted without effect: nothing asks.
  public convenience init(
    title: LocalizedStringResource = "", description: LocalizedStringResource? = nil,
    default defaultValue: Value? = nil,
    displayName name: Bool.IntentDisplayName, requestValueDialog: IntentDialog? = nil
  ) {
    self.init(title, description, defaultValue)
  }
}

extension String {
  /// How text is typed. Accepted without effect.
  public struct IntentInputOptions: Hashable, Sendable {
    /// Which keyboard.
    public enum KeyboardType: Hashable, Sendable {
      case `default`, asciiCapable, numbersAndPunctuation, numberPad, phonePad, decimalPad, webSearch
      // swift-format-ignore: AlwaysUseLowerCamelCase
      case URL
    }
    /// Which letters are made large.
    public enum CapitalizationType: Hashable, Sendable { case none, words, sentences, allCharacters }

    public init(
      keyboardType: KeyboardType = .default, capitalizationType: CapitalizationType = .sentences,
      multiline: Bool = false, autocorrect: Bool = true, smartQuotes: Bool = true, smartDashes: Bool = true
    ) {}
  }
}

extension Bool {
  /// The words for true and false.
  public struct IntentDisplayName: Hashable, Sendable {
    public let `true`: LocalizedStringResource
    public let `false`: LocalizedStringResource

    public init(true: LocalizedStringResource, false: LocalizedStringResource) {
      self.true = `true`
      self.false = `false`
    }
  }
}

extension IntentParameter where Value.UnwrappedType == Date {
  /// - Parameters:
  ///   - title: its name in the gallery's form.
  ///   - description: a sentence about it in the form.
  ///   - defaultValue: the value where a scene file sets none.
  ///   - kind: accepted without effect.
  ///   - requestValueDialog: accepted without effect: nothing asks.
  public convenience init(
    title: LocalizedStringResource = "", description: LocalizedStringResource? = nil,
    default defaultValue: Value? = nil,
    kind: DateKind, requestValueDialog: IntentDialog? = nil
  ) {
    self.init(title, description, defaultValue)
  }
}

extension IntentParameter {
  /// - Parameters:
  ///   - title: its name in the gallery's form.
  ///   - description: a sentence about it in the form.
  ///   - defaultValue: the value where a scene file sets none.
  ///   - unit: accepted without effect: a scene file has the base unit of the dimension.
  ///   - supportsNegativeNumbers: accepted without effect.
  ///   - requestValueDialog: accepted without effect: nothing asks.
  public convenience init<Unit: Dimension>(
    title: LocalizedStringResource = "", description: LocalizedStringResource? = nil,
    default defaultValue: Value? = nil, defaultUnit unit: Unit, supportsNegativeNumbers: Bool = true,
    requestValueDialog: IntentDialog? = nil
  ) where Value.UnwrappedType == Measurement<Unit> {
    self.init(title, description, defaultValue)
  }
}

extension IntentParameter where Value.UnwrappedType: AppEntity {
  /// - Parameters:
  ///   - title: its name in the gallery's form.
  ///   - description: a sentence about it in the form.
  ///   - defaultValue: the value where a scene file sets none.
  ///   - requestValueDialog: accepted without effect: nothing asks.
  ///   - query: accepted without effect: the type's own query finds the entity.
  public convenience init<Query: EntityQuery>(
    title: LocalizedStringResource = "", description: LocalizedStringResource? = nil,
    default defaultValue: Value? = nil,
    requestValueDialog: IntentDialog? = nil, query: Query
  ) where Query.Entity == Value.UnwrappedType {
    self.init(title, description, defaultValue) { $0.initialValue = { await query.defaultResult() } }
  }
}

extension IntentParameter: Codable {
  /// Keeps what a scene file says; it is read once the whole intent is decoded, because queries may be asked.
  public convenience init(from decoder: any Decoder) throws {
    self.init("", nil, nil)
    given = try decoder.singleValueContainer().decode(ConfigurationValue.self)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(lock.withLock { stored?.configurationValue ?? given ?? .null })
  }
}

extension IntentParameter: AnyIntentParameter {
  func schema(_ name: String) -> IntentParameterSchema {
    lock.withLock {
      IntentParameterSchema(
        name: name, title: details.title.isEmpty ? name : details.title, description: details.description,
        kind: Value.parameterKind, isOptional: Value.isOptional, defaultValue: details.defaultValue,
        options: Value.parameterOptions, least: details.range?.lowerBound, most: details.range?.upperBound)
    }
  }

  var configurationValue: ConfigurationValue { lock.withLock { stored?.configurationValue ?? .null } }

  func give(_ value: ConfigurationValue) { lock.withLock { given = value } }

  func adopt(_ other: any AnyIntentParameter) {
    guard let other = other as? IntentParameter<Value> else { return }
    let details = other.lock.withLock { other.details }
    lock.withLock { self.details = details }
  }

  func limit(to family: WidgetFamily) {
    lock.withLock {
      guard let most = details.sizes[family]?.upperBound, let list = stored as? any LimitedList else { return }
      if let shorter = list.limited(to: most) as? Value { stored = shorter }
    }
  }

  func settle() async throws(ConfigurationError) {
    let (given, details) = lock.withLock { (self.given, self.details) }
    if let given, given != .null {
      let value = try await Value.value(of: given)
      try details.check(given)
      set(value)
    } else if lock.withLock({ stored == nil }) {
      if let first = await details.initialValue?(), let value = first as? Value {
        set(value)
      } else if let value = await Value.initialValue() {
        set(value)
      } else {
        throw ConfigurationError(path: [], message: "a value is required")
      }
    }
  }

  private func set(_ value: Value) {
    lock.withLock {
      stored = value
      given = nil
    }
  }
}

/// What a parameter is, apart from its value.
struct IntentParameterDetails: Sendable {
  var title: String
  var description: String?
  var defaultValue: ConfigurationValue?
  var range: ClosedRange<Double>?
  /// The number of values of a list.
  var size: ClosedRange<Int>?
  /// The number of values of a list in the families that have one of their own.
  var sizes: [WidgetFamily: ClosedRange<Int>] = [:]
  /// What it begins with where it has no default.
  var initialValue: (@Sendable () async -> (any Sendable)?)?

  func check(_ value: ConfigurationValue) throws(ConfigurationError) {
    let number: Double? =
      switch value {
      case .integer(let value): Double(value)
      case .number(let value): value
      default: nil
      }
    if let range, let number, !range.contains(number) {
      throw .expected("\(Self.words(range.lowerBound)) to \(Self.words(range.upperBound))", value)
    }
    if let size, case .array(let items) = value, !size.contains(items.count) {
      let count = size.lowerBound == size.upperBound ? "" : "\(size.lowerBound) to "
      throw ConfigurationError(path: [], message: "expected \(count)\(size.upperBound) values, found \(items.count)")
    }
  }

  private static func words(_ bound: Double) -> String { bound.formatted(.number.grouping(.never).locale(.posix)) }
}

extension Locale {
  fileprivate static let posix = Locale(identifier: "en_US_POSIX")
}
