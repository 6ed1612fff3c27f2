/// How labels are shown.
public struct LabelStyle: Hashable, Sendable {
  enum Kind: Hashable, Sendable { case titleAndIcon, titleOnly, iconOnly }
  let kind: Kind

  public static let automatic = LabelStyle(kind: .titleAndIcon)
  public static let titleAndIcon = LabelStyle(kind: .titleAndIcon)
  public static let titleOnly = LabelStyle(kind: .titleOnly)
  public static let iconOnly = LabelStyle(kind: .iconOnly)
}

/// An icon and a title, on one baseline.
public struct Label<Title: View, Icon: View>: View {
  private let title: Title
  private let icon: Icon
  @Environment(\.labelStyle) private var style

  public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {
    self.title = title()
    self.icon = icon()
  }

  public var body: some View {
    switch style.kind {
    case .titleOnly: title
    case .iconOnly: icon
    case .titleAndIcon:
      HStack(alignment: .firstTextBaseline, spacing: 4) {
        icon
        title
      }
    }
  }
}

extension Label where Title == Text, Icon == Image {
  public init(_ title: LocalizedStringKey, symbol: Symbol) {
    self.init {
      Text(title)
    } icon: {
      Image(symbol: symbol)
    }
  }

  @_disfavoredOverload
  public init(_ title: some StringProtocol, symbol: Symbol) {
    self.init {
      Text(title)
    } icon: {
      Image(symbol: symbol)
    }
  }

  public init(_ title: LocalizedStringKey, systemImage: String) {
    self.init(title, symbol: Symbol(systemName: systemImage))
  }

  @_disfavoredOverload
  public init(_ title: some StringProtocol, systemImage: String) {
    self.init(title, symbol: Symbol(systemName: systemImage))
  }
}

extension View {
  public func labelStyle(_ style: LabelStyle) -> some View { environment(\.labelStyle, style) }
}
