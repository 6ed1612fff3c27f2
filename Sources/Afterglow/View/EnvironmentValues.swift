import AfterglowCore
import Foundation

/// How the host asks a widget to draw (WidgetKit's name).
public typealias WidgetRenderingMode = AfterglowCore.RenderingMode

extension WidgetRenderingMode {
  /// As scenes, commands and messages write it.
  public var name: String {
    switch self {
    case .fullColor: "fullColor"
    case .accented: "accented"
    case .vibrant: "vibrant"
    }
  }
}

/// How much a widget should show for the viewer's distance.
public enum LevelOfDetail: Hashable, Sendable {
  case `default`
  /// Fewer details, larger type (rules 52 to 54).
  case simplified
}

/// What a view may know about its surroundings.
public struct EnvironmentValues: Sendable {
  public var widgetFamily: WidgetFamily = .systemSmall
  public var widgetRenderingMode: WidgetRenderingMode = .fullColor
  /// Draw strokes instead of fills: the panel is in a dim room.
  public var isLuminanceReduced = false
  public var levelOfDetail: LevelOfDetail = .default
  /// Whether content is light on dark or dark on light.
  public var colorScheme: ColorScheme = .dark
  /// Whether the panel is paper, which prints what is drawn light as dark ink on its white (SwiftUI's name): what must stay
  /// light, as the lit part of a moon, is left out there.
  public var accessibilityInvertColors = false
  /// False where the host removes backgrounds, such as StandBy.
  public var showsWidgetContainerBackground = true
  /// Whether the host shows what `widgetLabel` gives: on a watch's face.
  public var showsWidgetLabel = false
  /// Room for it along a curve.
  var widgetLabelRoom = Size.zero
  /// Inside it: gauges are bars, and nothing else.
  var isWidgetLabel = false
  /// What the host keeps free around the content; the content itself pads by it only when margins are disabled.
  public var widgetContentMargins = EdgeInsets(all: 16)
  /// How old content will be when it is older than it promised; nil where nobody promised anything.
  var contentAge: AgeText?
  package var canGrowOld: Bool { contentAge != nil }
  public var locale = Locale(identifier: "en_US")
  /// As the host's language is written; it says where leading is.
  public var layoutDirection = LayoutDirection.leftToRight
  public var timeZone = TimeZone(identifier: "UTC")!
  /// Carries `locale` and `timeZone`.
  public var calendar: Calendar {
    var calendar = baseCalendar
    calendar.locale = locale
    calendar.timeZone = timeZone
    return calendar
  }
  var baseCalendar = Calendar(identifier: .gregorian)

