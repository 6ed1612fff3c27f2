import Foundation

extension AttributeScopes {
  /// The attributes of words in a ``Text``.
  public struct SwiftUIAttributes: AttributeScope {
    public let font: FontAttribute
    public let foregroundColor: ForegroundColorAttribute
    public let backgroundColor: BackgroundColorAttribute
    public let strikethroughStyle: StrikethroughStyleAttribute
    public let underlineStyle: UnderlineStyleAttribute
    public let kern: KerningAttribute
    public let tracking: TrackingAttribute
    public let baselineOffset: BaselineOffsetAttribute
    public let inlinePresentationIntent: InlinePresentationIntentAttribute
    public let foundation: FoundationAttributes

    public enum FontAttribute: AttributedStringKey {
      public typealias Value = Font
      public static let name = "SwiftUI.Font"
    }
    public enum ForegroundColorAttribute: AttributedStringKey {
      public typealias Value = Color
      public static let name = "SwiftUI.ForegroundColor"
    }
    /// Accepted without effect.
    public enum BackgroundColorAttribute: AttributedStringKey {
      public typealias Value = Color
      public static let name = "SwiftUI.BackgroundColor"
    }
    public enum StrikethroughStyleAttribute: AttributedStringKey {
      public typealias Value = Text.LineStyle
      public static let name = "SwiftUI.StrikethroughStyle"
    }
    public enum UnderlineStyleAttribute: AttributedStringKey {
      public typealias Value = Text.LineStyle
      public static let name = "SwiftUI.UnderlineStyle"
    }
    public enum KerningAttribute: AttributedStringKey {
      public typealias Value = CGFloat
      public static let name = "SwiftUI.Kern"
    }
    public enum TrackingAttribute: AttributedStringKey {
      public typealias Value = CGFloat
      public static let name = "SwiftUI.Tracking"
    }
    public enum BaselineOffsetAttribute: AttributedStringKey {
      public typealias Value = CGFloat
      public static let name = "SwiftUI.BaselineOffset"
    }
    public enum InlinePresentationIntentAttribute: AttributedStringKey {
      public typealias Value = InlinePresentationIntent
      public static let name = "NSInlinePresentationIntent"
    }
  }

  public var swiftUI: SwiftUIAttributes.Type { SwiftUIAttributes.self }
}

extension AttributeDynamicLookup {
  public subscript<Key: AttributedStringKey>(
    dynamicMember keyPath: KeyPath<AttributeScopes.SwiftUIAttributes, Key>
  ) -> Key { self[Key.self] }
}

extension Text {
  /// Words with attributes of their own: fonts, colours, lines, distances, links.
  @_disfavoredOverload
  public init(_ attributedContent: AttributedString) {
    let parts = attributedContent.runs.map { run in
      Text(String(attributedContent[run.range].characters), run.attributes)
    }
    self.init(storage: parts.isEmpty ? .plain("") : .joined(parts))
  }

  private init(_ words: String, _ attributes: AttributeContainer) {
    let plain = Text(verbatim: words)
    let intent = attributes.inlinePresentationIntent ?? []
    self = plain.looking { look in
      if let font = attributes.font { look.font = font }
      if let color = attributes.foregroundColor { look.style = AnyShapeStyle(color) }
      if let line = attributes.strikethroughStyle { look.strikethrough = TextLine(color: line.color) }
      if let line = attributes.underlineStyle { look.underline = TextLine(color: line.color) }
      if let distance = attributes.tracking ?? attributes.kern { look.tracking = distance }
      if let rise = attributes.baselineOffset { look.baselineOffset = rise }
    }
    .marked(intent, isLink: attributes.link != nil)
  }

  /// A value in its format, with the attributes that it sets.
  public init<F: FormatStyle>(_ input: F.FormatInput, format: F) where F.FormatOutput == AttributedString {
    self.init(format.format(input))
  }

  /// How a line below or through words is drawn. It is solid, whatever its pattern.
  public struct LineStyle: Hashable, Sendable {
    /// Accepted without effect.
    public struct Pattern: Hashable, Sendable {
      public static let solid = Pattern()
      public static let dot = Pattern()
      public static let dash = Pattern()
      public static let dashDot = Pattern()
      public static let dashDotDot = Pattern()
    }

    let color: Color?

    public init(pattern: Pattern = .solid, color: Color? = nil) { self.color = color }

    public static let single = LineStyle()
  }
}

extension AttributedString {
  /// How Markdown is read. Inline marks only; blocks such as lists and headings stay as they are written.
  public struct MarkdownParsingOptions: Sendable {
    public enum InterpretedSyntax: Sendable { case full, inlineOnly, inlineOnlyPreservingWhitespace }
    public enum FailurePolicy: Sendable { case throwError, returnPartiallyParsedIfPossible }

    public var allowsExtendedAttributes: Bool
    public var interpretedSyntax: InterpretedSyntax
    public var failurePolicy: FailurePolicy
    public var languageCode: String?

    public init(
      allowsExtendedAttributes: Bool = false, interpretedSyntax: InterpretedSyntax = .full,
      failurePolicy: FailurePolicy = .throwError, languageCode: String? = nil
    ) {
      self.allowsExtendedAttributes = allowsExtendedAttributes
      self.interpretedSyntax = interpretedSyntax
      self.failurePolicy = failurePolicy
      self.languageCode = languageCode
    }
  }

  /// Words that are marked as in Markdown: `**bold**`, `*italic*`, `~~struck~~`, `` `code` ``, `[words](address)`.
  public init(
    markdown: String, options: MarkdownParsingOptions = MarkdownParsingOptions(), baseURL: URL? = nil
  ) throws {
    self.init()
    for run in InlineMarkdown(markdown.map { .letter($0) }).runs() { append(Self.words(of: run, baseURL)) }
  }

  private static func words(of run: InlineMarkdown.Run, _ baseURL: URL?) -> AttributedString {
    var words: AttributedString
    switch run.content {
    case .words(let string): words = AttributedString(string)
    case .value: words = AttributedString()
    case .inflected(let runs, let number):
      words = AttributedString()
      for inner in runs {
        var inner = inner
        if case .words(let string) = inner.content {
          inner.content = .words(Inflection.agreed(string, with: number, in: EnvironmentValues.current.values.locale))
        }
        words.append(Self.words(of: inner, baseURL))
      }
    }
    if !run.intent.isEmpty { words.inlinePresentationIntent = run.intent }
    if let link = run.link { words.link = URL(string: link, relativeTo: baseURL) }
    return words
  }

  /// Words that are shown to people, with marks, in the board's language.
  public init(
    localized keyAndValue: String.LocalizationValue, table: String? = nil, bundle: Bundle? = nil,
    locale: Locale? = nil, comment: StaticString? = nil
  ) {
    let words = String(localized: keyAndValue, table: table, bundle: bundle, locale: locale ?? .current)
    self = (try? AttributedString(markdown: words)) ?? AttributedString(words)
  }
}
