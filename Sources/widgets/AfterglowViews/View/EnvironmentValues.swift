import AfterglowCore
import Foundation

/// How the host draws a widget: `fullColor`, `accented` in two solid colours, or `vibrant` without colours
/// (docs/rules.md, rules 25, 28 and 34).
public typealias WidgetRenderingMode = AfterglowCore.RenderingMode

extension WidgetRenderingMode {
  /// The name in scene files, commands and messages.
  public var name: String {
    switch self {
    case .fullColor: "fullColor"
    case .accented: "accented"
    case .vibrant: "vibrant"
    }
  }
}

/// How much detail a widget shows for the distance of the viewer (docs/rules.md, rule 52).
public enum LevelOfDetail: Hashable, Sendable {
  /// Full detail, for a viewer nearby.
  case `default`
  /// Fewer details in larger type, for a viewer across the room (docs/rules.md, rules 53 and 54).
  case simplified
}

/// The colours of a panel. One of few inks has no shades: what is drawn is in one of them, with edges on whole pixels.
public enum PanelInks: UInt8, Hashable, Codable, Sendable {
  /// Any colour, or greys.
  case shades = 0
  /// Black and white.
  case blackAndWhite = 1
  /// Black, white, yellow, red, blue and green (docs/ink.md). Colours become the ink of their hue.
  case six = 2
  /// Black and white, and pictures in four greys (docs/ink.md, Four greys).
  case fourGreys = 3

  package init(_ format: PixelFormat?) {
    switch format {
    case .mono1: self = .blackAndWhite
    case .spectra6: self = .six
    case .gray2: self = .fourGreys
    default: self = .shades
    }
  }
}

/// The environment of a view: family, rendering mode, locale, font and other inherited values.
///
/// Read them with ``Environment``, set them with `environment(_:_:)` or their own modifiers.
public struct EnvironmentValues: Sendable {
  /// The family that the scene shows the widget in.
  public var widgetFamily: WidgetFamily = .systemSmall
  /// How the host draws the widget. A view need not change its colours for it, only content that depends on them.
  public var widgetRenderingMode: WidgetRenderingMode {
    get {
      lookUse?.note(.renderingMode)
      return look.renderingMode
    }
    set { look.renderingMode = newValue }
  }
  /// Whether the room is dim: prefer strokes to large fills (docs/rules.md, rule 47, and Reduced luminance).
  public var isLuminanceReduced: Bool {
    get {
      lookUse?.note(.luminance)
      return look.isLuminanceReduced
    }
    set { look.isLuminanceReduced = newValue }
  }
  /// The level of detail for the distance of the viewer.
  public var levelOfDetail: LevelOfDetail = .default
  /// Whether content is light on dark or dark on light.
  public var colorScheme: ColorScheme {
    get {
      lookUse?.note(.colorScheme)
      return look.colorScheme
    }
    set { look.colorScheme = newValue }
  }
  /// Whether the panel is paper, which shows light content as dark ink on white. Omit content that must stay light,
  /// such as the lit part of a moon. In SwiftUI it is a setting of the viewer.
  public var accessibilityInvertColors = false
  /// Whether the container background is shown; `false` where the host removes it, such as in StandBy (docs/rules.md,
  /// rule 50).
  public var showsWidgetContainerBackground: Bool {
    get {
      lookUse?.note(.containerBackground)
      return look.showsContainerBackground
    }
    set { look.showsContainerBackground = newValue }
  }
  /// The settings of the look. Only the properties above give them to views, so that each reading is noted.
  private var look = LookValues()
  /// Notes which of them are read; nil = readings are not noted.
  package var lookUse: LookUse?

  /// Whether the views of this environment have read nothing in which its look differs from another one. False where
  /// readings are not noted.
  package func hasReadNothing(thatDiffersIn other: EnvironmentValues) -> Bool {
    lookUse?.isSame(look, as: other.look) == true
  }

  /// The colours that the panel has.
  public var panelInks = PanelInks.shades
  /// Whether the host shows the content of `widgetLabel`: on a watch's face.
  public var showsWidgetLabel = false
  /// The size available for it along a curve.
  package var widgetLabelRoom = Size.zero
  /// Inside of it: gauges are bars, and nothing else.
  var isWidgetLabel = false
  /// The margins that the host keeps around the content. A view applies them itself only after
  /// `contentMarginsDisabled()`. 16 points by default (docs/rules.md, rule 7).
  public var widgetContentMargins = EdgeInsets(all: 16)
  /// Whether the widget is shown alone after a touch, with its details.
  package var showsDetails = false
  /// Whether words are written twice, as long ones of other languages would need room (`ContentTrial.longest`).
  package var doublesWords = false
  /// The age of the content once it is stale; nil if it does not become stale.
  package var contentAge: AgeText?
  package var canGrowOld: Bool { contentAge != nil }
  /// The locale of the scene, for texts, dates and numbers.
  public var locale = Locale(identifier: "en_US")
  /// The direction of the layout, by default that of the locale's language.
  public var layoutDirection = LayoutDirection.leftToRight
  /// The time zone of the scene, for dates and clocks.
  public var timeZone = TimeZone(identifier: "UTC")!
  /// The Gregorian calendar, or the one that was set, with `locale` and `timeZone`.
  public var calendar: Calendar {
    get {
      var calendar = baseCalendar
      calendar.locale = locale
      calendar.timeZone = timeZone
      return calendar
    }
    set { baseCalendar = newValue }
  }
  var baseCalendar = Calendar(identifier: .gregorian)

