import AfterglowArchive
import AfterglowCore
import AfterglowInput
import AfterglowLight
import AfterglowRaster

/// How a widget shows its pressed region, or a coming moment that it knows nothing of.
struct PressLook {
  /// The region that is tinted.
  var bounds = PixelRect.empty
  var radius: Subpixels = 0
  var darkens = false
  /// Place in the node list before which the region is tinted; −1 = nowhere.
  var cellIndex = -1
  /// Whether the region is tinted above everything.
  var fills = false
  /// Places in the node list whose nodes fade.
  var faded = 0..<0

  /// The opacity of a node while its region is pressed: 45 %, as of a pressed button on other systems.
  static func faded(_ opacity: UInt8) -> UInt8 {
    UInt8(truncatingIfNeeded: divideBy255(UInt32(opacity) * 115))
  }
}

extension Engine {
  /// Whether a toggle of the widget's entry is on; numbers without a toggle are off.
  func isOn(_ number: UInt8, of state: WidgetState) -> Bool {
    guard let archive, state.hasEntry else { return false }
    let regions = archive.regions(ofEntry: Int(state.entry))
    if Int(number) >= regions.count { return false }
    return isOnNow(regions[Int(number)], widget: Int32(state.widget))
  }

  func isPressed(_ state: WidgetState) -> Bool {
    showsPresses && touch?.pointee.pressed?.widget == Int32(state.widget)
  }

  func pressLook(of state: WidgetState, _ archive: Archive) -> PressLook {
    var look = PressLook()
    if state.isUnknown { look.faded = Int(state.first)..<Int(state.first) + Int(state.count) }
    guard isPressed(state), let pressed = touch?.pointee.pressed, let place = place(of: pressed, archive) else {
      return look
    }
    let region = archive.regions(ofEntry: Int(state.entry))[place]
    look.bounds = region.bounds
    look.radius = Subpixels(region.radiusPx) << 8
    look.darkens = region.darkens
    switch PressStyle(rawValue: region.press) {
    case .fill: look.fills = true
    case .cell: look.cellIndex = region.nodes(of: state).lowerBound
    case .content: look.faded = region.nodes(of: state)
    default: break
    }
    return look
  }

  /// Tints the pressed region: lighter on dark panels and at night, where only levels of red are left.
  mutating func tint(_ look: PressLook) {
    let color = look.darkens && !mode.isNight ? Color(argb: 0x3000_0000) : Color(argb: 0x38FF_FFFF)
    let painted = stage.painted(color, role: .primary, mode: mode)
    painter.fillRoundedRectangle(SubpixelRect(look.bounds), radius: look.radius, .solid(painted))
  }

  /// Paints what lies above a widget's nodes: a tint, and the marks of its commands.
  mutating func paintTouches(_ state: WidgetState, _ archive: Archive, _ look: PressLook) {
    if look.fills { tint(look) }
    paintFocus(state, archive)
    guard let touch else { return }
    for index in 0..<TouchState.overrideCapacity {
      guard let override = touch.pointee.overrides[index], override.isMarked,
        override.region.widget == Int32(state.widget), override.isOver || showsPresses,
        place(of: override.region, archive) != nil
      else { continue }
      paintMark(on: override.region.bounds, isFailure: override.isOver)
    }
  }

  /// Damages everything that touches add to the nodes, because its regions may be gone or have moved.
  mutating func damageTouches() {
    guard let touch else { return }
    if let pressed = touch.pointee.pressed { damage.insert(pressed.bounds.intersection(scene)) }
    if let focus = touch.pointee.focus { damage.insert(focus.bounds.intersection(scene)) }
    for index in 0..<TouchState.overrideCapacity {
      guard let override = touch.pointee.overrides[index], override.isMarked else { continue }
      damage.insert(markBox(of: override.region.bounds))
    }
  }

  // MARK: Marks

  /// Diameter of a mark, in px: 3 mm, as large as a line of small text.
  private var markPx: Int32 {
    let surface = Engine.surface(of: board)
    let side = Int64(3_000) * Int64(surface.sizePx.width) / Int64(surface.widthMicrometres)
    return Int32(clamping: Swift.max(10, Swift.min(200, side)))
  }

  /// The pixels of a mark: the region's upper right corner, or all of a smaller region.
  func markBox(of bounds: PixelRect) -> PixelRect {
    let side = markPx
    let corner = PixelRect(x0: bounds.x1 - side, y0: bounds.y0, x1: bounds.x1, y1: bounds.y0 + side)
    return corner.intersection(bounds).intersection(scene)
  }

  /// A disc with a ring for a command that is pending, and with an exclamation mark for one without an effect.
  private mutating func paintMark(on bounds: PixelRect, isFailure: Bool) {
    let box = markBox(of: bounds)
    if box.isEmpty { return }
    let side = Swift.min(box.width, box.height) << 8
    let centre = SubpixelPoint(x: (box.x1 << 8) - side / 2, y: (box.y0 << 8) + side / 2)
    let dark = Ink.solid(stage.painted(.black, role: .background, mode: mode))
    let bright = Ink.solid(stage.painted(.white, role: .primary, mode: mode))
    let disc = SubpixelRect(
      x0: centre.x - side / 2, y0: centre.y - side / 2, x1: centre.x + side / 2, y1: centre.y + side / 2)
    painter.fillRoundedRectangle(disc, radius: side / 2, isFailure ? bright : dark)
    if !isFailure {
      painter.fillArc(
        centre: centre, radius: side * 5 / 16, width: side / 8, start: 0, sweep: 65_536, roundCaps: false, bright)
      return
    }
    let half = side / 14
    painter.fillRectangle(
      SubpixelRect(x0: centre.x - half, y0: centre.y - side / 3, x1: centre.x + half, y1: centre.y + side / 10), dark)
    painter.fillRectangle(
      SubpixelRect(
        x0: centre.x - half, y0: centre.y + side / 5, x1: centre.x + half, y1: centre.y + side / 5 + 2 * half), dark)
  }
}
