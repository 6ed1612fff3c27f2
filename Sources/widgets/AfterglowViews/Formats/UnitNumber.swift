import Foundation

/// Numbers with units in a locale's words, by the ICU that Foundation is linked with. Swift's Foundation for Linux has no
/// formats of its own for them.
enum UnitNumber {
  /// - Parameters:
  ///   - value: in `unit`.
  ///   - unit: CLDR's identifier, such as `kilometer-per-hour`.
  ///   - usage: CLDR's purpose, for which the locale chooses another unit and precision; nil keeps the unit.
  ///   - number: writes the figures; nil leaves that to the locale.
  static func string(
    _ value: Double, unit: String, width: NumberSkeleton.UnitWidth, usage: String?, locale: Locale,
    number: FloatingPointFormatStyle<Double>? = nil
  ) -> String? {
    let skeleton = "unit/\(unit) unit-width-\(width.rawValue)" + (usage.map { " usage/\($0)" } ?? "")
    guard let number else { return formatted(value, skeleton + (usage == nil ? " .##" : ""), locale)?.text }
    // As many figures as a number may have, to be replaced by the style's.
    guard let exact = formatted(value, skeleton + " .######### group-off", locale),
      let figures = exact.figures, let converted = Self.number(exact.text[figures])
    else { return formatted(value, skeleton, locale)?.text }
    let own = number.locale(locale).format(converted)
    // The words for 2 are those for 2.0 in most languages; the number decides.
    guard let rounded = formatted(converted == 1 ? 1 : value, skeleton + " .#########", locale),
      let span = rounded.figures
    else { return exact.text.replacingCharacters(in: figures, with: own) }
    return rounded.text.replacingCharacters(in: span, with: own)
  }

  private struct Formatted {
    var text: String
    /// The number in it, if it is one.
    var figures: Range<String.Index>?
  }

  /// Of figures in any script, without separators of groups.
  private static func number(_ figures: Substring) -> Double? {
    Double(
      figures.map { figure in
        if let digit = figure.wholeNumberValue { return String(digit) }
        return "-−".contains(figure) ? "-" : "."
      }.joined())
  }

  private static func formatted(_ value: Double, _ skeleton: String, _ locale: Locale) -> Formatted? {
    NumberSkeleton.string(value, skeleton, in: locale.identifier(.icu)).map {
      Formatted(text: $0, figures: figures(in: $0))
    }
  }

  /// One stretch of figures with their separators and sign; nil where there are several, as in feet and inches.
  private static func figures(in text: String) -> Range<String.Index>? {
    let places = text.indices.filter { text[$0].isNumber && text[$0].wholeNumberValue != nil }
    guard let first = places.first, let last = places.last else { return nil }
    let between = text[first...last]
    guard between.allSatisfy({ $0.wholeNumberValue != nil || ".,’'٫٬\u{A0}\u{202F}".contains($0) }) else { return nil }
    let before = first > text.startIndex ? text.index(before: first) : first
    let start = first > text.startIndex && "-−".contains(text[before]) ? before : first
    return start..<text.index(after: last)
  }
}

extension Unit {
  /// CLDR's identifier of a unit of Foundation's; nil for others.
  var cldrIdentifier: String? {
    guard self is Dimension else { return nil }
    return Self.identifiers["\(type(of: self)) \(symbol)"]
  }

