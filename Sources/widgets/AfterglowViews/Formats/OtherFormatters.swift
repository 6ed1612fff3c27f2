import Foundation

/// How long ago or ahead a date is, in a locale's words. Foundation has none on Linux.
public final class RelativeDateTimeFormatter: Formatter, @unchecked Sendable {
  public enum UnitsStyle: Int, Hashable, Sendable { case full, spellOut, short, abbreviated }
  public enum DateTimeStyle: Int, Hashable, Sendable { case numeric, named }

  public var unitsStyle = UnitsStyle.full
  public var dateTimeStyle = DateTimeStyle.numeric
  public var formattingContext = Formatter.Context.unknown
  public var locale: Locale! = .current
  public var calendar: Calendar! = .current

  /// How far a date is from now.
  public override func string(for obj: Any) -> String? {
    (obj as? Date).map { localizedString(for: $0, relativeTo: .now) }
  }

  public func localizedString(for date: Date, relativeTo referenceDate: Date) -> String {
    var style = Date.AnchoredRelativeFormatStyle(
      anchor: date, presentation: dateTimeStyle == .named ? .named : .numeric, unitsStyle: style,
      locale: locale, calendar: calendar)
    style.capitalizationContext = formattingContext == .beginningOfSentence ? .beginningOfSentence : .unknown
    return style.format(referenceDate)
  }

  public func localizedString(fromTimeInterval timeInterval: TimeInterval) -> String {
    let now = Date(timeIntervalSinceReferenceDate: 0)
    return localizedString(for: now.addingTimeInterval(timeInterval), relativeTo: now)
  }

  public func localizedString(from dateComponents: DateComponents) -> String {
    let now = Date(timeIntervalSinceReferenceDate: 0)
    return localizedString(for: calendar.date(byAdding: dateComponents, to: now) ?? now, relativeTo: now)
  }

  private var style: Date.RelativeFormatStyle.UnitsStyle {
    switch unitsStyle {
    case .full: .wide
    case .spellOut: .spellOut
    case .short: .abbreviated
    case .abbreviated: .narrow
    }
  }
}

/// Words joined in a locale's way: "a, b, and c". Foundation has none on Linux.
public final class ListFormatter: Formatter, @unchecked Sendable {
  public var locale: Locale! = .current
  public var itemFormatter: Formatter?

  public override func string(for obj: Any) -> String? { (obj as? [Any]).flatMap { string(from: $0) } }

  public func string(from items: [Any]) -> String? {
    let words = items.map { itemFormatter?.string(for: $0) ?? String(describing: $0) }
    return words.formatted(.list(type: .and, width: .standard).locale(locale))
  }

  public static func localizedString(byJoining strings: [String]) -> String {
    strings.formatted(.list(type: .and, width: .standard))
  }
}

extension PersonNameComponents {
  /// A person's name: given name first, or family name where the name is written in Chinese, Japanese or Korean.
  public struct FormatStyle: Foundation.FormatStyle, Codable, Hashable, Sendable {
    /// "Thomas Clark", "Thomas", "Dr. Thomas Louis Clark", "TC".
    public enum Style: Hashable, Codable, Sendable { case medium, short, long, abbreviated }

    public var style: Style
    public var locale: Locale

    public init(style: Style = .medium, locale: Locale = .autoupdatingCurrent) {
      self.style = style
      self.locale = locale
    }

    public func locale(_ locale: Locale) -> Self { Self(style: style, locale: locale) }

    public func format(_ value: PersonNameComponents) -> String {
      let isFamilyFirst = [value.familyName, value.givenName].compactMap { $0?.unicodeScalars.first?.value }
        .contains { (0x1100...0x11FF).contains($0) || (0x2E80...0xD7FF).contains($0) }
      let names = [value.givenName, value.familyName].compactMap { $0 }.filter { !$0.isEmpty }
      switch style {
      case .short: return value.nickname ?? value.givenName ?? value.familyName ?? ""
      case .abbreviated: return names.compactMap(\.first).map(String.init).joined()
      case .medium: return isFamilyFirst ? names.reversed().joined() : names.joined(separator: " ")
      case .long:
        let middle = [value.givenName, value.middleName, value.familyName].compactMap { $0 }
        let whole = isFamilyFirst ? middle.reversed().joined() : middle.joined(separator: " ")
        return [value.namePrefix, whole, value.nameSuffix].compactMap { $0 }.filter { !$0.isEmpty }
          .joined(separator: " ")
      }
    }
  }

  public func formatted() -> String { FormatStyle().format(self) }

  public func formatted<S: Foundation.FormatStyle>(_ style: S) -> S.FormatOutput
  where S.FormatInput == PersonNameComponents { style.format(self) }
}

extension FormatStyle where Self == PersonNameComponents.FormatStyle {
  /// A person's name.
  public static func name(style: PersonNameComponents.FormatStyle.Style) -> Self { Self(style: style) }
}

extension URL {
  /// An address, with the parts that are asked for.
  public struct FormatStyle: Foundation.FormatStyle, Codable, Hashable, Sendable {
    public struct ComponentDisplayOption: Hashable, Codable, Sendable {
      let isShown: Bool

      public static let always = ComponentDisplayOption(isShown: true)
      public static let never = ComponentDisplayOption(isShown: false)
    }

    private var hidden: Set<String> = ["user", "password"]

    public init() {}

    public func scheme(_ option: ComponentDisplayOption = .always) -> Self { showing("scheme", option) }
    public func host(_ option: ComponentDisplayOption = .always) -> Self { showing("host", option) }
    public func port(_ option: ComponentDisplayOption = .always) -> Self { showing("port", option) }
    public func path(_ option: ComponentDisplayOption = .always) -> Self { showing("path", option) }
    public func query(_ option: ComponentDisplayOption = .always) -> Self { showing("query", option) }
    public func fragment(_ option: ComponentDisplayOption = .always) -> Self { showing("fragment", option) }

    private func showing(_ part: String, _ option: ComponentDisplayOption) -> Self {
      var copy = self
      if option.isShown { copy.hidden.remove(part) } else { copy.hidden.insert(part) }
      return copy
    }

    public func format(_ value: URL) -> String {
      guard var parts = URLComponents(url: value, resolvingAgainstBaseURL: true) else { return value.absoluteString }
      (parts.user, parts.password) = (nil, nil)
      if hidden.contains("port") { parts.port = nil }
      if hidden.contains("path") { parts.path = "" }
      if hidden.contains("query") { parts.query = nil }
      if hidden.contains("fragment") { parts.fragment = nil }
      let scheme = hidden.contains("scheme") ? "" : parts.scheme.map { $0 + "://" } ?? ""
      let host = hidden.contains("host") ? "" : parts.host ?? ""
      let port = parts.port.map { ":\($0)" } ?? ""
      let rest = [parts.path, parts.query.map { "?" + $0 } ?? "", parts.fragment.map { "#" + $0 } ?? ""].joined()
      return scheme + host + port + rest
    }
  }

  public func formatted() -> String { FormatStyle().format(self) }

  public func formatted<S: Foundation.FormatStyle>(_ style: S) -> S.FormatOutput where S.FormatInput == URL {
    style.format(self)
  }
}

extension FormatStyle where Self == URL.FormatStyle {
  public static var url: Self { Self() }
}
