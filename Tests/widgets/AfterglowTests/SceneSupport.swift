import AfterglowArchive
import AfterglowCore
import AfterglowPictures
import Foundation
import PixelSupport
import TestSupport
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews

struct PlainEntry: TimelineEntry {
  var date: Date
  var words = "Hello"
}

struct PlainProvider: TimelineProvider {
  var words: [String] = ["Hello"]
  var spacing: TimeInterval = 3600
  var policy: AfterglowViews.TimelineReloadPolicy = .never
  var failure: String?
  /// Seconds from the request to the first entry.
  var start: TimeInterval = 0

  func placeholder(in context: Context) -> PlainEntry { PlainEntry(date: context.date, words: "Placeholder") }
  func snapshot(in context: Context) throws -> PlainEntry { placeholder(in: context) }
  func timeline(in context: Context) throws -> Timeline<PlainEntry> {
    if let failure { throw CompileError(failure) }
    return Timeline(
      entries: words.enumerated().map {
        PlainEntry(date: context.date.addingTimeInterval(start + spacing * Double($0)), words: $1)
      }, policy: policy)
  }
}

/// A widget whose view is given by a closure.
struct PlainWidget<Content: View>: Widget {
  var provider = PlainProvider()
  let content: @Sendable (PlainEntry) -> Content

  var body: some WidgetConfiguration {
    StaticConfiguration(kind: "plain", provider: provider) { [content] in content($0) }
  }
}

let noon = Date(timeIntervalSince1970: 1_795_262_400)  // 2026-11-21T12:00:00Z

func testBoard() -> BoardRecord {
  var board = BoardRecord()
  board.archiveBankByteCount = 4 << 20
  board.clockTrust = ClockTrust.always.rawValue
  return board
}

func testScene(
  _ widgets: [any Widget], widthPx: Int = 800, heightPx: Int = 480, locale: String = "en_GB",
  zone: String = "Europe/Berlin", board: BoardRecord = testBoard()
) -> PanelScene {
  PanelScene(
    slots: widgets.enumerated().map { SceneSlot(identifier: "slot\($0)", widget: $1) },
    timeZone: TimeZone(identifier: zone)!, locale: Locale(identifier: locale),
    geometry: PanelGeometry(widthPx: widthPx, heightPx: heightPx, widthMm: 154, heightMm: 86), board: board,
    strings: BoardStrings(name: "test"))
}

/// The drawing of a view in a rectangle, with its problems.
///
/// - Parameter container: counts what the layout takes.
func laidOut(
  _ view: some View, width: Double, height: Double, scale: Double = 2, locale: String = "en_GB",
  containerRadius: Double = 0, container: Container = Container(),
  change: (inout EnvironmentValues) -> Void = { _ in }
) throws -> (items: [DrawItem], problems: [LayoutProblem], size: Size) {
  try TypesetterCache.shared.withTypesetter { typesetter in
    var environment = EnvironmentValues()
    environment.locale = Locale(identifier: locale)
    change(&environment)
    let room = Rect(x: 0, y: 0, width: width, height: height)
    let context = ResolveContext(
      environment: environment, typesetter: typesetter, container: container, scale: scale, date: noon, path: 1)
    container.shape = ContainerShape(rect: room, radius: containerRadius)
    let element = resolveOne(view, in: context)
    var canvas = DrawCanvas()
    let frame = place(element, in: room, .center)
    element.draw(in: frame, proposed: Proposal(room.size), into: &canvas)
    try emit(canvas.items, typesetter, scale: scale)
    return (canvas.items, container.problems, frame.size)
  }
}

/// Converts drawings to an archive's nodes, for a panel with shades and for one of ink: what can be laid out can be shown.
private func emit(_ items: [DrawItem], _ typesetter: Typesetter, scale: Double) throws {
  for surface in [Palette.Surface.emissive, .reflective(.blackAndWhite)] {
    let palette = Palette(renderingMode: .fullColor, surface: surface)
    let map = PixelMapping(originX: 0, originY: 0, scale: scale, isInk: palette.hasFewInks)
    let emitter = NodeEmitter(
      sink: ArchiveSink(board: testBoard(), date: noon), typesetter: typesetter, palette: palette, map: map, widget: 0,
      slot: nil, date: noon)
    _ = try emitter.emit(items)
  }
}

/// Draw items of a view in a rectangle.
func drawn(
  _ view: some View, width: Double, height: Double, scale: Double = 2, locale: String = "en_GB"
) throws -> [DrawItem] {
  try laidOut(view, width: width, height: height, scale: scale, locale: locale).items
}

func withArchive<R>(_ compiled: CompiledScene, _ body: (Archive) throws -> R) throws -> R {
  let aligned = AlignedBytes(compiled.archive)
  return try withExtendedLifetime(aligned) { try body(try Archive.validate(aligned.bytes)) }
}

/// A panel's picture of a scene, as painted by the firmware.
func shown(_ compiled: CompiledScene, override: ModeOverride = .day, at date: Date = noon) throws -> Picture {
  try Picture(showing: compiled.archive, override, at: Instant(date: date))
}

/// Compares with a picture that was inspected when it was made; `AFTERGLOW_UPDATE_GOLDENS=1` updates it if it differs,
/// and fails.
func expectGolden(_ drawn: Picture, _ name: String) throws {
  let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
    .appending(path: "support/Golden/views")
  let file = folder.appending(path: "\(name).png")
  let isUpdate = ProcessInfo.processInfo.environment["AFTERGLOW_UPDATE_GOLDENS"] == "1"
  if isUpdate, try FileManager.default.contents(atPath: file.path).map({ try PNG.decode([UInt8]($0)) }) != drawn {
    try Data(try PNG.encode(drawn)).write(to: file)
    Issue.record("\(name) was drawn anew: look at it, then run the tests again")
  }
  let golden = try PNG.decode([UInt8](Data(contentsOf: file)))
  let differing = drawn.pixels.differingCount(from: golden.pixels)
  #expect(golden.size == drawn.size && differing == 0, "\(differing) pixels of \(name) differ")
}

extension BoardRecord {
  /// A black and white e-paper panel, simulated.
  mutating func becomePaper(widthPx: Int32 = 800, heightPx: Int32 = 480) {
    displayKind = DisplayKind.simulatedEPaper.rawValue
    isEmissive = 0
    pixelFormat = PixelFormat.mono1.rawValue
    panel.controller = PaperController.uc8179.rawValue
    panel.widthPx = UInt16(widthPx)
    panel.heightPx = UInt16(heightPx)
  }
}
