import Foundation

/// A decoder of whole documents.
public protocol TopLevelDecoder {
  associatedtype Input
  func decode<Item: Decodable>(_ type: Item.Type, from: Input) throws -> Item
}

/// An encoder of whole documents.
public protocol TopLevelEncoder {
  associatedtype Output
  func encode<Item: Encodable>(_ value: Item) throws -> Output
}

extension JSONDecoder: TopLevelDecoder {
  public typealias Input = Data
}

extension PropertyListDecoder: TopLevelDecoder {
  public typealias Input = Data
}

extension JSONEncoder: TopLevelEncoder {
  public typealias Output = Data
}

extension PropertyListEncoder: TopLevelEncoder {
  public typealias Output = Data
}
