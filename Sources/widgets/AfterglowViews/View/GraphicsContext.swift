import AfterglowCore
import Foundation

/// Draws paths, text and images in a ``Canvas``. A copy draws to the same canvas, with its own transform, clip and filters.
public struct GraphicsContext {
  /// The opacity of everything that is drawn from now on, 0 to 1.
  public var opacity = 1.0
  /// How everything that is drawn from now on is mixed with what lies behind it.
  public var blendMode = BlendMode.normal
  /// Maps the coordinates of what is drawn to those of the canvas.
  public var transform = CGAffineTransform.identity
  private var filters: [Filter] = []
  private var clips: [[DrawItem]] = []
  private let recorder: CanvasRecorder

  init(_ recorder: CanvasRecorder) { self.recorder = recorder }

  /// That of the canvas.
  public var environment: EnvironmentValues { recorder.context.environment }

  /// The size of the canvas, in the coordinates of what is drawn.
  public var clipBoundingRect: CGRect {
    CGRect(origin: .zero, size: CGSize(recorder.size)).applying(transform.inverted())
  }

  // MARK: transforms, clips and filters

  public mutating func scaleBy(x: CGFloat, y: CGFloat) { transform = transform.scaledBy(x: x, y: y) }
  public mutating func translateBy(x: CGFloat, y: CGFloat) { transform = transform.translatedBy(x: x, y: y) }
  /// Clockwise.
  public mutating func rotate(by angle: Angle) { transform = transform.rotated(by: angle.radians) }
  public mutating func concatenate(_ matrix: CGAffineTransform) { transform = matrix.concatenating(transform) }

