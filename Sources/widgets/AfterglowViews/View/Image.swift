import AfterglowPictures
import Foundation

/// A symbol, in the size of its text, or a picture: of a PNG or JPEG file, or by the name of a resource.
///
///     Image(systemName: "drop.fill").foregroundStyle(.cyan)
///     Image("Beach").resizable().scaledToFill().clipped()
///     Image(file: entry.photo).scaledToFill(crop: .best).clipShape(RoundedRectangle(cornerRadius: 8))
public struct Image: View, PrimitiveView, Sendable {
  enum Content: Sendable {
    case symbol(SymbolName)
    case picture(PictureSource)
    case named(String, PictureAsset?)
    /// A drawing of code: makes its elements at a place of the tree.
    case made(@Sendable (MadeImage, ResolveContext) -> [any Element])
  }

  /// How an image that code draws is shown.
  struct MadeImage {
    var sizing: PictureElement.Sizing
    /// Whether it may take another size than its own.
    var isResizable: Bool
    /// Whether it is a stencil for the foreground style.
    var isTemplate: Bool
  }

  /// Whether a picture keeps its colours, or is a stencil for the foreground style. Symbols always are.
  public enum TemplateRenderingMode: Hashable, Sendable { case template, original }

  /// How a resizable image fills a frame of another size. Pictures are always stretched.
  public enum ResizingMode: Hashable, Sendable { case tile, stretch }

  /// How pictures are scaled. They are always scaled with care.
  public enum Interpolation: Hashable, Sendable { case none, low, medium, high }

  /// The orientation stored in an image file.
  public enum Orientation: UInt8, Hashable, Sendable, CaseIterable {
    case up, upMirrored, down, downMirrored, left, leftMirrored, right, rightMirrored
  }

  let content: Content
  private var sizing = PictureElement.Sizing.natural
  private var isResizable = false
  private var pixelsPerPoint = 1.0
  private var accentedMode: WidgetAccentedRenderingMode?
  private var renderingMode: TemplateRenderingMode?
  private var isOnPaper = false
  var symbolMode: SymbolRenderingMode?

  /// A symbol of the icon font, in the font and foreground style of its environment.
  public init(symbol: Symbol) { content = .symbol(SymbolName(symbol)) }

  init(symbolName: SymbolName) { content = .symbol(symbolName) }

  init(making make: @escaping @Sendable (MadeImage, ResolveContext) -> [any Element]) { content = .made(make) }

  init(source: PictureSource, scale: Double) {
    content = .picture(source)
    pixelsPerPoint = scale
  }

  /// The picture of a file, in its upright orientation, with one point per pixel unless it is scaled. A missing or
  /// damaged file is shown as a plain shape, 44 by 44 points unless it is scaled, and reported.
  public init(file: URL) { content = .picture(.file(file.path)) }

  /// The picture of a file with these bytes.
  public init(data: Data) { content = .picture(.data(data)) }

  /// A picture of the resources: a PNG or JPEG file by its name, or a set of an asset catalogue, with its own picture for dark
  /// appearance. A name that none has is shown as a plain shape, and is an error of that part.
  ///
  /// - Parameters:
  ///   - name: with the names of folders that provide a namespace.
  ///   - bundle: `nil` and `.main` are all resource bundles next to the program.
  public init(_ name: String, bundle: Bundle? = nil) {
    content = .named(name, ResourceCatalog.of(bundle).pictures[name])
  }

  /// A picture of the resources, with words for it.
  public init(_ name: String, bundle: Bundle? = nil, label: Text) { self.init(name, bundle: bundle) }
  /// A picture of the resources that says nothing.
  public init(decorative name: String, bundle: Bundle? = nil) { self.init(name, bundle: bundle) }
  /// A picture of the resources.
  public init(_ resource: ImageResource) { self.init(resource.name, bundle: resource.bundle) }
  /// A picture of the resources that says nothing.
  public init(decorative resource: ImageResource) { self.init(resource) }
  /// The variable value has no effect on pictures.
  public init(_ name: String, variableValue: Double?, bundle: Bundle? = nil) { self.init(name, bundle: bundle) }

