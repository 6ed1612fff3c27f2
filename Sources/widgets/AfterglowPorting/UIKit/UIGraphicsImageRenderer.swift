import AfterglowViews
import Foundation

/// Settings of a ``UIGraphicsImageRenderer``.
public final class UIGraphicsImageRendererFormat: @unchecked Sendable {
  /// Pixels per point that the image states. It is drawn in the pixels of the panel, whatever they are.
  public var scale: CGFloat
  /// Whether the image begins as black, and not as clear.
  public var opaque = false

  public init() { scale = UIScreen.main.scale }

  /// The settings of the panel.
  public static func `default`() -> UIGraphicsImageRendererFormat { UIGraphicsImageRendererFormat() }
  /// The settings of the panel.
  public static func preferred() -> UIGraphicsImageRendererFormat { UIGraphicsImageRendererFormat() }
}

/// Makes images by drawing.
///
/// The image is drawn where it is shown, in the size that it has there. It has no bytes of its own: `pngData()` is `nil`.
public final class UIGraphicsImageRenderer: Sendable {
  public let format: UIGraphicsImageRendererFormat
  private let bounds: CGRect

  /// - Parameters:
  ///   - size: of the image, in points.
  ///   - format: its settings.
  public convenience init(size: CGSize, format: UIGraphicsImageRendererFormat = .default()) {
    self.init(bounds: CGRect(origin: .zero, size: size), format: format)
  }

  /// - Parameters:
  ///   - bounds: the area of the drawing's coordinates that the image shows.
  ///   - format: its settings.
  public init(bounds: CGRect, format: UIGraphicsImageRendererFormat = .default()) {
    self.bounds = bounds
    self.format = format
  }

  /// Makes an image.
  ///
  /// - Parameter actions: draws the image.
  public func image(actions: (UIGraphicsImageRendererContext) -> Void) -> UIImage {
    let tape = DrawingTape(size: bounds.size, scale: format.scale)
    let (origin, whole) = (bounds.origin, Path(bounds))
    tape.draw { $0.translateBy(x: -origin.x, y: -origin.y) }
    if format.opaque { tape.fill(whole) }
    DrawingTape.begin(tape)
    defer { DrawingTape.end() }
    actions(UIGraphicsImageRendererContext(tape, format: format))
    return tape.image
  }
}

/// A drawing under way.
public final class UIGraphicsImageRendererContext {
  public let format: UIGraphicsImageRendererFormat
  public let cgContext: CGContext
  private let tape: DrawingTape

  fileprivate init(_ tape: DrawingTape, format: UIGraphicsImageRendererFormat) {
    self.tape = tape
    self.format = format
    cgContext = CGContext(tape)
  }

  /// The drawing so far.
  public var currentImage: UIImage { tape.image }

  /// Fills a rectangle with the fill colour.
  public func fill(_ rect: CGRect) { tape.fill(Path(rect)) }
  /// Draws the edge of a rectangle in the stroke colour.
  public func stroke(_ rect: CGRect) { tape.stroke(Path(rect)) }
  /// Shows only what is drawn inside of a rectangle from now on.
  public func clip(to rect: CGRect) { cgContext.clip(to: rect) }
}

/// Begins an image on this thread, until `UIGraphicsEndImageContext`.
///
/// - Parameters:
///   - size: of the image, in points.
///   - opaque: whether the image begins as black.
///   - scale: pixels per point that the image states; 0 for those of the panel.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIGraphicsBeginImageContextWithOptions(_ size: CGSize, _ opaque: Bool, _ scale: CGFloat) {
  let tape = DrawingTape(size: size, scale: scale > 0 ? scale : UIScreen.main.scale)
  if opaque { tape.fill(Path(CGRect(origin: .zero, size: size))) }
  DrawingTape.begin(tape)
}

/// The image so far; `nil` if none was begun.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIGraphicsGetImageFromCurrentImageContext() -> UIImage? { DrawingTape.current?.image }

/// The drawing under way; `nil` if none was begun.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIGraphicsGetCurrentContext() -> CGContext? { DrawingTape.current.map { CGContext($0) } }

/// Ends the image that was begun last.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIGraphicsEndImageContext() { DrawingTape.end() }
