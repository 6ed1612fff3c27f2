import AfterglowPictures
import Foundation

/// A symbol from the icon font, as large as the text beside it, or a picture from a PNG or JPEG file.
public struct Image: View, PrimitiveView, Sendable {
  public typealias Body = Never

  private enum Content: Sendable {
    case symbol(Symbol)
    case picture(PictureSource)
  }

  private let content: Content
  private var sizing = PictureElement.Sizing.natural
  private var accentedMode: WidgetAccentedRenderingMode?

  public init(symbol: Symbol) { content = .symbol(symbol) }

  /// The picture of this file, turned upright. One that is missing or broken is a plain shape and a diagnostic.
  public init(file: URL) { content = .picture(.file(file.path)) }

  /// The picture whose file has these bytes.
  public init(data: Data) { content = .picture(.data(data)) }

  func elements(in context: ResolveContext) -> [Element] {
    switch content {
    case .symbol(let symbol): makeSymbolElements(symbol, in: context)
    case .picture(let source):
      [PictureElement(source: source, sizing: sizing, accentedMode: accentedMode, context: context)]
    }
  }
}

/// Which part of a picture fills a place of another shape.
public typealias ImageCrop = PictureCrop

/// What becomes of a picture where the host draws in two colours (docs/rules.md, Accented views).
public enum WidgetAccentedRenderingMode: Hashable, Codable, Sendable {
  /// One shape in the accent colour: colours are gone, alpha stays.
  case accented
  /// As strong as the picture is bright, in the accent colour.
  case accentedDesaturated
  /// The same in the default group's colour; what pictures do that say nothing (rule 33).
  case desaturated
  /// As it is, for the art of music and films.
  case fullColor
}

/// Pictures only: a symbol is as large as its font.
extension Image {
  /// As large as the place it is given; alone, in the place's shape.
  public func resizable() -> Image { sized(.stretched) }

  /// The whole picture, as large as its place allows.
  public func scaledToFit() -> Image { sized(.fitted) }

  /// All of its place, and no more: what does not fit is cut off, so that the best part of the picture is to be seen.
  public func scaledToFill(crop: ImageCrop = .best) -> Image { sized(.filled(crop)) }

  public func widgetAccentedRenderingMode(_ mode: WidgetAccentedRenderingMode?) -> Image {
    var copy = self
    copy.accentedMode = mode
    return copy
  }

  private func sized(_ sizing: PictureElement.Sizing) -> Image {
    var copy = self
    copy.sizing = sizing
    return copy
  }
}

extension Image {
  /// A symbol by SF Symbols' name, as far as the icon font has it: `Symbol.all`.
  public init(systemName: String) { self.init(symbol: Symbol(systemName: systemName)) }
}