  /// Options of a clip.
  public struct ClipOptions: OptionSet, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Cuts the shape out.
    public static let inverse = ClipOptions(rawValue: 1)
  }

  /// Shows only what is drawn inside of a path from now on.
  public mutating func clip(to path: Path, style: FillStyle = FillStyle(), options: ClipOptions = ClipOptions()) {
    let whole = Path(CGRect(origin: .zero, size: CGSize(recorder.size)))
    var shown = path.applying(transform)
    if options.contains(.inverse) { shown = whole.subtracted(shown) }
    guard shown.geometry.isDrawable(within: LayoutLimit.coordinate) else {
      return recorder.context.fail("a clip has a point that is not a number or too far away, or more than 4096 points")
    }
    clips.append([
      DrawItem(
        kind: .shape(shown.geometry, stroke: nil), frame: shown.bounds,
        style: AnyShapeStyle(HierarchicalShapeStyle.primary))
    ])
  }

  /// Shows what is drawn from now on where a drawing is opaque.
  public mutating func clipToLayer(
    opacity: Double = 1, options: ClipOptions = ClipOptions(), content: (inout GraphicsContext) throws -> Void
  ) rethrows {
    let inner = CanvasRecorder(size: recorder.size, context: recorder.context, symbols: recorder.symbols)
    var context = GraphicsContext(inner)
    context.transform = transform
    context.opacity = opacity
    try content(&context)
    clips.append(inner.canvas.items)
  }

  /// Changes everything that is drawn from now on.
  public mutating func addFilter(_ filter: Filter, options: FilterOptions = FilterOptions()) { filters.append(filter) }

  /// A change of a drawing.
  public struct Filter: Sendable {
    fileprivate enum Kind: Sendable {
      case blur(Double)
      case shadow(Color, radius: Double, x: Double, y: Double, isAlone: Bool, isInner: Bool)
      case matrix(ColorMatrix)
      case multiply(Color)
      case luminanceToAlpha
    }

    fileprivate let kind: Kind

    public static func blur(radius: CGFloat, options: BlurOptions = BlurOptions()) -> Filter {
      Filter(kind: .blur(radius))
    }
    public static func shadow(
      color: Color = Color(white: 0, opacity: 0.33), radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0,
      blendMode: BlendMode = .normal, options: ShadowOptions = ShadowOptions()
    ) -> Filter {
      Filter(
        kind: .shadow(
          color, radius: radius, x: x, y: y, isAlone: options.contains(.shadowOnly),
          isInner: options.contains(.invertsAlpha)))
    }
    public static func colorMatrix(_ matrix: ColorMatrix) -> Filter { Filter(kind: .matrix(matrix)) }
    public static func colorMultiply(_ color: Color) -> Filter { Filter(kind: .multiply(color)) }
    public static func colorInvert(_ amount: Double = 1) -> Filter { Filter(kind: .matrix(.inverse)) }
    public static func hueRotation(_ angle: Angle) -> Filter { Filter(kind: .matrix(.hueRotation(angle))) }
    public static func saturation(_ amount: Double) -> Filter { Filter(kind: .matrix(.saturation(amount))) }
    public static func brightness(_ amount: Double) -> Filter { Filter(kind: .matrix(.brightness(amount))) }
    public static func contrast(_ amount: Double) -> Filter { Filter(kind: .matrix(.contrast(amount))) }
    public static func grayscale(_ amount: Double) -> Filter { Filter(kind: .matrix(.saturation(1 - amount))) }
    public static var luminanceToAlpha: Filter { Filter(kind: .luminanceToAlpha) }
  }

  /// Accepted without effect.
  public struct FilterOptions: OptionSet, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let linearColor = FilterOptions(rawValue: 1)
  }

  /// Accepted without effect.
  public struct BlurOptions: OptionSet, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let opaque = BlurOptions(rawValue: 1)
    public static let dithersResult = BlurOptions(rawValue: 2)
  }

  /// How a shadow is drawn.
  public struct ShadowOptions: OptionSet, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Accepted without effect: shadows are behind.
    public static let shadowAbove = ShadowOptions(rawValue: 1)
    /// Without what casts it.
    public static let shadowOnly = ShadowOptions(rawValue: 2)
    /// Inside of the outline.
    public static let invertsAlpha = ShadowOptions(rawValue: 4)
    /// Accepted without effect.
    public static let disablesGroup = ShadowOptions(rawValue: 8)
  }

  // MARK: shapes

  /// The fill of shapes and text.
  public struct Shading {
    fileprivate enum Kind {
      case style(AnyShapeStyle)
      case linear(Gradient, CGPoint, CGPoint)
      case radial(Gradient, CGPoint, CGFloat, CGFloat)
      case conic(Gradient, CGPoint, Angle)
    }

    fileprivate let kind: Kind

    public static func color(_ color: Color) -> Shading { style(color) }
    public static func color(
      _ colorSpace: Color.RGBColorSpace = .sRGB, white: Double, opacity: Double = 1
    ) -> Shading { style(Color(colorSpace, white: white, opacity: opacity)) }
    public static func color(
      _ colorSpace: Color.RGBColorSpace = .sRGB, red: Double, green: Double, blue: Double, opacity: Double = 1
    ) -> Shading { style(Color(colorSpace, red: red, green: green, blue: blue, opacity: opacity)) }
    public static func style(_ style: some ShapeStyle) -> Shading { Shading(kind: .style(AnyShapeStyle(style))) }
    public static var foreground: Shading { style(ForegroundStyle()) }
    public static var backdrop: Shading { style(BackgroundStyle()) }
    public static func palette(_ array: [Shading]) -> Shading { array.first ?? foreground }
    public static func linearGradient(
      _ gradient: Gradient, startPoint: CGPoint, endPoint: CGPoint, options: GradientOptions = GradientOptions()
    ) -> Shading { Shading(kind: .linear(gradient, startPoint, endPoint)) }
    public static func radialGradient(
      _ gradient: Gradient, center: CGPoint, startRadius: CGFloat, endRadius: CGFloat,
      options: GradientOptions = GradientOptions()
    ) -> Shading { Shading(kind: .radial(gradient, center, startRadius, endRadius)) }
    public static func conicGradient(
      _ gradient: Gradient, center: CGPoint, angle: Angle = .zero, options: GradientOptions = GradientOptions()
    ) -> Shading { Shading(kind: .conic(gradient, center, angle)) }
  }

  /// Accepted without effect.
  public struct GradientOptions: OptionSet, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let `repeat` = GradientOptions(rawValue: 1)
    public static let mirror = GradientOptions(rawValue: 2)
    public static let linearColor = GradientOptions(rawValue: 4)
  }

  public func fill(_ path: Path, with shading: Shading, style: FillStyle = FillStyle()) { draw(path, nil, shading) }

  public func stroke(_ path: Path, with shading: Shading, style: StrokeStyle) {
    draw(path, style.checked(in: recorder.context), shading)
  }

  public func stroke(_ path: Path, with shading: Shading, lineWidth: CGFloat = 1) {
    stroke(path, with: shading, style: StrokeStyle(lineWidth: lineWidth))
  }

  private func draw(_ path: Path, _ stroke: StrokeStyle?, _ shading: Shading) {
    let element = ShapeElement(
      path: { _ in path }, style: shading.style(in: path.bounds), stroke: stroke, identity: recorder.context)
    record { element.draw(in: path.bounds, into: &$0) }
  }

  // MARK: text, images and symbols

  /// A text that can be measured and drawn.
  public struct ResolvedText {
    fileprivate let element: any Element
    /// Accepted without effect: the text's own style is used.
    public var shading = Shading.foreground

    /// The size that it takes in a size, in points.
    public func measure(in size: CGSize) -> CGSize { CGSize(element.size(in: Proposal(Size(size)))) }
    public func firstBaseline(in size: CGSize) -> CGFloat { baseline(first: true, size) }
    public func lastBaseline(in size: CGSize) -> CGFloat { baseline(first: false, size) }

    private func baseline(first: Bool, _ size: CGSize) -> CGFloat {
      let own = element.size(in: Proposal(Size(size)))
      return element.baseline(first: first, size: own) ?? own.height
    }
  }

  /// An image that can be measured and drawn.
  public struct ResolvedImage {
    fileprivate let natural: any Element
    fileprivate let stretched: any Element
    /// Accepted without effect: the image's own style is used.
    public var shading: Shading?

    /// In points.
    public var size: CGSize { CGSize(natural.size(in: .ideal)) }
    /// From the top, in points.
    public var baseline: CGFloat { natural.baseline(first: true, size: natural.size(in: .ideal)) ?? size.height }
  }

  /// A view of the canvas's symbols that can be drawn.
  public struct ResolvedSymbol {
    fileprivate let element: any Element

    /// In points.
    public var size: CGSize { CGSize(element.size(in: .ideal)) }
  }

  public func resolve(_ text: Text) -> ResolvedText {
    ResolvedText(element: resolveOne(text, in: recorder.context))
  }

  public func resolve(_ image: Image) -> ResolvedImage {
    ResolvedImage(
      natural: resolveOne(image, in: recorder.context), stretched: resolveOne(image.resizable(), in: recorder.context))
  }

  public func resolve(_ shading: Shading) -> Shading { shading }

  /// The view with a tag among the canvas's symbols; nil if there is none.
  public func resolveSymbol(id: some Hashable) -> ResolvedSymbol? {
    let id = AnyHashable(id)
    return recorder.symbols.first { $0.layoutValue(ObjectIdentifier(TagKey.self)) as? AnyHashable == id }
      .map { ResolvedSymbol(element: $0) }
  }

  public func draw(_ text: Text, at point: CGPoint, anchor: UnitPoint = .center) {
    draw(resolve(text), at: point, anchor: anchor)
  }

  public func draw(_ text: Text, in rect: CGRect) { draw(resolve(text), in: rect) }

  public func draw(_ text: ResolvedText, at point: CGPoint, anchor: UnitPoint = .center) {
    draw(text.element, at: point, anchor)
  }

  /// At the upper leading corner of a rectangle, wrapped in it.
  public func draw(_ text: ResolvedText, in rect: CGRect) {
    let size = text.element.size(in: Proposal(Size(rect.size)))
    record {
      text.element.draw(
        in: Rect(origin: Point(rect.origin), size: size), proposed: Proposal(Size(rect.size)), into: &$0)
    }
  }

  public func draw(_ image: Image, at point: CGPoint, anchor: UnitPoint = .center) {
    draw(resolve(image), at: point, anchor: anchor)
  }

  public func draw(_ image: Image, in rect: CGRect, style: FillStyle = FillStyle()) { draw(resolve(image), in: rect) }

  public func draw(_ image: ResolvedImage, at point: CGPoint, anchor: UnitPoint = .center) {
    draw(image.natural, at: point, anchor)
  }

  public func draw(_ image: ResolvedImage, in rect: CGRect, style: FillStyle = FillStyle()) {
    record { image.stretched.draw(in: Rect(rect), into: &$0) }
  }

  public func draw(_ symbol: ResolvedSymbol, at point: CGPoint, anchor: UnitPoint = .center) {
    draw(symbol.element, at: point, anchor)
  }

  public func draw(_ symbol: ResolvedSymbol, in rect: CGRect) {
    record { symbol.element.draw(in: Rect(rect), into: &$0) }
  }

  private func draw(_ element: any Element, at point: CGPoint, _ anchor: UnitPoint) {
    let size = element.size(in: .ideal)
    let rect = Rect(
      x: point.x - size.width * anchor.x, y: point.y - size.height * anchor.y, width: size.width, height: size.height)
    record { element.draw(in: rect, proposed: .ideal, into: &$0) }
  }

  /// Draws into a layer of its own, which has the context's opacity, filters and blend mode as a whole.
  public func drawLayer(content: (inout GraphicsContext) throws -> Void) rethrows {
    let inner = CanvasRecorder(size: recorder.size, context: recorder.context, symbols: recorder.symbols)
    var context = GraphicsContext(inner)
    context.transform = transform
    try content(&context)
    finish(inner.canvas.items)
  }

  // MARK: recording

  private func record(_ draw: (inout DrawCanvas) -> Void) {
    guard transform.isFinite else {
      return recorder.context.fail("a transform has a value that is not a number or too large")
    }
    let drawn = recorder.canvas.taking(draw)
    finish(recorder.canvas.taking { $0.append(drawn, mappedBy: transform, at: recorder.context) })
  }

  /// Adds what was drawn, with filters, clips, blend mode and opacity.
  private func finish(_ drawn: [DrawItem]) {
    let identity = recorder.context
    var items = drawn
    for filter in filters { items = recorder.canvas.taking { filter.add(items, to: &$0, identity) } }
    for clip in clips {
      let inner = items
      items = recorder.canvas.taking { canvas in
        guard let (box, radius) = MaskElement.clip(clip) else {
          return canvas.append(layer: inner, .mask(clip), "a clip to such a shape", at: identity)
        }
        canvas.clip(to: box, radius: radius, at: identity) { $0.items += inner }
      }
    }
    if blendMode != .normal, environment.widgetRenderingMode == .fullColor, environment.panelInks == .shades {
      let inner = items
      items = recorder.canvas.taking { $0.append(layer: inner, .blend(blendMode), "a blend mode", at: identity) }
    }
    let share = min(max(opacity.isNaN ? 0 : opacity, 0), 1)
    if share <= 0 || items.isEmpty { return }
    if share == 1 {
      recorder.canvas.items += items
    } else {
      recorder.canvas.group(opacity: UInt8(clamping: (share * 255).rounded()), at: identity) { $0.items += items }
    }
  }
}

