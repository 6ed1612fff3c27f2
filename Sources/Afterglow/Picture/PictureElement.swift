import AfterglowCore
import AfterglowPictures

/// A picture from a file, as large as it is or as its place.
final class PictureElement: Element {
  enum Sizing: Hashable, Sendable {
    /// A pixel is a point.
    case natural
    case stretched
    case fitted
    case filled(PictureCrop)
  }

  private let request: PictureRequest
  private let sizing: Sizing
  private let context: ResolveContext
  /// A missing picture is a square.
  private let natural: Size

  init(source: PictureSource, sizing: Sizing, accentedMode: WidgetAccentedRenderingMode?, context: ResolveContext) {
    var crop: PictureCrop?
    if case .filled(let asked) = sizing { crop = asked }
    request = PictureRequest(source: source, crop: crop, accentedMode: accentedMode)
    self.sizing = sizing
    self.context = context
    let size = context.typesetter.pictures.size(of: source)
    natural = size.map { Size(width: Double($0.width), height: Double($0.height)) } ?? Size(width: 44, height: 44)
  }

  override func size(in proposal: Proposal) -> Size {
    let width = proposal.width.isFinite ? max(0, proposal.width) : nil
    let height = proposal.height.isFinite ? max(0, proposal.height) : nil
    if sizing == .natural { return natural }
    let shape = natural.width / natural.height
    switch (width, height) {
    case (nil, nil): return natural
    case (.some(let width), nil):
      return Size(width: width, height: sizing == .stretched ? natural.height : width / shape)
    case (nil, .some(let height)):
      return Size(width: sizing == .stretched ? natural.width : height * shape, height: height)
    case (.some(let width), .some(let height)):
      if sizing != .fitted { return Size(width: width, height: height) }
      let scale = min(width / natural.width, height / natural.height)
      return Size(width: natural.width * scale, height: natural.height * scale)
    }
  }

  override func draw(in rect: Rect, into canvas: inout Canvas) {
    if context.environment.isRedacted {
      canvas.append(
        .shape(.rectangle(rect), stroke: nil), frame: rect, style: context.style(.tertiary), identity: context)
      return
    }
    canvas.append(.picture(request), frame: rect, style: context.style(.tertiary), identity: context)
  }
}
