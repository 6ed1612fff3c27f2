import Foundation

/// A request of the host to a widget's process. One at a time; each is answered by one `ExtensionReply`.
package enum ExtensionRequest: Codable {
  /// Lists the widgets.
  case describe
  /// Checks whether these values configure the widget.
  case check(kind: String, configuration: ConfigurationValue)
  case timeline(kind: String, configuration: ConfigurationValue, reason: Reason, context: ExtensionContext)
  /// Draws one entry of a timeline that this process returned, in one look.
  case draw(timeline: Int, entry: Int, place: ExtensionPlace)
  /// Lists the intents that it can perform.
  case intents
  case perform(intent: String, parameters: ConfigurationValue)
  /// Lists the previews that it declares.
  case previews
  /// Makes the timeline of a preview, by its place in the list.
  case preview(Int, context: ExtensionContext)

  package enum Reason: String, Codable { case placeholder, snapshot, timeline }
}

extension ExtensionRequest {
  /// Why it is not waited for any longer; nil: nothing more than that.
  package func tooSlow(_ seconds: Double) -> String? {
    switch self {
    case .timeline, .preview: "its provider took longer than \(Int(clamping: seconds)) s"
    case .draw:
      "its view took longer than \(Int(clamping: seconds)) s to draw (what takes time belongs in the provider)"
    case .describe, .check, .intents, .perform, .previews: nil
    }
  }

  /// What is said of a reply that took at least half of the time that it has; nil: nothing.
  package func slow(_ spent: Double, of seconds: Double) -> String? {
    guard spent >= seconds / 2 else { return nil }
    let time = "\(Int(clamping: spent)) s; after \(Int(clamping: seconds)) s it is ended"
    return switch self {
    case .timeline, .preview: "its provider took \(time)"
    case .draw: "its view took \(time): what takes time belongs in the provider"
    case .describe, .check, .intents, .perform, .previews: nil
    }
  }
}

package enum ExtensionReply: Codable {
  case widgets([ExtensionDescription])
  case isRight
  case timeline(number: Int, entries: [ExtensionEntry], policy: ExtensionPolicy)
  case drawing(ExtensionDrawing)
  case intents([IntentDescriptor])
  case performed(IntentOutcome)
  case previews([ExtensionPreview], leftOut: Int)
  case wrongConfiguration(path: [String], message: String, knownKeys: [String])
  case failure(String)
}

/// A widget as described by its own process; stored with the program when it is added.
package struct ExtensionDescription: Codable, Hashable, Sendable {
  package var kind: String
  package var displayName: String
  package var description: String
  package var supportedFamilies: [WidgetFamily]
  package var contentMarginsDisabled: Bool
  /// nil: no disfavoured places.
  package var disfavored: [DisfavoredPlace]?
  /// nil: it may be removed.
  package var keepsContainerBackground: Bool?
  /// nil: both.
  package var mountingStyles: [WidgetMountingStyle]?
  /// nil: the scene's.
  package var texture: WidgetTexture?
  /// nil: nothing to configure, or from a widget built before they were described.
  package var parameters: [IntentParameterSchema]?
}

/// A preview that a widget's program declares.
package struct ExtensionPreview: Codable, Hashable, Sendable {
  /// The name that it gives itself; else the widget's, or that of its type.
  package var name: String
  package var family: WidgetFamily
  /// The widget that it shows; nil = a view alone.
  package var kind: String?
  package var contentMarginsDisabled: Bool
  /// The entries that it shows.
  package var entryCount: Int
}

package struct ExtensionEntry: Codable {
  package var date: Date
  package var relevance: TimelineEntryRelevance?
}

package enum ExtensionPolicy: Codable {
  case atEnd, never
  case after(Date)

  init(_ policy: TimelineReloadPolicy) {
    self =
      switch policy {
      case .atEnd: .atEnd
      case .never: .never
      case .after(let date): .after(date)
      }
  }

  package var policy: TimelineReloadPolicy {
    switch self {
    case .atEnd: .atEnd
    case .never: .never
    case .after(let date): .after(date)
    }
  }
}

/// The context that a provider receives.
package struct ExtensionContext: Codable {
  var family: WidgetFamily
  var displaySize: Size
  var isPreview: Bool
  var date: Date
  var folder: String?
  var place: Place?
  var environment: ExtensionEnvironment
}

/// Where an entry is drawn.
package struct ExtensionPlace: Codable, Hashable {
  var environment: ExtensionEnvironment
  /// Size of the whole widget, in points, and its corner radius.
  var size: Size
  /// The insets that the host keeps free around the content; zero if the widget disables margins.
  var insets: EdgeInsets
  var cornerRadius: Double
  /// Pixels per point.
  var scale: Double
  /// The time of compilation.
  package var date: Date
  /// Identifies the tree's nodes.
  var path: UInt32
  /// When the drawing is shown first; nil: at the time of compilation.
  package var moment: Date?
}

