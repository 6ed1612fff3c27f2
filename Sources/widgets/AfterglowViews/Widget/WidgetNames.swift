extension WidgetConfiguration {
  /// Sets the name in the gallery, without the looks of the text.
  @_disfavoredOverload
  public func configurationDisplayName(_ displayName: Text) -> ModifiedWidgetConfiguration {
    configurationDisplayName(displayName.plainWords)
  }

  /// Sets the name in the gallery.
  @_disfavoredOverload
  public func configurationDisplayName(_ displayName: LocalizedStringResource) -> ModifiedWidgetConfiguration {
    configurationDisplayName(displayName.key)
  }

  /// Sets the sentence under the name in the gallery, without the looks of the text.
  @_disfavoredOverload
  public func description(_ description: Text) -> ModifiedWidgetConfiguration {
    self.description(description.plainWords)
  }

  /// Sets the sentence under the name in the gallery.
  @_disfavoredOverload
  public func description(_ description: LocalizedStringResource) -> ModifiedWidgetConfiguration {
    self.description(description.key)
  }
}

extension Text {
  /// Its words where nothing is known of the place in which it is shown.
  fileprivate var plainWords: String {
    if case .joined(let parts) = storage { return parts.map(\.plainWords).joined() }
    return stillWords(EnvironmentValues()) ?? ""
  }
}
