import Afterglow
import AfterglowCompiler
import AfterglowCore

/// Finds layouts that show too much, too little, or texts that have no room (docs/rules.md, rules 21, 22 and 100).
enum GuideAmount {
  /// docs/rules.md, rule 21.
  private static let mostPiecesInSmall = 4

  /// - Parameters:
  ///   - place: the slot's frame in px.
  ///   - content: its frame without margins, for a widget that a user wrote; built-in ones are tested.
  static func findings(
    in frame: GuideFrame, _ slot: SceneSlot, place: Rect?, ownContent content: Rect?
  ) -> [GuideFinding] {
    let words = frame.words.filter { $0.slot == slot.identifier }
    let name = slot.identifier
    var findings = pieces(words, slot) + crowds(words.filter { !$0.isSymbol }, slot)
    // The frame of a label along a dial is that of its arc, most of which is empty.
    let isOnDial = [.accessoryCircular, .accessoryCorner].contains(slot.family)
    findings +=
      overlaps(words.filter { !$0.isSymbol && !(isOnDial && $0.isHigherThanALine) }, name)
      + cuts(words.filter { !$0.isSymbol }, name)
    if let place { findings += emptiness(frame, words, slot, in: place) }
    if let content, slot.family.isSystem { findings += fullness(words.filter { !$0.isSymbol }, slot, content) }
    return findings
  }

  // MARK: Pieces

  /// Adjacent words are one piece of information; rows of a label and its value are one each, however close.
  private static func pieces(_ words: [GuideFrame.Words], _ slot: SceneSlot) -> [GuideFinding] {
    guard slot.family == .systemSmall else { return [] }
    let rows = pairs(words.filter { !$0.isSymbol })
    let tabled = rows.flatMap(\.self)
    var groups: [[GuideFrame.Words]] = []
    for item in words where !tabled.contains(where: { $0.framePx == item.framePx }) {
      // A symbol next to a row is part of it, and so is what stands close below a cell, such as the place of an appointment.
      if tabled.contains(where: { areTogether($0, item) && (item.isSymbol || isBelow(item, $0)) }) { continue }
      let near = groups.indices.filter { index in groups[index].contains { areTogether($0, item) } }
      let merged = near.flatMap { groups[$0] } + [item]
      for index in near.reversed() { groups.remove(at: index) }
      groups.append(merged)
    }
    let count = groups.count + rows.count
    guard count > mostPiecesInSmall else { return [] }
    return [
      GuideFinding(
        rule: .piecesOfSmall, slot: slot.identifier,
        message: "a small widget with \(count) pieces of information; expected four at most")
    ]
  }

  /// Rows of a label and a value, one below the other: two texts with a gap between them, or one with a figure in it. Two
  /// rows of a time and what it is for are a list already, however wide the figures of the time are.
  private static func pairs(_ words: [GuideFrame.Words]) -> [[GuideFrame.Words]] {
    let rows = rows(words)
    let apart = rows.filter { row in
      row.count == 2 && row[1].framePt.minX - row[0].framePt.maxX > row[0].fontSizePt * 0.6
    }
    let whole = rows.filter { row in
      row.count == 1 && row[0].text.contains(where: \.isLetter) && row[0].text.contains(where: \.isNumber)
        && row[0].text.contains(" ")
    }
    if apart.count >= 3 { return apart }
    let timed = Dictionary(grouping: rows.filter { $0.count == 2 && isTime($0[0].text) }) { row in
      row.map { ($0.framePt.minX / 2).rounded() }
    }
    if let list = timed.values.max(by: { $0.count < $1.count }), list.count >= 2 { return list }
    return whole.count > mostPiecesInSmall ? whole : []
  }

  /// "10:00", "10:00 AM", "3 min": figures, and few letters at most.
  private static func isTime(_ text: String) -> Bool {
    text.contains(where: \.isNumber) && text.count(where: \.isLetter) <= 4
  }

  /// Whether a text begins below another, in its column.
  private static func isBelow(_ a: GuideFrame.Words, _ b: GuideFrame.Words) -> Bool {
    a.framePt.midY > b.framePt.maxY - 1 && abs(a.framePt.minX - b.framePt.minX) < 2
  }

  /// Words on one line each, from left to right.
  private static func rows(_ words: [GuideFrame.Words]) -> [[GuideFrame.Words]] {
    var rows: [[GuideFrame.Words]] = []
    for word in words.sorted(by: { $0.framePt.midY < $1.framePt.midY }) {
      if let last = rows.last?.last, abs(last.framePt.midY - word.framePt.midY) < last.fontSizePt * 0.35 {
        rows[rows.count - 1].append(word)
      } else {
        rows.append([word])
      }
    }
    return rows.map { $0.sorted { $0.framePt.minX < $1.framePt.minX } }
  }

  private static func areTogether(_ a: GuideFrame.Words, _ b: GuideFrame.Words) -> Bool {
    let reach = max(a.fontSizePt, b.fontSizePt) * 0.6
    let (left, right) = (a.framePt.insetBy(dx: -reach, dy: -reach), b.framePt)
    return left.minX <= right.maxX && right.minX <= left.maxX && left.minY <= right.maxY && right.minY <= left.maxY
  }

  // MARK: Too much and too little

