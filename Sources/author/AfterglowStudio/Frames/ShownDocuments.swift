import Afterglow
import AfterglowArchive
import AfterglowCore
import AfterglowGuide
import AfterglowKit
import AfterglowLight
import AfterglowPreview

/// What is in a frame, for who looks at it closely: places, texts and their contrast, and what it would read aloud.
struct ShownDocument: Encodable {
  struct Slot: Encodable {
    var widget: String
    var frame: FrameDocument
    /// Without margins.
    var content: FrameDocument
  }

  struct Node: Encodable {
    var frame: FrameDocument
    var text: String?
    var widget: String?
    var fontSizePt: Double?
    var isVisible = true
    /// Of a text with its background, in the light of the room.
    var contrast: Double?
    var leastContrast: Double?
  }

  /// What a widget says to someone who does not see it, element by element.
  struct Spoken: Encodable {
    var widget: String
    var elements: [String]
  }

  /// What the panel did last before the instant.
  struct Update: Encodable {
    var at: String
    var cause: String
    var damage: [FrameDocument]
    /// Of the panel's area, 0 to 1.
    var damagedShare: Double
    var changedPx: Int
    var nextWake: String?
  }

  var slots: [Slot]
  var nodes: [Node]
  var spoken: [Spoken]
  var update: Update?

  /// - Parameter spoken: the words that are read aloud, perhaps of another compile.
  init(_ board: CompiledBoard, _ frame: StillFrame, _ situation: Situation, spoken: [Spoken]) {
    self.spoken = spoken
    let layout = board.compiled.layout
    slots = board.scene.slots.compactMap { slot in
      guard let place = layout.slotFramesPx[slot.identifier] else { return nil }
      return Slot(
        widget: slot.identifier, frame: FrameDocument(place),
        content: FrameDocument(layout.slotContentPx[slot.identifier] ?? place))
    }
    let visible = layout.nodes.filter { $0.slot != nil && $0.role != "background" && frame.isVisible($0) }
    nodes = visible.filter { $0.text == nil && $0.tick == nil }.map {
      Node(frame: FrameDocument($0.framePx), widget: $0.slot)
    }
    nodes += Self.words(frame, situation.lux ?? board.constantLight, board)
    let size = Double(Int(board.record.widthPx) * Int(board.record.heightPx))
    let lux = situation.lux ?? board.constantLight
    update = LastUpdate(board, before: situation.at, lux: lux, override: situation.mode).map { update in
      Update(
        at: TimeText.utc(update.at), cause: update.cause, damage: update.damage.map(FrameDocument.init),
        damagedShare: Double(update.damage.reduce(0) { $0 + $1.area }) / max(1, size), changedPx: update.pixelsChanged,
        nextWake: update.nextWake.map(TimeText.utc))
    }
  }

  /// The words of each widget for screen readers, without those that the frame hides.
  static func spoken(_ board: CompiledBoard, _ frame: StillFrame) -> [Spoken] {
    let layout = board.compiled.layout
    return board.scene.slots.map { slot in
      let nodes = layout.nodes.filter { $0.slot == slot.identifier && $0.text != nil }
      let hidden = Set(nodes.filter { !frame.isVisible($0) }.compactMap(\.text))
        .subtracting(nodes.filter { frame.isVisible($0) }.compactMap(\.text))
      let elements = (layout.accessibility[slot.identifier] ?? []).filter {
        $0.label.map { !hidden.contains($0) } ?? true
      }
      return Spoken(widget: slot.identifier, elements: elements.map(Self.words).filter { !$0.isEmpty })
    }
  }

  /// As screen readers say it: what it is, what it shows, what kind of thing it is, and what it is for.
  private static func words(of node: AccessibilityNode) -> String {
    let kinds = [
      "isHeader": "heading", "isButton": "button", "isLink": "link", "isImage": "image", "isToggle": "switch",
    ]
    let traits = (node.traits.contains("isSelected") ? ["selected"] : []) + node.traits.compactMap { kinds[$0] }
    return ([node.label, node.value] + traits + [node.hint]).compactMap(\.self).filter { !$0.isEmpty }
      .joined(separator: ", ")
  }

  /// Texts with their contrast: by the web's formula on paper, where no light is emitted.
  private static func words(_ frame: StillFrame, _ lux: Illuminance?, _ board: CompiledBoard) -> [Node] {
    let record = board.record
    let room = Legibility(record.light, record.legibility, millilux: (lux ?? Situation.unknownLight).millilux)
    let shown = GuideFrame("", frame)
    return shown.words.map { words in
      let contrast = record.isEmissive == 0 ? shown.contrast(of: words) : shown.contrast(of: words, in: room)
      return Node(
        frame: FrameDocument(words.framePx), text: words.text, widget: words.slot,
        fontSizePt: (words.deviceFontSizePt * 10).rounded() / 10, contrast: contrast,
        leastContrast: GuideLinter.leastContrast(of: words))
    }
  }
}

/// What `afterglow check` reports of a board.
struct FindingsDocument: Encodable {
  struct Finding: Encodable {
    var severity: String
    var widget: String?
    var message: String
    var rule: Int?
    var file: String?
    var line: Int?
    /// Of its widget.
    var frame: FrameDocument?
  }

  var findings: [Finding]
  var summary: String?

  /// - Parameter step: called between parts of the check; what it throws ends it.
  init(_ board: CompiledBoard, at instant: Instant, step: () throws -> Void) throws {
    let check = try BoardCheck(board, at: instant, step: step)
    summary = check.summary
    findings = check.findings.map { finding in
      Finding(
        severity: finding.severity.rawValue, widget: finding.widget, message: finding.message, rule: finding.rule,
        file: finding.place?.file, line: finding.place.map(\.line),
        frame: finding.widget.flatMap { board.slotFramesPx[$0] }.map { FrameDocument($0) })
    }
  }
}
