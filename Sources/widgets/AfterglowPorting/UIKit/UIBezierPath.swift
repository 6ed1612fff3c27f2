import AfterglowViews
import Foundation

/// An outline as UIKit names it, for drawings.
public final class UIBezierPath {
  /// The outline for SwiftUI's shapes: `Path(path.cgPath)`.
  public var cgPath: Path
  /// The width of `stroke`, in points.
  public var lineWidth: CGFloat = 1
  public var lineCapStyle = CGLineCap.butt
  public var lineJoinStyle = CGLineJoin.miter

  public init() { cgPath = Path() }
  public init(cgPath: Path) { self.cgPath = cgPath }
  public init(rect: CGRect) { cgPath = Path(rect) }
  public init(ovalIn rect: CGRect) { cgPath = Path(ellipseIn: rect) }
  public init(roundedRect rect: CGRect, cornerRadius: CGFloat) {
    cgPath = Path(roundedRect: rect, cornerRadius: cornerRadius)
  }
  /// Part of a circle between two angles in radians, as it is seen.
  public convenience init(
    arcCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
  ) {
    self.init()
    addArc(withCenter: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: clockwise)
  }

  public var isEmpty: Bool { cgPath.isEmpty }
  public var bounds: CGRect { cgPath.boundingRect }
  public var currentPoint: CGPoint { cgPath.currentPoint ?? .zero }

  public func move(to point: CGPoint) { cgPath.move(to: point) }
  public func addLine(to point: CGPoint) { cgPath.addLine(to: point) }
  public func addCurve(to endPoint: CGPoint, controlPoint1: CGPoint, controlPoint2: CGPoint) {
    cgPath.addCurve(to: endPoint, control1: controlPoint1, control2: controlPoint2)
  }
  public func addQuadCurve(to endPoint: CGPoint, controlPoint: CGPoint) {
    cgPath.addQuadCurve(to: endPoint, control: controlPoint)
  }
  /// Part of a circle between two angles in radians, as it is seen.
  public func addArc(
    withCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
  ) {
    cgPath.addArc(
      center: center, radius: radius, startAngle: .radians(startAngle), endAngle: .radians(endAngle),
      clockwise: !clockwise)
  }
  public func append(_ bezierPath: UIBezierPath) { cgPath.addPath(bezierPath.cgPath) }
  public func close() { cgPath.closeSubpath() }
  public func apply(_ transform: CGAffineTransform) { cgPath = cgPath.applying(transform) }
  public func contains(_ point: CGPoint) -> Bool { cgPath.contains(point) }

  /// Fills the outline in the drawing under way.
  public func fill() { DrawingTape.current?.fill(cgPath) }
  /// Draws along the outline in the drawing under way.
  public func stroke() {
    guard let tape = DrawingTape.current else { return }
    let line = tape.pen.line
    tape.pen.line = StrokeStyle(lineWidth: lineWidth, lineCap: lineCapStyle, lineJoin: lineJoinStyle)
    tape.stroke(cgPath)
    tape.pen.line = line
  }
  /// Shows only what is drawn inside of the outline from now on.
  public func addClip() {
    let path = cgPath
    DrawingTape.current?.draw { $0.clip(to: path) }
  }
}

extension Path {
  /// The outline itself.
  public init(_ path: Path) { self = path }
  /// The outline for UIKit.
  public var cgPath: Path { self }
}
