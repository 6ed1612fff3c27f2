import AfterglowArchive
import AfterglowCore
import AfterglowViews

// Regions that the firmware follows alone, and that no view has: those of details and of other entries.
extension RegionPlan {
  /// The regions of a look that are behind the widget's own controls.
  func firmwareRegions(_ number: Int, _ look: Look) -> [Planned] {
    let frame = placement.framePx
    if frame.isEmpty { return [] }
    if let page = slot.detail?.page {
      let radius = Int(Int32(pixels: (placement.cornerRadius * placement.scale).rounded()))
      return [region("details", frame, number, look: look, press: .fill, radius: radius, action: Action(page: page))]
    }
    let third = frame.width / 3
    guard slot.isLeafedThrough, slot.family.isSystem, third > 0 else { return [] }
    let left = PixelRect(x0: frame.x0, y0: frame.y0, x1: frame.x0 + third, y1: frame.y1)
    let right = PixelRect(x0: frame.x1 - third, y0: frame.y0, x1: frame.x1, y1: frame.y1)
    return [
      region("previous", left, number, look: look, action: Action(entry: -1)),
      region("next", right, number, look: look, action: Action(entry: 1)),
    ]
  }

  private func region(
    _ name: String, _ bounds: PixelRect, _ number: Int, look: Look, press: PressStyle = .none, radius: Int = 0,
    action: Action
  ) -> Planned {
    var hash = TouchHash()
    hash.add(name)
    return Planned(
      record: RegionRecord(
        kind: action.kind == .page ? .widget : .button, press: press, bounds: bounds, slots: 1 << UInt16(number),
        action: 0, key: hash.value, radiusPx: radius, darkens: look.colorScheme == .light),
      action: action)
  }
}

extension RegionPlan.Action {
  /// Opens a detail page.
  fileprivate init(page: UInt8) { self.init(kind: .page, name: "details", argument: Int32(page), order: nil) }

  /// Shows another entry of the widget.
  fileprivate init(entry steps: Int32) { self.init(kind: .entry, name: "entry", argument: steps, order: nil) }
}
