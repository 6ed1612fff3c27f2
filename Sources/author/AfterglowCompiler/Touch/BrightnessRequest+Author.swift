import AfterglowCore

extension BrightnessRequest: Hashable {
  public func hash(into hasher: inout Hasher) { hasher.combine(argument) }
}

extension BrightnessRequest: Codable {
  public init(from decoder: any Decoder) throws {
    let argument = try decoder.singleValueContainer().decode(Int32.self)
    guard let request = BrightnessRequest(argument: argument) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: "expected a brightness, found \(argument)"))
    }
    self = request
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(argument)
  }
}
