import AfterglowArchive
import AfterglowViews

/// A key of an input device that a board binds to an effect of its own.
package struct BoundKey: Hashable, Sendable {
  /// The kernel's code.
  package var code: UInt16
  package var effect: KeyEffect
  /// The action of the scene that the key performs, with the effect `action`.
  package var action: String

  package init(code: UInt16, effect: KeyEffect, action: String = "") {
    self.code = code
    self.effect = effect
    self.action = action
  }
}

extension ArchiveSink {
  /// Adds a key. One whose action is not among these has no effect of its own.
  func add(_ key: BoundKey, actions: [SceneAction]) {
    if key.effect != .action { return builder.addKey(key.code, key.effect) }
    guard let named = actions.first(where: { $0.name == key.action }), named.parameter.refusal(of: nil) == nil else {
      return
    }
    let action =
      RegionPlan.Action(firmware: named)
      ?? RegionPlan.Action(
        author: named.name,
        TouchOrder(slot: "", kind: "", request: .action(ActionReference(name: named.name))))
    guard let action else { return }
    let place = TouchPlace(widget: TouchPlace.noWidget, region: UInt64(key.code), isToggle: false)
    let index = number(action, at: place)
    builder.addKey(key.code, .action, action: index)
  }
}

/// The place in an archive that gives an order: a region of a widget, or a key.
struct TouchPlace {
  /// Stands for a widget in the place of a key, as in `ActionCommand`.
  static let noWidget = UInt32.max

  var widget: UInt32
  /// Key of the region, or the kernel's code.
  var region: UInt64
  var isToggle: Bool
}
