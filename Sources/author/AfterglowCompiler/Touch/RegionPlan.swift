import AfterglowArchive
import AfterglowCore
import AfterglowViews
import Foundation

/// Makes the touch regions of one entry of a widget (docs/rules.md, rules 78 to 83). A control without an action that the scene
/// permits has none, and a board without input devices has no regions.
struct RegionPlan {
  let scene: PanelScene
  /// Index of the slot.
  let index: Int
  let placement: SlotPlacement
  let looks: [Look]

  /// Controls of one drawing that are looked at: a widget's program may send any number.
  private static let maximumTargetCount = 1_000
  /// Largest order, in bytes of JSON: a widget's program may give an intent parameters of any length.
  static let maximumOrderByteCount = 2_048

  var slot: SceneSlot { scene.slots[index] }

  /// A region whose action has no number yet.
  struct Planned: Hashable {
    var record: RegionRecord
    var action: Action

    /// Whether looks can share the region.
    func isSame(_ other: Planned) -> Bool {
      var own = self
      own.record.slots = other.record.slots
      return own == other
    }
  }

  /// The regions of an entry in drawing order, and those of toggles by look and place among the views.
  struct Made {
    var regions: [Planned] = []
    var toggles: [[UInt32: UInt8]]
    /// How many had no place.
    var leftOut = 0

    /// Adds a region of a look. Looks share a record; each keeps its own drawing order.
    ///
    /// - Parameter last: index of the region before it in the same look; -1 = it is the first one.
    /// - Returns: its index; nil if there is no room.
    mutating func add(_ region: Planned, after last: Int) -> Int? {
      if let same = regions.indices.first(where: { $0 > last && regions[$0].isSame(region) }) {
        regions[same].record.slots |= region.record.slots
        return same
      }
      if regions.count == ArchiveLimits.regionsPerEntry { return nil }
      regions.append(region)
      return regions.count - 1
    }
  }

  /// - Parameter targets: the controls of each look in drawing order.
  /// - Returns: the regions, the whole widget first.
  func made(_ targets: [[TapTarget]]) -> Made {
    var made = Made(toggles: looks.map { _ in [:] })
    guard slot.allowsActions, !scene.strings[.input].isEmpty else { return made }
    for (number, look) in looks.enumerated() where number < targets.count && number < 16 && !look.isSimplified {
      var last = -1
      var known: Set<UInt64> = []
      let controls = shown(Array(targets[number].prefix(Self.maximumTargetCount)))
      // Behind the widget's own controls, and not where it is one of its own.
      if !controls.contains(where: { $0.kind == .widget }) {
        for region in firmwareRegions(number, look) {
          known.insert(region.record.key)
          last = made.add(region, after: last) ?? last
        }
      }
      for target in controls {
        guard let bounds = bounds(target), let action = action(of: target) else { continue }
        var key = Self.key(target)
        while !known.insert(key).inserted { key &+= 1 }
        let region = Planned(
          record: RegionRecord(
            kind: Self.kind(target.kind), press: .fill, bounds: bounds, slots: 1 << UInt16(number), action: 0, key: key,
            radiusPx: radius(of: target), isOn: target.isOn == true, darkens: look.colorScheme == .light),
          action: action)
        guard let place = made.add(region, after: last) else {
          made.leftOut += 1
          continue
        }
        last = place
        if target.kind == .toggle, let place = target.place { made.toggles[number][place] = UInt8(last) }
      }
    }
    return made
  }

  /// The controls that a finger can reach: an inline, small or accessory widget is one target besides its buttons and toggles
  /// (rule 80); links are targets in larger ones (rule 81).
  private func shown(_ targets: [TapTarget]) -> [TapTarget] {
    let wholes = targets.filter { $0.kind == .widget && acts($0) }
    let links = targets.filter { $0.kind == .link && acts($0) }
    var whole = wholes.first
    var inner = targets.filter { $0.kind != .widget && acts($0) }
    if !slot.family.isSystem || slot.family == .systemSmall {
      inner.removeAll { $0.kind == .link }
      if whole == nil, var link = links.first {
        link.kind = .widget
        whole = link
      }
    }
    return (whole.map { [$0] } ?? []) + inner
  }

  private func acts(_ target: TapTarget) -> Bool {
    target.action.map { permitted($0, target) != nil } ?? (target.intent != nil)
  }

  /// The scene's action that a control names; nil where the scene has none, or one that does not take the value.
  private func permitted(_ reference: ActionReference, _ target: TapTarget) -> SceneAction? {
    guard let named = scene.origin.actions.first(where: { $0.name == reference.name }),
      TouchFault(reference, isToggle: target.kind == .toggle, named: named) == nil
    else { return nil }
    return named
  }

  // MARK: actions

  /// An action in the archive.
  struct Action: Hashable {
    var kind: ActionKind
    var name: String
    var argument: Int32
    /// nil where the firmware acts alone.
    var order: TouchOrder?
  }

  /// The action of a control; nil = none that the scene permits.
  private func action(of target: TapTarget) -> Action? {
    if var reference = target.action {
      guard let named = permitted(reference, target) else { return nil }
      // The command of a toggle has its state, which does not make another archive.
      if target.kind == .toggle { reference.value = named.parameter == .none ? nil : TouchOrder.value(true) }
      reference.source = nil
      return Action(firmware: named) ?? Action(author: named.name, order(.action(reference)))
    }
    return target.intent.flatMap { Action(author: $0.name, order(.intent($0))) }
  }

