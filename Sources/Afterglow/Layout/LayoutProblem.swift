import AfterglowCore

/// A problem in the view tree of one widget, and where in it: `VStack > Row > Text: …`.
///
/// With an error the widget shows its placeholder, and other widgets are not affected. With a warning it is shown as
/// drawn. An error of a part leaves the rest of the picture, with something plain in that part's place.
public struct LayoutProblem: Error, Hashable, Sendable, CustomStringConvertible {
  public var severity: Diagnostic.Severity
  /// Names of the views around it, outermost first, joined by " > "; empty at the root. Modifiers, `Group` and
  /// `ForEach` are left out, and of a long path the middle.
  public var path: String
  /// What was found, and what to do.
  public var message: String
  /// An error that leaves the rest of the picture as it is.
  var isOfPart = false

  /// Path and message.
  public var description: String { path.isEmpty ? message : "\(path): \(message)" }
}

/// What one widget's tree may cost. Far above any widget that a person can read; below what ends the stack or the day.
enum LayoutLimit {
  /// Views and modifiers inside one another.
  static let depth = 500
  /// Views and modifiers in all.
  static let viewCount = 20_000
  /// Bytes of stack from where the container was made; threads have eight megabytes.
  static let stackByteCount = 2 << 20
  /// Sizes that stacks and grids ask their children for.
  static let measurements = 500_000
  /// Things to draw. An archive takes 8,192 nodes a list, and one dashed line can become several.
  static let drawItems = 4000
  /// Ticking texts and hands of one list (`ArchiveLimits.tickNodesPerList`), less the host's own.
  static let ticks = 60
  /// Groups and clips inside one another (`ArchiveLimits.groupDepth`).
  static let groupDepth = 4
  /// Points of one shape (`ArchiveLimits.pointsPerNode`).
  static let points = 4096
  /// Points of all shapes together, a fifth of a small board's bank.
  static let pointSum = 40_000
  /// What lies farther from the widget's corner is on no panel, in pixels; with the slot's own place it stays within
  /// `ArchiveLimits.positionPx`.
  static let reachPx = 16_000.0
  /// The longest length that is taken at its word, in points.
  static let coordinate = 10_000.0
  /// Pixels that a ticking text or a piece of it may be wide.
  static let sidePx = Int(PixelSize.maximumSide)
}

/// What one widget's tree has cost so far, and what was wrong with it.
final class Container {
  /// Whether the widget drew the mark of its content's age in a place of its own.
  var hasAgeMark = false
  /// Links, buttons and toggles that were drawn.
  var targets: [TapTarget] = []
  /// In the order they were found, each once.
  private(set) var problems: [LayoutProblem] = []
  private var viewCount = 0
  private var measurements = 0
  private let stackTop = Container.stackPointer

  /// The first problem that makes the picture useless.
  var error: LayoutProblem? { problems.first { $0.severity == .error && !$0.isOfPart } }
  private(set) var hasError = false

  func report(_ severity: Diagnostic.Severity, at trail: Trail?, _ message: @autoclosure () -> String) {
    if severity == .error && hasError || problems.count >= 20 { return }
    let problem = LayoutProblem(severity: severity, path: trail?.description ?? "", message: message())
    if problems.contains(problem) { return }
    problems.append(problem)
    if severity == .error { hasError = true }
  }

  /// What is not shown, while the rest is.
  func reportPart(at trail: Trail?, _ message: String) {
    // What many views ask for in vain is told once.
    if problems.count >= 20 || problems.contains(where: { $0.isOfPart && $0.message == message }) { return }
    problems.append(
      LayoutProblem(severity: .error, path: trail?.description ?? "", message: message, isOfPart: true))
  }

  /// Whether one view more may be resolved. After an error nothing is: the tree ends there.
  func admit(at trail: Trail) -> Bool {
    if hasError { return false }
    viewCount += 1
    if trail.depth > LayoutLimit.depth || usedStack > LayoutLimit.stackByteCount {
      report(
        .error, at: trail,
        "views lie more than \(min(trail.depth, LayoutLimit.depth)) deep in one another; is a body made of itself?")
    } else if viewCount > LayoutLimit.viewCount {
      report(.error, at: trail, "there are more than \(LayoutLimit.viewCount) views; show fewer")
    }
    return !hasError
  }

  /// Whether a stack or grid may go on asking; after an error all answers are 0.
  func measure(_ count: Int, at trail: Trail?) -> Bool {
    measurements += count
    if measurements > LayoutLimit.measurements {
      report(.error, at: trail, "the layout asks for more than \(LayoutLimit.measurements) sizes; make it simpler")
    }
    return !hasError
  }

  private var usedStack: Int {
    let now = Container.stackPointer
    return Int(now > stackTop ? now - stackTop : stackTop - now)
  }

  private static var stackPointer: UInt {
    var here: UInt8 = 0
    return withUnsafePointer(to: &here) { UInt(bitPattern: $0) }
  }
}

/// The way from the root to a view.
final class Trail: CustomStringConvertible {
  let type: Any.Type
  let parent: Trail?
  let depth: Int

  init(_ type: Any.Type, in parent: Trail?) {
    self.type = type
    self.parent = parent
    depth = (parent?.depth ?? 0) + 1
  }

  /// Modifiers and builders are left out, and so are generic arguments; of a long way both ends are told.
  var description: String {
    var names: [String] = []
    var step: Trail? = self
    while let current = step {
      let name = Self.name(of: current.type)
      if !Self.isSilent(name) { names.append(name) }
      step = current.parent
    }
    names.reverse()
    let shown = names.count <= 12 ? names : names.prefix(4) + ["…"] + names.suffix(7)
    return shown.joined(separator: " > ")
  }

  private static func name(of type: Any.Type) -> String {
    let full = String(describing: type)
    return String(full.prefix { $0 != "<" })
  }

  private static func isSilent(_ name: String) -> Bool {
    name.hasSuffix("Modifier") || ["AnyView", "TupleView", "ConditionalView", "Group", "ForEach"].contains(name)
  }
}
