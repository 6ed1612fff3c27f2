/// Which parts of a label are shown; a value with the names of SwiftUI's styles.
public struct LabelStyle: Hashable, Sendable {
  enum Kind: Hashable, Sendable { case titleAndIcon, titleOnly, iconOnly }
  let kind: Kind

  /// The same as ``titleAndIcon``.
  public static let automatic = LabelStyle(kind: .titleAndIcon)
  public static let titleAndIcon = LabelStyle(kind: .titleAndIcon)
  public static let titleOnly = LabelStyle(kind: .titleOnly)
  public static let iconOnly = LabelStyle(kind: .iconOnly)
}

/// An icon and a title on one baseline, 4 pt apart.
///
///     Label("Harbour", systemImage: "drop.fill").font(.headline)
public struct Label<Title: View, Icon: View>: View {
  private let title: Title
  private let icon: Icon
  @Environment(\.labelStyle) private var style
  @Environment(\.isBoundByInk) private var isBoundByInk
  @Environment(\.font) private var font

  public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {
    self.title = title()
    self.icon = icon()
  }

  public var body: some View {
    switch style.kind {
    case .titleOnly: title
    case .iconOnly: icon
    case .titleAndIcon:
      // A symbol that begins with its ink has no room of its own after it either.
      HStack(alignment: .firstTextBaseline, spacing: isBoundByInk ? 4 + font.size * 0.16 : 4) {
        icon
        title
      }
    }
  }
}

extension Label where Title == Text, Icon == Image {
  /// A title and a symbol of the icon font.
  public init(_ title: LocalizedStringKey, symbol: Symbol) {
    self.init {
      Text(title)
    } icon: {
      Image(symbol: symbol)
    }
  }

  /// A title and a symbol of the icon font.
  @_disfavoredOverload
  public init(_ title: some StringProtocol, symbol: Symbol) {
    self.init {
      Text(title)
    } icon: {
      Image(symbol: symbol)
    }
  }

  /// A title and a symbol by its SF Symbols name; see ``Symbol/all``.
  public init(_ title: LocalizedStringKey, systemImage: String) {
    self.init(title, symbol: Symbol(systemName: systemImage))
  }

  /// A title and a symbol by its SF Symbols name; see ``Symbol/all``.
  @_disfavoredOverload
  public init(_ title: some StringProtocol, systemImage: String) {
    self.init(title, symbol: Symbol(systemName: systemImage))
  }
}

extension View {
  /// Sets which parts of labels in the view are shown.
  public func labelStyle(_ style: LabelStyle) -> some View { environment(\.labelStyle, style) }
}