  private static let identifiers: [String: String] = {
    var table: [String: String] = [:]
    func add(_ pairs: [(Unit, String)]) {
      for (unit, name) in pairs { table["\(type(of: unit)) \(unit.symbol)"] = name }
    }
    add([
      (UnitTemperature.celsius, "celsius"), (UnitTemperature.fahrenheit, "fahrenheit"),
      (UnitTemperature.kelvin, "kelvin"),
    ])
    add([
      (UnitLength.megameters, "megameter"), (UnitLength.kilometers, "kilometer"),
      (UnitLength.hectometers, "hectometer"),
      (UnitLength.decameters, "decameter"), (UnitLength.meters, "meter"), (UnitLength.decimeters, "decimeter"),
      (UnitLength.centimeters, "centimeter"), (UnitLength.millimeters, "millimeter"),
      (UnitLength.micrometers, "micrometer"), (UnitLength.nanometers, "nanometer"), (UnitLength.inches, "inch"),
      (UnitLength.feet, "foot"), (UnitLength.yards, "yard"), (UnitLength.miles, "mile"),
      (UnitLength.nauticalMiles, "nautical-mile"), (UnitLength.fathoms, "fathom"), (UnitLength.furlongs, "furlong"),
      (UnitLength.astronomicalUnits, "astronomical-unit"), (UnitLength.lightyears, "light-year"),
      (UnitLength.parsecs, "parsec"),
    ])
    add([
      (UnitSpeed.metersPerSecond, "meter-per-second"), (UnitSpeed.kilometersPerHour, "kilometer-per-hour"),
      (UnitSpeed.milesPerHour, "mile-per-hour"), (UnitSpeed.knots, "knot"),
    ])
    add([
      (UnitMass.kilograms, "kilogram"), (UnitMass.grams, "gram"), (UnitMass.milligrams, "milligram"),
      (UnitMass.micrograms, "microgram"), (UnitMass.metricTons, "tonne"), (UnitMass.pounds, "pound"),
      (UnitMass.ounces, "ounce"), (UnitMass.stones, "stone"), (UnitMass.carats, "carat"),
    ])
    add([
      (UnitDuration.hours, "hour"), (UnitDuration.minutes, "minute"), (UnitDuration.seconds, "second"),
      (UnitDuration.milliseconds, "millisecond"),
    ])
    add([
      (UnitEnergy.kilojoules, "kilojoule"), (UnitEnergy.joules, "joule"), (UnitEnergy.kilocalories, "kilocalorie"),
      (UnitEnergy.calories, "calorie"), (UnitEnergy.kilowattHours, "kilowatt-hour"),
    ])
    add([
      (UnitPower.gigawatts, "gigawatt"), (UnitPower.megawatts, "megawatt"), (UnitPower.kilowatts, "kilowatt"),
      (UnitPower.watts, "watt"), (UnitPower.milliwatts, "milliwatt"), (UnitPower.horsepower, "horsepower"),
    ])
    add([
      (UnitPressure.hectopascals, "hectopascal"), (UnitPressure.kilopascals, "kilopascal"),
      (UnitPressure.newtonsPerMetersSquared, "pascal"), (UnitPressure.bars, "bar"),
      (UnitPressure.millibars, "millibar"),
      (UnitPressure.inchesOfMercury, "inch-ofhg"), (UnitPressure.millimetersOfMercury, "millimeter-ofhg"),
      (UnitPressure.poundsForcePerSquareInch, "pound-force-per-square-inch"),
    ])
    add([
      (UnitVolume.liters, "liter"), (UnitVolume.milliliters, "milliliter"), (UnitVolume.centiliters, "centiliter"),
      (UnitVolume.deciliters, "deciliter"), (UnitVolume.cubicMeters, "cubic-meter"), (UnitVolume.gallons, "gallon"),
      (UnitVolume.fluidOunces, "fluid-ounce"), (UnitVolume.cups, "cup"), (UnitVolume.pints, "pint"),
      (UnitVolume.quarts, "quart"), (UnitVolume.tablespoons, "tablespoon"), (UnitVolume.teaspoons, "teaspoon"),
    ])
    add([
      (UnitArea.squareKilometers, "square-kilometer"), (UnitArea.squareMeters, "square-meter"),
      (UnitArea.squareFeet, "square-foot"), (UnitArea.acres, "acre"), (UnitArea.hectares, "hectare"),
    ])
    add([
      (UnitAngle.degrees, "degree"), (UnitAngle.radians, "radian"), (UnitElectricCurrent.amperes, "ampere"),
      (UnitElectricCurrent.milliamperes, "milliampere"), (UnitElectricPotentialDifference.volts, "volt"),
      (UnitElectricResistance.ohms, "ohm"), (UnitFrequency.hertz, "hertz"), (UnitFrequency.kilohertz, "kilohertz"),
      (UnitFrequency.megahertz, "megahertz"), (UnitFrequency.gigahertz, "gigahertz"), (UnitIlluminance.lux, "lux"),
      (UnitFuelEfficiency.litersPer100Kilometers, "liter-per-100-kilometer"),
      (UnitFuelEfficiency.milesPerGallon, "mile-per-gallon"),
      (UnitConcentrationMass.milligramsPerDeciliter, "milligram-ofglucose-per-deciliter"),
      (UnitAcceleration.gravity, "g-force"), (UnitAcceleration.metersPerSecondSquared, "meter-per-square-second"),
    ])
    add([
      (UnitInformationStorage.bytes, "byte"), (UnitInformationStorage.kilobytes, "kilobyte"),
      (UnitInformationStorage.megabytes, "megabyte"), (UnitInformationStorage.gigabytes, "gigabyte"),
      (UnitInformationStorage.terabytes, "terabyte"), (UnitInformationStorage.bits, "bit"),
    ])
    return table
  }()
}
