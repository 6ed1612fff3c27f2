import Foundation

/// Leads to a place when it is tapped. Panels take no taps yet: it shows its label.
public struct Link<Label: View>: View {
  private let label: Label

  public init(destination: URL, @ViewBuilder label: () -> Label) { self.label = label() }

  public var body: some View { label }
}

extension Link where Label == Text {
  public init(_ title: LocalizedStringKey, destination: URL) { self.init(destination: destination) { Text(title) } }
}

/// Does something when it is tapped. Panels take no taps yet: it shows its label.
public struct Button<Label: View>: View {
  private let label: Label

  public init(action: @escaping () -> Void, @ViewBuilder label: () -> Label) { self.label = label() }

  public var body: some View { label }
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
  }
}

extension Toggle where Label == Text {
  public init(_ title: LocalizedStringKey, isOn: Bool) { self.init(isOn: isOn) { Text(title) } }
}
