import Afterglow

/// A setting with a few names. A decoding error lists them in the wording of other problems.
protocol ConfigurationChoice: RawRepresentable, CaseIterable, Codable, Sendable where RawValue == String {}

extension ConfigurationChoice {
  init(from decoder: any Decoder) throws { self = try Self.choice(from: decoder) }

  static func choice(from decoder: any Decoder) throws -> Self {
    let container = try decoder.singleValueContainer()
    // A name of digits, such as 24, may be written as a number.
    let number = try? container.decode(Int.self)
    let text = try number.map(String.init) ?? container.decode(String.self)
    guard let value = Self(rawValue: text) else {
      let names = Self.allCases.map(\.rawValue).joined(separator: ", ")
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "expected one of \(names), found \"\(text)\"")
    }
    return value
  }
}

extension WidgetConfigurationIntent {
  /// Checks the name of a symbol; an empty one is none.
  ///
  /// - Throws: `ConfigurationError` under the key `symbol`.
  static func checkSymbol(_ name: String) throws(ConfigurationError) {
    guard name.isEmpty || Symbol(named: name) != nil else {
      throw ConfigurationError(
        path: ["symbol"],
        message: "expected the name of a symbol, found \"\(name.prefix(40))\"\(Symbol.hint(for: name))")
    }
  }
}
