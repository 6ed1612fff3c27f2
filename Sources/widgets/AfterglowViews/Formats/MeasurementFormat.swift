import Foundation

/// The purpose of a measurement, by which a locale chooses its unit: miles for roads, degrees Fahrenheit for weather.
public struct MeasurementFormatUnitUsage<UnitType: Dimension>: Hashable, Sendable {
  /// CLDR's name; nil keeps the unit.
  let name: String?

  /// The locale's usual unit.
  public static var general: Self { Self(name: "default") }
  /// The unit of the measurement.
  public static var asProvided: Self { Self(name: nil) }
}

extension MeasurementFormatUnitUsage where UnitType == UnitTemperature {
  public static var weather: Self { Self(name: "weather") }
  public static var person: Self { Self(name: "default") }
}

extension MeasurementFormatUnitUsage where UnitType == UnitLength {
  public static var road: Self { Self(name: "road") }
  public static var focalLength: Self { Self(name: "focal-length") }
  public static var person: Self { Self(name: "person") }
  public static var personHeight: Self { Self(name: "person-height") }
  public static var rainfall: Self { Self(name: "rainfall") }
  public static var snowfall: Self { Self(name: "snowfall") }
  public static var visibility: Self { Self(name: "visiblty") }
}

extension MeasurementFormatUnitUsage where UnitType == UnitSpeed {
  public static var wind: Self { Self(name: "wind") }
}

extension MeasurementFormatUnitUsage where UnitType == UnitPressure {
  public static var barometric: Self { Self(name: "baromtrc") }
}

extension MeasurementFormatUnitUsage where UnitType == UnitMass {
  public static var personWeight: Self { Self(name: "person") }
}

extension MeasurementFormatUnitUsage where UnitType == UnitEnergy {
  public static var food: Self { Self(name: "food") }
  public static var workout: Self { Self(name: "default") }
}

extension MeasurementFormatUnitUsage where UnitType == UnitVolume {
  public static var liquid: Self { Self(name: "fluid") }
}

extension Measurement where UnitType: Dimension {
  /// A measurement in a locale's words.
  public struct FormatStyle: Foundation.FormatStyle, Codable, Hashable, Sendable {
    /// "5 kilometres", "5 km", "5km".
    public enum UnitWidth: Hashable, Codable, Sendable {
      case wide, abbreviated, narrow

      var width: NumberSkeleton.UnitWidth {
        switch self {
        case .wide: .wide
        case .abbreviated: .short
        case .narrow: .narrow
        }
      }
    }

    public var width: UnitWidth
    public var locale: Locale
    public var numberFormatStyle: FloatingPointFormatStyle<Double>?
    /// Whether a temperature is in degrees without their name.
    public var hidesScaleName = false
    var usageName: String?

    public func locale(_ locale: Locale) -> Self {
      var copy = self
      copy.locale = locale
      return copy
    }

    public func format(_ value: Measurement<UnitType>) -> String {
      let number = numberFormatStyle
      guard let unit = value.unit.cldrIdentifier else {
        return "\((number ?? .number).locale(locale).format(value.value)) \(value.unit.symbol)"
      }
      let text = UnitNumber.string(
        value.value, unit: unit, width: width.width, usage: usageName, locale: locale, number: number)
      guard let text, hidesScaleName else { return text ?? "\(value.value) \(value.unit.symbol)" }
      return text.filter { $0.isNumber || "-−.,٫°".contains($0) } + (text.contains("°") ? "" : "°")
    }
  }
}

extension Measurement.FormatStyle {
  public init(
    width: UnitWidth, locale: Locale = .autoupdatingCurrent, usage: MeasurementFormatUnitUsage<UnitType> = .general,
    numberFormatStyle: FloatingPointFormatStyle<Double>? = nil
  ) {
    self.width = width
    self.locale = locale
    self.numberFormatStyle = numberFormatStyle
    usageName = usage.name
  }
}

extension Measurement where UnitType: Dimension {
  /// In a style's words, in the process's locale unless it has another.
  public func formatted<S: Foundation.FormatStyle>(_ style: S) -> S.FormatOutput where S.FormatInput == Measurement {
    style.format(self)
  }

  /// In the locale's usual unit.
  public func formatted() -> String { FormatStyle(width: .abbreviated).format(self) }
}

extension FormatStyle {
  /// A measurement in a locale's words: "21 °C", "5.2 miles".
  ///
  /// - Parameters:
  ///   - width: how long the unit's name is.
  ///   - usage: what it is for, by which the locale chooses the unit; `asProvided` keeps it.
  ///   - hidesScaleName: whether only a degree sign follows; of temperatures.
  ///   - numberFormatStyle: the figures; as many as the usage has by default.
  public static func measurement<UnitType: Dimension>(
    width: Measurement<UnitType>.FormatStyle.UnitWidth, usage: MeasurementFormatUnitUsage<UnitType> = .general,
    hidesScaleName: Bool = false, numberFormatStyle: FloatingPointFormatStyle<Double>? = nil
  ) -> Self where Self == Measurement<UnitType>.FormatStyle {
    var style = Measurement<UnitType>.FormatStyle(width: width, usage: usage, numberFormatStyle: numberFormatStyle)
    style.hidesScaleName = hidesScaleName && UnitType.self == UnitTemperature.self
    return style
  }
}

/// Measurements in a locale's words. Foundation has none on Linux.
public final class MeasurementFormatter: Formatter, @unchecked Sendable {
  public struct UnitOptions: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Keeps the unit.
    public static let providedUnit = UnitOptions(rawValue: 1)
    /// Accepted without effect.
    public static let naturalScale = UnitOptions(rawValue: 2)
    /// A temperature in degrees without their name.
    public static let temperatureWithoutUnit = UnitOptions(rawValue: 4)
  }

  public var unitOptions: UnitOptions = []
  public var unitStyle = Formatter.UnitStyle.medium
  public var locale: Locale! = .current
  /// The formatter whose fraction digits are used.
  public var numberFormatter: NumberFormatter! = {
    let formatter = NumberFormatter()
    formatter.numberStyle = .decimal
    formatter.maximumFractionDigits = 2
    return formatter
  }()

  public override func string(for obj: Any) -> String? { (obj as? any AnyMeasurement)?.text(by: self) }

  public func string<UnitType: Dimension>(from measurement: Measurement<UnitType>) -> String {
    let width: Measurement<UnitType>.FormatStyle.UnitWidth =
      switch unitStyle {
      case .short: .narrow
      case .long: .wide
      default: .abbreviated
      }
    let digits =
      numberFormatter
      .minimumFractionDigits...max(
        numberFormatter.minimumFractionDigits, numberFormatter.maximumFractionDigits)
    var style = Measurement<UnitType>.FormatStyle(
      width: width, locale: locale, usage: unitOptions.contains(.providedUnit) ? .asProvided : .general,
      numberFormatStyle: .number.precision(.fractionLength(digits)))
    style.hidesScaleName = unitOptions.contains(.temperatureWithoutUnit) && UnitType.self == UnitTemperature.self
    return style.format(measurement)
  }

  public func string(from unit: Unit) -> String { unit.symbol }
}

/// A measurement of any dimension.
private protocol AnyMeasurement {
  func text(by formatter: MeasurementFormatter) -> String
}

extension Measurement: AnyMeasurement where UnitType: Dimension {
  fileprivate func text(by formatter: MeasurementFormatter) -> String { formatter.string(from: self) }
}
