/// What docs/widgets.md and docs/boards.md say of a widget: those parts of the pages are made of this.
struct WidgetPage: Sendable {
  /// What it shows.
  var summary: String
  /// What is told from across the room; empty where all families are accessories.
  var fact = ""
  /// The few words beside it.
  var words = ""
  /// Names of the elements that tell the fact.
  var factNames: Set<String> = []
  /// In place of its families, where they are another's affair.
  var families: String?
  /// Its keys in a scene, and what is to be known of them, in Markdown.
  var settings: String
}
