import AfterglowViews

/// An order for the author at a touch of a region: an intent of the widget in its own slot, or an action that the scene names.
/// The archive has its number alone.
package struct TouchOrder: Codable, Hashable, Sendable {
  /// The two things that a touch may ask of the author.
  package enum Request: Codable, Hashable, Sendable {
    case intent(IntentReference)
    case action(ActionReference)
  }

  /// The slot's identifier in the scene.
  package var slot: String
  package var kind: String
  package var request: Request

  package init(slot: String, kind: String, request: Request) {
    self.slot = slot
    self.kind = kind
    self.request = request
  }

  /// The request of a toggle whose state becomes `isOn`: `on` or `off` where it passes a value to an action, and the `value` of
  /// an intent that has one (``SetValueIntent``).
  package func switched(to isOn: Bool) -> Request {
    switch request {
    case .action(var action):
      if action.value != nil { action.value = Self.value(isOn) }
      return .action(action)
    case .intent(var intent):
      if case .bool? = intent.parameters["value"] { intent.parameters["value"] = .bool(isOn) }
      return .intent(intent)
    }
  }

  /// The value of a toggle's new state.
  package static func value(_ isOn: Bool) -> String { isOn ? "on" : "off" }
}

/// The orders of one archive, by the number of their action in it.
package struct TouchTable: Codable, Hashable, Sendable {
  /// An order, and the regions from which it may be given.
  package struct Row: Codable, Hashable, Sendable {
    /// Index of the action in the archive.
    package var action: UInt32
    /// Index of the widget in the archive.
    package var widget: UInt32
    package var regions: Set<UInt64>
    /// Whether the regions are toggles, whose commands have a new state.
    package var isToggle: Bool
    package var order: TouchOrder
  }

  package private(set) var rows: [Row] = []

  package init() {}

  package mutating func add(_ row: Row) {
    // A button may ask for what a toggle asks for.
    let same = rows.firstIndex {
      $0.action == row.action && $0.widget == row.widget && $0.isToggle == row.isToggle
    }
    if let index = same {
      rows[index].regions.formUnion(row.regions)
    } else {
      rows.append(row)
    }
  }

  /// The order of an action that a region of a widget asks for; nil where the archive has no such region.
  package func row(action: UInt32, widget: UInt32, region: UInt64) -> Row? {
    rows.first { $0.action == action && $0.widget == widget && $0.regions.contains(region) }
  }

  /// The order behind an index; nil = none yet.
  func order(_ action: UInt32) -> TouchOrder? { rows.first { $0.action == action }?.order }
}
