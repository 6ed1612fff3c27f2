import AfterglowCore
import AfterglowInput

/// A change of a finger, a key or a knob at a time since a panel was drawn.
package struct HandStep: Sendable {
  /// The kinds of changes.
  package enum Act: Sendable {
    case press(ScenePoint)
    case move(ScenePoint)
    case release(ScenePoint)
    /// Everything that is down ends without an effect.
    case cancel
    /// A key, by the kernel's code.
    case key(UInt16, isDown: Bool)
    /// A knob, in detents; positive = clockwise.
    case turn(Int32)
  }

  /// Since the first frame, in ms.
  package var atMs: Int64
  package var act: Act

  package init(atMs: Int64, _ act: Act) {
    self.atMs = atMs
    self.act = act
  }

  /// Number of the device, which no device of a guard has.
  private static let device: UInt8 = 250

  /// The change as the firmware's gestures have it.
  func change(on size: SceneSize) -> InputChange {
    let at = MonotonicInstant(milliseconds: atMs)
    func contact(_ phase: TouchContact.Phase, _ point: ScenePoint) -> InputChange {
      .contact(
        TouchContact(device: Self.device, place: 0, phase: phase, position: size.position(of: point), at: at))
    }
    switch act {
    case .press(let point): return contact(.began, point)
    case .move(let point): return contact(.moved, point)
    case .release(let point): return contact(.ended, point)
    case .cancel: return .cancelled(device: Self.device, at: at)
    case .key(let code, let isDown):
      return .key(KeyChange(device: Self.device, code: code, isDown: isDown, at: at))
    case .turn(let detents): return .turn(KnobTurn(device: Self.device, detents: detents, at: at))
    }
  }
}
