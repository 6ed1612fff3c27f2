/// A request to show another page of a board. After the last page comes the first one.
public enum PageTurn: Equatable, Sendable, BitwiseCopyable {
  case next
  case previous
  /// The page with this number; the first is 0.
  case to(UInt8)

  /// The largest number of pages of a board.
  public static var pageCount: Int { 16 }

  /// The request that an archive's action or a message carries: a page's number, −1 for the next page, −2 for the previous
  /// one. nil for any other number.
  public init?(argument: Int32) {
    switch argument {
    case -1: self = .next
    case -2: self = .previous
    case 0..<Int32(PageTurn.pageCount): self = .to(UInt8(truncatingIfNeeded: argument))
    default: return nil
    }
  }

  /// The number that an archive's action or a message carries.
  public var argument: Int32 {
    switch self {
    case .next: -1
    case .previous: -2
    case .to(let page): Int32(page)
    }
  }

  /// The page that follows the request.
  ///
  /// - Parameters:
  ///   - page: the page that is shown.
  ///   - last: the number of the last page.
  /// - Returns: nil for a page that does not exist.
  public func page(from page: UInt8, last: UInt8) -> UInt8? {
    switch self {
    case .next: page >= last ? 0 : page + 1
    case .previous: page == 0 || page > last ? last : page - 1
    case .to(let wanted): wanted > last ? nil : wanted
    }
  }
}
