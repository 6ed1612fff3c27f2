import Foundation

/// Shows its label. Panels do not support taps yet, so it opens nothing (docs/rules.md, rules 78 and 81).
public struct Link<Label: View>: View {
  private let label: Label

  /// - Parameter destination: accepted without effect.
  /// - Parameter label: at least 44×44 pt, or `afterglow check` reports it (docs/rules.md, rule 83).
  public init(destination: URL, @ViewBuilder label: () -> Label) { self.label = label() }

  public var body: some View { label.tapTarget(.link) }
}

extension Link where Label == Text {
  /// A link with a text as its label.
  public init(_ title: LocalizedStringKey, destination: URL) { self.init(destination: destination) { Text(title) } }
}

/// Shows its label. Panels do not support taps yet, so its action is never called (docs/rules.md, rule 79).
public struct Button<Label: View>: View {
  private let label: Label

  /// - Parameter action: accepted without effect.
  /// - Parameter label: at least 44×44 pt, or `afterglow check` reports it (docs/rules.md, rule 83).
  public init(action: @escaping () -> Void, @ViewBuilder label: () -> Label) { self.label = label() }

  public var body: some View { label.tapTarget(.button) }
}

extension Button where Label == Text {
  /// A button with a text as its label.
  public init(_ title: LocalizedStringKey, action: @escaping () -> Void) { self.init(action: action) { Text(title) } }
}

/// Shows its label, with a check mark if it is on. Panels do not support taps yet, so it cannot be switched
/// (docs/rules.md, rule 79).
public struct Toggle<Label: View>: View {
  private let isOn: Bool
  private let label: Label

  /// - Parameter isOn: a value; SwiftUI has a binding here.
  /// - Parameter label: with the check mark at least 44×44 pt, or `afterglow check` reports it (docs/rules.md, rule
  ///   83).
  public init(isOn: Bool, @ViewBuilder label: () -> Label) {
    self.isOn = isOn
    self.label = label()
  }

  public var body: some View {
    HStack(alignment: .firstTextBaseline, spacing: 4) {
      Image(symbol: .checkmark).opacity(isOn ? 1 : 0)
      label
    }
    .tapTarget(.toggle)
  }
}

extension Toggle where Label == Text {
  /// A toggle with a text as its label.
  public init(_ title: LocalizedStringKey, isOn: Bool) { self.init(isOn: isOn) { Text(title) } }
}

/// A link, button or toggle where it was drawn, for checks of its size (docs/rules.md, rule 83).
public struct TapTarget: Codable, Hashable, Sendable {
  /// Which control it is.
  public enum Kind: String, Codable, Sendable { case link, button, toggle }

  public var kind: Kind
  /// Its frame in points of its widget.
  public var framePt: Rect
}

extension View {
  fileprivate func tapTarget(_ kind: TapTarget.Kind) -> some View {
    ElementModifier(content: self) { child, context in
      TapTargetElement(child: child, kind: kind, container: context.container)
    }
  }
}

/// Reports to its container where it was drawn.
private struct TapTargetElement: WrapperElement {
  let child: any Element
  let kind: TapTarget.Kind
  let container: Container

  func draw(in rect: Rect, into canvas: inout DrawCanvas) {
    container.targets.append(TapTarget(kind: kind, framePt: rect))
    child.draw(in: rect, into: &canvas)
  }
}
