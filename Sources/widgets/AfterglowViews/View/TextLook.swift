import Foundation

/// The attributes that a text, or a part of one, sets itself.
struct TextLook {
  var font: Font?
  var weight: Font.Weight?
  var design: Font.Design?
  var style: AnyShapeStyle?
  var isItalic: Bool?
  var hasMonospacedDigits = false
  var tracking: Double?
  /// In points, upwards.
  var baselineOffset: Double?
  var underline: TextLine?
  var strikethrough: TextLine?

  var isEmpty: Bool {
    font == nil && weight == nil && design == nil && style == nil && isItalic == nil && !hasMonospacedDigits
      && tracking == nil && baselineOffset == nil && underline == nil && strikethrough == nil
  }

  func apply(to environment: inout EnvironmentValues) {
    if let font { environment.font = font }
    if let weight { environment.fontWeight = weight }
    if let design { environment.fontDesign = design }
    if let style { environment.foregroundStyle = style }
    if let isItalic { environment.isItalic = isItalic }
    if hasMonospacedDigits { environment.usesMonospacedDigits = true }
    if let tracking { environment.trackingPt = tracking }
    if let baselineOffset { environment.baselineOffsetPt = baselineOffset }
    if let underline { environment.underline = underline }
    if let strikethrough { environment.strikethrough = strikethrough }
  }

  /// What a whole says of its look is said of its parts that do not.
  func inside(_ whole: TextLook) -> TextLook {
    var look = self
    look.font = font ?? whole.font
    look.weight = weight ?? whole.weight
    look.design = design ?? whole.design
    look.style = style ?? whole.style
    look.isItalic = isItalic ?? whole.isItalic
    look.hasMonospacedDigits = hasMonospacedDigits || whole.hasMonospacedDigits
    look.tracking = tracking ?? whole.tracking
    look.baselineOffset = baselineOffset ?? whole.baselineOffset
    look.underline = underline ?? whole.underline
    look.strikethrough = strikethrough ?? whole.strikethrough
    return look
  }
}

/// The same modifiers as on any view, but they return a text, so that parts can be joined.
extension Text {
  func looking(_ change: (inout TextLook) -> Void) -> Text {
    var copy = self
    change(&copy.look)
    return copy
  }

  /// Sets the font of this text, also as a part of another.
  public func font(_ font: Font?) -> Text { looking { $0.font = font } }
  /// Sets the weight of this text, also as a part of another.
  public func fontWeight(_ weight: Font.Weight?) -> Text { looking { $0.weight = weight } }
  public func bold(_ isActive: Bool = true) -> Text { isActive ? fontWeight(.bold) : self }
  /// Gives all digits the same width.
  public func monospacedDigit() -> Text { looking { $0.hasMonospacedDigits = true } }
  /// Sets the style of this text, also as a part of another.
  public func foregroundStyle(_ style: some ShapeStyle) -> Text { looking { $0.style = AnyShapeStyle(style) } }
  /// Sets the colour of this text; `nil` is that of the environment.
  public func foregroundColor(_ color: Color?) -> Text { looking { $0.style = color.map { AnyShapeStyle($0) } } }
  /// Adds distance between characters: −100 to 100 points; NaN is 0.
  public func tracking(_ points: Double) -> Text {
    looking { $0.tracking = points.isNaN ? 0 : min(max(points, -100), 100) }
  }
  /// An alias of ``tracking(_:)``: pairs of letters keep the font's own kerning.
  public func kerning(_ points: Double) -> Text { tracking(points) }
  /// Slants the letters, with the font's own italic if it has one.
  public func italic(_ isActive: Bool = true) -> Text { looking { $0.isItalic = isActive } }
  /// Sets the design of this text, also as a part of another.
  public func fontDesign(_ design: Font.Design?) -> Text { looking { $0.design = design } }
  /// Uses a font with letters of equal width.
  public func monospaced(_ isActive: Bool = true) -> Text { isActive ? fontDesign(.monospaced) : self }
  /// Accepted without effect: Inter has one width.
  public func fontWidth(_ width: Font.Width?) -> Text { self }
  /// Moves letters up, or down if negative, in points; lines stay as far apart as they are.
  public func baselineOffset(_ baselineOffset: CGFloat) -> Text {
    looking { $0.baselineOffset = Text.bounded(baselineOffset) }
  }

  static func bounded(_ points: CGFloat) -> Double { points.isNaN ? 0 : min(max(points, -100), 100) }
}
