import AfterglowArchive
import Foundation

@testable import AfterglowCompiler
@testable import AfterglowViews

let noon = Date(timeIntervalSince1970: 1_795_262_400)  // 2026-11-21T12:00:00Z

/// The drawing of a chart in a rectangle at two pixels per point, with its problems. Archives of panels with shades
/// and of ink can hold it.
func laidOut(
  _ view: some View, width: Double, height: Double
) throws -> (items: [DrawItem], problems: [LayoutProblem]) {
  try TypesetterCache.shared.withTypesetter { typesetter in
    var environment = EnvironmentValues()
    environment.locale = Locale(identifier: "en_GB")
    let room = Rect(x: 0, y: 0, width: width, height: height)
    let container = Container()
    container.shape = ContainerShape(rect: room, radius: 0)
    let context = ResolveContext(
      environment: environment, typesetter: typesetter, container: container, scale: 2, date: noon, path: 1)
    let element = resolveOne(view, in: context)
    var canvas = DrawCanvas()
    element.draw(in: place(element, in: room, .center), proposed: Proposal(room.size), into: &canvas)
    var board = BoardRecord()
    board.archiveBankByteCount = 4 << 20
    for surface in [Palette.Surface.emissive, .reflective(.blackAndWhite)] {
      let palette = Palette(renderingMode: .fullColor, surface: surface)
      let emitter = NodeEmitter(
        sink: ArchiveSink(board: board, date: noon), typesetter: typesetter, palette: palette,
        map: PixelMapping(originX: 0, originY: 0, scale: 2, isInk: palette.hasFewInks), widget: 0, slot: nil,
        date: noon)
      _ = try emitter.emit(canvas.items)
    }
    return (canvas.items, container.problems)
  }
}

/// Draw items of a chart in a rectangle.
func drawn(_ view: some View, width: Double, height: Double) throws -> [DrawItem] {
  try laidOut(view, width: width, height: height).items
}
