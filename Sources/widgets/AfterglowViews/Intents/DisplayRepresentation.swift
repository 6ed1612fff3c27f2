import Foundation

/// How a choice is shown to people: a title, a second line, a picture.
public struct DisplayRepresentation: ExpressibleByStringInterpolation, Hashable, Sendable {
  /// A picture next to a choice. Accepted without effect: configurations are text.
  public struct Image: Hashable, Sendable {
    /// Whether it is in one colour.
    public enum DisplayStyle: Hashable, Sendable { case `default`, circular }

    public init(named name: String, isTemplate: Bool? = nil, displayStyle: DisplayStyle = .default) {}
    public init(systemName: String, isTemplate: Bool? = nil, displayStyle: DisplayStyle = .default) {}
    public init(systemName: String, tintColor: UIColor?, isTemplate: Bool? = nil, displayStyle: DisplayStyle = .default)
    {}
    public init(data: Data, isTemplate: Bool? = nil, displayStyle: DisplayStyle = .default) {}
    public init(
      url: URL, width: Double? = nil, height: Double? = nil, isTemplate: Bool? = nil,
      displayStyle: DisplayStyle = .default
    ) {}
  }

  public var title: LocalizedStringResource
  public var subtitle: LocalizedStringResource?
  public var image: Image?
  public var synonyms: [LocalizedStringResource]

  public init(
    title: LocalizedStringResource, subtitle: LocalizedStringResource? = nil, image: Image? = nil,
    synonyms: [LocalizedStringResource] = []
  ) {
    self.title = title
    self.subtitle = subtitle
    self.image = image
    self.synonyms = synonyms
  }

  public init(stringLiteral value: String) { self.init(title: LocalizedStringResource(stringLiteral: value)) }
  public init(stringInterpolation: LocalizedStringResource.StringInterpolation) {
    self.init(title: LocalizedStringResource(stringInterpolation: stringInterpolation))
  }
}

/// The kind of a choice: "City".
public struct TypeDisplayRepresentation: ExpressibleByStringInterpolation, Hashable, Sendable {
  public var name: LocalizedStringResource
  public var numericFormat: LocalizedStringResource?
  public var synonyms: [LocalizedStringResource]

  public init(
    name: LocalizedStringResource, numericFormat: LocalizedStringResource? = nil,
    synonyms: [LocalizedStringResource] = []
  ) {
    self.name = name
    self.numericFormat = numericFormat
    self.synonyms = synonyms
  }

  public init(stringLiteral value: String) { self.init(name: LocalizedStringResource(stringLiteral: value)) }
  public init(stringInterpolation: LocalizedStringResource.StringInterpolation) {
    self.init(name: LocalizedStringResource(stringInterpolation: stringInterpolation))
  }
}

/// A type with a name for people.
public protocol TypeDisplayRepresentable {
  static var typeDisplayRepresentation: TypeDisplayRepresentation { get }
}

/// A value with a name for people.
public protocol DisplayRepresentable: TypeDisplayRepresentable {
  var displayRepresentation: DisplayRepresentation { get }
}
