extension WidgetConfiguration {
  /// Sets the name in the gallery: the words of a key, in the language of the user who adds the widget.
  public func configurationDisplayName(_ displayName: LocalizedStringKey) -> ModifiedWidgetConfiguration {
    configurationDisplayName(Text(displayName))
  }

  /// Sets the sentence under the name in the gallery: the words of a key, in the language of the user who adds the widget.
  public func description(_ description: LocalizedStringKey) -> ModifiedWidgetConfiguration {
    self.description(Text(description))
  }

  /// Sets the name in the gallery, without the looks of the text.
  @_disfavoredOverload
  public func configurationDisplayName(_ displayName: Text) -> ModifiedWidgetConfiguration {
    configurationDisplayName(displayName.plainWords)
  }

  /// Sets the name in the gallery.
  @_disfavoredOverload
  public func configurationDisplayName(_ displayName: LocalizedStringResource) -> ModifiedWidgetConfiguration {
    configurationDisplayName(displayName.words())
  }

  /// Sets the sentence under the name in the gallery, without the looks of the text.
  @_disfavoredOverload
  public func description(_ description: Text) -> ModifiedWidgetConfiguration {
    self.description(description.plainWords)
  }

  /// Sets the sentence under the name in the gallery.
  @_disfavoredOverload
  public func description(_ description: LocalizedStringResource) -> ModifiedWidgetConfiguration {
    self.description(description.words())
  }
}

extension Text {
  /// Its words where nothing is known of the place in which it is shown.
  fileprivate var plainWords: String {
    var environment = EnvironmentValues()
    environment.locale = BoardLocale.current
    switch storage {
    case .joined(let parts): return parts.map(\.plainWords).joined()
    case .localized(let make): return make(environment).plainWords
    default: return stillWords(environment) ?? ""
    }
  }
}
