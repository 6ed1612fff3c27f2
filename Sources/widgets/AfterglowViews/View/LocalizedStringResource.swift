import Foundation

/// Words that are shown to people, such as the title of an intent. They are used as they are written: there is no table of
/// translations.
public struct LocalizedStringResource: ExpressibleByStringInterpolation, Hashable, Codable, Sendable,
  CustomLocalizedStringResourceConvertible
{
  /// The words, with the values that were interpolated.
  public let key: String
  public var defaultValue: String { key }
  public let table: String?
  public var locale = Locale.current

  /// Where the words of a resource come from. Accepted so that code for SwiftUI compiles.
  public enum BundleDescription: Sendable {
    case main
    case forClass(AnyClass)
    case atURL(URL)
  }

  public init(stringLiteral value: String) { self.init(key: value, table: nil) }

  public init(
    _ key: String, table: String? = nil, locale: Locale = .current, bundle: BundleDescription = .main,
    comment: StaticString? = nil
  ) {
    self.init(key: key, table: table)
    self.locale = locale
  }

  /// - Parameters:
  ///   - key: accepted without effect: the default value is shown.
  ///   - defaultValue: the words that are shown.
  ///   - table: accepted without effect.
  ///   - locale: accepted without effect.
  ///   - bundle: accepted without effect.
  ///   - comment: accepted without effect.
  public init(
    _ key: StaticString, defaultValue: String, table: String? = nil, locale: Locale = .current,
    bundle: BundleDescription = .main, comment: StaticString? = nil
  ) {
    self.init(key: defaultValue, table: table)
    self.locale = locale
  }

  private init(key: String, table: String?) {
    self.key = key
    self.table = table
  }

  public var localizedStringResource: LocalizedStringResource { self }
}

/// A value that has words for people.
public protocol CustomLocalizedStringResourceConvertible {
  var localizedStringResource: LocalizedStringResource { get }
}

extension String {
  /// Words that are shown to people, as they are written: there is no table of translations.
  public init(
    localized value: String, table: String? = nil, bundle: Bundle? = nil, locale: Locale = .current,
    comment: StaticString? = nil
  ) {
    self = value
  }

  /// - Parameter key: accepted without effect: the default value is taken.
  public init(
    localized key: StaticString, defaultValue: String, table: String? = nil, bundle: Bundle? = nil,
    locale: Locale = .current, comment: StaticString? = nil
  ) {
    self = defaultValue
  }

  /// The words of a resource.
  public init(localized resource: LocalizedStringResource) { self = resource.key }
}

extension Text {
  /// Text with interpolated values and marks (``LocalizedStringKey``). There is no table of translations.
  ///
  /// - Parameters:
  ///   - key: the words.
  ///   - tableName: accepted without effect.
  ///   - bundle: accepted without effect.
  ///   - comment: accepted without effect.
  public init(
    _ key: LocalizedStringKey, tableName: String? = nil, bundle: Bundle? = nil, comment: StaticString? = nil
  ) {
    self.init(storage: key.storage)
  }

  /// The words of a resource.
  @_disfavoredOverload
  public init(_ resource: LocalizedStringResource) { self.init(LocalizedStringKey(resource.key)) }
}
