import AfterglowCore

/// The control that a touch region is.
public enum RegionKind: UInt8, Sendable {
  /// A whole widget (`widgetURL`).
  case widget = 0
  case link = 1
  case button = 2
  case toggle = 3
}

/// How a region shows that it is pressed (docs/rules.md, rule 82).
public enum PressStyle: UInt8, Sendable {
  case none = 0
  /// The whole region is tinted, with its content.
  case fill = 1
  /// The region is tinted behind its content.
  case cell = 2
  /// The content fades; nothing else is drawn.
  case content = 3
}

/// A part of a widget that answers a touch. 32 bytes (docs/archive-format.md, RegionRecord, 32 bytes).
public struct RegionRecord: Hashable, Sendable, BitwiseCopyable {
  /// As it is drawn, in scene pixels, not empty and within its widget. The firmware grows small ones (rule 83).
  public var boundsX0: Int16
  public var boundsY0: Int16
  public var boundsX1: Int16
  public var boundsY1: Int16
  /// `RegionKind`.
  public var kind: UInt8
  /// `PressStyle`.
  public var press: UInt8
  /// Bit n: the region exists in the widget's variant slot n; at least one.
  public var slots: UInt16
  /// Index of an action.
  public var action: UInt32
  /// Names the region in its widget, in every archive: it must not depend on the order of views or on their content.
  public var key: UInt64
  /// Place of the content's first node in its display list, for the styles `cell` and `content`; equal in all `slots`.
  public var firstNode: UInt16
  /// Nodes of the content.
  public var nodeCount: UInt16
  /// Radius of the corners of the styles `fill` and `cell`, in px.
  public var radiusPx: UInt16
  /// Bit 0: a toggle is on. Bit 1: a press darkens, for light backgrounds; else it lightens.
  public var flags: UInt8
  public var reserved: UInt8

  /// - Parameters:
  ///   - slots: bit n for the variant slot n.
  ///   - nodes: places in the display list.
  ///   - isOn: whether a toggle is on.
  ///   - darkens: whether a press darkens the region, for light backgrounds.
  public init(
    kind: RegionKind, press: PressStyle, bounds: PixelRect, slots: UInt16, action: UInt32, key: UInt64,
    nodes: Range<Int> = 0..<0, radiusPx: Int = 0, isOn: Bool = false, darkens: Bool = false
  ) {
    boundsX0 = Int16(clamping: bounds.x0)
    boundsY0 = Int16(clamping: bounds.y0)
    boundsX1 = Int16(clamping: bounds.x1)
    boundsY1 = Int16(clamping: bounds.y1)
    self.kind = kind.rawValue
    self.press = press.rawValue
    self.slots = slots
    self.action = action
    self.key = key
    firstNode = UInt16(clamping: nodes.lowerBound)
    nodeCount = UInt16(clamping: nodes.count)
    self.radiusPx = UInt16(clamping: radiusPx)
    flags = (isOn ? 1 : 0) | (darkens ? 2 : 0)
    reserved = 0
  }

  public var bounds: PixelRect {
    PixelRect(x0: Int32(boundsX0), y0: Int32(boundsY0), x1: Int32(boundsX1), y1: Int32(boundsY1))
  }

  /// Whether the archive shows a toggle as on.
  public var isOn: Bool { flags & 1 != 0 }

  /// Whether a press darkens the region.
  public var darkens: Bool { flags & 2 != 0 }

  /// The flags that a region may have.
  static var knownFlags: UInt8 { 3 }

  /// Whether it exists in a variant slot.
  public func isIn(slot: Int) -> Bool { slot < 16 && slots >> UInt16(slot) & 1 == 1 }
}

