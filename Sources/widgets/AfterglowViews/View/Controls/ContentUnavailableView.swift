/// Says that there is nothing to show, and why: a symbol, a title and words about it in the middle of its space.
///
///     ContentUnavailableView("No Events", systemImage: "calendar", description: Text("Enjoy the day."))
///
/// Where the whole is too high, the symbol is left out, then the words about it.
public struct ContentUnavailableView<Label: View, Description: View, Actions: View>: View {
  private let label: Label
  private let description: Description
  private let actions: Actions

  public init(
    @ViewBuilder label: () -> Label, @ViewBuilder description: () -> Description = { EmptyView() },
    @ViewBuilder actions: () -> Actions = { EmptyView() }
  ) {
    self.label = label()
    self.description = description()
    self.actions = actions()
  }

  public var body: some View {
    ViewThatFits(in: .vertical) {
      whole(showsIcon: true)
      whole(showsIcon: false)
      title(showsIcon: false)
    }
    .multilineTextAlignment(.center)
    .frame(maxWidth: .infinity, maxHeight: .infinity)
  }

  private func whole(showsIcon: Bool) -> some View {
    VStack(spacing: 6) {
      title(showsIcon: showsIcon)
      Group { description }.font(.subheadline).foregroundStyle(.secondary)
      Group { actions }.font(.subheadline)
    }
  }

  private func title(showsIcon: Bool) -> some View {
    label.font(.headline).labelStyle(UnavailableLabelStyle(showsIcon: showsIcon))
  }
}

private struct UnavailableLabelStyle: LabelStyle {
  let showsIcon: Bool

  func makeBody(configuration: Configuration) -> some View {
    VStack(spacing: 6) {
      if showsIcon { configuration.icon.font(.largeTitle).foregroundStyle(.secondary) }
      configuration.title
    }
  }
}

extension ContentUnavailableView
where Label == AfterglowViews.Label<Text, Image>, Description == Text?, Actions == EmptyView {
  /// A title, a symbol by its SF Symbols name, and words about it.
  public init(_ title: LocalizedStringKey, systemImage name: String, description: Text? = nil) {
    self.init(label: { AfterglowViews.Label(title, systemImage: name) }, description: { description })
  }

  /// A title, a symbol by its SF Symbols name, and words about it.
  @_disfavoredOverload
  public init(_ title: some StringProtocol, systemImage name: String, description: Text? = nil) {
    self.init(label: { AfterglowViews.Label(title, systemImage: name) }, description: { description })
  }

  /// A title, a picture of the bundle, and words about it.
  public init(_ title: LocalizedStringKey, image name: String, description: Text? = nil) {
    self.init(label: { AfterglowViews.Label(title, image: name) }, description: { description })
  }

  /// A title, a picture of the bundle, and words about it.
  @_disfavoredOverload
  public init(_ title: some StringProtocol, image name: String, description: Text? = nil) {
    self.init(label: { AfterglowViews.Label(title, image: name) }, description: { description })
  }
}

/// The label of ``ContentUnavailableView/search``.
public typealias SearchUnavailableContent = AfterglowViews.Label<Text, Image>

extension ContentUnavailableView where Label == SearchUnavailableContent, Description == Text?, Actions == EmptyView {
  /// Nothing was found.
  public static var search: ContentUnavailableView {
    ContentUnavailableView(
      String("No Results"), systemImage: "magnifyingglass",
      description: Text(verbatim: "Check the spelling or try a new search."))
  }

  /// Nothing was found for these words.
  public static func search(text: String) -> ContentUnavailableView {
    ContentUnavailableView(
      String("No Results for “\(text)”"), systemImage: "magnifyingglass",
      description: Text(verbatim: "Check the spelling or try a new search."))
  }
}
