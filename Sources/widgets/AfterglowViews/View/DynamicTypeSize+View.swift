extension View {
  /// Sets the type size for this view and its content.
  public func dynamicTypeSize(_ size: DynamicTypeSize) -> some View { environment(\.dynamicTypeSize, size) }

  /// Keeps the type size within a range, such as `...DynamicTypeSize.xxxLarge`.
  public func dynamicTypeSize(_ range: some RangeExpression<DynamicTypeSize>) -> some View {
    EnvironmentModifier(content: self) { $0.dynamicTypeSize = $0.dynamicTypeSize.clamped(to: range) }
  }
}

/// A length that scales with text.
///
///     struct TideView: View {
///       @ScaledMetric(relativeTo: .body) private var iconSide = 20.0
///
///       var body: some View { Circle().frame(width: iconSide, height: iconSide) }
///     }
@propertyWrapper
public struct ScaledMetric<Value: BinaryFloatingPoint> {
  private let base: Value
  private let style: Font.TextStyle

  /// - Parameter wrappedValue: the length at the default type size.
  /// - Parameter style: the text style with which it scales.
  public init(wrappedValue: Value, relativeTo style: Font.TextStyle = .body) {
    base = wrappedValue
    self.style = style
  }

  /// The length at the environment's type size. It may be read only in the `body` of the view.
  public var wrappedValue: Value {
    base * Value(style.size(at: EnvironmentValues.current.values.dynamicTypeSize) / style.size)
  }
}

extension ScaledMetric: Sendable where Value: Sendable {}
