import Afterglow
import AfterglowDocuments
import AfterglowSources

extension BoardFolder {
  /// The place in the scene of each source, by the source's key; of equal ones, the first. A source that follows from
  /// the scene's place has that of its widget.
  public var placesOfSources: [String: SourcePlace] {
    var places: [String: SourcePlace] = [:]
    for item in scene.allWidgets {
      for setting in Self.settings(of: item) {
        var alone = item
        alone.configuration = setting.configuration
        for key in sources(of: alone).compactMap(\.source.key) where places[key] == nil {
          places[key] = SourcePlace(file: scenePath, line: setting.position.line, column: setting.position.column)
        }
      }
    }
    return places
  }

  /// Keys of configurations that name sources of content.
  static let sourceKeys = ["source", "sources", "calendar", "history", "holidays"]

  /// A configuration with one of its sources alone.
  private struct Setting {
    let position: DocumentPosition
    let configuration: [String: ConfigurationValue]
  }

  /// Each source of a widget with its position, and last the whole widget.
  private static func settings(of item: SceneSettings.Item) -> [Setting] {
    let others = item.configuration.filter { !sourceKeys.contains($0.key) }
    var settings: [Setting] = []
    func add(_ path: [String], _ value: ConfigurationValue) {
      let configuration = others.merging([path[0]: value]) { _, own in own }
      settings.append(Setting(position: item.position(of: path) ?? item.position, configuration: configuration))
    }
    for key in sourceKeys {
      guard let value = item.configuration[key] else { continue }
      if case .array(let parts) = value {
        for (index, part) in parts.enumerated() { add([key, "\(index)"], .array([part])) }
      } else {
        add([key], value)
      }
    }
    return settings + [Setting(position: item.position, configuration: item.configuration)]
  }
}
