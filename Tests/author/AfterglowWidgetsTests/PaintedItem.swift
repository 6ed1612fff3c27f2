import Afterglow
import AfterglowArchive
import AfterglowCompiler
import AfterglowCore
import AfterglowLight
import AfterglowRaster
import PixelSupport

import struct AfterglowCore.Color

@testable import AfterglowEngine

/// A compiled scene on the firmware's own engine: the pixels of its picture, and what each paint became.
final class PaintedItem {
  private let memory: ZeroedMemory
  private var engine: Engine
  let compiled: CompiledScene
  private let date: Instant

  /// - Parameters:
  ///   - hidesText: every text and symbol is drawn with no opacity, so that what lies behind them is seen.
  ///   - hides: the same for nodes of one's choice, by their index.
  init(
    _ compiled: CompiledScene, hidesText: Bool = false, hides: ((Int, NodeRecord, PaintRecord) -> Bool)? = nil
  ) throws {
    self.compiled = compiled
    date = Instant(milliseconds: Int64(GalleryItem.now.timeIntervalSince1970 * 1000))
    let board = try compiled.archive.withUnsafeBytes { try Archive.validate($0).board }
    let byteCount = Engine.workingByteCount(for: board) + 4096
    memory = ZeroedMemory(byteCount: byteCount)
    var arena = Arena(memory.bytes)
    var engine = Engine(board: board, arena: &arena)!
    compiled.archive.withUnsafeBytes { engine.idleBank.copyMemory(from: $0) }
    try engine.adopt(byteCount: compiled.archive.count)
    self.engine = engine
    if hidesText { hide { Self.isText($1) } }
    if let hides { hide { hides($0, $1, paint($1)) } }
  }

  /// Some nodes of a scene, by their names, and nothing else.
  convenience init(_ compiled: CompiledScene, showing names: Set<String>) throws {
    let kept = Set(compiled.layout.nodes.filter { $0.name.map(names.contains) ?? false }.map(\.node))
    try self.init(compiled) { index, node, _ in
      let isBracket = (NodeKind.beginGroup.rawValue...NodeKind.endClip.rawValue).contains(node.kind)
      return !isBracket && !kept.contains(index)
    }
  }

  /// The archive lies in the engine's own bank and was validated: opacity may be any byte.
  private func hide(_ isMeant: (Int, NodeRecord) -> Bool) {
    let nodes = engine.archive!.nodes
    for index in 0..<nodes.count where isMeant(index, nodes[index]) {
      UnsafeMutablePointer(mutating: nodes.baseAddress! + index).pointee.opacity = 0
    }
  }

  static func isText(_ node: NodeRecord) -> Bool {
    node.kind == NodeKind.glyphRun.rawValue || node.kind == NodeKind.tickText.rawValue
  }

  /// As if hardware dimmed always-on alone, however much is lit: its colours are those that the author chose.
  func dimByHardware() {
    engine.setWhite(
      PanelWhite(alwaysOnMillinits: 100_000, alwaysOnWantedMillinits: 100_000, nightMillinits: light.peakMillinits))
    let entries = engine.archive!.entries
    for index in 0..<entries.count {
      UnsafeMutablePointer(mutating: entries.baseAddress! + index).pointee.litPermille = 0
    }
  }

  /// What always-on leaves of white, as long as colours dim it.
  var alwaysOnWhite: Double {
    let lit = Int32(engine.archive!.entry(Int(engine.archive!.widget(1).entries.first)).litPermille)
    let stage = ColorStage(settings: light, legibility: legibility, isEmissive: true, litPermille: lit)
    return Double(stage.curve.luminance(65_535)) / 65_535
  }

  /// The whole picture as the colour stage makes it, before the encoding's own mask: 0xAARRGGBB, row by row.
  ///
  /// - Parameter later: seconds after the instant that it was compiled for.
  func pixels(_ mode: ModeOverride, later: Int64 = 0) -> [UInt32] {
    show(mode, later: later)
    return engine.plane.pixels
  }

