import Afterglow
import AfterglowArchive
import AfterglowCompiler
import AfterglowCore
import Foundation
import Testing

@testable import AfterglowWidgets

/// 2026-11-21T10:09:35Z
private let now = Date(timeIntervalSince1970: 1_795_255_775)

/// One of a widget's families and the smallest size that a device gives it.
private struct Tile: CustomTestStringConvertible {
  var kind: String
  var family: WidgetFamily
  var testDescription: String { "\(kind) \(family.rawValue)" }

  static let all = ["value", "photos"].flatMap { kind in
    (WidgetGallery.builtIn.widget(kind)?.descriptor.supportedFamilies ?? []).map { Tile(kind: kind, family: $0) }
  }

  var sizes: [Size] {
    let all = (WidgetHost.all + WidgetHost.watches).compactMap { $0.size(of: family)?.device }
    let ordered = all.sorted { $0.width * $0.height < $1.width * $1.height }
    return ordered.isEmpty ? [] : [ordered[0], ordered[ordered.count - 1]]
  }

  private var context: WidgetContext {
    switch family {
    case .accessoryCorner: .watchFace
    case .accessoryCircular, .accessoryRectangular, .accessoryInline: .lockScreen
    case .systemExtraLargePortrait: .surface
    default: .home
    }
  }

  func compile(_ size: Size, appearance: WidgetAppearance = .dark) throws -> CompiledScene {
    var style = PanelStyle()
    style.isSingle = true
    style.isPreview = true
    style.appearance = appearance
    let geometry = PanelGeometry(
      widthPx: Int(size.width.rounded()) * 2, heightPx: Int(size.height.rounded()) * 2, widthMm: size.width * 0.16,
      heightMm: size.height * 0.16)
    var board = BoardRecord()
    board.archiveBankByteCount = 32 << 20
    board.clockTrust = ClockTrust.always.rawValue
    let widget = try #require(WidgetGallery.builtIn.widget(kind))
    return try CompilerPool.compile(
      PanelScene(
        context: context, style: style, slots: [SceneSlot(identifier: kind, widget: widget, family: family)],
        timeZone: TimeZone(identifier: "Europe/Lisbon")!, locale: Locale(identifier: "en_GB"), geometry: geometry,
        board: board, strings: BoardStrings(name: kind)), at: now)
  }
}

@Suite struct FamilyLayoutTests {
  @Test(arguments: Tile.all)
  private func `text is large enough, and nothing leaves the widget`(tile: Tile) throws {
    try #require(!tile.sizes.isEmpty)
    for size in tile.sizes {
      for appearance in [WidgetAppearance.dark, .light, .tinted] {
        let scene = try tile.compile(size, appearance: appearance)
        #expect(scene.diagnostics == [])
        for node in scene.layout.nodes where node.slot != nil {
          #expect(node.fontSizePt ?? 11 >= 11, "\(size) \(node)")
          #expect(node.text?.contains("…") != true, "\(size) \(node)")
          // Letters lie well inside the box of their line; half a pixel is rounding.
          let slack = node.fontSizePt == nil ? 0.5 : node.framePx.height * 0.2
          #expect(node.framePx.minX >= -0.5 && node.framePx.maxX <= size.width.rounded() * 2 + 0.5, "\(size) \(node)")
          #expect(
            node.framePx.minY >= -slack && node.framePx.maxY <= size.height.rounded() * 2 + slack, "\(size) \(node)")
        }
      }
    }
  }

  @Test(arguments: Tile.all.filter { $0.kind == "value" })
  private func `an arrow shows where a value goes`(tile: Tile) throws {
    for size in tile.sizes {
      let names = try tile.compile(size).layout.nodes.compactMap(\.name)
      #expect(names.contains("trend") && names.contains("value"), "\(size)")
    }
  }

  @Test(arguments: Tile.all.filter { $0.kind == "value" && $0.family.isSystem })
  private func `a larger family shows more`(tile: Tile) throws {
    let nodes = try tile.compile(tile.sizes[0]).layout.nodes
    let names = Set(nodes.compactMap(\.name))
    let wanted: Set<String> =
      switch tile.family {
      case .systemSmall: ["course"]
      case .systemMedium: ["course", "line"]
      case .systemLarge: ["course", "line", "first", "last"]
      default: ["course", "line", "first", "last", "summary"]
      }
    #expect(names.isSuperset(of: wanted), "\(names)")
  }

  @Test func `the figures of a rectangular system widget end at one edge`() throws {
    let tile = Tile(kind: "system", family: .accessoryRectangular)
    let size = try #require(tile.sizes.first)
    let nodes = try tile.compile(size).layout.nodes
    let figures = ["temperature", "memory", "disk"].compactMap { name in nodes.first { $0.name == name } }
    #expect(figures.count == 3 && Set(figures.map { $0.framePt.maxX.rounded() }).count == 1, "\(figures)")
  }

  @Test func `a picture folder that is missing or empty is reported`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "photos-\(UUID().uuidString)")
    let use = WidgetUse(kind: "photos", configuration: ["folder": .string(folder.path)])
    #expect(WidgetGallery.builtIn.problems(of: use).count == 1)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let empty = WidgetGallery.builtIn.problems(of: use)
    #expect(empty.first?.message == "expected PNG or JPEG pictures in it, found none")
    try Data(TinyPNG(side: 8, colorType: 2).bytes).write(to: folder.appending(path: "a.jpg"))
    #expect(WidgetGallery.builtIn.problems(of: use) == [])
  }
}
