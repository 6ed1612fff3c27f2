import AfterglowArchive
import AfterglowCore
import AfterglowDevice
import AfterglowInput
import AfterglowTimeline

@testable import AfterglowEngine

/// A button and a toggle on a black panel of 120 × 60 px, each of which is 833 µm wide.
struct TouchScene {
  static let button = PixelRect(x0: 10, y0: 10, x1: 40, y1: 30)
  static let toggle = PixelRect(x0: 60, y0: 10, x1: 90, y1: 30)
  static let onLook = PixelRect(x0: 62, y0: 12, x1: 70, y1: 20)
  static let offLook = PixelRect(x0: 72, y0: 20, x1: 80, y1: 28)
  static let buttonKey: UInt64 = 11
  static let toggleKey: UInt64 = 12

  var isOn = false
  var hasButton = true
  var buttonBounds = TouchScene.button
  var press = PressStyle.fill
  /// When a second entry moves the button to the panel's foot.
  var movesAt: Int64?
  var input = "auto"
  /// Keys that the board binds; those of actions press the button's.
  var keys: [(code: UInt16, effect: KeyEffect)] = []
  var board = SmallScene.board

  /// The archive, and the board with its strings.
  func build() throws -> (file: [UInt8], board: BoardRecord) {
    var builder = ArchiveBuilder(board: board)
    builder.setBoardStrings([.name: "touch", .input: input])
    let white = builder.addPaint(PaintRecord(kind: .solid, role: .primary))
    let grey = builder.addPaint(PaintRecord(kind: .solid, role: .primary, color: Color(argb: 0xFF60_6060)))
    let everything = PixelRect(x0: 0, y0: 0, x1: board.widthPx, y1: board.heightPx)
    let plain = VariantKey(renderingMode: .fullColor)
    _ = builder.addWidget(
      kind: "scene", bounds: everything, variants: [[plain]],
      entries: [ArchiveEntry(date: Instant(seconds: 0), displayLists: [[]])])
    let actions = [builder.addAction(.author, name: "lamp"), builder.addAction(.author, name: "fan", argument: 4)]
    var entries = [entry(&builder, at: 0, buttonBounds, actions: actions, paints: (white, grey))]
    if let movesAt {
      let foot = PixelRect(x0: 10, y0: 36, x1: 40, y1: 56)
      entries.append(entry(&builder, at: movesAt, foot, actions: actions, paints: (white, grey)))
    }
    for key in keys { builder.addKey(key.code, key.effect, action: key.effect == .action ? actions[0] : 0) }
    _ = builder.addWidget(kind: "controls", bounds: everything, variants: [[plain]], entries: entries)
    return (try builder.build(compiledAt: Instant(seconds: 0)), builder.board)
  }

  private func entry(
    _ builder: inout ArchiveBuilder, at date: Int64, _ place: PixelRect, actions: [UInt32],
    paints: (white: UInt32, grey: UInt32)
  ) -> ArchiveEntry {
    var regions: [RegionRecord] = []
    var list: [UInt32] = []
    if hasButton {
      list.append(builder.addNode(Self.box(place, paints.grey)))
      regions.append(
        RegionRecord(
          kind: .button, press: press, bounds: place, slots: 1, action: actions[0], key: Self.buttonKey, nodes: 0..<1,
          radiusPx: 4))
    }
    let number = UInt8(regions.count)
    list.append(builder.addNode(Self.box(Self.onLook, paints.white, .regionOn, of: number)))
    list.append(builder.addNode(Self.box(Self.offLook, paints.white, .regionOff, of: number)))
    regions.append(
      RegionRecord(
        kind: .toggle, press: .none, bounds: Self.toggle, slots: 1, action: actions[1], key: Self.toggleKey, isOn: isOn)
    )
    return ArchiveEntry(date: Instant(seconds: date), displayLists: [list], regions: regions)
  }

  private static func box(
    _ rect: PixelRect, _ paint: UInt32, _ condition: NodeCondition = .always, of region: UInt8 = 0
  ) -> NodeRecord {
    let fine = SubpixelRect(rect)
    return NodeRecord(
      kind: .rectangle, condition: condition, region: region, paint: paint, bounds: rect, a: fine.x0, b: fine.y0,
      c: fine.x1, d: fine.y1)
  }
}

