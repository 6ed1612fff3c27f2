import Afterglow
import AfterglowBoards
import AfterglowCompiler
import AfterglowCore
import AfterglowLight
import AfterglowPreview
import AfterglowWidgets
import Foundation

/// Checks a scene against the rules of the guide for widgets that can be checked automatically: type, margins, amount,
/// words, contrast.
package struct GuideLinter {
  let board: CompiledBoard
  var gallery = WidgetGallery.standard

  /// docs/rules.md, rule 12, in points; a tolerance of a hundredth for rounding.
  private static let smallestTextPt = 11.0
  /// Widgets whose words others wrote: headlines, appointments and tasks.
  private static let quotingKinds: Set<String> = ["news", "calendar", "reminders"]
  /// Contrast of text and of large text; large is 18 pt, or 14 pt in bold faces (WCAG 2.2).
  private static let leastContrast = 4.5
  private static let leastLargeContrast = 3.0
  private static let largePt = 18.0

  /// The contrast that a text should have by day.
  package static func leastContrast(of words: GuideFrame.Words) -> Double {
    words.deviceFontSizePt >= largePt ? leastLargeContrast : leastContrast
  }

  /// All findings, without duplicates, in the order of slots and rules. Panels that emit no light have one look only.
  ///
  /// - Parameter step: called between its parts; what it throws ends it.
  /// - Throws: `Failure` when a frame cannot be drawn.
  func findings(
    day: StillFrame, alwaysOn: StillFrame?, night: StillFrame?, _ step: () throws -> Void = {}
  ) throws -> [GuideFinding] {
    try step()
    let frame = GuideFrame("by day", day)
    var findings = board.scene.slots.flatMap { slot in
      GuideDescriptions.findings(in: slot.widget.descriptor, slot: slot.identifier)
    }
    findings += board.scene.slots.compactMap(disfavored)
    findings += board.scene.slots.compactMap(mounting)
    for slot in board.scene.slots {
      try step()
      findings += try self.findings(in: frame, day, slot)
    }
    findings += try GuideColors.changes(in: board)
    try step()
    findings += try GuidePictures.findings(in: board, day: day)
    try step()
    let faint = contrasts(frame)
    findings += faint
    findings += try elsewhere(frame, faint, at: day.instant, step)
    if let alwaysOn {
      try step()
      findings += contrasts(GuideFrame("in always-on", alwaysOn), leastOfText: Self.leastLargeContrast)
    }
    try step()
    if let night { findings += nightContrasts(GuideFrame("at night", night)) }
    var seen: Set<GuideFinding> = []
    return findings.filter { seen.insert($0).inserted }
  }

  /// Findings about one widget by day.
  private func findings(in frame: GuideFrame, _ day: StillFrame, _ slot: SceneSlot) throws -> [GuideFinding] {
    let name = slot.identifier
    let words = frame.words.filter { $0.slot == name }
    let place = board.slotFramesPx[name]
    var findings: [GuideFinding] = []
    let isNotice = board.compiled.contents[name]?.isNotice == true
    // The host wrote a notice.
    let own = gallery.isOwn(slot) && !isNotice
    if !Self.quotingKinds.contains(slot.widget.descriptor.kind), !isNotice {
      let vocabulary = GuideWords(board.scene.locale)
      findings += words.flatMap { vocabulary.findings(in: $0.text, slot: name) }
    }
    findings += sizes(words, slot)
    findings += margins(words, slot)
    findings += GuideAmount.findings(
      in: frame, slot, place: place, ownContent: own ? board.compiled.layout.slotContentPx[name] : nil)
    findings += GuidePlaces.findings(in: frame, slot, context: board.scene.context, place: place, isOwn: own)
    findings += GuideTargets(scene: board.scene, slot: slot).findings(in: board.compiled.layout.targets[name] ?? [])
    findings += GuideColors.findings(in: frame.marks.filter { $0.slot == name }, slot: name)
    if own {
      findings += GuideDescriptions.titles(among: words.map(\.text), of: slot.widget.descriptor, slot: name)
      findings += try GuideCorners.findings(in: board, day: day, slot)
    }
    return findings
  }

  /// In other palettes and sizes. What is faint in the scene's own is not reported again.
  private func elsewhere(
    _ day: GuideFrame, _ faint: [GuideFinding], at instant: Instant, _ step: () throws -> Void
  ) throws -> [GuideFinding] {
    let other = GuideLooks(board: board, gallery: gallery, instant: instant)
    func text(_ finding: GuideFinding) -> Substring { finding.message.prefix { $0 != "”" } }
    let told = Set(faint.map(text))
    var findings: [GuideFinding] = []
    for look in try other.looks(step) {
      let faint =
        look.isReached
        ? contrasts(look.frame)
        : look.frame.words.filter { !$0.isSymbol }.compactMap { words in
          finding(words, look.frame.contrast(of: words), look.frame.name, least: GuideLooks.leastContrast)
        }
      findings += faint.filter { !told.contains(text($0)) }
    }
    try step()
    findings += other.translucent()
    try step()
    return findings + other.magnified(day)
  }

  /// Permitted, and reported (docs/rules.md, rule 51).
  private func disfavored(_ slot: SceneSlot) -> GuideFinding? {
    let descriptor = slot.widget.descriptor
    let context = board.scene.context
    guard descriptor.isDisfavored(slot.family, in: context) else { return nil }
    let suits = descriptor.supportedFamilies.filter {
      context.families(on: board.scene.style.host).contains($0) && !descriptor.isDisfavored($0, in: context)
    }
    let advice =
      suits.isEmpty
      ? "choose another widget" : "choose \(suits.map(\.rawValue).joined(separator: " or ")), or another widget"
    return GuideFinding(
      rule: .disfavoredPlace, slot: slot.identifier,
      message: "\(descriptor.kind) says that \(slot.family.rawValue) does not suit \(context.rawValue); \(advice)")
  }

  /// A widget on a surface that hangs in a way that it is not made for.
  private func mounting(_ slot: SceneSlot) -> GuideFinding? {
    let descriptor = slot.widget.descriptor
    let style = board.scene.surface(of: slot).mounting
    guard board.scene.context == .surface, let own = WidgetMountingStyle(rawValue: style.rawValue),
      !descriptor.supportedMountingStyles.contains(own)
    else { return nil }
    let suits = descriptor.supportedMountingStyles.map(\.rawValue).joined(separator: " or ")
    return GuideFinding(
      rule: own == .elevated ? .elevated : .recessed, slot: slot.identifier,
      message:
        "\(descriptor.kind) is not made for \(own.rawValue) mounting; choose \(suits.isEmpty ? "another widget" : suits)"
    )
  }

  private func sizes(_ words: [GuideFrame.Words], _ slot: SceneSlot) -> [GuideFinding] {
    words.filter { $0.deviceFontSizePt < Self.smallestTextPt - 0.01 }.prefix(3).map {
      GuideFinding(
        rule: .textSize, slot: slot.identifier,
        message: "“\($0.text)” is \(String(format: "%.1f", $0.deviceFontSizePt)) pt; expected 11 pt or more after all "
          + "scaling"
      )
    }
  }

  /// Text keeps at least half of the standard margin; accessories have none (docs/rules.md, rules 7 and 9).
  private func margins(_ words: [GuideFrame.Words], _ slot: SceneSlot) -> [GuideFinding] {
    guard slot.family.isSystem, let place = board.slotFramesPx[slot.identifier] else { return [] }
    return words.compactMap { words -> GuideFinding? in
      let box = words.capitalsPx
      let inset = min(
        box.minX - place.minX, place.maxX - box.maxX, box.minY - place.minY, place.maxY - box.maxY)
      let points = inset / words.pixelsAPoint
      guard points < 6 else { return nil }
      let distance = String(format: "%.0f", abs(points))
      let found = points < -0.5 ? "reaches \(distance) pt beyond the edge" : "is \(distance) pt from the edge"
      return GuideFinding(
        rule: .margins, slot: slot.identifier,
        message: "“\(words.text)” \(found); expected the standard margin of 16 pt"
      )
    }.prefix(2).map { $0 }
  }

  /// By WCAG 2.2 (docs/rules.md, Contrast). Always-on keeps 3:1 of all text (docs/decisions/dimming.md, How far
  /// always-on may dim).
  private func contrasts(_ frame: GuideFrame, leastOfText: Double = leastContrast) -> [GuideFinding] {
    if board.record.isEmissive == 0 { return [] }
    return frame.words.compactMap { words in
      finding(words, frame.contrast(of: words), frame.name, leastOfText: leastOfText)
    }
  }

  /// In the brightest room that still counts as night, by physical contrast (docs/rules.md, Contrast).
  private func nightContrasts(_ frame: GuideFrame) -> [GuideFinding] {
    let light = board.record.light
    let room = Legibility(light, board.record.legibility, millilux: Int64(light.night.leaveMillilux))
    return frame.words.compactMap { words in
      finding(words, frame.contrast(of: words, in: room), frame.name)
    }
  }

  private func finding(
    _ words: GuideFrame.Words, _ contrast: Double?, _ look: String, leastOfText: Double = leastContrast
  ) -> GuideFinding? {
    finding(
      words, contrast, look, least: words.deviceFontSizePt >= Self.largePt ? Self.leastLargeContrast : leastOfText)
  }

  private func finding(
    _ words: GuideFrame.Words, _ contrast: Double?, _ look: String, least: Double
  ) -> GuideFinding? {
    guard let contrast, contrast < least - 0.05 else { return nil }
    return GuideFinding(
      rule: .legibility, slot: words.slot,
      message: "“\(words.text)” has a contrast of \(String(format: "%.1f", contrast)):1 \(look); expected "
        + "\(String(format: "%.1f", least)):1")
  }
}
