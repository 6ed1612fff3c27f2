import AfterglowCore
import AfterglowPictures

/// A picture from a file, in its own size or that of its frame.
struct PictureElement: Element {
  enum Sizing: Hashable, Sendable {
    /// One point per pixel.
    case natural
    case stretched
    case fitted
    case filled(PictureCrop)
  }

  let request: PictureRequest
  let sizing: Sizing
  let context: ResolveContext
  /// A missing picture is shown as a square.
  let natural: Size

  init(source: PictureSource, sizing: Sizing, accentedMode: WidgetAccentedRenderingMode?, context: ResolveContext) {
    var crop: PictureCrop?
    if case .filled(let asked) = sizing { crop = asked }
    request = PictureRequest(source: source, crop: crop, accentedMode: accentedMode)
    self.sizing = sizing
    self.context = context
    let size = context.typesetter.pictures.size(of: source)
    natural = size.map { Size(width: Double($0.width), height: Double($0.height)) } ?? Size(width: 44, height: 44)
  }

  func size(in proposal: Proposal) -> Size {
    if sizing == .natural { return natural }
    if sizing == .stretched {
      return Size(width: proposal.width ?? natural.width, height: proposal.height ?? natural.height)
    }
    let shape = natural.width / natural.height
    switch (proposal.width, proposal.height) {
    case (nil, nil): return natural
    case (let width?, nil): return Size(width: width, height: width / shape)
    case (nil, let height?): return Size(width: height * shape, height: height)
    case (let width?, let height?):
      if sizing != .fitted || (width.isInfinite && height.isInfinite) { return Size(width: width, height: height) }
      return height * shape < width
        ? Size(width: height * shape, height: height) : Size(width: width, height: width / shape)
    }
  }

  func draw(in rect: Rect, into canvas: inout DrawCanvas) {
    if context.environment.hidesContent {
      canvas.append(
        .shape(.rectangle(rect), stroke: nil), frame: rect, style: context.style(.tertiary), identity: context)
      return
    }
    canvas.append(.picture(request), frame: rect, style: context.style(.tertiary), identity: context)
  }
}
