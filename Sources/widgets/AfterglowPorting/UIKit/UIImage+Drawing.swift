import AfterglowViews
import Foundation

extension UIImage {
  /// A symbol in the size of body text; `nil` if there is none with the name.
  public convenience init?(systemName name: String) { self.init(systemName: name, withConfiguration: nil) }

  /// A symbol in the size of a configuration; `nil` if there is none with the name.
  public convenience init?(systemName name: String, withConfiguration configuration: Configuration?) {
    guard Symbol(named: name) != nil else { return nil }
    let font = (configuration as? SymbolConfiguration)?.font ?? .systemFont(ofSize: 17)
    let side = font.pointSize * 1.2
    self.init(
      content: .view(Image(systemName: name, font: font.font), CGSize(width: side, height: side)),
      scale: UIScreen.main.scale)
  }

  /// Settings of an image.
  public class Configuration {
    fileprivate init() {}
  }

  /// The size and weight of a symbol.
  public final class SymbolConfiguration: Configuration {
    /// How large a symbol is compared with its text. Accepted without effect.
    public enum Scale: Int, Hashable, Sendable {
      case `default` = -1
      case unspecified, small, medium, large
    }

    fileprivate let font: UIFont

    /// - Parameters:
    ///   - pointSize: the size of the text whose symbol it is.
    ///   - weight: accepted without effect: symbols have one weight.
    ///   - scale: accepted without effect.
    public init(pointSize: CGFloat, weight: UIFont.Weight = .regular, scale: Scale = .default) {
      font = .systemFont(ofSize: pointSize)
    }

    /// - Parameters:
    ///   - textStyle: the style of the text whose symbol it is.
    ///   - scale: accepted without effect.
    public init(textStyle: UIFont.TextStyle, scale: Scale = .default) { font = .preferredFont(forTextStyle: textStyle) }

    /// - Parameters:
    ///   - font: of the text whose symbol it is.
    ///   - scale: accepted without effect.
    public init(font: UIFont, scale: Scale = .default) { self.font = font }
  }

  /// Whether an image keeps its colours, or is a stencil for the foreground style.
  public enum RenderingMode: Int, Hashable, Sendable { case automatic, alwaysOriginal, alwaysTemplate }

  /// The image in a rendering mode.
  public func withRenderingMode(_ renderingMode: RenderingMode) -> UIImage {
    renderingMode == .alwaysTemplate
      ? UIImage(content: .view(Image(uiImage: self).renderingMode(.template), size), scale: scale) : self
  }

  /// The image as a stencil for a colour.
  public func withTintColor(_ color: UIColor) -> UIImage {
    UIImage(content: .view(Image(tinting: Image(uiImage: self), color.color), size), scale: scale)
  }

  /// The image as a stencil for a colour.
  ///
  /// - Parameters:
  ///   - color: its colour.
  ///   - renderingMode: as a template the image has the foreground style.
  public func withTintColor(_ color: UIColor, renderingMode: RenderingMode) -> UIImage {
    withTintColor(color).withRenderingMode(renderingMode)
  }

  /// Draws the image in the drawing under way.
  ///
  /// - Parameter rect: to which the image is stretched.
  public func draw(in rect: CGRect) {
    DrawingTape.current?.draw { $0.draw(Image(uiImage: self), in: rect) }
  }

  /// Draws the image in its own size in the drawing under way.
  ///
  /// - Parameter point: of its upper left corner.
  public func draw(at point: CGPoint) { draw(in: CGRect(origin: point, size: size)) }

  /// Draws the image in the drawing under way.
  ///
  /// - Parameters:
  ///   - rect: to which the image is stretched.
  ///   - blendMode: how it is mixed with what lies behind it.
  ///   - alpha: its opacity, 0 to 1.
  public func draw(in rect: CGRect, blendMode: CGBlendMode, alpha: CGFloat) {
    DrawingTape.current?.draw { context in
      var inner = context
      inner.opacity *= alpha
      inner.blendMode = blendMode
      inner.draw(Image(uiImage: self), in: rect)
    }
  }

  /// The image in a size in points. Pictures are scaled where they are shown.
  public func preparingThumbnail(of size: CGSize) -> UIImage? {
    UIGraphicsImageRenderer(size: size).image { _ in draw(in: CGRect(origin: .zero, size: size)) }
  }

  /// The image in a size in points. Pictures are scaled where they are shown.
  public func byPreparingThumbnail(ofSize size: CGSize) async -> UIImage? { preparingThumbnail(of: size) }

  /// The image itself: pictures are decoded where they are shown.
  public func preparingForDisplay() -> UIImage? { self }

  /// The bytes of the PNG file that the image was made of; `nil` for any other image, which is not drawn yet.
  public func pngData() -> Data? { bytes { $0.starts(with: [0x89, 0x50, 0x4E, 0x47]) } }

  /// The bytes of the JPEG file that the image was made of; `nil` for any other image, which is not drawn yet.
  ///
  /// - Parameter compressionQuality: accepted without effect.
  public func jpegData(compressionQuality: CGFloat) -> Data? { bytes { $0.starts(with: [0xFF, 0xD8]) } }

  /// The bytes of the image's file, if they are of a format.
  private func bytes(_ isOfFormat: (Data) -> Bool) -> Data? {
    guard case .picture(let source) = content else { return nil }
    let data: Data? =
      switch source {
      case .data(let data): data
      case .file(let path): FileManager.default.contents(atPath: path)
      }
    return data.flatMap { isOfFormat($0) ? $0 : nil }
  }
}
