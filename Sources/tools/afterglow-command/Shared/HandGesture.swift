import AfterglowCore
import AfterglowInput
import AfterglowPreview

/// A touch, a press of a key or a turn of a knob, as the changes of a device that no panel has.
enum HandGesture: Equatable {
  /// A finger that stays on a point.
  case tap(ScenePoint, ms: Int64)
  /// A finger that moves between two points.
  case swipe(from: ScenePoint, to: ScenePoint)
  /// A finger that moves between two points and stays there for a while.
  case drag(from: ScenePoint, to: ScenePoint, ms: Int64)
  /// A key, by the kernel's code, that is held.
  case key(UInt16, ms: Int64)
  /// A knob; positive = clockwise.
  case turn(detents: Int32)
  /// A knob that is held down meanwhile, and turned by one detent after the other.
  case heldTurn(detents: Int32)

  /// A change of the device, and the pause before it.
  struct Step {
    var pauseMs: Int64
    var change: (MonotonicInstant) -> InputChange
  }

  /// How long a finger or a key is down without a given time.
  static let pressMs: Int64 = 80
  /// Number of the device, which no device of a guard has.
  private static let device: UInt8 = 250
  private static let moveCount = 10
  private static let moveMs: Int64 = 16
  /// Time from one detent of a held knob to the next: slow enough for single steps.
  private static let detentMs: Int64 = 100
  /// The key of a knob: Enter.
  private static let knobKey: UInt16 = 28

  func steps(on size: SceneSize) -> [Step] {
    switch self {
    case .tap(let point, let ms):
      let position = size.position(of: point)
      return [Self.contact(.began, position, pauseMs: 0), Self.contact(.ended, position, pauseMs: ms)]
    case .swipe(let start, let end): return Self.way(from: start, to: end, restMs: 0, on: size)
    case .drag(let start, let end, let ms): return Self.way(from: start, to: end, restMs: ms, on: size)
    case .key(let code, let ms):
      return [Self.keyStep(code, isDown: true), Self.keyStep(code, isDown: false, pauseMs: ms)]
    case .turn(let detents): return [Self.turnStep(detents, pauseMs: 0)]
    case .heldTurn(let detents):
      return [Self.keyStep(Self.knobKey, isDown: true)]
        + (0..<detents.magnitude).map { _ in Self.turnStep(detents.signum(), pauseMs: Self.detentMs) }
        + [Self.keyStep(Self.knobKey, isDown: false, pauseMs: Self.detentMs)]
    }
  }

  private static func way(from start: ScenePoint, to end: ScenePoint, restMs: Int64, on size: SceneSize) -> [Step] {
    func position(_ share: Double) -> PanelPoint {
      size.position(of: ScenePoint(x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share))
    }
    let moves = (1...moveCount).map { Double($0) / Double(moveCount) }
    return [contact(.began, position(0), pauseMs: 0)]
      + moves.map { contact(.moved, position($0), pauseMs: moveMs) } + [contact(.ended, position(1), pauseMs: restMs)]
  }

  private static func keyStep(_ code: UInt16, isDown: Bool, pauseMs: Int64 = 0) -> Step {
    Step(pauseMs: pauseMs) { .key(KeyChange(device: device, code: code, isDown: isDown, at: $0)) }
  }

  private static func turnStep(_ detents: Int32, pauseMs: Int64) -> Step {
    Step(pauseMs: pauseMs) { .turn(KnobTurn(device: device, detents: detents, at: $0)) }
  }

  private static func contact(_ phase: TouchContact.Phase, _ position: PanelPoint, pauseMs: Int64) -> Step {
    Step(pauseMs: pauseMs) {
      .contact(TouchContact(device: device, place: 0, phase: phase, position: position, at: $0))
    }
  }
}
