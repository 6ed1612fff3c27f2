extension TickPattern {
  /// Which way its first word runs.
  package var direction: TextDirection {
    let words = wordings.first.map { wording in
      wording.parts.map { part in
        switch part {
        case .literal(let text): text
        case _ where part.isNumber: ""
        case .words(_, let words): words.first ?? ""
        case .number: ""
        }
      }
    }
    return TextDirection(of: words?.joined() ?? "")
  }
}

extension [TickPart] {
  /// From left to right as they are seen, where the text runs from right to left: figures that are joined by a colon, full
  /// stop or slash keep their order among themselves (UAX 9, W4).
  var seenFromLeft: [TickPart] {
    var groups: [[TickPart]] = []
    for (index, part) in enumerated() {
      let isJoint =
        if case .literal(let text) = part {
          [":", ".", "/", ","].contains(text) && index > 0 && self[index - 1].isNumber && index + 1 < count
            && self[index + 1].isNumber
        } else { false }
      let follows = index > 1 && part.isNumber && groups.last.map { $0.count > 1 && !$0[$0.count - 1].isNumber } == true
      if isJoint || follows { groups[groups.count - 1].append(part) } else { groups.append([part]) }
    }
    return groups.reversed().flatMap { $0 }
  }
}
