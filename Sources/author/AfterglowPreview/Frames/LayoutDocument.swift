import Afterglow
import AfterglowCompiler
import AfterglowCore
import AfterglowKit
import Foundation

/// `render --layout`: the drawing as text, for blind users and for layout tests.
struct LayoutDocument: Encodable {
  struct Size: Encodable {
    var width: Int
    var height: Int
  }

  struct Frame: Encodable {
    var x: Double
    var y: Double
    var width: Double
    var height: Double

    /// Rounded to thousandths of a pixel; finer digits are not significant.
    init(_ rect: Rect) {
      func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
      x = rounded(rect.minX)
      y = rounded(rect.minY)
      width = rounded(rect.width)
      height = rounded(rect.height)
    }
  }

  struct Node: Encodable {
    var id: UInt32
    var name: String?
    /// The slot's identifier; "scene" for nodes behind all widgets.
    var widget: String
    var kind: String
    var role: String
    var text: String?
    var framePx: Frame
    var framePt: Frame
    var fontSizePt: Double?
    /// As shown on the panel, after appearance, always-on and night: `#RRGGBB`, with alpha `#RRGGBBAA`.
    var color: String
    var accentGroup: String
    var tick: String?
    var isVisible: Bool
  }

  /// What a widget says to someone who does not see it.
  struct Spoken: Encodable {
    var widget: String
    var label: String?
    var value: String?
    var hint: String?
    var traits: [String]?
    var framePt: Frame
  }

  var board: String
  var at: String
  var panelPx: Size
  var nodes: [Node]
  /// In the order in which it is read, widget by widget.
  var accessibility: [Spoken]

  init(_ board: CompiledBoard, _ stage: SceneStage, at instant: Instant) {
    self.board = board.name
    at = TimeText.utc(instant)
    let layout = board.compiled.layout
    panelPx = Size(width: layout.geometry.widthPx, height: layout.geometry.heightPx)
    accessibility = Self.spoken(layout)
    nodes = layout.nodes.map { node in
      Node(
        id: node.identifier, name: node.name, widget: node.slot ?? "scene", kind: node.kind, role: node.role,
        text: node.text, framePx: Frame(node.framePx), framePt: Frame(node.framePt), fontSizePt: node.fontSizePt,
        color: Self.hex(stage.color(ofPaint: node.paint).faded(to: node.opacity)),
        accentGroup: node.accentGroup == 1 ? "accented" : "primary",
        tick: node.tick, isVisible: stage.isVisible(node: node.node))
    }
  }

  private static func spoken(_ layout: SceneLayout) -> [Spoken] {
    layout.accessibility.sorted { $0.key < $1.key }.flatMap { slot, nodes in
      nodes.map { node in
        Spoken(
          widget: slot, label: node.label, value: node.value, hint: node.hint,
          traits: node.traits.isEmpty ? nil : node.traits, framePt: Frame(node.framePt))
      }
    }
  }

  func bytes() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(self)) + [0x0A]
  }

  private static func hex(_ color: AfterglowCore.Color) -> String {
    func digits(_ value: UInt8) -> String {
      let text = String(value, radix: 16, uppercase: true)
      return text.count == 1 ? "0" + text : text
    }
    let opaque = "#" + digits(color.red) + digits(color.green) + digits(color.blue)
    return color.alpha == 255 ? opaque : opaque + digits(color.alpha)
  }
}

extension AfterglowCore.Color {
  /// With its alpha multiplied by `share`, 0 to 1.
  package func faded(to share: Double) -> AfterglowCore.Color {
    AfterglowCore.Color(red: red, green: green, blue: blue, alpha: UInt8((Double(alpha) * share).rounded()))
  }
}