  /// Rows in a list that a glance can still take in; a grid of days or hours is none.
  private static func mostRows(_ family: WidgetFamily) -> Int {
    switch family {
    case .systemSmall: 6
    case .systemMedium: 6
    case .systemLarge, .systemExtraLarge: 14
    case .systemExtraLargePortrait: 20
    case .accessoryRectangular: 3
    case .accessoryCircular, .accessoryCorner: 2
    case .accessoryInline: 1
    }
  }

  /// Texts of one size at a common edge, one below the other.
  private static func crowds(_ words: [GuideFrame.Words], _ slot: SceneSlot) -> [GuideFinding] {
    let most = mostRows(slot.family)
    let lists = rows(words).filter { $0.count <= 4 }
    let columns = Dictionary(grouping: lists.compactMap(\.first)) { word in
      "\((word.framePt.minX / 2).rounded()) \((word.fontSizePt * 2).rounded())"
    }
    guard let longest = columns.values.max(by: { $0.count < $1.count }), longest.count > most else { return [] }
    return [
      GuideFinding(
        rule: slot.family.isSystem ? .density : .accessoryAmount, slot: slot.identifier,
        message:
          "\(longest.count) rows of one kind; expected \(most) at most in \(slot.family.rawValue): show the next ones, "
          + "and how many more there are")
    ]
  }

  /// The share of the content's area that lines of small type may take: a full list takes half of it.
  private static let mostSmallType = 0.55
  /// Type sizes that count as small, in points.
  private static let smallTypePt = 15.5

  /// Texts in a widget that a glance can still take in; a month has 38.
  private static func mostTexts(_ family: WidgetFamily) -> Int {
    switch family {
    case .systemSmall: 45
    case .systemMedium: 80
    case .systemLarge: 140
    default: 200
    }
  }

  /// Small type all over the widget, or a table of more cells than a glance takes in.
  private static func fullness(_ words: [GuideFrame.Words], _ slot: SceneSlot, _ content: Rect) -> [GuideFinding] {
    let most = mostTexts(slot.family)
    if words.count > most {
      return [
        GuideFinding(
          rule: .density, slot: slot.identifier,
          message: "\(words.count) texts in \(slot.family.rawValue); expected \(most) at most: show fewer")
      ]
    }
    let scale = words.first?.pixelsAPoint ?? 1
    let area = content.width / scale * (content.height / scale)
    let taken = words.filter { $0.fontSizePt <= smallTypePt }.map { $0.lineCount * $0.fontSizePt * $0.framePt.width }
      .reduce(0, +)
    guard area > 0, taken > area * mostSmallType else { return [] }
    return [
      GuideFinding(
        rule: .density, slot: slot.identifier,
        message:
          "small type fills \(Int((min(taken / area, 1) * 100).rounded())) % of \(slot.family.rawValue); show less, "
          + "and larger")
    ]
  }

  /// A large widget with a single small thing in it.
  private static func emptiness(
    _ frame: GuideFrame, _ words: [GuideFrame.Words], _ slot: SceneSlot, in place: Rect
  ) -> [GuideFinding] {
    guard [.systemLarge, .systemExtraLarge, .systemExtraLargePortrait].contains(slot.family), words.count <= 2,
      !frame.shows(picturesIn: slot.identifier)
    else { return [] }
    let tallest = words.map(\.framePx.height).max() ?? 0
    guard frame.shapes(of: slot.identifier).isEmpty, tallest < place.height * 0.15 else { return [] }
    return [
      GuideFinding(
        rule: .density, slot: slot.identifier,
        message: "\(words.isEmpty ? "nothing" : "hardly anything") in \(slot.family.rawValue); show more, or choose a "
          + "smaller family")
    ]
  }

  // MARK: Texts without room

  private static func overlaps(_ words: [GuideFrame.Words], _ slot: String) -> [GuideFinding] {
    var found: [GuideFinding] = []
    for (index, one) in words.enumerated() {
      for other in words[(index + 1)...] {
        guard let depth = one.capitalsPx.common(with: other.capitalsPx) else { continue }
        // Type set tightly touches by less, and a shadow is the same text again.
        let least = min(one.fontSizePt * one.pixelsAPoint, other.fontSizePt * other.pixelsAPoint) * 0.2
        guard depth.width > least, depth.height > least, one.text != other.text else { continue }
        found.append(
          GuideFinding(
            rule: .density, slot: slot, message: "“\(one.text)” and “\(other.text)” overlap; give each its own room"))
      }
    }
    return Array(found.prefix(2))
  }

  /// The largest text, which says what the widget is for, does not fit.
  private static func cuts(_ words: [GuideFrame.Words], _ slot: String) -> [GuideFinding] {
    let largest = words.map(\.fontSizePt).max() ?? 0
    return words.filter { $0.isCut && $0.fontSizePt > largest - 0.5 }.prefix(1).map {
      GuideFinding(
        rule: .density, slot: slot,
        message: "“\($0.text)”, the largest text, is cut; give it more room, or with a lineLimit a minimumScaleFactor")
    }
  }
}

extension Rect {
  /// The size of what both cover.
  fileprivate func common(with other: Rect) -> Size? {
    let width = min(maxX, other.maxX) - max(minX, other.minX)
    let height = min(maxY, other.maxY) - max(minY, other.minY)
    return width > 0 && height > 0 ? Size(width: width, height: height) : nil
  }
}

extension GuideFrame.Words {
  /// Lines of text, by the height of its frame.
  fileprivate var lineCount: Double { max(1, (framePt.height / (fontSizePt * 1.21)).rounded()) }
}
