import Foundation

/// Words that are shown to people, such as the title of an intent: the key of a table, with the words where the table has none.
public struct LocalizedStringResource: ExpressibleByStringInterpolation, Hashable, Codable, Sendable,
  CustomLocalizedStringResourceConvertible
{
  public typealias StringInterpolation = String.LocalizationValue.StringInterpolation

  /// The key of the table, with a conversion for each value: `%lld tasks`.
  public let key: String
  /// The words where the table has none.
  public let defaultValue: String.LocalizationValue
  /// Name of the table; `nil` is Localizable.
  public let table: String?
  /// The language of the words; in place of `Locale.current` it is that of the board.
  public var locale = Locale.current
  /// Folder of the bundle; nil is the main bundle.
  private var bundlePath: String?
  /// Whether the words are no key of a table.
  private var isVerbatim = false

  /// The bundle that has the table.
  public enum BundleDescription: Sendable {
    case main
    case forClass(AnyClass)
    case atURL(URL)

    fileprivate var path: String? {
      switch self {
      case .main: nil
      case .forClass(let type): Bundle(for: type).bundlePath
      case .atURL(let url): url.path
      }
    }
  }

  public init(stringLiteral value: String) { self.init(String.LocalizationValue(value)) }
  public init(stringInterpolation: StringInterpolation) {
    self.init(String.LocalizationValue(stringInterpolation: stringInterpolation))
  }

  /// - Parameters:
  ///   - keyAndValue: the key; the words where the table has none.
  ///   - table: name of the table; `nil` is Localizable.
  ///   - locale: in place of `Locale.current` it is that of the board.
  ///   - bundle: the bundle that has the table.
  ///   - comment: accepted without effect.
  public init(
    _ keyAndValue: String.LocalizationValue, table: String? = nil, locale: Locale = .current,
    bundle: BundleDescription = .main, comment: StaticString? = nil
  ) {
    self.init(key: keyAndValue.phrase.key, keyAndValue, table)
    self.locale = locale
    bundlePath = bundle.path
  }

  /// - Parameters:
  ///   - key: the key.
  ///   - defaultValue: the words where the table has none.
  ///   - table: name of the table; `nil` is Localizable.
  ///   - locale: in place of `Locale.current` it is that of the board.
  ///   - bundle: the bundle that has the table.
  ///   - comment: accepted without effect.
  public init(
    _ key: StaticString, defaultValue: String.LocalizationValue, table: String? = nil, locale: Locale = .current,
    bundle: BundleDescription = .main, comment: StaticString? = nil
  ) {
    self.init(key: key.description, defaultValue, table)
    self.locale = locale
    bundlePath = bundle.path
  }

  private init(key: String, _ defaultValue: String.LocalizationValue, _ table: String?) {
    self.key = key
    self.defaultValue = defaultValue
    self.table = table
  }

  /// Words that are in no table.
  init(verbatim words: String) {
    self.init(key: words, String.LocalizationValue(words), nil)
    isVerbatim = true
  }

  public var localizedStringResource: LocalizedStringResource { self }

  private var tables: StringTables? {
    isVerbatim ? nil : StringTables.of(bundlePath.flatMap { Bundle(path: $0) })
  }

  /// The words in the board's language.
  ///
  /// - Parameter isNoted: whether a missing value is a problem of the package: not where the words are only listed.
  func words(isNoted: Bool = true) -> String {
    defaultValue.phrase.text(
      key: key, table: table, from: tables, in: BoardLocale.resolved(locale), isNoted: isNoted && !isVerbatim)
  }

  /// The words in the language of an environment, unless the resource has one of its own.
  func storage(in environment: EnvironmentValues) -> Text.Storage {
    let own = locale.identifier == Locale.current.identifier ? environment.locale : locale
    let query = defaultValue.phrase.query(key: key, table: table)
    let pieces = query.pieces(from: tables, in: own, isNoted: !isVerbatim)
    return LocalizedStringKey.storage(of: pieces, defaultValue.phrase.arguments.map { LocalizedStringKey.Argument($0) })
  }
}

/// A value that has words for people.
public protocol CustomLocalizedStringResourceConvertible {
  var localizedStringResource: LocalizedStringResource { get }
}

extension Text {
  /// Text with interpolated values and marks (``LocalizedStringKey``), in the language of the environment.
  ///
  /// - Parameters:
  ///   - key: the key of a table; the words where the table has none.
  ///   - tableName: name of the table; `nil` is Localizable.
  ///   - bundle: `nil` and `.main` have the tables of all targets of the package.
  ///   - comment: accepted without effect.
  public init(
    _ key: LocalizedStringKey, tableName: String? = nil, bundle: Bundle? = nil, comment: StaticString? = nil
  ) {
    self.init(storage: key.storage(inTable: tableName, of: bundle))
  }

  /// The words of a resource, in the language of the environment.
  @_disfavoredOverload
  public init(_ resource: LocalizedStringResource) {
    self.init(storage: .localized { Text(storage: resource.storage(in: $0)) })
  }
}