  /// Brings the picture to a moment.
  ///
  /// - Parameter isWhole: all is repainted, whatever was shown before; else what differs from it, as on a panel.
  /// - Returns: what was painted. All else is as it was.
  @discardableResult
  func show(_ mode: ModeOverride, later: Int64 = 0, isWhole: Bool = true) -> [PixelRect] {
    step(mode, later: later)
    if isWhole { engine.damage.insert(engine.scene) }
    engine.paint()
    let painted = (0..<engine.damage.count).map { engine.damage[$0] }
    engine.dropFrame()
    return painted
  }

  /// Brings all but the pixels to a moment: which nodes are shown, and in which colours.
  func step(_ mode: ModeOverride, later: Int64 = 0) {
    let moment = Moment(
      realtime: Instant(milliseconds: date.milliseconds + later * 1000), monotonic: MonotonicInstant(milliseconds: 0),
      isTrusted: true)
    _ = engine.step(moment, lux: nil, override: mode)
  }

  /// The shown picture's pixels, in its own memory.
  var plane: PixelPlane { engine.plane }

  var width: Int { Int(engine.plane.size.width) }
  var height: Int { Int(engine.plane.size.height) }

  func isVisible(_ node: LayoutNode) -> Bool { engine.isVisible(node: node.node) }

  /// The outline of a polygon or hand.
  func points(_ record: NodeRecord) -> [SubpixelPoint] {
    let points = engine.archive!.points
    let first = record.kind == NodeKind.tickHand.rawValue ? (record.c, record.d) : (record.a, record.b)
    return (0..<Int(first.1)).map { points[Int(first.0) + $0] }
  }

  func record(_ node: LayoutNode) -> NodeRecord { engine.archive!.nodes[node.node] }

  /// What a node's paint becomes in the mode of the last step; its alpha is that of paint, node and groups.
  func color(_ node: LayoutNode) -> Color {
    let record = record(node)
    let color = engine.resolvedColor(ofPaint: Int(record.paint))
    let alpha = Double(color.alpha) / 255 * Double(record.opacity) / 255 * groupOpacity(around: node)
    return Color(red: color.red, green: color.green, blue: color.blue, alpha: UInt8((alpha * 255).rounded()))
  }

  private func groupOpacity(around node: LayoutNode) -> Double {
    guard let archive = engine.archive, let list = engine.currentVariant(of: node.widget) else { return 1 }
    var open: [Double] = []
    for place in Int(list.first)..<Int(list.first + list.count) {
      let index = Int(archive.nodeList[place])
      if index == node.node { return open.reduce(1, *) }
      switch NodeKind(rawValue: archive.nodes[index].kind) {
      case .beginGroup: open.append(Double(archive.nodes[index].opacity) / 255)
      case .beginClip: open.append(1)
      case .endGroup, .endClip: open.removeLast()
      default: break
      }
    }
    return 1
  }

  /// Nodes that a widget shows now, brackets apart.
  func shownNodes(of widget: Int) -> [NodeRecord] {
    shownIndices(of: widget).map { engine.archive!.nodes[$0] }
  }

  /// The same, by their places in the archive.
  func shownIndices(of widget: Int) -> [Int] {
    guard let archive = engine.archive, let list = engine.currentVariant(of: widget) else { return [] }
    return (Int(list.first)..<Int(list.first + list.count)).map { Int(archive.nodeList[$0]) }.filter {
      switch NodeKind(rawValue: archive.nodes[$0].kind) {
      case .beginGroup, .endGroup, .beginClip, .endClip: false
      default: true
      }
    }
  }

  func paint(_ node: NodeRecord) -> PaintRecord { engine.archive!.paints[Int(node.paint)] }

  var light: LightSettings { engine.archive!.board.light }
  var legibility: LegibilitySettings { engine.archive!.board.legibility }
}

extension Engine {
  /// The display list that a widget shows now: a range of the archive's node list; nil before the first step.
  fileprivate func currentVariant(of widget: Int) -> VariantRecord? {
    guard hasStarted, let archive, widget >= 0 && widget < archive.widgetCount, widgets[widget].hasEntry
    else { return nil }
    return VariantRecord(first: widgets[widget].first, count: widgets[widget].count)
  }
}
