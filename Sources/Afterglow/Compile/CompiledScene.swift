import AfterglowCore
import Foundation

/// Something worth telling the person who owns the scene.
public struct Diagnostic: Hashable, Sendable, CustomStringConvertible {
  public enum Severity: String, Hashable, Sendable { case warning, error }

  public var severity: Severity
  /// Identifier of the slot it is about; nil = the whole scene.
  public var slot: String?
  /// One or two sentences: what was expected, what was seen, what to do.
  public var message: String
  /// Where in a file it was asked for; nil = nowhere in particular.
  public var place: SourcePlace?

  public init(_ severity: Severity, slot: String?, _ message: String) {
    self.severity = severity
    self.slot = slot
    self.message = message
  }

  /// Without the severity, for who says it in a way of its own: where, and what.
  public var unlabelled: String { (place.map { "\($0): " } ?? "") + (slot.map { $0 + ": " } ?? "") + message }

  public var description: String {
    (place.map { "\($0): " } ?? "") + "\(severity.rawValue): \(slot.map { $0 + ": " } ?? "")\(message)"
  }
}

/// What a node of the archive is, for `--layout` and for tests.
public struct LayoutNode: Hashable, Sendable {
  /// Index in the archive's nodes section.
  public var node: Int
  /// Same place in the widget's tree, same number, across entries and variants; not in the archive.
  public var identifier: UInt32
  /// Given by `accessibilityIdentifier`.
  public var name: String?
  /// Index of the widget in the archive; 0 is the scene itself.
  public var widget: Int
  /// Slot identifier; nil = the scene itself.
  public var slot: String?
  /// rectangle, roundedRectangle, arc, polygon, strokedLine, glyphRun, tickText, tickHand, …
  public var kind: String
  /// Name of the paint's `PaintRole`.
  public var role: String
  /// The words of a text; for ticking text its value at the compile instant.
  public var text: String?
  /// Whether the text had no room, and ends in an ellipsis.
  public var isCut = false
  /// x, y, width, height in scene pixels: the layout frame, not the ink.
  public var framePx: Rect
  /// The same in points of the widget.
  public var framePt: Rect
  /// After all scaling by `minimumScaleFactor`.
  public var fontSizePt: Double?
  public var paint: Int
  /// Of the node and of all groups around it, 0 to 1, beside its colour's alpha.
  public var opacity = 1.0
  /// 0 primary, 1 accented.
  public var accentGroup: Int
  /// What ticks, for instance "hourMinute in Europe/Berlin".
  public var tick: String?
}

/// The layout of everything the archive may show; which nodes show when, the archive's lists say.
public struct SceneLayout: Hashable, Sendable {
  public var geometry: PanelGeometry
  /// Pixels a point of each widget, by archive index; the scene itself first.
  public var scales: [Double]
  /// Points of the device that a point of each widget is, by archive index; below 1 where an iPad shrinks its canvas.
  public var deviceShares: [Double]
  /// Where each slot's widget lies, in scene pixels, by its identifier.
  public var slotFramesPx: [String: Rect]
  public var nodes: [LayoutNode]
  /// What could be tapped, by slot identifier, each once.
  public var targets: [String: [TapTarget]] = [:]
}

/// An archive and what went into it.
public struct CompiledScene: Sendable {
  public var archive: [UInt8]
  public var layout: SceneLayout
  /// When the earliest of the scene's timelines wants to be reloaded; nil = never.
  public var nextReload: Date?
  public var diagnostics: [Diagnostic]
  /// Each slot's good timeline, by identifier, to be passed as `lastGood` when compiling again.
  public var timelines: [String: WidgetTimeline]
}

/// Why there is no archive at all.
public struct CompileError: Error, Equatable, Sendable, CustomStringConvertible {
  public var message: String
  /// What has to be changed.
  public var subject: SceneSubject

  public init(_ message: String, about subject: SceneSubject = .scene) {
    self.message = message
    self.subject = subject
  }

  public var description: String { message }
}
