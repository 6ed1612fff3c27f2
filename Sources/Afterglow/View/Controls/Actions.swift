import Foundation

/// Leads to a place when it is tapped. Panels take no taps yet: it shows its label.
public struct Link<Label: View>: View {
  private let label: Label

  public init(destination: URL, @ViewBuilder label: () -> Label) { self.label = label() }

  public var body: some View { label.tapTarget(.link) }
}

extension Link where Label == Text {
  public init(_ title: LocalizedStringKey, destination: URL) { self.init(destination: destination) { Text(title) } }
}

/// Does something when it is tapped. Panels take no taps yet: it shows its label.
public struct Button<Label: View>: View {
  private let label: Label

  public init(action: @escaping () -> Void, @ViewBuilder label: () -> Label) { self.label = label() }

  public var body: some View { label.tapTarget(.button) }
}

extension Button where Label == Text {
  public init(_ title: LocalizedStringKey, action: @escaping () -> Void) { self.init(action: action) { Text(title) } }
}

/// Is on or off. Panels take no taps yet: it shows its label, and with it whether it is on.
public struct Toggle<Label: View>: View {
  private let isOn: Bool
  private let label: Label

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
  public init(_ title: LocalizedStringKey, isOn: Bool) { self.init(isOn: isOn) { Text(title) } }
}

/// What a finger is to hit, for guides and checks (rule 83).
public struct TapTarget: Codable, Hashable, Sendable {
  public enum Kind: String, Codable, Sendable { case link, button, toggle }

  public var kind: Kind
  /// In points of its widget.
  public var framePt: Rect
}

extension View {
  fileprivate func tapTarget(_ kind: TapTarget.Kind) -> some View {
    ElementModifier(content: self) { child, context in
      TapTargetElement(child: child, kind: kind, container: context.container)
    }
  }
}

/// Tells its container where it was drawn.
private struct TapTargetElement: WrapperElement {
  let child: any Element
  let kind: TapTarget.Kind
  let container: Container

  func draw(in rect: Rect, into canvas: inout Canvas) {
    container.targets.append(TapTarget(kind: kind, framePt: rect))
    child.draw(in: rect, into: &canvas)
  }
}
