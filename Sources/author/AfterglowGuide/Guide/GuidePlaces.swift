import Afterglow
import AfterglowArchive
import AfterglowCompiler
import AfterglowCore
import AfterglowWidgets
import Foundation

/// Finds what does not suit the place where a widget is shown (docs/rules.md, rules 36, 43, 44, 49 and 94).
enum GuidePlaces {
  /// - Parameter isOwn: whether a user wrote the widget; the sizes of built-in ones are tested.
  static func findings(
    in frame: GuideFrame, _ slot: SceneSlot, context: WidgetContext, place: Rect?, isOwn: Bool
  ) -> [GuideFinding] {
    var findings: [GuideFinding] = []
    // A clock face is made to fill its place: what is as large is its content, such as the sky of a day.
    let isFace = WidgetGallery.isFace(slot.widget.descriptor.kind, slot.configuration)
    if context == .standBy || context == .carPlay, !isFace, let place {
      findings += backgrounds(frame, slot, context, in: place)
    }
    if context == .standBy, isOwn, let place { findings += distance(frame, slot, place) }
    if context == .lockScreen { findings += informs(frame, slot) }
    if let place { findings += logos(frame, slot, place) }
    return findings
  }

  /// A shape as large as the widget, which the host cannot remove (docs/rules.md, rule 43).
  private static func backgrounds(
    _ frame: GuideFrame, _ slot: SceneSlot, _ context: WidgetContext, in place: Rect
  ) -> [GuideFinding] {
    let shapes = frame.shapes(of: slot.identifier).filter { shape in
      // A round one may be a dial, which no half of a panel has room for at this share of its height.
      let least = shape.kind == "rectangle" ? 0.7 : 0.85
      return shape.framePx.width > place.width * least && shape.framePx.height > place.height * least
    }
    guard !shapes.isEmpty else { return [] }
    return [
      GuideFinding(
        rule: .ownBackground, slot: slot.identifier,
        message: "a background of its own in \(context.rawValue), where backgrounds are removed; make it the "
          + "containerBackground")
    ]
  }

  /// The smallest size, in points, that the largest text of a StandBy widget may have: more than a caption.
  private static let leastLargestPt = 13.0
  /// The share of the place's height from which a shape, a symbol or a picture is the main thing, and texts are its caption.
  private static let leastDrawing = 0.3

  /// Captions alone, or a rich picture, where people look from across a room (docs/rules.md, rule 44).
  private static func distance(_ frame: GuideFrame, _ slot: SceneSlot, _ place: Rect) -> [GuideFinding] {
    var findings: [GuideFinding] = []
    let own = frame.words.filter { $0.slot == slot.identifier }
    let pictures = frame.pictures.filter { $0.slot == slot.identifier }
    let drawings =
      frame.shapes(of: slot.identifier).map(\.framePx) + own.filter(\.isSymbol).map(\.framePx) + pictures.map(\.framePx)
    let hasMainDrawing = drawings.contains { $0.height > place.height * leastDrawing }
    let words = own.filter { !$0.isSymbol }
    if let largest = words.map(\.fontSizePt).max(), largest < leastLargestPt - 0.01, !hasMainDrawing {
      findings.append(
        GuideFinding(
          rule: .farAway, slot: slot.identifier,
          message:
            "the largest text has \(String(format: "%.1f", largest)) pt in standBy, which is seen from across a room; "
            + "enlarge what matters to \(Int(leastLargestPt)) pt or more, and show less"))
    }
    if pictures.contains(where: { $0.framePx.width * $0.framePx.height > place.width * place.height / 2 }) {
      findings.append(
        GuideFinding(
          rule: .farAway, slot: slot.identifier,
          message:
            "a picture on more than half of the place in standBy, where rich pictures are left out; show it small, or "
            + "what it says in words"))
    }
    return findings
  }

  /// A lock screen's widget that has only symbols launches, and says nothing (docs/rules.md, rule 49).
  private static func informs(_ frame: GuideFrame, _ slot: SceneSlot) -> [GuideFinding] {
    let words = frame.words.filter { $0.slot == slot.identifier }
    guard !slot.family.isSystem, !words.isEmpty, words.allSatisfy(\.isSymbol),
      !frame.shapes(of: slot.identifier).contains(where: { ["arc", "strokedLine", "polygon"].contains($0.kind) }),
      !frame.shows(picturesIn: slot.identifier)
    else { return [] }
    return [
      GuideFinding(
        rule: .launcher, slot: slot.identifier,
        message: "nothing but “\(words[0].text)” on a lock screen; show a value, not only what it belongs to")
    ]
  }

  /// A logo is small and at the top right, if there is one at all (docs/rules.md, rule 94).
  private static func logos(_ frame: GuideFrame, _ slot: SceneSlot, _ place: Rect) -> [GuideFinding] {
    let symbols = frame.words.filter { $0.isSymbol }.map { word in
      GuideFrame.Picture(slot: word.slot, names: [word.text], framePx: word.framePx)
    }
    return (frame.pictures + symbols).filter { picture in
      picture.slot == slot.identifier && picture.names.contains { isLogo($0) }
        && (picture.framePx.width > place.width * 0.25 || picture.framePx.midX < place.midX
          || picture.framePx.midY > place.minY + place.height * 0.35)
    }.prefix(1).map { picture in
      GuideFinding(
        rule: .brand, slot: slot.identifier,
        message: "a logo (“\(picture.names.first(where: isLogo) ?? "")”); leave it out, or where content has several "
          + "sources show it small at the top right")
    }
  }

  private static func isLogo(_ name: String) -> Bool {
    let lower = name.lowercased()
    return ["logo", "wordmark", "brandmark", "brand-mark", "word-mark", "appicon", "app-icon", "app_icon"]
      .contains { lower.contains($0) }
  }
}
