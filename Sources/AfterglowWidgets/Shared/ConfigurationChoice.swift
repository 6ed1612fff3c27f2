/// A setting with a few names. Decoding says which there are, in the words of the other documents' problems.
protocol ConfigurationChoice: RawRepresentable, CaseIterable, Codable, Sendable where RawValue == String {}

extension ConfigurationChoice {
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let value = Self(rawValue: text) else {
      let names = Self.allCases.map(\.rawValue).joined(separator: ", ")
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "expected one of \(names), found \"\(text)\"")
    }
    self = value
  }
}