  package func elements(in context: ResolveContext) -> [any Element] {
    switch content {
    case .symbol(let name):
      return makeSymbolElements(name, mode: symbolMode, sizing: isResizable ? sizing : .natural, in: context)
    case .picture(let source):
      return [picture(source, scale: pixelsPerPoint, isTemplate: renderingMode == .template, in: context)]
    case .made(let make):
      let image = MadeImage(sizing: sizing, isResizable: isResizable, isTemplate: renderingMode == .template)
      return make(image, context)
    case .named(let name, let asset):
      guard let asset, let file = asset.file(in: context.environment.colorScheme, scale: context.scale) else {
        context.failPart(
          "there is no picture “\(name.prefix(60))”: expected a PNG or JPEG file, or a set of an asset catalogue; a plain "
            + "shape is shown instead")
        return [picture(.data(Data()), scale: 1, isTemplate: false, in: context)]
      }
      let isTemplate = renderingMode.map { $0 == .template } ?? asset.isTemplate
      return [picture(.file(file.path), scale: file.scale, isTemplate: isTemplate, in: context)]
    }
  }

  private func picture(
    _ source: PictureSource, scale: Double, isTemplate: Bool, in context: ResolveContext
  ) -> PictureElement {
    var element = PictureElement(
      source: source, sizing: sizing, accentedMode: accentedMode, pixelsPerPoint: scale, isTemplate: isTemplate,
      context: context)
    element.request.isOnPaper = isOnPaper
    return element
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

extension Image {
  /// Lets the image take the size that it is offered: a picture is stretched to it, a symbol as large as it fits in.
  ///
  /// - Parameters:
  ///   - capInsets: accepted without effect.
  ///   - resizingMode: accepted without effect: pictures are stretched.
  public func resizable(capInsets: EdgeInsets = EdgeInsets(), resizingMode: ResizingMode = .stretch) -> Image {
    changed {
      $0.sizing = .stretched
      $0.isResizable = true
    }
  }

  /// Shows the whole picture, as large as its frame allows.
  public func scaledToFit() -> Image { sized(.fitted) }

  /// Takes the smallest size that covers the frame: the picture reaches beyond it along one side. `clipped` cuts it.
  public func scaledToFill() -> Image { sized(.covering) }

  /// Fills the frame with a part of the picture, and takes no more room. SwiftUI has no such choice.
  ///
  /// - Parameter crop: the part that is shown.
  public func scaledToFill(crop: ImageCrop) -> Image { sized(.filled(crop)) }

  /// Sets how the picture is drawn if the host uses two colours; `nil` is ``WidgetAccentedRenderingMode/desaturated``.
  public func widgetAccentedRenderingMode(_ mode: WidgetAccentedRenderingMode?) -> Image {
    changed { $0.accentedMode = mode }
  }

  /// Sets whether the picture is a stencil for the foreground style; `nil` is what its set says, or its own colours.
  public func renderingMode(_ renderingMode: TemplateRenderingMode?) -> Image {
    changed { $0.renderingMode = renderingMode }
  }

  /// Shows white where the picture is transparent, as a print of it does.
  package func onPaper() -> Image { changed { $0.isOnPaper = true } }

  /// Sets in which colours a symbol is drawn.
  public func symbolRenderingMode(_ mode: SymbolRenderingMode?) -> Image { changed { $0.symbolMode = mode } }

  /// Accepted without effect: pictures are always scaled with care.
  public func interpolation(_ interpolation: Interpolation) -> Image { self }
  /// Accepted without effect: edges are always smooth.
  public func antialiased(_ isAntialiased: Bool) -> Image { self }

  private func sized(_ sizing: PictureElement.Sizing) -> Image { changed { $0.sizing = sizing } }

  /// The image as another one is shown that is made of it.
  func shown(as image: MadeImage) -> Image {
    changed {
      $0.sizing = image.sizing
      $0.isResizable = image.isResizable
      $0.renderingMode = image.isTemplate ? .template : nil
    }
  }

  private func changed(_ change: (inout Image) -> Void) -> Image {
    var copy = self
    change(&copy)
    return copy
  }
}

extension Image {
  /// A symbol by its SF Symbols name, if ``Symbol/all`` contains it. ".fill" is dropped, because the icon font has one
  /// weight. An unknown name shows a question mark, with a warning.
  public init(systemName: String) { self.init(symbolName: SymbolName(systemName)) }

  /// A symbol that shows a value from 0 to 1, such as `wifi`, `cellularbars`, `speaker.wave.3` and `battery.100percent`;
  /// others are the same at every value.
  public init(systemName: String, variableValue: Double?) {
    self.init(symbolName: SymbolName(systemName, value: variableValue))
  }
}
