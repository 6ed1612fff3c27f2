import Foundation

/// Something that a widget can be asked to do, or be set to, with parameters:
///
///     struct SkipIntent: AppIntent {
///       static let title: LocalizedStringResource = "Skip"
///       @Parameter(title: "Count", default: 1) var count: Int
///       func perform() async throws -> some IntentResult { .result() }
///     }
///
/// A ``WidgetConfigurationIntent`` configures a widget. The intent of a `Button` or `Toggle` is performed when it is touched;
/// `afterglow widgets perform` performs any intent of a program.
public protocol AppIntent: Sendable {
  associatedtype PerformResult: IntentResult
  associatedtype SummaryContent: ParameterSummary
  associatedtype Description: IntentDescribing

  /// What it does, for people.
  static var title: LocalizedStringResource { get }
  /// A sentence about it; `nil` by default.
  static var description: Description { get }
  /// Accepted without effect: there is no app to open.
  static var openAppWhenRun: Bool { get }
  /// Whether lists for people name it. Accepted without effect: there are none.
  static var isDiscoverable: Bool { get }
  /// Accepted without effect: panels are not locked.
  static var authenticationPolicy: IntentAuthenticationPolicy { get }
  /// Its name in configurations and messages; the name of the type by default.
  static var persistentIdentifier: String { get }
  /// A sentence with its parameters; empty by default.
  static var parameterSummary: SummaryContent { get }

  /// With the defaults of the parameters.
  init()

  /// Does it, in the widget's process and within 20 s. The widgets of the program are reloaded afterwards.
  func perform() async throws -> PerformResult
}

extension AppIntent {
  public typealias Parameter = IntentParameter
  public typealias Summary = IntentParameterSummary<Self>
  public typealias When = ParameterSummaryWhenCondition<Self>
  public typealias Switch = ParameterSummarySwitchCondition<Self>
  public typealias Case = ParameterSummaryCaseCondition
  public typealias DefaultCase = ParameterSummaryDefaultCaseCondition
  public typealias IntentProperty = IntentParameter

  public static var description: IntentDescription? { nil }
  public static var openAppWhenRun: Bool { false }
  public static var isDiscoverable: Bool { true }
  public static var authenticationPolicy: IntentAuthenticationPolicy { .alwaysAllowed }
  public static var persistentIdentifier: String { String(describing: Self.self) }
  public static var parameterSummary: EmptyParameterSummary { EmptyParameterSummary() }

  /// Performs the intent.
  @discardableResult
  public func callAsFunction(donate: Bool = false) async throws -> PerformResult { try await perform() }
}

/// The people who may perform an intent while the device is locked. Accepted without effect.
public enum IntentAuthenticationPolicy: Hashable, Sendable {
  case alwaysAllowed, requiresAuthentication, requiresLocalDeviceAuthentication
}

/// An ``IntentDescription``, or none.
public protocol IntentDescribing: Sendable {
  var text: IntentDescription? { get }
}

extension Optional: IntentDescribing where Wrapped == IntentDescription {
  public var text: IntentDescription? { self }
}

/// A sentence about an intent.
public struct IntentDescription: IntentDescribing, ExpressibleByStringInterpolation, Hashable {
  public let descriptionText: LocalizedStringResource
  public let categoryName: LocalizedStringResource?
  public let searchKeywords: [LocalizedStringResource]
  public let resultValueName: LocalizedStringResource?

  /// - Parameters:
  ///   - text: the sentence.
  ///   - categoryName: accepted without effect.
  ///   - searchKeywords: accepted without effect.
  ///   - resultValueName: accepted without effect.
  public init(
    _ text: LocalizedStringResource, categoryName: LocalizedStringResource? = nil,
    searchKeywords: [LocalizedStringResource] = [], resultValueName: LocalizedStringResource? = nil
  ) {
    descriptionText = text
    self.categoryName = categoryName
    self.searchKeywords = searchKeywords
    self.resultValueName = resultValueName
  }

  public init(stringLiteral value: String) { self.init(LocalizedStringResource(stringLiteral: value)) }
  public init(stringInterpolation: LocalizedStringResource.StringInterpolation) {
    self.init(LocalizedStringResource(stringInterpolation: stringInterpolation))
  }

  public var text: IntentDescription? { self }
}

/// An intent that sets a value, such as that of a toggle: `value` is what it becomes.
public protocol SetValueIntent: AppIntent {
  associatedtype ValueType: IntentValue
  var value: ValueType { get set }
}

/// An intent that opens something in an app. Panels have no apps: it can be declared.
public protocol OpenIntent: AppIntent {
  associatedtype Value: IntentValue
  var target: Value { get set }
}

/// An intent that deletes entities.
public protocol DeleteIntent: AppIntent {
  associatedtype Entity: AppEntity
  var entities: [Entity] { get set }
}

/// An intent that replaces one of SiriKit's, for the configurations that people made with that. Panels have none of them.
public protocol CustomIntentMigratedAppIntent: AppIntent {
  /// The class of the replaced intent.
  static var intentClassName: String { get }
}

/// An intent that plays or stops sound.
public protocol AudioPlaybackIntent: AppIntent {}

/// An intent that starts, changes or ends an ``Activity``.
public protocol LiveActivityIntent: AppIntent {}

/// An intent that continues in an app. Panels have no apps: it can be declared.
public protocol ForegroundContinuableIntent: AppIntent {}

/// An intent that reports how far it is.
public protocol ProgressReportingIntent: AppIntent {}

extension ProgressReportingIntent {
  /// The progress of this call; nothing shows it.
  public var progress: Progress { Progress(totalUnitCount: 1) }
}

/// The configuration of a ``ControlWidget``.
public protocol ControlConfigurationIntent: AppIntent {}

extension ControlConfigurationIntent {
  public static var title: LocalizedStringResource { LocalizedStringResource(verbatim: persistentIdentifier) }
  public func perform() async throws -> IntentResultContainer<Never, Never, Never, Never> { .result() }
}

/// Opens an address. Panels have no browser: it can be the intent of a button.
public struct OpenURLIntent: AppIntent {
  public static let title: LocalizedStringResource = "Open"
  @Parameter(title: "Address") public var url: URL

  public init() {}

  public init(_ url: URL) { self.url = url }

  public func perform() async throws -> IntentResultContainer<Never, Never, Never, Never> { .result() }
}