  /// The font of text and symbols, after weight, design and type size.
  public var font: Font {
    get {
      var font = fontWeight.map(ownFont.weight) ?? ownFont
      if let fontDesign, font.design == .default { font.design = fontDesign }
      if let fontFile, font.file == nil, font.design == .default { font.file = fontFile }
      if isItalic { font.isItalic = true }
      font = font.scaled(to: dynamicTypeSize, in: typeTable)
      if font.size >= Font.smallestTextPt { font.size = max(font.size, smallestTextPt) }
      return font
    }
    set { ownFont = newValue }
  }
  private var ownFont = Font.body
  /// Set by `fontWeight` and `bold`; also applies to fonts that are set inside.
  var fontWeight: Font.Weight?
  /// Set by `italic`, for every font inside.
  var isItalic = false
  /// Set by `fontDesign`, for fonts without a design.
  var fontDesign: Font.Design?
  /// The scene's font, for text without a file or design.
  package var fontFile: FontFile?
  /// The type size that text styles follow.
  public var dynamicTypeSize = DynamicTypeSize.large
  package var typeTable = TypeTable.iOS
  /// The maximum number of lines of a text; `nil`, the default, is no limit.
  public var lineLimit: Int?
  /// The fraction of its size to which text may shrink before it is truncated: 0.1 to 1, the default; other values are
  /// clamped to that range.
  public var minimumScaleFactor: Double = 1 {
    didSet { minimumScaleFactor = minimumScaleFactor.isNaN ? 1 : min(max(minimumScaleFactor, 0.1), 1) }
  }
  /// The canvas size of 11 pt on the device (rules 6 and 12): text that a widget sets in 11 pt or more is not shown
  /// smaller than that. Smaller text in the widget itself is intended.
  package var smallestTextPt = Font.smallestTextPt
  /// `minimumScaleFactor`, limited so that text of at least 11 pt keeps 11 pt.
  var leastScaleFactor: Double {
    let size = font.size
    guard size * minimumScaleFactor >= Font.smallestTextPt - 0.01 else { return minimumScaleFactor }
    return min(1, max(minimumScaleFactor, smallestTextPt / size))
  }
  /// How the lines of a text are aligned to each other.
  public var multilineTextAlignment: TextAlignment = .leading
  package var foregroundStyle = AnyShapeStyle(HierarchicalShapeStyle.primary)
  /// The style of `.background`; `nil` is that of the widget's host.
  var backgroundStyle: AnyShapeStyle?
  /// The primary, secondary and tertiary level, where a widget sets more than the first; otherwise empty.
  var foregroundLevels: [AnyShapeStyle] = []
  var usesMonospacedDigits = false
  /// Lines of text begin and end with their ink at any size, not only large ones.
  package var isBoundByInk = false
  /// A text of one line is as high as one in its own font alone.
  package var keepsLineHeight = false
  /// Upper or lower case for all text; `nil`, the default, leaves it as it is.
  public var textCase: Text.Case?
  /// The size of symbols relative to their text.
  public var imageScale = Image.Scale.medium
  var isAccentable = false
  var trackingPt: Double = 0
  /// How far letters stand above the line, in points.
  var baselineOffsetPt: Double = 0
  /// Lines that a text takes room for, whether it has them or not.
  var reservedLineCount = 0
  /// Extra distance between the lines of a text, in points.
  public var lineSpacing: Double = 0
  /// The place at which text that does not fit is truncated.
  public var truncationMode = Text.TruncationMode.tail
  /// Models that views find by their types.
  var models = EnvironmentModels()
  var underline: TextLine?
  var strikethrough: TextLine?
  /// The colour of controls and of `.tint`.
  var tint = AnyShapeStyle(Color(argb: 0xFF0A_84FF))
  var labelStyle: ControlStyle<LabelStyleConfiguration>?
  var gaugeStyle: ControlStyle<GaugeStyleConfiguration>?
  /// Whether circular gauges take the room that they are offered.
  var fitsRings = false
  var progressViewStyle: ControlStyle<ProgressViewStyleConfiguration>?
  var buttonStyle: ControlStyle<PrimitiveButtonStyleConfiguration>?
  var toggleStyle: ControlStyle<ToggleStyleConfiguration>?
  var groupBoxStyle: ControlStyle<GroupBoxStyleConfiguration>?
  var labeledContentStyle: ControlStyle<LabeledContentStyleConfiguration>?
  var buttonBorderShape = ButtonBorderShape.automatic
  var hidesLabels = false
  /// The size of buttons and toggles.
  public var controlSize = ControlSize.regular
  /// Whether `disabled` has not been set around the view. A disabled control is drawn at half of its opacity.
  public var isEnabled = true
  /// Why content is hidden; empty if it is not. Text, symbols, pictures, charts and gauges are redacted automatically:
  /// check it for shapes that show data.
  public var redactionReasons: RedactionReasons = []
  var isPrivacySensitive = false
  /// Pixels per point.
  public internal(set) var displayScale: CGFloat = 1
  var customValues = CustomValues()
  /// When the drawing is shown first: at the compile, or later where an entry changes in between.
  package var moment = Date.distantPast

