import AfterglowCore
import Foundation

/// A linear change of colours: each row gives a component from red, green, blue, alpha and 1. Values are sRGB-encoded, from
/// 0 to 1, and clamped to that afterwards.
public struct ColorMatrix: Hashable, Codable, Sendable {
  public var r1: Float = 1
  public var r2: Float = 0
  public var r3: Float = 0
  public var r4: Float = 0
  public var r5: Float = 0
  public var g1: Float = 0
  public var g2: Float = 1
  public var g3: Float = 0
  public var g4: Float = 0
  public var g5: Float = 0
  public var b1: Float = 0
  public var b2: Float = 0
  public var b3: Float = 1
  public var b4: Float = 0
  public var b5: Float = 0
  public var a1: Float = 0
  public var a2: Float = 0
  public var a3: Float = 0
  public var a4: Float = 1
  public var a5: Float = 0

  /// Changes nothing.
  public init() {}
}

extension ColorMatrix {
  /// - Parameter rows: shares of red, green and blue, and what is added, for each of the three.
  init(_ red: SIMD4<Double>, _ green: SIMD4<Double>, _ blue: SIMD4<Double>) {
    (r1, r2, r3, r5) = (Float(red.x), Float(red.y), Float(red.z), Float(red.w))
    (g1, g2, g3, g5) = (Float(green.x), Float(green.y), Float(green.z), Float(green.w))
    (b1, b2, b3, b5) = (Float(blue.x), Float(blue.y), Float(blue.z), Float(blue.w))
  }

  /// Of the same change for each component.
  private init(scale: Double, offset: Double) {
    self.init(SIMD4(scale, 0, 0, offset), SIMD4(0, scale, 0, offset), SIMD4(0, 0, scale, offset))
  }

  static func brightness(_ amount: Double) -> ColorMatrix { ColorMatrix(scale: 1, offset: amount) }
  static func contrast(_ amount: Double) -> ColorMatrix { ColorMatrix(scale: amount, offset: 0.5 - amount / 2) }
  static let inverse = ColorMatrix(scale: -1, offset: 1)

  /// As in "Filter Effects Module Level 1" (W3C).
  static func saturation(_ amount: Double) -> ColorMatrix {
    let grey = SIMD3(LuminanceWeight.red, LuminanceWeight.green, LuminanceWeight.blue) * (1 - amount)
    return ColorMatrix(
      SIMD4(grey.x + amount, grey.y, grey.z, 0), SIMD4(grey.x, grey.y + amount, grey.z, 0),
      SIMD4(grey.x, grey.y, grey.z + amount, 0))
  }

  /// As in "Filter Effects Module Level 1" (W3C).
  static func hueRotation(_ angle: Angle) -> ColorMatrix {
    let (c, s) = (cos(angle.radians), sin(angle.radians))
    let grey = SIMD4(0.213, 0.715, 0.072, 0)
    func row(_ cosine: SIMD4<Double>, _ sine: SIMD4<Double>) -> SIMD4<Double> { grey + cosine * c + sine * s }
    return ColorMatrix(
      row(SIMD4(0.787, -0.715, -0.072, 0), SIMD4(-0.213, -0.715, 0.928, 0)),
      row(SIMD4(-0.213, 0.285, -0.072, 0), SIMD4(0.143, 0.140, -0.283, 0)),
      row(SIMD4(-0.213, -0.715, 0.928, 0), SIMD4(-0.787, 0.715, 0.072, 0)))
  }

  static func multiply(_ argb: UInt32) -> ColorMatrix {
    func share(_ shift: UInt32) -> Double { Double(argb >> shift & 255) / 255 }
    var matrix = ColorMatrix(
      SIMD4(share(16), 0, 0, 0), SIMD4(0, share(8), 0, 0), SIMD4(0, 0, share(0), 0))
    matrix.a4 = Float(share(24))
    return matrix
  }

  /// Whether greys stay as they are, so that a level whose colour the host chooses can stay one.
  var keepsGreys: Bool {
    let own = [SIMD3(r1, r2, r3), SIMD3(g1, g2, g3), SIMD3(b1, b2, b3)]
    let others = [r4, r5, g4, g5, b4, b5, a1, a2, a3, a5]
    return own.allSatisfy { abs($0.sum() - 1) < 1e-3 } && others.allSatisfy { $0 == 0 } && a4 == 1
  }

  /// Of a colour that is not premultiplied, 0xAARRGGBB.
  package func changed(_ argb: UInt32) -> UInt32 {
    func part(_ shift: UInt32) -> Float { Float(argb >> shift & 255) / 255 }
    let color = SIMD4(part(16), part(8), part(0), part(24))
    let red = Self.byte(SIMD4(r1, r2, r3, r4), r5, color)
    let green = Self.byte(SIMD4(g1, g2, g3, g4), g5, color)
    let blue = Self.byte(SIMD4(b1, b2, b3, b4), b5, color)
    return Self.byte(SIMD4(a1, a2, a3, a4), a5, color) << 24 | red << 16 | green << 8 | blue
  }