extension GraphicsContext.Shading {
  /// For a shape with these bounds.
  fileprivate func style(in bounds: Rect) -> AnyShapeStyle {
    func unit(_ point: CGPoint) -> UnitPoint {
      UnitPoint(
        x: bounds.width > 0 ? (point.x - bounds.minX) / bounds.width : 0.5,
        y: bounds.height > 0 ? (point.y - bounds.minY) / bounds.height : 0.5)
    }
    switch kind {
    case .style(let style): return style
    case .linear(let gradient, let start, let end):
      return AnyShapeStyle(LinearGradient(gradient: gradient, startPoint: unit(start), endPoint: unit(end)))
    case .radial(let gradient, let center, let start, let end):
      return AnyShapeStyle(
        RadialGradient(gradient: gradient, center: unit(center), startRadius: start, endRadius: end))
    case .conic(let gradient, let center, let angle):
      return AnyShapeStyle(AngularGradient(gradient: gradient, center: unit(center), angle: angle))
    }
  }
}

extension GraphicsContext.Filter {
  fileprivate func add(_ items: [DrawItem], to canvas: inout DrawCanvas, _ identity: ResolveContext) {
    switch kind {
    case .blur(let radius):
      let sigma = identity.length(radius, "a blur's radius", in: 0...200)
      if sigma == 0 {
        canvas.items += items
      } else {
        canvas.append(layer: items, .blur(radius: sigma), "a blur", at: identity)
      }
    case .luminanceToAlpha: canvas.append(layer: items, .luminanceToAlpha, "luminance as alpha", at: identity)
    case .matrix(let matrix): add(items, to: &canvas, identity, matrix)
    case .multiply(let color): add(items, to: &canvas, identity, .multiply(color.value(in: identity.environment)))
    case .shadow(let color, let radius, let x, let y, let isAlone, let isInner):
      guard identity.environment.showsShadows else {
        canvas.items += items
        return
      }
      let argb = color.value(in: identity.environment)
      let sigma = identity.length(radius, "a shadow's radius", in: 0...200)
      let (dx, dy) = (identity.coordinate(x, "a shadow's distance"), identity.coordinate(y, "a shadow's distance"))
      if isInner {
        return canvas.append(
          layer: items, .innerShadow(color: argb, radius: sigma, dx: dx, dy: dy), "a shadow", at: identity)
      }
      canvas.append(layer: items, .shadow(color: argb, radius: sigma, dx: dx, dy: dy), "a shadow", at: identity)
      if !isAlone { canvas.items += items }
    }
  }

  private func add(
    _ items: [DrawItem], to canvas: inout DrawCanvas, _ identity: ResolveContext, _ matrix: ColorMatrix
  ) {
    let isChanged = identity.environment.widgetRenderingMode == .fullColor
    for var item in items {
      if isChanged { item.filter(by: matrix, identity.environment) }
      canvas.items.append(item)
    }
  }
}

/// Collects what a canvas draws.
final class CanvasRecorder {
  var canvas = DrawCanvas()
  let size: Size
  let context: ResolveContext
  let symbols: [any Element]

  init(size: Size, context: ResolveContext, symbols: [any Element]) {
    self.size = size
    self.context = context
    self.symbols = symbols
  }
}
