import Afterglow
import AfterglowCompiler
import Foundation

/// Finds links, buttons and toggles that are too small for a finger, and those that lead nowhere or do nothing (docs/rules.md,
/// rules 78, 79 and 83).
struct GuideTargets {
  /// Minimum side in points. The guide for widgets gives no number; this is the size that Apple's guidelines require
  /// for controls in general.
  static let leastPt = 44.0

  let scene: PanelScene
  let slot: SceneSlot

  func findings(in targets: [TapTarget]) -> [GuideFinding] {
    // The owner has decided that nothing acts.
    let idle = slot.allowsActions ? targets.compactMap(idle) : []
    var seen: Set<GuideFinding> = []
    return (idle + unreached(targets) + Self.small(targets, slot.identifier)).filter { seen.insert($0).inserted }
  }

  private var names: String {
    let known = scene.origin.actions.map { "\"\($0.name)\"" }
    return known.isEmpty ? "has no actions" : "has \(known.formatted(.list(type: .and)))"
  }

  /// Why a touch of a control has no effect; nil = it has one, or the control is disabled.
  private func idle(_ target: TapTarget) -> GuideFinding? {
    let isLink = target.kind == .link || target.kind == .widget
    let name = target.kind == .widget ? "widgetURL" : "a \(target.kind.rawValue)"
    if let action = target.action { return fault(action, target, name, isLink: isLink) }
    if target.intent != nil { return nil }
    if let address = target.address {
      return GuideFinding(
        rule: .destination, slot: slot.identifier,
        message: "\(name) to \(address.prefix(80)), which leads nowhere, because a panel has no browser; name "
          + "an action of the scene, such as \(ActionReference.scheme)://action/lamp, or remove the link")
    }
    if isLink { return nil }
    return GuideFinding(
      rule: .touch, slot: slot.identifier,
      message: "\(name) without an intent or an action, which does nothing; give it one")
  }

  private func fault(_ action: ActionReference, _ target: TapTarget, _ name: String, isLink: Bool) -> GuideFinding? {
    let named = scene.origin.actions.first { $0.name == action.name }
    let words: String
    switch TouchFault(action, isToggle: target.kind == .toggle, named: named) {
    case nil: return nil
    case .unknown?:
      words =
        "\"\(action.name)\", and the scene \(names); add the action to \"actions\" of the scene, or name another one"
    case .value(let refusal)?: words = "\"\(action.name)\" with a value that it does not take: \(refusal)"
    }
    return GuideFinding(
      rule: isLink ? .destination : .touch, slot: slot.identifier, message: "\(name) that names the action \(words)",
      place: action.source, isWarning: true)
  }

  /// Controls that would act, on a board without an input device.
  private func unreached(_ targets: [TapTarget]) -> [GuideFinding] {
    guard slot.allowsActions, scene.strings[.input].isEmpty,
      let target = targets.first(where: { $0.action != nil || $0.intent != nil })
    else { return [] }
    return [
      GuideFinding(
        rule: target.kind == .link || target.kind == .widget ? .destination : .touch, slot: slot.identifier,
        message: "a \(target.kind.rawValue) on a board without input devices, which no touch reaches; set "
          + "\"input: auto\" in board.yaml")
    ]
  }

  private static func small(_ targets: [TapTarget], _ slot: String) -> [GuideFinding] {
    let small = targets.filter { $0.kind != .widget && min($0.framePt.width, $0.framePt.height) < leastPt - 0.5 }
    return small.prefix(3).map { target in
      let size = "\(Int(target.framePt.width.rounded()))×\(Int(target.framePt.height.rounded())) pt"
      return GuideFinding(
        rule: .targetSize, slot: slot,
        message: "a \(target.kind.rawValue) of \(size); expected \(Int(leastPt))×\(Int(leastPt)) pt or more, with room "
          + "around its label")
    }
  }
}
