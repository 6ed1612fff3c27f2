import AfterglowCore

/// A problem in the view tree of one widget, and where in it: `VStack > Row > Text: …`.
///
/// With an error the widget shows its placeholder, and other widgets are not affected. With a warning it is shown as
/// drawn. With an error of a part the rest is shown, with a plain replacement for that part.
public struct LayoutProblem: Error, Hashable, Sendable, CustomStringConvertible {
  public var severity: Diagnostic.Severity
  /// Names of the views around it, outermost first, joined by " > "; empty at the root. Modifiers, `Group` and
  /// `ForEach` are omitted, as is the middle of a long path.
  public var path: String
  /// The found fault, and the remedy.
  public var message: String
  /// An error that leaves the rest of the picture unchanged.
  var isOfPart = false

  package init(severity: Diagnostic.Severity, path: String, message: String, isOfPart: Bool = false) {
    self.severity = severity
    self.path = path
    self.message = message
    self.isOfPart = isOfPart
  }

  /// Path and message.
  public var description: String { path.isEmpty ? message : "\(path): \(message)" }
}

/// Limits for one widget's tree. Far above any legible widget; below what would exhaust the stack or take too long.
package enum LayoutLimit {
  /// Maximum nesting of views and modifiers.
  static let depth = 500
  /// Total number of views and modifiers.
  static let viewCount = 20_000
  /// Bytes of stack since the container was made; threads have eight megabytes.
  static let stackByteCount = 2 << 20
  /// Size requests of stacks and grids to their children.
  static let measurements = 500_000
  /// Items to draw. An archive holds 8,192 nodes per list, and one dashed line can become several.
  static let drawItems = 4000
  /// Ticking texts and hands of one list (`ArchiveLimits.tickNodesPerList`), minus the host's own.
  static let ticks = 60
  /// Nesting of groups and clips (`ArchiveLimits.groupDepth`).
  package static let groupDepth = 4
  /// Points of one shape (`ArchiveLimits.pointsPerNode`).
  static let points = 4096
  /// Points of all shapes together, a fifth of a small board's bank.
  static let pointSum = 40_000
  /// Maximum distance from the widget's corner, in pixels, that can be on a panel; together with the slot's position it
  /// stays within `ArchiveLimits.positionPx`.
  static let reachPx = 16_000.0
  /// The longest length that is used unclamped, in points.
  static let coordinate = 10_000.0
  /// Maximum width in pixels of a ticking text or a piece of it.
  static let sidePx = Int(PixelSize.maximumSide)
}

/// The resources that one widget's tree has used so far, and its problems.
package final class Container {
  /// The widget's own outline; nil outside a widget.
  package var shape: ContainerShape?
  /// The values that its views keep.
  package var states: StateStore?
  /// Whether the widget drew the age mark in its own place.
  package var hasAgeMark = false
  /// Links, buttons and toggles that were drawn.
  package var targets: [TapTarget] = []
  /// What views say to someone who does not see them.
  package let accessibility = AccessibilityList()
  /// When the views change within an entry.
  package var moments = Moments()
  /// How the drawing depends on the date of its compile.
  package var dates = DateUse()
  /// In the order in which they were found, without duplicates.
  package private(set) var problems: [LayoutProblem] = []
  private var viewCount = 0
  /// Size requests of stacks and grids to their children.
  private(set) var measurements = 0
  private let stackTop = Container.stackPointer

  package init() {}

  /// The first error that makes the picture unusable.
  package var error: LayoutProblem? { problems.first { $0.severity == .error && !$0.isOfPart } }
  private(set) var hasError = false

  func report(_ severity: Diagnostic.Severity, at trail: Trail?, _ message: @autoclosure () -> String) {
    if severity == .error && hasError || problems.count >= 20 { return }
    let problem = LayoutProblem(severity: severity, path: trail?.description ?? "", message: message())
    if problems.contains(problem) { return }
    problems.append(problem)
    if severity == .error { hasError = true }
  }

  /// Reports a part that is not shown, while the rest is.
  func reportPart(at trail: Trail?, _ message: String) {
    // A problem that many views share is reported once.
    if problems.count >= 20 || problems.contains(where: { $0.isOfPart && $0.message == message }) { return }
    problems.append(
      LayoutProblem(severity: .error, path: trail?.description ?? "", message: message, isOfPart: true))
  }

  /// Whether one more view may be resolved. After an error the tree is not resolved further.
  func admit(in context: ResolveContext) -> Bool {
    if hasError { return false }
    viewCount += 1
    let depth = context.ancestry.depth
    if depth > LayoutLimit.depth || usedStack > LayoutLimit.stackByteCount {
      report(
        .error, at: context.trail,
        "views lie more than \(min(depth, LayoutLimit.depth)) deep in one another; is a body made of itself?")
    } else if viewCount > LayoutLimit.viewCount {
      report(.error, at: context.trail, "there are more than \(LayoutLimit.viewCount) views; show fewer")
    }
    return !hasError
  }

  /// Whether a stack or grid may continue measuring; after an error all results are 0.
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

/// The path from the root to a view.
final class Trail: CustomStringConvertible {
  let type: Any.Type
  let parent: Trail?

  init(_ type: Any.Type, in parent: Trail?) {
    self.type = type
    self.parent = parent
  }

  /// Generic arguments are omitted; of a long path both ends are shown.
  var description: String {
    var names: [String] = []
    var step: Trail? = self
    while let current = step {
      names.append(Self.name(of: current.type))
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
}

/// The views around a view.
struct Ancestry {
  /// The views that reports name; nil where only structure lies above.
  var trail: Trail?
  /// How many there are, with those that only give structure.
  var depth = 0
}
