import AfterglowArchive
import AfterglowCore
import AfterglowPictures
import Foundation
import TestSupport

@testable import AfterglowCompiler
@testable import AfterglowViews

/// A scene that changes at random, and what a compile must remember from one change to the next: nothing that shows.
struct ChangingScene {
  /// What a widget shows. Its words change by themselves.
  enum Kind: CaseIterable {
    case words, distance, timer, schedule, progress, clock, album, file, missing, bare, failing
  }

  private struct Item {
    var name: String
    var kind: Kind
    var version = 0
    var family = WidgetFamily.systemSmall
    var isFailing = false
    /// Nil asks its provider.
    var kept: KeptContent?
    var lastGood: WidgetTimeline?
  }

  private var numbers: SeededNumbers
  private var date = noon
  private var items: [Item] = []
  private var style = PanelStyle()
  private var context = WidgetContext.home
  private var bankKiB: UInt32 = 4096
  private var turns: AppearanceTurns?
  private var isPaper = false
  private let folder: URL
  /// What was done in the last step.
  private(set) var deed = ""

  init(seed: UInt64, folder: URL) throws {
    numbers = SeededNumbers(seed: seed)
    self.folder = folder
    items = [Kind.words, .distance, .clock, .album].enumerated().map { Item(name: "w\($0)", kind: $1) }
    try paint()
  }

  private mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &numbers) }

  private var picture: URL { folder.appendingPathComponent("picture.png") }

  private mutating func paint() throws {
    try Self.photograph(UInt32.random(in: 0...0xFF_FFFF, using: &numbers)).write(to: picture)
  }

  fileprivate static func photograph(_ rgb: UInt32) throws -> Data {
    let size = PixelSize(width: 60, height: 40)
    let pixels = (0..<2400).map { 0xFF00_0000 | (rgb &+ UInt32($0)) & 0xFF_FFFF }
    return Data(try PNG.encode(Picture(size: size, pixels: pixels)))
  }

  /// Changes something, or lets time pass alone.
  mutating func change() throws {
    let index = below(items.count)
    switch below(12) {
    case 0, 1, 2:
      items[index].version += 1
      items[index].kept = nil
      deed = "content of \(items[index].name)"
    case 3, 4: pass([1, 59, 600, 3600, 9000, 90_000][below(6)])
    case 5:
      let seconds = [0.25, 1, 61][below(3)]
      pass(seconds)
      items[index].kept = nil
      deed += ", reload of \(items[index].name)"
    case 6:
      items[index].isFailing.toggle()
      items[index].kept = nil
      deed = "failure of \(items[index].name)"
    case 7: changeItems(index)
    case 8: changeStyle()
    case 9:
      try paint()
      deed = "picture file"
    case 10:
      bankKiB = [1024, 1400, 4096, 8192][below(4)]
      deed = "bank of \(bankKiB) KiB"
    default: deed = "nothing"
    }
  }

  private mutating func pass(_ seconds: TimeInterval) {
    date += seconds
    deed = "\(seconds) s"
  }

  private mutating func changeItems(_ index: Int) {
    switch below(4) {
    case 0 where items.count < 5:
      items.append(Item(name: "w\(below(1000))\(items.count)", kind: Kind.allCases[below(Kind.allCases.count)]))
      deed = "\(items.last!.kind) added"
    case 1 where items.count > 2:
      items.remove(at: index)
      deed = "one removed"
    case 2:
      items.swapAt(index, 0)
      deed = "two swapped"
    default:
      items[index] = Item(name: items[index].name, kind: Kind.allCases[below(Kind.allCases.count)])
      deed = "\(items[index].kind) instead"
    }
  }

  private mutating func changeStyle() {
    switch below(6) {
    case 0: style.appearance = [.dark, .light, .clear, .tinted][below(4)]
    case 1: style.tint = below(2) == 0 ? nil : 0xFF30_90F0
    case 2: style.typeSize = below(2) == 0 ? .large : .xLarge
    case 3: turns = below(2) == 0 ? nil : AppearanceTurns.daily(light: 420, dark: 13 * 60, in: .gmt)
    case 4: context = context == .home ? .standBy : .home
    default: isPaper.toggle()
    }
    deed = "style"
  }

  /// The scene now and its date.
  func scene() -> (scene: PanelScene, date: Date) {
    var scene = testScene([], zone: "Europe/Berlin")
    scene.board.archiveBankByteCount = bankKiB << 10
    scene.style = style
    scene.context = context
    scene.appearanceTurns = turns
    if isPaper { scene.board.becomePaper(widthPx: 800, heightPx: 480) }
    let shown = context == .standBy ? Array(items.prefix(2)) : items
    scene.slots = shown.map { item in
      var slot = SceneSlot(identifier: item.name, widget: widget(item), family: item.family, lastGood: item.lastGood)
      slot.kept = item.kept
      slot.identity = UInt64(item.version + 1)
      return slot
    }
    return (scene, date)
  }

  /// Keeps the contents of a compile for the next.
  mutating func keep(_ compiled: CompiledScene) {
    for index in items.indices {
      items[index].kept = compiled.contents[items[index].name]
      items[index].lastGood = compiled.timelines[items[index].name] ?? items[index].lastGood
    }
  }

  private func widget(_ item: Item) -> any Widget {
    let count = 1 + item.version % 4
    var provider = PlainProvider(
      words: (0..<count).map { "\(item.name) \(item.version) \($0)" }, spacing: 1800,
      policy: item.version % 3 == 0 ? .atEnd : .never)
    if item.isFailing || item.kind == .failing && item.version % 2 == 0 { provider.failure = "no content" }
    let picture = picture
    return PlainWidget(provider: provider) { [kind = item.kind, version = item.version] entry in
      Face(kind: kind, version: version, words: entry.words, date: entry.date, picture: picture)
    }
  }
}

/// The view of one widget.
private struct Face: View {
  var kind: ChangingScene.Kind
  var version: Int
  var words: String
  var date: Date
  var picture: URL

  var body: some View {
    switch kind {
    case .words, .failing: Text(words).foregroundStyle(.secondary)
    case .distance: Text(date + 7000, style: .relative)
    case .timer:
      VStack {
        Text(timerInterval: date...(date + 5000))
        Text(date + 40_000, style: .timer)
      }
    case .schedule:
      TimelineView(.periodic(from: date, by: 700)) { Text(verbatim: "\(words) \(Int($0.date.timeIntervalSince1970))") }
    case .progress: ProgressView(timerInterval: date...(date + 3000))
    case .clock:
      VStack {
        Text(clock: .hourMinute)
        Text(clock: .hourMinute, in: TimeZone(identifier: "Asia/Tokyo"))
      }
    case .album: photograph(UInt32(truncatingIfNeeded: version &* 0x1F_2F3F &+ words.utf8.reduce(0) { $0 + Int($1) }))
    case .file: Image(file: picture).resizable().frame(width: 60, height: 40)
    case .missing: Text(verbatim: "\(words) \u{10FFFE}")
    case .bare: deep(600)
    }
  }

  private func photograph(_ rgb: UInt32) -> some View {
    let data = (try? ChangingScene.photograph(rgb & 0xFF_FFFF)) ?? Data()
    return Image(data: data).resizable().frame(width: 120, height: 120)
  }

  private func deep(_ count: Int) -> AnyView {
    (0..<count).reduce(AnyView(Text(words))) { view, _ in AnyView(view.padding(0)) }
  }
}
