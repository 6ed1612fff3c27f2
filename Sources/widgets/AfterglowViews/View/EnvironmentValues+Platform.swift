import Foundation

/// How bold text should be, as a setting of the viewer.
public enum LegibilityWeight: Hashable, Sendable { case regular, bold }

/// How much contrast the viewer asked for.
public enum ColorSchemeContrast: Hashable, CaseIterable, Sendable { case standard, increased }

/// Whether there is much or little room for an app. Panels have no such class.
public enum UserInterfaceSizeClass: Hashable, Sendable { case compact, regular }

/// The size of rows in a sidebar. Widgets have none; code for iOS uses the names.
public enum SidebarRowSize: Hashable, Sendable { case small, medium, large }

// What a ported widget may ask for, and has one answer on every panel.
extension EnvironmentValues {
  /// `.medium` on every panel.
  public var sidebarRowSize: SidebarRowSize { .medium }
  /// The length of one pixel in points.
  public var pixelLength: CGFloat { 1 / displayScale }
  /// Panels have no setting for bold text: `.regular` everywhere.
  public var legibilityWeight: LegibilityWeight? { .regular }
  /// Panels have no setting for contrast: `.standard` everywhere.
  public var colorSchemeContrast: ColorSchemeContrast { .standard }
  /// Always `nil`, as in an iOS widget that is not in an app.
  public var horizontalSizeClass: UserInterfaceSizeClass? { nil }
  /// Always `nil`, as in an iOS widget that is not in an app.
  public var verticalSizeClass: UserInterfaceSizeClass? { nil }
  /// Whether the labels of controls are hidden; set by `labelsVisibility(_:)` and `labelsHidden()`.
  public var labelsVisibility: Visibility {
    get { hidesLabels ? .hidden : .automatic }
    set { hidesLabels = newValue == .hidden }
  }
  /// Never: nothing moves between two entries by itself.
  public var accessibilityReduceMotion: Bool { false }
  /// Never.
  public var accessibilityReduceTransparency: Bool { false }
  /// On paper of few inks, where colours alone distinguish nothing.
  public var accessibilityDifferentiateWithoutColor: Bool { panelInks == .blackAndWhite }
  /// Never: a panel has no buttons that need an outline.
  public var accessibilityShowButtonShapes: Bool { false }
  /// No voice is reading the panel.
  public var accessibilityVoiceOverEnabled: Bool { false }
}
