// What views say, by the names that SwiftUI had before `accessibilityLabel` and the others.
extension View {
  /// Sets what the view is called.
  public func accessibility(label: Text) -> some View { accessibilityLabel(label) }
  /// Sets what the view shows.
  public func accessibility(value: Text) -> some View { accessibilityValue(value) }
  /// Sets what the view is for.
  public func accessibility(hint: Text) -> some View { accessibilityHint(hint) }
  /// Leaves the view out.
  public func accessibility(hidden: Bool) -> some View { accessibilityHidden(hidden) }
  /// Names the view in layout dumps.
  public func accessibility(identifier: String) -> some View { accessibilityIdentifier(identifier) }
  /// Adds to what kind of thing the view is.
  public func accessibility(addTraits traits: AccessibilityTraits) -> some View { accessibilityAddTraits(traits) }
  /// Removes from what kind of thing the view is.
  public func accessibility(removeTraits traits: AccessibilityTraits) -> some View {
    accessibilityRemoveTraits(traits)
  }
  /// Sets the place among its siblings: higher ones are first; 0 by default.
  public func accessibility(sortPriority: Double) -> some View { accessibilitySortPriority(sortPriority) }
  /// Accepted without effect: nothing is spoken.
  public func accessibility(inputLabels: [Text]) -> some View { self }
}