  /// Font of text and symbols.
  public var font: Font {
    get {
      var font = fontWeight.map(ownFont.weight) ?? ownFont
      if let fontDesign, font.design == .default { font.design = fontDesign }
      if let fontFile, font.file == nil, font.design == .default { font.file = fontFile }
      font = font.scaled(to: dynamicTypeSize, in: typeTable)
      if font.size >= PanelLayout.smallestTextPt { font.size = max(font.size, smallestTextPt) }
      return font
    }
    set { ownFont = newValue }
  }
  private var ownFont = Font.body
  /// Said by `fontWeight` and `bold`: for whichever font is set inside, too.
  var fontWeight: Font.Weight?
  /// Said by `fontDesign`: for fonts that name none themselves.
  var fontDesign: Font.Design?
  /// The scene's, for fonts that name neither a file nor a design.
  var fontFile: FontFile?
  /// What text styles follow.
  public var dynamicTypeSize = DynamicTypeSize.large
  var typeTable = TypeTable.iOS
  public var lineLimit: Int?
  /// Text may shrink to this share of its size before it is cut.
  public var minimumScaleFactor: Double = 1 {
    didSet { minimumScaleFactor = minimumScaleFactor.isNaN ? 1 : min(max(minimumScaleFactor, 0.1), 1) }
  }
  /// What 11 pt on the device are on the canvas (rules 6 and 12): text that a widget makes 11 pt or larger is not shown
  /// smaller than that. What is smaller in the widget itself is meant so.
  var smallestTextPt = PanelLayout.smallestTextPt
  /// `minimumScaleFactor`, as far as 11 pt are kept where the widget keeps them.
  var leastScaleFactor: Double {
    let size = font.size
    guard size * minimumScaleFactor >= PanelLayout.smallestTextPt - 0.01 else { return minimumScaleFactor }
    return min(1, max(minimumScaleFactor, smallestTextPt / size))
  }
  public var multilineTextAlignment: TextAlignment = .leading
  var foregroundStyle = AnyShapeStyle(HierarchicalShapeStyle.primary)
  var usesMonospacedDigits = false
  public var textCase: Text.Case?
  public var imageScale = Image.Scale.medium
  var isAccentable = false
  var trackingPt: Double = 0
  /// Extra distance between lines, in points.
  public var lineSpacing: Double = 0
  public var truncationMode = Text.TruncationMode.tail
  var underline: TextLine?
  var strikethrough: TextLine?
  /// The colour of controls and of `.tint`.
  var tint = AnyShapeStyle(Color(argb: 0xFF0A_84FF))
  var chartOptions = ChartOptions()
  var labelStyle = LabelStyle.titleAndIcon
  var gaugeStyle = GaugeStyle.automatic
  var progressViewStyle = ProgressViewStyle.automatic
  /// Why content is hidden: text becomes bars by itself, and shapes that tell something stand back for plain ones.
  public var redactionReasons: RedactionReasons = []
  var isPrivacySensitive = false

  public init() {}

  @TaskLocal static var current = Surroundings(EnvironmentValues())
}

/// Values that many contexts share: there is a context for every view, and few change anything.
final class Surroundings: Sendable {
  let values: EnvironmentValues

  init(_ values: EnvironmentValues) { self.values = values }
}

/// Reads a value of the surroundings in which a view's body is being evaluated.
@propertyWrapper
public struct Environment<Value> {
  private let keyPath: KeyPath<EnvironmentValues, Value>

  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { self.keyPath = keyPath }

  /// Meaningful only while `body` is being evaluated.
  public var wrappedValue: Value { EnvironmentValues.current.values[keyPath: keyPath] }
}

extension View {
  /// Sets one value of the surroundings for this view and all in it.
  public func environment<Value>(
    _ keyPath: WritableKeyPath<EnvironmentValues, Value>, _ value: Value
  ) -> some View {
    EnvironmentModifier(content: self) { $0[keyPath: keyPath] = value }
  }
}

extension EnvironmentValues {
  /// The tint of a bar: a gradient that says no direction goes along it.
  var barTint: AnyShapeStyle {
    guard case .gradient(let colors, .top, .bottom) = tint.storage else { return tint }
    return AnyShapeStyle(storage: .gradient(colors, start: .leading, end: .trailing))
  }
}

extension EnvironmentValues {
  /// The tint of a ring: a gradient that says no direction goes along it.
  func ringTint(from start: Angle, to end: Angle) -> AnyShapeStyle {
    guard case .gradient(let colors, .top, .bottom) = tint.storage else { return tint }
    return AnyShapeStyle(
      storage: .field(GradientField(colors: colors, center: .center, course: .angular(from: start, to: end))))
  }
}

extension View {
  /// What gauges, progress and whatever is filled with `.tint` are drawn in.
  public func tint(_ style: (some ShapeStyle)?) -> some View {
    EnvironmentModifier(content: self) { if let style { $0.tint = AnyShapeStyle(style) } }
  }

  public func tint(_ color: Color?) -> some View {
    EnvironmentModifier(content: self) { if let color { $0.tint = AnyShapeStyle(color) } }
  }
}

struct EnvironmentModifier<Content: View>: View, PrimitiveView {
  let content: Content
  let change: (inout EnvironmentValues) -> Void

  func elements(in context: ResolveContext) -> [any Element] {
    var inner = context
    change(&inner.environment)
    return resolve(content, in: inner)
  }
}