/// Who performs an action.
public enum ActionKind: UInt8, Sendable {
  /// The author, which knows the action by its number in the archive that it sent.
  case author = 0
  /// The guard: it requests a light mode, `argument` = `ModeOverride`.
  case mode = 1
  /// The renderer: it shows another page or a detail page, `argument` = `PageTurn.argument`.
  case page = 2
  /// The renderer, by the clock and not by a touch: page `argument` is the home page from a minute of the day on, until the
  /// next such action.
  case scheduledPage = 3
  /// The guard: it sets the backlight until the mode changes, `argument` = `BrightnessRequest.argument`.
  case brightness = 4
  /// The renderer: the region's widget shows the entry after the shown one, `argument` = 1, or the one before, −1.
  case entry = 5
  /// No action of its own: a key of an input device, code `minute`, has the effect `days`, a `KeyEffect`; with
  /// `KeyEffect.action` it performs the action with the index `argument`.
  case key = 6

  /// The first version of archives that have such actions.
  var firstVersion: UInt32 {
    switch self {
    case .author, .mode: ArchiveHeader.touchVersion
    case .page, .scheduledPage, .brightness, .entry, .key: ArchiveHeader.pageVersion
    }
  }
}

/// The effect that a board binds to a key, in place of the key's usual one.
public enum KeyEffect: UInt8, Sendable {
  /// The key only wakes the panel.
  case nothing = 0
  /// It performs an action of the scene when it comes up.
  case action = 1
  case activate = 2
  case nextControl = 3
  case previousControl = 4
  case nextPage = 5
  case previousPage = 6
  /// The ring around a control disappears.
  case dismiss = 7
}

/// An action that the scene names, a page of its schedule, or a key of the board. 16 bytes (docs/archive-format.md,
/// ActionRecord, 16 bytes). Addresses, arguments and tokens stay with the author.
public struct ActionRecord: Hashable, Sendable, BitwiseCopyable {
  /// `ActionKind`.
  public var kind: UInt8
  /// Days of a scheduled page: bit 0 = Sunday ... bit 6 = Saturday; `KeyEffect` of a key; 0 for other kinds.
  public var days: UInt8
  /// Minute of the day of a scheduled page, 0 to 1439; code of a key, 0 to 767; 0 for other kinds.
  public var minute: UInt16
  public var argument: Int32
  /// The action's name in the strings section, for logs and messages.
  public var name: RecordRange

  public init(kind: ActionKind, argument: Int32, name: RecordRange) {
    self.kind = kind.rawValue
    days = 0
    minute = 0
    self.argument = argument
    self.name = name
  }

  /// A page of the schedule, from a minute of the day on. `days`: bit 0 = Sunday. `zone`: index of a zone.
  init(page: UInt8, minute: UInt16, days: UInt8, zone: UInt32) {
    self.init(kind: .scheduledPage, argument: Int32(bitPattern: zone << 8 | UInt32(page)), name: .empty)
    self.days = days
    self.minute = minute
  }

  /// A key with its effect. `action`: index of the action that it performs, if it performs one.
  init(code: UInt16, effect: KeyEffect, action: UInt32) {
    self.init(kind: .key, argument: Int32(clamping: action), name: .empty)
    days = effect.rawValue
    minute = code
  }

  /// The effect of a key.
  public var effect: KeyEffect { KeyEffect(rawValue: days) ?? .nothing }

  /// The page of a scheduled page.
  public var page: UInt8 { UInt8(truncatingIfNeeded: argument) }

  /// The zone, by its index, whose wall clock a scheduled page follows.
  public var zone: UInt32 { UInt32(bitPattern: argument) >> 8 }
}

extension Archive {
  /// Index of the action that the board has bound to a key; nil = none.
  public func action(ofKey code: UInt16) -> UInt32? {
    for record in actions where record.kind == ActionKind.key.rawValue && record.minute == code {
      return record.effect == .action ? UInt32(bitPattern: record.argument) : nil
    }
    return nil
  }

  /// Whether a widget has a region with this key and this action in any of its entries: the guard trusts no number of a
  /// renderer.
  public func hasRegion(_ key: UInt64, action: UInt32, inWidget widget: Int) -> Bool {
    if widget < 0 || widget >= widgetCount { return false }
    let range = widgets[widget].entries
    for entry in Int(range.first)..<Int(range.first) + Int(range.count) {
      for region in regions(ofEntry: entry) where region.key == key && region.action == action { return true }
    }
    return false
  }
}
