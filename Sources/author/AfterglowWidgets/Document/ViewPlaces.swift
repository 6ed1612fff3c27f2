import Afterglow
import AfterglowDocuments

/// Statements of a view file on the places where its widget stands, as `disfavoredLocations`, `supportedMountingStyles` and
/// `widgetTexture` do in Swift.
struct ViewPlaces: Sendable {
  /// The families that do not suit a location.
  private(set) var disfavored: [(location: WidgetLocation, families: [WidgetFamily])] = []
  private(set) var mountingStyles = WidgetMountingStyle.allCases
  /// nil = as the scene says.
  private(set) var texture: WidgetTexture?

  /// Of a file that says nothing about them.
  init() {}

  /// - Parameter families: those that the file has; none if they cannot be read.
  init(_ root: inout StrictDecoder, families: some Collection<WidgetFamily>) {
    mountingStyles =
      root.names(
        "supportedMountingStyles", of: "style", WidgetMountingStyle.allCases.map { ($0.rawValue, $0) })
      ?? mountingStyles
    texture = root.choice("widgetTexture", [("glass", WidgetTexture.glass), ("paper", WidgetTexture.paper)])
    guard var part = root.mapping("disfavoredLocations") else { return }
    for location in WidgetLocation.all {
      guard let unsuited = part.families(location.name) else { continue }
      for family in unsuited where !families.isEmpty && !families.contains(family) {
        part.fail(location.name, "expected families that \"families\" has too, found \(family.rawValue)")
      }
      disfavored.append((location, unsuited))
    }
    part.finish()
  }
}
