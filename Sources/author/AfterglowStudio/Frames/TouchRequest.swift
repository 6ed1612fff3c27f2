import AfterglowPreview

/// The acts of a page's hand on a panel, and the time up to which its clock runs.
struct TouchRequest: Decodable {
  /// A change of a finger, a key or a knob, as the page sends it: exactly one of `contact`, `key` and `turn`, or none of them
  /// for the end of everything that is down.
  struct Step: Decodable {
    /// Since the panel was drawn, in ms.
    var at: Int64
    /// began, moved or ended.
    var contact: String?
    /// In pixels of the scene.
    var x: Double?
    var y: Double?
    /// A name such as `enter`, or the kernel's code.
    var key: String?
    var isDown: Bool?
    /// In detents; positive = clockwise.
    var turn: Int32?
  }

  /// The view, and what is shown when a hand begins.
  var frame: FrameRequest
  /// Number of the panel among those of the view.
  var panel: Int
  /// Whether the panel is drawn again, as `frame` says.
  var begins: Bool
  /// The time up to which the clock of the panel runs, in ms since it was drawn.
  var until: Int64
  private var steps: [Step]

  private enum CodingKeys: String, CodingKey { case panel, begins, until, steps }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    frame = try FrameRequest(from: decoder)
    panel = try values.decode(Int.self, forKey: .panel)
    begins = try values.decodeIfPresent(Bool.self, forKey: .begins) ?? false
    until = try values.decodeIfPresent(Int64.self, forKey: .until) ?? 0
    steps = try values.decodeIfPresent([Step].self, forKey: .steps) ?? []
  }

  /// Largest number of steps in one request.
  static let maximumSteps = 64
  /// How long one panel is touched, in ms: it is drawn again after an hour.
  static let longestMs: Int64 = 3_600_000
  /// Farthest place of a finger from the scene's corner, in pixels.
  private static let farthestPx = 20_000.0
  private static let mostDetents: Int32 = 100

  /// The steps, checked.
  ///
  /// - Throws: `StudioRefusal` for a wrong one.
  func handSteps() throws -> [HandStep] {
    guard until >= 0 else { throw StudioRefusal(400, "expected 0 ms or more for \"until\", found \(until)") }
    guard until <= Self.longestMs else {
      throw StudioRefusal(410, "This panel was touched for an hour; it is drawn anew with the next touch.")
    }
    guard steps.count <= Self.maximumSteps else {
      throw StudioRefusal(400, "expected at most \(Self.maximumSteps) steps, found \(steps.count)")
    }
    var last: Int64 = 0
    return try steps.map { step in
      guard (last...until).contains(step.at) else {
        throw StudioRefusal(400, "expected \(last) to \(until) ms for a step, found \(step.at)")
      }
      last = step.at
      return HandStep(atMs: step.at, try Self.act(step))
    }
  }

  private static func act(_ step: Step) throws -> HandStep.Act {
    let named = [step.contact != nil, step.key != nil, step.turn != nil].count { $0 }
    guard named <= 1 else { throw StudioRefusal(400, "expected one of contact, key and turn in a step") }
    if let phase = step.contact {
      let point = ScenePoint(x: step.x ?? .nan, y: step.y ?? .nan)
      guard abs(point.x) <= farthestPx, abs(point.y) <= farthestPx else {
        throw StudioRefusal(400, "expected a place near the panel for a contact, in pixels of the scene")
      }
      switch phase {
      case "began": return .press(point)
      case "moved": return .move(point)
      case "ended": return .release(point)
      default: throw StudioRefusal(400, "expected began, moved or ended for a contact, found \(phase)")
      }
    }
    if let key = step.key {
      guard let code = HandKey.code(of: key), let isDown = step.isDown else {
        throw StudioRefusal(400, "expected \(HandKey.names) or a code for a key, with \"isDown\", found \(key)")
      }
      return .key(code, isDown: isDown)
    }
    guard let turn = step.turn else { return .cancel }
    guard turn != 0, (-mostDetents...mostDetents).contains(turn) else {
      throw StudioRefusal(400, "expected 1 to \(mostDetents) detents in either direction, found \(turn)")
    }
    return .turn(turn)
  }
}
