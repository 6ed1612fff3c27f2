/// An icon and a title on one baseline, 4 pt apart, unless a ``LabelStyle`` says otherwise.
///
///     Label("Harbour", systemImage: "drop.fill").font(.headline)
public struct Label<Title: View, Icon: View>: View {
  private let configuration: LabelStyleConfiguration

  public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {
    configuration = LabelStyleConfiguration(
      title: .init(content: AnyView(title())), icon: .init(content: AnyView(icon())))
  }

  /// The label that a style received, in the style around it.
  public init(_ configuration: LabelStyleConfiguration)
  where Title == LabelStyleConfiguration.Title, Icon == LabelStyleConfiguration.Icon {
    self.configuration = configuration
  }

  public var body: some View {
    StyledControl(configuration: configuration, style: \.labelStyle) {
      AnyView(DefaultLabelStyle().makeBody(configuration: $0))
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
    self.init {
      Text(title)
    } icon: {
      Image(systemName: systemImage)
    }
  }

  /// A title and a symbol by its SF Symbols name; see ``Symbol/all``.
  @_disfavoredOverload
  public init(_ title: some StringProtocol, systemImage: String) {
    self.init {
      Text(title)
    } icon: {
      Image(systemName: systemImage)
    }
  }

  /// A title and a picture of the resources by its name.
  public init(_ title: LocalizedStringKey, image: String) {
    self.init {
      Text(title)
    } icon: {
      Image(image)
    }
  }

  /// A title and a picture of the resources by its name.
  @_disfavoredOverload
  public init(_ title: some StringProtocol, image: String) {
    self.init {
      Text(title)
    } icon: {
      Image(image)
    }
  }

  /// A title and a picture of the resources.
  public init(_ title: LocalizedStringKey, image: ImageResource) {
    self.init {
      Text(title)
    } icon: {
      Image(image)
    }
  }
}
