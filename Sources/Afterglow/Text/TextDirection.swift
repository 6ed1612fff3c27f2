import CPango
import Foundation

/// Which way a text runs by itself: as its first letter does (UAX 9, P2).
enum TextDirection {
  case leftToRight, rightToLeft
  /// Figures and signs alone: as what surrounds it.
  case neutral

  init(of text: String) {
    switch pango_find_base_dir(text, Int32(text.utf8.count)) {
    case PANGO_DIRECTION_LTR: self = .leftToRight
    case PANGO_DIRECTION_RTL: self = .rightToLeft
    default: self = .neutral
    }
  }
}

extension TickPattern {
  /// Which way its first word runs.
  var direction: TextDirection {
    let words = wordings.first.map { wording in
      wording.parts.map { part in
        switch part {
        case .literal(let text): text
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

/// The ten figures that a locale writes numbers with.
enum LocaleFigures {
  private static let cache = Cache()

  static func of(_ locale: String) -> [String] { cache.figures(of: locale) }

  private final class Cache: @unchecked Sendable {
    private let lock = NSLock()
    private var known: [String: [String]] = [:]

    func figures(of name: String) -> [String] {
      lock.withLock {
        if let figures = known[name] { return figures }
        let locale = Locale(identifier: name)
        let figures = (0...9).map { $0.formatted(.number.locale(locale)) }
        known[name] = figures
        return figures
      }
    }
  }
}
