import AfterglowCore
import AfterglowPictures

/// A picture from a file, in its own size or that of its frame.
struct PictureElement: Element {
  enum Sizing: Hashable, Sendable {
    /// One point per pixel, or as many as its scale says.
    case natural
    case stretched
    case fitted
    /// The smallest size that covers the frame.
    case covering
    /// The size of the frame, with a part of the picture.
    case filled(PictureCrop)

    /// The size of something with a natural one.
    func size(of natural: Size, in proposal: Proposal) -> Size {
      if self == .natural { return natural }
      if self == .stretched {
        return Size(width: proposal.width ?? natural.width, height: proposal.height ?? natural.height)
      }
      let shape = natural.width / natural.height
      switch (proposal.width, proposal.height) {
      case (nil, nil): return natural
      case (let width?, nil): return Size(width: width, height: width / shape)
      case (nil, let height?): return Size(width: height * shape, height: height)
      case (let width?, let height?):
        let isInfinite = width.isInfinite && height.isInfinite
        if isInfinite || (self != .fitted && self != .covering) { return Size(width: width, height: height) }
        return (height * shape < width) == (self == .fitted)
          ? Size(width: height * shape, height: height) : Size(width: width, height: width / shape)
      }
    }
  }

  var request: PictureRequest
  let sizing: Sizing
  let context: ResolveContext
  /// A missing picture is shown as a square.
  let natural: Size
  /// Whether it is a stencil for the foreground style.
  let isTemplate: Bool

  init(
    source: PictureSource, sizing: Sizing, accentedMode: WidgetAccentedRenderingMode?, pixelsPerPoint: Double = 1,
    isTemplate: Bool = false, context: ResolveContext
  ) {
    var crop: PictureCrop?
    if case .filled(let asked) = sizing { crop = asked }
    request = PictureRequest(source: source, crop: crop, accentedMode: accentedMode)
    self.sizing = sizing
    self.context = context
    self.isTemplate = isTemplate
    let size = context.typesetter.pictures.size(of: source)
    natural =
      size.map { Size(width: Double($0.width) / pixelsPerPoint, height: Double($0.height) / pixelsPerPoint) }
      ?? Size(width: 44, height: 44)
  }

  func size(in proposal: Proposal) -> Size { sizing.size(of: natural, in: proposal) }

  func draw(in rect: Rect, proposed: Proposal, into canvas: inout DrawCanvas) {
    if context.environment.hidesContent { return canvas.append(hidden: rect, radius: 0, identity: context) }
    let style = context.style(.tertiary)
    guard let (request, rect) = seen(in: rect, of: canvas.window) else { return }
    guard isTemplate else { return canvas.append(.picture(request), frame: rect, style: style, identity: context) }
    // The style, where the picture is opaque.
    let stencil = canvas.taking { $0.append(.picture(request), frame: rect, style: style, identity: context) }
    let fill = canvas.taking {
      $0.append(
        .shape(.rectangle(rect), stroke: nil), frame: rect, style: context.environment.foregroundStyle,
        identity: context)
    }
    if !stencil.isEmpty { canvas.append(layer: fill, .mask(stencil), "a stencil", at: context) }
  }

  /// The part of the picture that a clip leaves, and its frame: an archive holds no pixels outside of it. Nil where
  /// nothing is left.
  private func seen(in frame: Rect, of window: Rect?) -> (request: PictureRequest, frame: Rect)? {
    guard let window, request.crop == nil, frame.width > 0, frame.height > 0 else { return (request, frame) }
    guard let part = frame.part(in: window) else { return nil }
    if part == frame { return (request, frame) }
    var seen = request
    seen.part = PicturePart(
      x: (part.minX - frame.minX) / frame.width, y: (part.minY - frame.minY) / frame.height,
      width: part.width / frame.width,
      height: part.height / frame.height)
    return (seen, part)
  }
}