  private static func byte(_ row: SIMD4<Float>, _ offset: Float, _ color: SIMD4<Float>) -> UInt32 {
    let value = (row * color).sum() + offset
    return value > 0 ? UInt32(clamping: (min(value, 1) * 255).rounded()) : 0
  }
}

// Colours are changed where they are set, so that text stays text and what ticks goes on ticking. Where the host chooses the
// colours itself, as in accented looks, nothing is changed.
extension View {
  /// Makes colours stronger or weaker: 0 is grey, 1 leaves them as they are.
  public func saturation(_ amount: Double) -> some View { colorMatrix(.saturation(max(0, amount))) }

  /// Moves colours away from middle grey, or to it: 1 leaves them as they are, 0 is middle grey.
  public func contrast(_ amount: Double) -> some View { colorMatrix(.contrast(amount)) }

  /// Makes colours more like greys: 0 leaves them as they are, 1 is grey.
  public func grayscale(_ amount: Double) -> some View { colorMatrix(.saturation(1 - min(max(amount, 0), 1))) }

  /// Adds to each component: −1 is black, 0 leaves colours as they are, 1 is white.
  public func brightness(_ amount: Double) -> some View { colorMatrix(.brightness(amount)) }

  /// Shows the opposite of each colour.
  public func colorInvert() -> some View { colorMatrix(.inverse) }

  /// Turns colours along the circle of hues.
  public func hueRotation(_ angle: Angle) -> some View { colorMatrix(.hueRotation(angle)) }

  /// Multiplies each component with that of a colour.
  public func colorMultiply(_ color: Color) -> some View {
    ElementModifier(content: self) { child, context in
      ColorFilterElement(child: child, matrix: .multiply(color.value(in: context.environment)), identity: context)
    }
  }

  private func colorMatrix(_ matrix: ColorMatrix) -> some View {
    ElementModifier(content: self) { child, context in
      ColorFilterElement(child: child, matrix: matrix, identity: context)
    }
  }
}

struct ColorFilterElement: WrapperElement {
  let child: any Element
  let matrix: ColorMatrix
  let identity: ResolveContext

  func draw(in rect: Rect, proposed: Proposal, into canvas: inout DrawCanvas) {
    let start = canvas.items.count
    child.draw(in: rect, proposed: proposed, into: &canvas)
    let environment = identity.environment
    guard matrix != ColorMatrix(), environment.widgetRenderingMode == .fullColor else { return }
    for index in start..<canvas.items.count { canvas.items[index].filter(by: matrix, environment) }
  }
}

extension DrawItem {
  mutating func filter(by matrix: ColorMatrix, _ environment: EnvironmentValues) {
    switch kind {
    case .shape, .glyphs, .tick, .hand: style = style.filtered(by: matrix, environment)
    case .picture(var request):
      request.filters = (request.filters ?? []) + [matrix]
      kind = .picture(request)
    case .layer(var layer):
      for index in layer.items.indices { layer.items[index].filter(by: matrix, environment) }
      switch layer.effect {
      case .shadow(let color, let radius, let dx, let dy):
        layer.effect = .shadow(color: matrix.changed(color), radius: radius, dx: dx, dy: dy)
      case .innerShadow(let color, let radius, let dx, let dy):
        layer.effect = .innerShadow(color: matrix.changed(color), radius: radius, dx: dx, dy: dy)
      default: break
      }
      kind = .layer(layer)
    case .beginGroup, .endGroup, .beginClip, .endClip: break
    }
  }
}

extension AnyShapeStyle {
  /// The paint of a style that no longer refers to the environment, in full colour.
  fileprivate func filtered(by matrix: ColorMatrix, _ environment: EnvironmentValues) -> AnyShapeStyle {
    switch storage {
    case .hierarchical(let level):
      if matrix.keepsGreys { return self }
      let grey = Color(storage: .level(level)).value(in: environment)
      return AnyShapeStyle(storage: .color(matrix.changed(grey)), opacity: opacity)
    case .background: return self
    case .color(let argb), .marked(let argb, _):
      return AnyShapeStyle(storage: .color(matrix.changed(argb)), opacity: opacity)
    case .gradient(let stops, let start, let end):
      return AnyShapeStyle(
        storage: .gradient(stops.map { matrix.changed($0) }, start: start, end: end), opacity: opacity)
    case .field(var field):
      field.colors = field.colors.map { matrix.changed($0) }
      return AnyShapeStyle(storage: .field(field), opacity: opacity)
    }
  }
}
