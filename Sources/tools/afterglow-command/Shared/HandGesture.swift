import AfterglowCore
import AfterglowInput
import AfterglowPreview

/// A touch, a press of a key or a turn of a knob, as the changes of a device that no panel has.
enum HandGesture: Equatable {
  /// A finger that stays on a point.
  case tap(ScenePoint, ms: Int64)
  /// A finger that moves between two points.
  case swipe(from: ScenePoint, to: ScenePoint)
  /// A key, by the kernel's code, that is held.
  case key(UInt16, ms: Int64)
  /// A knob; positive = clockwise.
  case turn(detents: Int32)

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

  func steps(on size: SceneSize) -> [Step] {
    switch self {
    case .tap(let point, let ms):
      let position = size.position(of: point)
      return [Self.contact(.began, position, pauseMs: 0), Self.contact(.ended, position, pauseMs: ms)]
    case .swipe(let start, let end):
      func position(_ share: Double) -> PanelPoint {
        size.position(of: ScenePoint(x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share))
      }
      let moves = (1...Self.moveCount).map { Double($0) / Double(Self.moveCount) }
      return [Self.contact(.began, position(0), pauseMs: 0)]
        + moves.map { Self.contact(.moved, position($0), pauseMs: Self.moveMs) }
        + [Self.contact(.ended, position(1), pauseMs: 0)]
    case .key(let code, let ms):
      return [true, false].map { isDown in
        Step(pauseMs: isDown ? 0 : ms) {
          .key(KeyChange(device: Self.device, code: code, isDown: isDown, at: $0))
        }
      }
    case .turn(let detents):
      return [Step(pauseMs: 0) { .turn(KnobTurn(device: Self.device, detents: detents, at: $0)) }]
    }
  }

  private static func contact(_ phase: TouchContact.Phase, _ position: PanelPoint, pauseMs: Int64) -> Step {
    Step(pauseMs: pauseMs) {
      .contact(TouchContact(device: device, place: 0, phase: phase, position: position, at: $0))
    }
  }
}
