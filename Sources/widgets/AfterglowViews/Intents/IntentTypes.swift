/// The intents of a program. Apple's tools write them down while an app is built; here the program's own records of
/// conformances are read.
enum IntentTypes {
  /// Those that can be performed, by name: neither this module's own nor those that only configure.
  static let performable: [any AppIntent.Type] = ConformingTypes.all(of: (any AppIntent).self).compactMap { type in
    guard let intent = type as? any AppIntent.Type, !(intent is any WidgetConfigurationIntent.Type),
      !(intent is any ControlConfigurationIntent.Type), !String(reflecting: type).hasPrefix("AfterglowViews.")
    else { return nil }
    return intent
  }
  .sorted { $0.persistentIdentifier < $1.persistentIdentifier }
}
