import AfterglowPictures
import Foundation

/// A symbol, in the size of its text, or a picture from a PNG or JPEG file.
///
///     Image(systemName: "drop.fill").foregroundStyle(.cyan)
///     Image(file: entry.photo).scaledToFill().clipShape(RoundedRectangle(cornerRadius: 8))
///
/// There are no asset catalogues.
public struct Image: View, PrimitiveView, Sendable {
  private enum Content: Sendable {
    case symbol(Symbol)
    case picture(PictureSource)
  }

  private let content: Content
  private var sizing = PictureElement.Sizing.natural
  private var accentedMode: WidgetAccentedRenderingMode?

  /// A symbol of the icon font, in the font and foreground style of its environment.
  public init(symbol: Symbol) { content = .symbol(symbol) }

  /// The picture of a file, in its upright orientation, with one point per pixel unless it is scaled. A missing or
  /// damaged file is shown as a plain shape, 44 by 44 points unless it is scaled, and reported.
  public init(file: URL) { content = .picture(.file(file.path)) }

  /// The picture of a file with these bytes.
  public init(data: Data) { content = .picture(.data(data)) }

  func elements(in context: ResolveContext) -> [any Element] {
    switch content {
    case .symbol(let symbol): makeSymbolElements(symbol, in: context)
    case .picture(let source):
      [PictureElement(source: source, sizing: sizing, accentedMode: accentedMode, context: context)]
    }
  }
}

/// The part of a picture that is shown in a frame with another aspect ratio: its `center`, the `best` part, which has
/// the most edges, or a `close` one, half as large again.
public typealias ImageCrop = PictureCrop

/// How a picture is drawn if the host uses two colours (docs/rules.md, Accented views).
public enum WidgetAccentedRenderingMode: Hashable, Codable, Sendable {
  /// One shape in the accent colour: its colours are replaced, its alpha is preserved.
  case accented
  /// In the accent colour, with the picture's brightness as its alpha.
  case accentedDesaturated
  /// In the colour of the default group, with the picture's brightness as its alpha. The default (docs/rules.md, rule
  /// 33).
  case desaturated
  /// In its own colours, for cover art.
  case fullColor
}

/// For pictures only: the size of a symbol is that of its font.
extension Image {
  /// Stretches the picture to its frame. A symbol keeps the size of its font.
  public func resizable() -> Image { sized(.stretched) }

  /// Shows the whole picture, as large as its frame allows.
  public func scaledToFit() -> Image { sized(.fitted) }

  /// Fills the frame with the picture, and clips the rest.
  ///
  /// - Parameter crop: the part that is shown. SwiftUI has no such choice.
  public func scaledToFill(crop: ImageCrop = .best) -> Image { sized(.filled(crop)) }

  /// Sets how the picture is drawn if the host uses two colours; `nil` is ``WidgetAccentedRenderingMode/desaturated``.
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
  /// A symbol by its SF Symbols name, if ``Symbol/all`` contains it. ".fill" is dropped, because the icon font has one
  /// weight. An unknown name shows a question mark, with a warning.
  public init(systemName: String) { self.init(symbol: Symbol(systemName: systemName)) }
}
