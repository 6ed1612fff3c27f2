import Afterglow
import AfterglowWidgets

/// An intent of a built-in widget, which the author performs itself.
public struct BuiltInIntent {
  /// The task that is ticked off, or is open again; nil = it is about no task.
  public let task: (identity: String, isDone: Bool)?

  /// - Returns: nil for the intent of an added widget, whose own process performs it.
  public init?(_ intent: IntentReference, of kind: String) {
    guard WidgetGallery.standard.isBuiltIn(kind) else { return nil }
    task = WidgetGallery.tick(intent)
  }
}
