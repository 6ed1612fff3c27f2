import AfterglowCore
import AfterglowDevice
import AfterglowInput

@testable import AfterglowEngine

/// The taps and key presses that are complete, followed without the firmware's recogniser.
struct TapTruth {
  private struct Path {
    var start: TouchContact
    var isNear = true
  }

  /// Key of the region under a finger's beginning and end, and the time of its release.
  private var taps: [(region: UInt64, at: Int64)] = []
  /// Times of the releases of keys that activate the focus.
  private var presses: [Int64] = []
  private var paths: [Int: Path] = [:]
  private var keys: Set<Int> = []
  private let truth: RegionTruth
  private let surface: TouchSurface

  init(_ scene: RegionScene) {
    truth = RegionTruth(scene)
    surface = Engine.surface(of: scene.board)
  }

  /// Forgets all that is down on a device; nil = on every device.
  mutating func forget(_ device: Int?) {
    paths = paths.filter { device != nil && $0.key >> 16 != device }
    keys = keys.filter { device != nil && $0 >> 16 != device }
  }

  mutating func follow(_ change: InputChange) {
    switch change {
    case .contact(let contact): follow(contact)
    case .key(let key):
      let name = Int(key.device) << 16 | Int(key.code)
      if key.isDown {
        keys.insert(name)
      } else if keys.remove(name) != nil, Self.activating.contains(key.code) {
        presses.append(key.at.milliseconds)
      }
    case .cancelled(let device, _): forget(device == InputChange.everyDevice ? nil : Int(device))
    default: break
    }
  }

  private static let activating: Set<UInt16> = [
    KeyCode.enter, KeyCode.keypadEnter, KeyCode.space, KeyCode.okay, KeyCode.select,
  ]

  private mutating func follow(_ contact: TouchContact) {
    let name = Int(contact.device) << 16 | Int(contact.place)
    if contact.phase == .began { paths[name] = Path(start: contact) }
    guard var path = paths[name] else { return }
    let x = Double(contact.position.x) - Double(path.start.position.x)
    let y = Double(contact.position.y) - Double(path.start.position.y)
    if x * x + y * y > 2_500 * 2_500 { path.isNear = false }
    paths[name] = contact.phase == .ended || contact.phase == .cancelled ? nil : path
    let duration = contact.at.milliseconds - path.start.at.milliseconds
    guard contact.phase == .ended, path.isNear, duration < 500 else { return }
    let first = truth.target(at: surface.pixel(at: path.start.position))?.number
    let last = truth.target(at: surface.pixel(at: contact.position))?.number
    if let first, first == last { taps.append((UInt64(first), contact.at.milliseconds)) }
  }

  /// The cause of a command.
  enum Cause {
    case tap
    case key
  }

  /// Uses up the tap or the press of a key that a command follows; nil = there is none.
  mutating func cause(of command: ActionCommand) -> Cause? {
    let at = command.at.milliseconds
    if let index = taps.firstIndex(where: { $0.at == at && $0.region == command.region }) {
      taps.remove(at: index)
      return .tap
    }
    guard let index = presses.firstIndex(of: at) else { return nil }
    presses.remove(at: index)
    return .key
  }

  /// Forgets complete taps that have caused no command: one that comes later would be wrong.
  mutating func forgetComplete() {
    taps = []
    presses = []
  }
}
