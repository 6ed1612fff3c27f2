import Foundation

/// How many values a parameter that is a list has.
public struct IntentCollectionSize: Hashable, ExpressibleByIntegerLiteral, Sendable {
  let range: ClosedRange<Int>

  public init(exactly count: Int) { range = count...count }
  public init(min: Int, max: Int) { range = min...Swift.max(min, max) }
  public init(integerLiteral value: Int) { range = value...value }
}

/// The family of a widget, for the size of a parameter that is a list.
public enum IntentWidgetFamily: String, Hashable, CaseIterable, Sendable {
  case systemSmall, systemMedium, systemLarge, systemExtraLarge, systemExtraLargePortrait, accessoryCircular,
    accessoryCorner, accessoryRectangular, accessoryInline

  var family: WidgetFamily? { WidgetFamily(rawValue: rawValue) }
}

extension IntentParameter {
  /// - Parameters:
  ///   - title: its name in the gallery's form.
  ///   - description: a sentence about it in the form.
  ///   - defaultValue: the value where a scene file sets none.
  ///   - size: how many values a list has.
  ///   - requestValueDialog: accepted without effect: nothing asks.
  public convenience init<Element: IntentValue>(
    title: LocalizedStringResource = "", description: LocalizedStringResource? = nil,
    default defaultValue: Value? = nil,
    size: IntentCollectionSize, requestValueDialog: IntentDialog? = nil
  ) where Value.UnwrappedType == [Element] {
    self.init(title, description, defaultValue) { $0.size = size.range }
  }

  /// - Parameters:
  ///   - title: its name in the gallery's form.
  ///   - description: a sentence about it in the form.
  ///   - defaultValue: the value where a scene file sets none.
  ///   - size: how many values a list has in each family. Of a longer list a family gets the first values.
  ///   - requestValueDialog: accepted without effect: nothing asks.
  public convenience init<Element: IntentValue>(
    title: LocalizedStringResource = "", description: LocalizedStringResource? = nil,
    default defaultValue: Value? = nil,
    size: [IntentWidgetFamily: IntentCollectionSize], requestValueDialog: IntentDialog? = nil
  ) where Value.UnwrappedType == [Element] {
    self.init(title, description, defaultValue) { $0.setSizes(size) }
  }

  /// - Parameters:
  ///   - title: its name in the gallery's form.
  ///   - description: a sentence about it in the form.
  ///   - defaultValue: the value where a scene file sets none.
  ///   - size: how many values a list has.
  ///   - requestValueDialog: accepted without effect: nothing asks.
  ///   - provider: its choices.
  public convenience init<Element: IntentValue, Provider: DynamicOptionsProvider>(
    title: LocalizedStringResource = "", description: LocalizedStringResource? = nil,
    default defaultValue: Value? = nil,
    size: IntentCollectionSize, requestValueDialog: IntentDialog? = nil, optionsProvider provider: Provider
  ) where Value.UnwrappedType == [Element] {
    self.init(title, description, defaultValue) {
      $0.size = size.range
      $0.initialValue = { await provider.defaultResult() }
    }
  }

  /// - Parameters:
  ///   - title: its name in the gallery's form.
  ///   - description: a sentence about it in the form.
  ///   - defaultValue: the value where a scene file sets none.
  ///   - size: how many values a list has in each family. Of a longer list a family gets the first values.
  ///   - requestValueDialog: accepted without effect: nothing asks.
  ///   - provider: its choices.
  public convenience init<Element: IntentValue, Provider: DynamicOptionsProvider>(
    title: LocalizedStringResource = "", description: LocalizedStringResource? = nil,
    default defaultValue: Value? = nil,
    size: [IntentWidgetFamily: IntentCollectionSize], requestValueDialog: IntentDialog? = nil,
    optionsProvider provider: Provider
  ) where Value.UnwrappedType == [Element] {
    self.init(title, description, defaultValue) {
      $0.setSizes(size)
      $0.initialValue = { await provider.defaultResult() }
    }
  }
}

extension IntentParameterDetails {
  fileprivate mutating func setSizes(_ all: [IntentWidgetFamily: IntentCollectionSize]) {
    for (family, size) in all {
      if let family = family.family { sizes[family] = size.range }
    }
  }
}

extension IntentSchema {
  /// Shortens the lists of an intent to the sizes that its parameters have in a family.
  static func fit(_ intent: some AppIntent, to family: WidgetFamily) {
    for (_, parameter) in parameters(of: intent) { parameter.limit(to: family) }
  }
}

/// A list of any values.
protocol LimitedList {
  func limited(to count: Int) -> Self
}

extension Array: LimitedList {
  func limited(to count: Int) -> [Element] { Array(prefix(Swift.max(0, count))) }
}
