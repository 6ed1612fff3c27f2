import Foundation

// Widgets see Foundation's geometry, as on Apple's platforms; inside, layout has types of its own that are `Double` and
// `Codable` in one known form.

extension Point {
  package init(_ point: CGPoint) { self.init(x: point.x, y: point.y) }
}

extension Size {
  package init(_ size: CGSize) { self.init(width: size.width, height: size.height) }
}

extension Rect {
  /// The same area; a rectangle with negative sides is turned over first.
  package init(_ rect: CGRect) {
    self.init(x: rect.minX, y: rect.minY, width: rect.width, height: rect.height)
  }
}

extension CGPoint {
  package init(_ point: Point) { self.init(x: point.x, y: point.y) }
}

extension CGSize {
  package init(_ size: Size) { self.init(width: size.width, height: size.height) }
}

extension CGRect {
  package init(_ rect: Rect) { self.init(x: rect.minX, y: rect.minY, width: rect.width, height: rect.height) }
}
