import AfterglowCore

extension PageTurn {
  /// The turns that have a word of their own; others name a page.
  package static let named: [(String, PageTurn)] = [("next", .next), ("previous", .previous)]

  /// - Returns: nil for a word that may be the name of a page.
  package init?(named word: String) {
    guard let turn = Self.named.first(where: { $0.0 == word })?.1 else { return nil }
    self = turn
  }
}

extension PageTurn: Hashable {
  public func hash(into hasher: inout Hasher) { hasher.combine(argument) }
}

extension PageTurn: Codable {
  public init(from decoder: any Decoder) throws {
    let argument = try decoder.singleValueContainer().decode(Int32.self)
    guard let turn = PageTurn(argument: argument) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "expected a turn, found \(argument)"))
    }
    self = turn
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(argument)
  }
}