  /// The values of a home grid's small widget: dark, full colour, 16 pt margins, `en_US`, UTC.
  public init() {}

  @TaskLocal static var current = Surroundings(EnvironmentValues())

  /// The values around the view whose body is being evaluated, borrowed: a key path would copy all of them to read one.
  package static var ofBody: EnvironmentValues {
    _read { yield current.values }
  }
}

/// Values shared by many contexts: there is a context for every view, and few change anything.
final class Surroundings: Sendable {
  let values: EnvironmentValues

  init(_ values: EnvironmentValues) { self.values = values }
}

/// Reads an environment value in a view.
///
///     struct TideView: View {
///       @Environment(\.widgetFamily) private var family
///
///       var body: some View {
///         Text(family == .systemSmall ? "High" : "High tide")
///       }
///     }
@propertyWrapper
public struct Environment<Value> {
  private let keyPath: KeyPath<EnvironmentValues, Value>

  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { self.keyPath = keyPath }

  /// The value in the view's environment. It may be read only in the `body` of the view, not in its initialiser or in
  /// other code.
  public var wrappedValue: Value { EnvironmentValues.current.values[keyPath: keyPath] }
}

extension View {
  /// Sets a value for this view and its content.
  public func environment<Value>(
    _ keyPath: WritableKeyPath<EnvironmentValues, Value>, _ value: Value
  ) -> some View {
    EnvironmentModifier(content: self) { $0[keyPath: keyPath] = value }
  }
}

extension EnvironmentValues {
  /// The tint of a bar: a gradient without a direction runs along it.
  var barTint: AnyShapeStyle {
    guard case .gradient(let colors, .top, .bottom) = tint.storage else { return tint }
    return AnyShapeStyle(storage: .gradient(colors, start: .leading, end: .trailing))
  }
}

extension EnvironmentValues {
  /// The tint of a ring: a gradient without a direction runs along it.
  func ringTint(from start: Angle, to end: Angle) -> AnyShapeStyle {
    guard case .gradient(let colors, .top, .bottom) = tint.storage else { return tint }
    return AnyShapeStyle(
      storage: .field(GradientField(colors: colors, center: .center, course: .angular(from: start, to: end))))
  }
}

extension View {
  /// Sets the style of gauges, progress, charts and everything filled with `.tint`; `nil` leaves it unchanged. A
  /// gradient without a direction runs along a bar or around a ring.
  public func tint(_ style: (some ShapeStyle)?) -> some View {
    EnvironmentModifier(content: self) { if let style { $0.tint = AnyShapeStyle(style) } }
  }

  /// An alias of `tint(_:)`.
  public func accentColor(_ color: Color?) -> some View { tint(color) }

  /// Sets the colour of gauges, progress, charts and everything filled with `.tint`; `nil` leaves it unchanged.
  public func tint(_ color: Color?) -> some View {
    EnvironmentModifier(content: self) { if let color { $0.tint = AnyShapeStyle(color) } }
  }
}

extension EnvironmentValues {
  /// The scheme of the colours of content. A panel of ink has its own for light ones.
  var groundScheme: ColorScheme { accessibilityInvertColors ? .dark : colorScheme }
}

/// Changes the environment of a view.
package struct EnvironmentModifier<Content: View>: View, PrimitiveView {
  let content: Content
  let change: (inout EnvironmentValues) -> Void

  package init(content: Content, change: @escaping (inout EnvironmentValues) -> Void) {
    self.content = content
    self.change = change
  }

  package static var isStructure: Bool { true }

  package func elements(in context: ResolveContext) -> [any Element] {
    var inner = context
    change(&inner.environment)
    return resolve(content, in: inner)
  }
}
