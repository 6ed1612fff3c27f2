import AfterglowViews
import Foundation

/// How what is drawn is mixed with what lies behind it.
public typealias CGBlendMode = BlendMode
/// The form of the ends of a line.
public typealias CGLineCap = LineCap
/// The form of the corners of a line.
public typealias CGLineJoin = LineJoin

/// Draws into the image that is being made. Angles and lengths are those of UIKit: y grows downwards.
public final class CGContext {
  private let tape: DrawingTape

  init(_ tape: DrawingTape) { self.tape = tape }

  // MARK: state

  /// Keeps colours, line, transform, clip and opacity for `restoreGState`.
  public func saveGState() { tape.save() }
  /// Returns to what `saveGState` kept last.
  public func restoreGState() { tape.restore() }
  public func translateBy(x: CGFloat, y: CGFloat) { tape.draw { $0.translateBy(x: x, y: y) } }
  public func scaleBy(x: CGFloat, y: CGFloat) { tape.draw { $0.scaleBy(x: x, y: y) } }
  /// Turns what is drawn from now on, by radians.
  public func rotate(by angle: CGFloat) { tape.draw { $0.rotate(by: .radians(angle)) } }
  public func concatenate(_ transform: CGAffineTransform) { tape.draw { $0.concatenate(transform) } }
  /// Sets the opacity of what is drawn from now on, 0 to 1.
  public func setAlpha(_ alpha: CGFloat) { tape.draw { $0.opacity = alpha } }
  public func setBlendMode(_ mode: CGBlendMode) { tape.draw { $0.blendMode = mode } }
  public func setFillColor(_ color: CGColor) { tape.pen.fill = Color(cgColor: color) }
  public func setFillColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    setFillColor(CGColor(red: red, green: green, blue: blue, alpha: alpha))
  }
  public func setStrokeColor(_ color: CGColor) { tape.pen.stroke = Color(cgColor: color) }
  public func setLineWidth(_ width: CGFloat) { tape.pen.line.lineWidth = width }
  public func setLineCap(_ cap: CGLineCap) { tape.pen.line.lineCap = cap }
  public func setLineJoin(_ join: CGLineJoin) { tape.pen.line.lineJoin = join }
  public func setLineDash(phase: CGFloat, lengths: [CGFloat]) {
    tape.pen.line.dashPhase = phase
    tape.pen.line.dash = lengths.map { Double($0) }
  }
  /// Accepted without effect: edges are always smooth.
  public func setShouldAntialias(_ shouldAntialias: Bool) {}

  // MARK: the path

  public func beginPath() { tape.path = Path() }
  public func move(to point: CGPoint) { tape.path.move(to: point) }
  public func addLine(to point: CGPoint) { tape.path.addLine(to: point) }
  public func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {
    tape.path.addCurve(to: end, control1: control1, control2: control2)
  }
  public func addQuadCurve(to end: CGPoint, control: CGPoint) { tape.path.addQuadCurve(to: end, control: control) }
  /// Part of a circle between two angles in radians.
  public func addArc(center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool) {
    tape.path.addArc(
      center: center, radius: radius, startAngle: .radians(startAngle), endAngle: .radians(endAngle),
      clockwise: clockwise)
  }
  public func addRect(_ rect: CGRect) { tape.path.addRect(rect) }
  public func addEllipse(in rect: CGRect) { tape.path.addEllipse(in: rect) }
  public func addPath(_ path: Path) { tape.path.addPath(path) }
  public func closePath() { tape.path.closeSubpath() }

  // MARK: drawing

  /// Fills the path and removes it.
  public func fillPath() { tape.fill(taken()) }
  /// Draws along the path and removes it.
  public func strokePath() { tape.stroke(taken()) }
  public func fill(_ rect: CGRect) { tape.fill(Path(rect)) }
  public func stroke(_ rect: CGRect) { tape.stroke(Path(rect)) }
  public func fillEllipse(in rect: CGRect) { tape.fill(Path(ellipseIn: rect)) }
  public func strokeEllipse(in rect: CGRect) { tape.stroke(Path(ellipseIn: rect)) }

  /// Shows only what is drawn inside of the path from now on, and removes the path.
  public func clip() { clip(to: taken()) }
  public func clip(to rect: CGRect) { clip(to: Path(rect)) }
  private func clip(to path: Path) { tape.draw { $0.clip(to: path) } }

  private func taken() -> Path {
    defer { tape.path = Path() }
    return tape.path
  }
}