/// A panel with the controls of a touch scene, touched by hand at named times.
final class TouchRig {
  let rig: Rig
  private(set) var nowMs: Int64 = 0
  /// How far realtime was set from where it would be, in ms.
  var clockStepMs: Int64 = 0
  private(set) var commands: [ActionCommand] = []
  var isDark = false
  var override = ModeOverride.day
  /// The reading of the light, and how far away the viewer is; nil = unknown.
  var room: (lux: Illuminance?, distance: Int64?)
  /// Whether frames reach the panel.
  var isShown = true

  init(_ scene: TouchScene = TouchScene()) throws {
    let (file, board) = try scene.build()
    rig = Rig(board)
    try rig.load(file)
    frame()
  }

  /// Loads another archive, which the next frame shows.
  func load(_ scene: TouchScene) throws { try rig.load(try scene.build().file) }

  /// Goes on in time and shows a frame.
  @discardableResult
  func frame(afterMs ms: Int64 = 0) -> FrameReport {
    nowMs += ms
    let moment = Moment(
      realtime: Instant(milliseconds: 100_000 + nowMs + clockStepMs), monotonic: MonotonicInstant(milliseconds: nowMs),
      isTrusted: true)
    let shown = rig.show(moment, lux: room.lux, override: override, distance: room.distance).frame
    if isShown { rig.engine.noteGlass() }
    while let command = rig.engine.takeCommand() { commands.append(command) }
    return shown
  }

  /// A position in the middle of a pixel.
  static func point(_ x: Int32, _ y: Int32) -> PanelPoint { PanelPoint(x: x * 833 + 416, y: y * 833 + 416) }

  func send(_ phase: TouchContact.Phase, _ point: PanelPoint, afterMs ms: Int64 = 0) {
    nowMs += ms
    deliver(phase, point, fromMs: nowMs)
  }

  /// Passes on a change with the time at which it was, which may be long ago.
  func deliver(_ phase: TouchContact.Phase, _ point: PanelPoint, fromMs ms: Int64) {
    let contact = TouchContact(
      device: 0, place: 0, phase: phase, position: point, at: MonotonicInstant(milliseconds: ms))
    var packet = InputPacket()
    packet.append(.contact(contact))
    rig.engine.take(packet, isDark: isDark)
  }

  func tap(_ x: Int32, _ y: Int32) {
    send(.began, Self.point(x, y))
    frame(afterMs: 16)
    send(.ended, Self.point(x, y), afterMs: 60)
    frame()
  }

  private func send(_ change: InputChange) {
    var packet = InputPacket()
    packet.append(change)
    rig.engine.take(packet, isDark: isDark)
    frame()
  }

  func turn(_ detents: Int32) {
    send(.turn(KnobTurn(device: 1, detents: detents, at: MonotonicInstant(milliseconds: nowMs))))
  }

  /// The press of a knob, or of another key.
  func key(isDown: Bool, code: UInt16 = KeyCode.enter, afterMs ms: Int64 = 0) {
    nowMs += ms
    let at = MonotonicInstant(milliseconds: nowMs)
    send(.key(KeyChange(device: 1, code: code, isDown: isDown, at: at)))
  }

  /// Whether the region's upper left corner is lit.
  func hasRing(_ region: PixelRect) -> Bool { pixel(Int(region.x0), Int(region.y0)) == 0xFF_FFFF }

  func answer(_ outcome: ActionOutcome, to command: ActionCommand) {
    rig.engine.take(ActionAnswer(sequence: command.sequence, outcome: outcome))
    frame()
  }

  /// The pixel of the panel.
  func pixel(_ x: Int, _ y: Int) -> UInt32 { rig.pixels[y * Int(rig.board.widthPx) + x] }

  /// Whether a toggle is shown as on; nil = both looks or none.
  var showsOn: Bool? {
    let on = pixel(Int(TouchScene.onLook.x0) + 2, Int(TouchScene.onLook.y0) + 4) == 0xFF_FFFF
    let off = pixel(Int(TouchScene.offLook.x0) + 2, Int(TouchScene.offLook.y0) + 4) == 0xFF_FFFF
    return on == off ? nil : on
  }

  /// Whether the toggle has a mark in its upper right corner.
  var isMarked: Bool { (84..<90).contains { x in pixel(x, 10) != 0 || pixel(x, 11) != 0 } }
}