  private func order(_ request: TouchOrder.Request) -> TouchOrder {
    TouchOrder(slot: slot.identifier, kind: slot.widget.descriptor.kind, request: request)
  }

  // MARK: records

  /// The control's frame in pixels, within the widget; nil where nothing of it is there.
  private func bounds(_ target: TapTarget) -> PixelRect? {
    if target.kind == .widget { return placement.framePx }
    let (frame, whole) = (target.framePt, placement.framePx)
    guard [frame.minX, frame.minY, frame.width, frame.height].allSatisfy(\.isFinite) else { return nil }
    // A widget's program may say that a control is anywhere.
    let limit = Double(PixelSize.maximumSide)
    func px(_ pt: Double, from origin: Int32) -> Int32 {
      origin + Int32(pixels: min(max((pt * placement.scale).rounded(), -limit), limit))
    }
    let bounds = PixelRect(
      x0: px(frame.minX, from: whole.x0), y0: px(frame.minY, from: whole.y0), x1: px(frame.maxX, from: whole.x0),
      y1: px(frame.maxY, from: whole.y0)
    ).intersection(whole)
    return bounds.isEmpty ? nil : bounds
  }

  /// The corners of a pressed widget are those of its card; inner controls have small ones (rule 82).
  private func radius(of target: TapTarget) -> Int {
    let frame = target.framePt
    let pt = target.kind == .widget ? placement.cornerRadius : max(0, min(8, frame.width / 2, frame.height / 2))
    return Int(Int32(pixels: min((pt * placement.scale).rounded(), 4_096)))
  }

  private static func kind(_ kind: TapTarget.Kind) -> RegionKind {
    switch kind {
    case .widget: .widget
    case .link: .link
    case .button: .button
    case .toggle: .toggle
    }
  }

  /// A number for the control's place among the views, whatever it shows.
  private static func key(_ target: TapTarget) -> UInt64 {
    var hash = TouchHash()
    hash.add(target.kind.rawValue)
    if let place = target.place {
      hash.add("\(place)")
    } else {
      hash.add("\(target.framePt)")
    }
    return hash.value
  }
}

extension RegionPlan.Action {
  /// An action that the firmware performs alone; nil for others.
  init?(firmware named: SceneAction) {
    switch named.performer {
    case .author: return nil
    case .mode(let mode): self.init(kind: .mode, name: named.name, argument: Int32(mode.rawValue))
    case .page(let turn): self.init(kind: .page, name: named.name, argument: turn.argument)
    case .brightness(let request): self.init(kind: .brightness, name: named.name, argument: request.argument)
    }
  }

  /// An action of the author; nil for an order that is too long.
  init?(author name: String, _ order: TouchOrder) {
    // Another order is another archive, also where the picture is the same.
    var hash = TouchHash()
    hash.add(order.slot)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    guard let encoded = try? encoder.encode(order), encoded.count <= RegionPlan.maximumOrderByteCount else {
      return nil
    }
    hash.add(String(decoding: encoded, as: UTF8.self))
    self.init(
      kind: .author, name: Self.archived(name), argument: Int32(truncatingIfNeeded: hash.value), order: order)
  }

  /// A name of at most 64 bytes without control characters. A widget's program may send any, and an archive with a zero byte
  /// in a name is refused as a whole.
  private static func archived(_ name: String) -> String {
    var short = ""
    for scalar in name.unicodeScalars.prefix(64) where scalar.value >= 0x20 && scalar.value != 0x7F {
      if short.utf8.count + scalar.utf8.count > 64 { break }
      short.unicodeScalars.append(scalar)
    }
    return short
  }
}

extension ArchiveSink {
  /// A region with the number of its action in the archive, which is noted with the order that it stands for.
  func numbered(_ planned: RegionPlan.Planned, widget: UInt32) -> RegionRecord {
    var region = planned.record
    region.action = number(
      planned.action,
      at: TouchPlace(widget: widget, region: region.key, isToggle: region.kind == RegionKind.toggle.rawValue))
    return region
  }

  /// The number of an action in the archive, which is noted with the order that it stands for.
  func number(_ action: RegionPlan.Action, at place: TouchPlace) -> UInt32 {
    guard let order = action.order else {
      return builder.addAction(action.kind, name: action.name, argument: action.argument)
    }
    var argument = action.argument
    var number = builder.addAction(action.kind, name: action.name, argument: argument)
    // Different orders never share a number, whatever their hashes are.
    while let known = touches.order(number), known != order {
      argument &+= 1
      number = builder.addAction(action.kind, name: action.name, argument: argument)
    }
    touches.add(
      TouchTable.Row(
        action: number, widget: place.widget, regions: [place.region], isToggle: place.isToggle, order: order))
    return number
  }
}

/// A hash that is the same in every process (FNV-1a).
struct TouchHash {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ text: String) {
    for byte in text.utf8 { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
    value = (value ^ 0xFF) &* 0x100_0000_01B3
  }
}

extension [DrawItem] {
  /// The drawing with both looks of the toggles that have a region, and the present one of the others.
  ///
  /// - Parameter toggles: indices of regions, by the toggles' places.
  func switched(by toggles: [UInt32: UInt8]) -> [DrawItem] {
    guard contains(where: { $0.toggle != nil }) else { return self }
    return compactMap { item in
      guard let mark = item.toggle else { return item }
      var item = item
      guard let region = toggles[mark.place], item.condition == .always else {
        item.toggle = nil
        return mark.isShown ? item : nil
      }
      item.toggle!.region = region
      item.condition = mark.isOn ? .regionOn : .regionOff
      return item
    }
  }
}