/// The environment values that a host sets.
struct ExtensionEnvironment: Codable, Hashable {
  var family: WidgetFamily
  var renderingMode: UInt8
  var isLuminanceReduced: Bool
  var isSimplified: Bool
  var isLight: Bool
  var showsContainerBackground: Bool
  var margins: EdgeInsets
  var locale: String
  var timeZone: String
  var redaction: Int
  var typeSize: DynamicTypeSize
  /// nil: the default of the platform.
  var typeTable: TypeTable?
  /// nil: from left to right.
  var isRightToLeft: Bool?
  /// nil: labels are not shown.
  var labelRoom: Size?
  /// nil: as on the device.
  var smallestTextPt: Double?
  /// nil: no.
  var invertsColors: Bool?
  /// nil: shades.
  var panelInks: PanelInks?
  /// The scene's own font file, and which of its faces; nil: the built-in one.
  var fontPath: String?
  var fontFace: String?

  init(_ values: EnvironmentValues) {
    family = values.widgetFamily
    renderingMode = values.widgetRenderingMode.rawValue
    isLuminanceReduced = values.isLuminanceReduced
    isSimplified = values.levelOfDetail == .simplified
    isLight = values.colorScheme == .light
    showsContainerBackground = values.showsWidgetContainerBackground
    margins = values.widgetContentMargins
    locale = values.locale.identifier
    timeZone = values.timeZone.identifier
    redaction = values.redactionReasons.rawValue
    typeSize = values.dynamicTypeSize
    typeTable = values.typeTable
    isRightToLeft = values.layoutDirection == .rightToLeft
    labelRoom = values.showsWidgetLabel ? values.widgetLabelRoom : nil
    smallestTextPt = values.smallestTextPt
    invertsColors = values.accessibilityInvertColors
    panelInks = values.panelInks
    fontPath = values.fontFile?.path
    fontFace = values.fontFile?.face
  }

  var values: EnvironmentValues {
    var values = EnvironmentValues()
    values.widgetFamily = family
    values.widgetRenderingMode = WidgetRenderingMode(rawValue: renderingMode) ?? .fullColor
    values.isLuminanceReduced = isLuminanceReduced
    values.levelOfDetail = isSimplified ? .simplified : .default
    values.colorScheme = isLight ? .light : .dark
    values.showsWidgetContainerBackground = showsContainerBackground
    values.widgetContentMargins = margins
    values.locale = Locale(identifier: locale)
    values.timeZone = TimeZone(identifier: timeZone) ?? .gmt
    values.redactionReasons = RedactionReasons(rawValue: redaction)
    values.dynamicTypeSize = typeSize
    values.typeTable = typeTable ?? .iOS
    values.layoutDirection = isRightToLeft == true ? .rightToLeft : .leftToRight
    values.showsWidgetLabel = labelRoom != nil
    values.widgetLabelRoom = labelRoom ?? .zero
    values.accessibilityInvertColors = invertsColors == true
    values.panelInks = panelInks ?? .shades
    values.fontFile = fontPath.map { FontFile(path: $0, face: fontFace) }
    if let smallestTextPt { values.smallestTextPt = smallestTextPt }
    return values
  }
}

/// The drawing of an entry: its items, those of its container background, and its problems.
package struct ExtensionDrawing: Codable {
  struct Problem: Codable {
    var isError: Bool
    var path: String
    var message: String
    /// An error of a part, while the rest is shown; nil: no.
    var isOfPart: Bool?
  }

  var items: [DrawItem]
  /// nil: the widget set no background.
  var background: [DrawItem]?
  /// The label next to the widget, in a straight strip; nil: none.
  var label: [DrawItem]?
  var problems: [Problem]
  /// nil: from a widget built before targets existed.
  var targets: [TapTarget]?
  /// nil: it says nothing.
  var accessibility: [AccessibilityNode]?
  /// When the views change within the entry; nil: never.
  package var moments: [Date]?
  /// Whether the drawing is the same at any date; nil: that is not known.
  var isTimeless: Bool?
}

/// The wire format of messages in a pipe: four bytes of length, little-endian, and JSON.
package enum ExtensionWire {
  /// More than any widget needs; larger messages are treated as an error.
  package static let maximumByteCount = 16 << 20

  package static func encode(_ message: some Encodable, fonts: FontLibrary?) throws -> Data {
    let encoder = JSONEncoder()
    encoder.userInfo[.fontLibrary] = fonts.map { CodingFonts($0) }
    let body = try encoder.encode(message)
    var length = UInt32(body.count).littleEndian
    return withUnsafeBytes(of: &length) { Data($0) } + body
  }

  package static func decode<Message: Decodable>(
    _ type: Message.Type, _ body: Data, fonts: FontLibrary?
  ) throws -> Message {
    let decoder = JSONDecoder()
    decoder.userInfo[.fontLibrary] = fonts.map { CodingFonts($0) }
    return try decoder.decode(type, from: body)
  }

  package static func length(_ head: Data) -> Int {
    head.enumerated().reduce(0) { $0 | Int($1.element) << (8 * $1.offset) }
  }
}
