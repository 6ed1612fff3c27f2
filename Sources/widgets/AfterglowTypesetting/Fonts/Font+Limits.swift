extension Font {
  /// No text of a widget is shown smaller, in points (docs/rules.md, rule 12).
  package static let smallestTextPt = 11.0
  /// Of labels along a watch's face, in points.
  package static let widgetLabelPt = 12.0
  /// Height of Inter's capitals as a fraction of the type size.
  package static let capHeightShare = 0.727
}
