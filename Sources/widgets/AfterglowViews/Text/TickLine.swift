import Foundation

/// Words and ticking parts: one line of ticking text where it has room, so that the renderer keeps the whole in the middle,
/// or at the trailing edge, however many figures it has; else several lines; else side by side in one line, where words are
/// cut.
struct TickLineElement: Element {
  /// nil where the parts cannot be one ticking text.
  let line: TickElement?
  let row: any Element
  /// Words and ticking parts on lines of their own; nil where the text is limited to one line.
  let lines: (any Element)?

  private func choice(in proposal: Proposal) -> any Element {
    let (width, height) = (proposal.width ?? .infinity, proposal.height)
    // A hundredth of a point, which sums of widths can be off by.
    func fits(_ size: Size) -> Bool { size.width <= width + 0.01 && size.height <= (height ?? .infinity) + 0.01 }
    if let line, line.size(in: Proposal(width: width, height: nil)).width <= width + 0.01 { return line }
    if line == nil, row.size(in: Proposal(width: nil, height: nil)).width <= width + 0.01 { return row }
    if let lines, fits(lines.size(in: Proposal(width: width, height: height))) { return lines }
    return row
  }

  var viewSpacing: ViewSpacing { line?.viewSpacing ?? row.viewSpacing }

  func size(in proposal: Proposal) -> Size { choice(in: proposal).size(in: proposal) }

  func baseline(first: Bool, size: Size) -> Double? {
    choice(in: Proposal(size)).baseline(first: first, size: size)
  }

  func draw(in rect: Rect, proposed: Proposal, into canvas: inout DrawCanvas) {
    choice(in: proposed).draw(in: rect, proposed: proposed, into: &canvas)
  }
}

/// Parts of a text as one ticking text; nil where they cannot be one: none that ticks, looks of their own, several zones or
/// distances, and emoji, which no ticking text has.
func makeTickLine(_ leaves: [Text], in context: ResolveContext) -> TickElement? {
  let zones = Set(
    leaves.compactMap { if case .clock(_, let zone) = $0.storage { .some(zone) } else { TimeZone??.none } })
  guard zones.count <= 1, leaves.allSatisfy(\.look.isEmpty) else { return nil }
  var line: TickPattern?
  for leaf in leaves {
    guard let part = TickPattern(leaf, in: context) else { return nil }
    guard let before = line else {
      line = part
      continue
    }
    guard let joined = before.joined(with: part) else { return nil }
    line = joined
  }
  guard let line, !line.isStill, line.wordings.allSatisfy({ $0.parts.count <= TickPattern.maximumPartCount }) else {
    return nil
  }
  return TickElement(line, zone: zones.first ?? nil, in: context)
}

extension TickPattern {
  /// What one ticking text may be made of; an archive takes 32 figures and words.
  fileprivate static let maximumPartCount = 10

  /// A part of a line; nil where it has emoji in it.
  fileprivate init?(_ text: Text, in context: ResolveContext) {
    if let pattern = TickPattern(text.storage, in: context) {
      self = pattern
      return
    }
    guard let words = text.stillWords(context.environment) else { return nil }
    let emoji = context.typesetter.library.emoji
    guard words.count <= 200, !words.contains(where: \.isNewline),
      !words.contains(where: { emoji?.glyph(of: $0) != nil })
    else { return nil }
    self.init(kind: .civil, wordings: [TickWording(parts: [.literal(words)])], name: "", words: words)
  }

  /// Words, which go with whatever ticks.
  fileprivate var isStill: Bool { name.isEmpty }

  fileprivate func joined(with next: TickPattern) -> TickPattern? {
    guard isStill || next.isStill || (kind == .civil && next.kind == .civil) else { return nil }
    var whole = isStill ? next : self
    whole.wordings = wordings.flatMap { first in
      next.wordings.map { second in
        var wording = isStill ? second : first
        wording.parts = first.parts.joined(with: second.parts)
        return wording
      }
    }
    whole.words = (words ?? "…") + (next.words ?? "…")
    whole.name = [name, next.name].filter { !$0.isEmpty }.joined(separator: " ")
    return whole
  }
}

extension [TickPart] {
  /// Words that meet are shaped as one.
  fileprivate func joined(with next: [TickPart]) -> [TickPart] {
    guard case .literal(let left) = last, case .literal(let right) = next.first else { return self + next }
    return dropLast() + [.literal(left + right)] + next.dropFirst()
  }
}
