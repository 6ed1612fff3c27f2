/// The description of a widget in docs/widgets.md and docs/boards.md, which are generated from it.
struct WidgetPage: Sendable {
  /// What it shows.
  var summary: String
  /// What the simplified form shows; empty where all families are accessories.
  var fact = ""
  /// The few words next to it.
  var words = ""
  /// Names of the elements that show the fact.
  var factNames: Set<String> = []
  /// Replaces the list of families, where another file determines them.
  var families: String?
  /// Its keys in a scene, in Markdown.
  var settings: String
}
