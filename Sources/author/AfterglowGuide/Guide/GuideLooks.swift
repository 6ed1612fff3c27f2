import Afterglow
import AfterglowCompiler
import AfterglowCore
import AfterglowKit
import AfterglowPreview
import AfterglowWidgets
import Foundation

/// The scene as it would be elsewhere: in the other palettes of the system, and in a small family. Only widgets that are not
/// built in are looked at, because those are tested in every one (docs/rules.md, rules 19, 36 and 64).
///
/// In palettes that the scene itself never has, colours of the system are as its designers chose them, fainter than text
/// should be: only what is all but invisible there is reported.
struct GuideLooks {
  let board: CompiledBoard
  let gallery: WidgetGallery
  /// The instant that is checked.
  let instant: Instant

  /// One palette of the system.
  struct Look {
    var frame: GuideFrame
    /// Whether the scene has it at times.
    var isReached: Bool
  }

  /// Contrast below which text is all but invisible.
  static let leastContrast = 1.3

  /// Slots whose widgets a user wrote.
  private var slots: [SceneSlot] {
    board.scene.slots.filter(gallery.isOwn)
  }

  /// By day, in each palette that a setting of the scene or another place gives; those that cannot be drawn are left out.
  ///
  /// - Parameter step: called between them; what it throws ends it.
  func looks(_ step: () throws -> Void) throws -> [Look] {
    guard !slots.isEmpty, board.record.isEmissive != 0 else { return [] }
    var looks: [Look] = []
    func add(_ name: String, isReached: Bool = false, _ change: (inout PanelScene) -> Void) throws {
      try step()
      var scene = board.scene
      scene.slots = slots
      change(&scene)
      guard let frame = try? frame(of: scene, name) else { return }
      looks.append(Look(frame: frame, isReached: isReached))
    }
    if board.scene.context.hasAppearances {
      let other: WidgetAppearance = board.scene.style.appearance == .light ? .dark : .light
      try add("in the \(other.rawValue) appearance", isReached: board.scene.appearanceTurns != nil) {
        $0.style.appearance = other
        $0.appearanceTurns = nil
      }
      try add("in accented rendering") { $0.style.renderingMode = .accented }
    }
    if board.scene.context.takesTint(board.scene.style.appearance) {
      for (name, tint) in Self.tints where tint != board.scene.style.tint {
        try add("in a \(name) tint") { $0.style.tint = tint }
      }
    }
    return looks
  }

  /// - Throws: whatever keeps it from being drawn.
  private func frame(of scene: PanelScene, _ name: String) throws -> GuideFrame {
    let compiled = try SceneCompiler().compile(scene, at: Date(instant))
    let other = try CompiledBoard(name: board.name, scene: scene, compiled: compiled, problems: [])
    return GuideFrame(name, try StillFrame(other, at: instant, lux: nil, override: .day))
  }

  /// Far apart in lightness and hue.
  private static let tints: [(String, UInt32)] = [
    ("blue", 0xFF0A_84FF), ("yellow", 0xFFFF_D60A), ("dark red", 0xFF8E_1B1B), ("white", 0xFFFF_FFFF),
  ]

  // MARK: Vibrant

  /// Text in translucent ink, where vibrant asks for opaque greys (docs/rules.md, rule 36). Its own palette makes inks
  /// translucent over a wallpaper, so that full colour is looked at.
  func translucent() -> [GuideFinding] {
    guard board.scene.context == .lockScreen, !slots.isEmpty else { return [] }
    var scene = board.scene
    scene.slots = slots
    scene.style.renderingMode = .fullColor
    guard let frame = try? frame(of: scene, "in full colour") else { return [] }
    return frame.words.filter { $0.color.alpha < 250 && $0.color.alpha > 0 }.prefix(3).map { words in
      GuideFinding(
        rule: .translucentInk, slot: words.slot,
        message: "“\(words.text)” is translucent on a lock screen; use an opaque style such as secondary")
    }
  }

  // MARK: Sizes

  /// Widgets that show in a larger family what they show in a small one, magnified (docs/rules.md, rule 19). A drawing or a
  /// picture more is a further layer.
  func magnified(_ day: GuideFrame) -> [GuideFinding] {
    slots.compactMap { slot in
      guard slot.family.isSystem, slot.family != .systemSmall,
        slot.widget.descriptor.supportedFamilies.contains(.systemSmall)
      else { return nil }
      var scene = board.scene
      var small = slot
      small.family = .systemSmall
      scene.slots = [small]
      scene.style.isSingle = true
      guard let frame = try? frame(of: scene, "small") else { return nil }
      let large = day.words.filter { $0.slot == slot.identifier }
      guard day.shapes(of: slot.identifier).count <= frame.shapes(of: slot.identifier).count,
        day.pictures.count(where: { $0.slot == slot.identifier }) <= frame.pictures.count,
        let share = Self.growth(frame.words, large), share > 1.25
      else { return nil }
      return GuideFinding(
        rule: .magnifiedLayout, slot: slot.identifier,
        message:
          "\(slot.family.rawValue) shows what systemSmall shows, \(String(format: "%.1f", share)) times as large; "
          + "show more instead")
    }
  }

  /// By how much the largest text has grown, if both have the same texts and none is smaller; captions may stay.
  private static func growth(_ small: [GuideFrame.Words], _ large: [GuideFrame.Words]) -> Double? {
    guard !small.isEmpty, small.count == large.count else { return nil }
    func sorted(_ words: [GuideFrame.Words]) -> [GuideFrame.Words] {
      words.sorted { ($0.text, $0.framePt.minY, $0.framePt.minX) < ($1.text, $1.framePt.minY, $1.framePt.minX) }
    }
    let pairs = zip(sorted(small), sorted(large))
    guard pairs.allSatisfy({ $0.text == $1.text && $1.fontSizePt > $0.fontSizePt * 0.95 }) else { return nil }
    return pairs.max { $0.0.fontSizePt < $1.0.fontSizePt }.map { $1.fontSizePt / $0.fontSizePt }
  }
}

extension WidgetGallery {
  /// Whether a user wrote the widget of a slot, in a view file or in Swift. Tests cover built-in ones in every family.
  func isOwn(_ slot: SceneSlot) -> Bool {
    let kind = slot.widget.descriptor.kind
    return kind == "document" || !isBuiltIn(kind)
  }
}
