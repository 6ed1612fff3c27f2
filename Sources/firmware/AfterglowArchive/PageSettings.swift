import AfterglowCore

/// The pages of a board and the rules by which they turn by themselves. 8 bytes (docs/archive-format.md, PageSettings, 8
/// bytes). All bytes of a board with one page and no details are 0. A change of these settings does not restart the
/// renderer.
public struct PageSettings: Equatable, Sendable, BitwiseCopyable {
  /// Number of the last page, 0 to 15, without the detail pages.
  public var lastPage: UInt8
  /// Number of the page that is shown to a person who arrives, + 1; 0 = none.
  public var presence: UInt8
  /// Seconds without input after which the home page is shown; 0 = never.
  public var returnSeconds: UInt16
  /// Number of detail pages, whose numbers follow the last page's. Only a region's action shows them.
  public var details: UInt8
  public var reserved0: UInt8
  public var reserved: UInt16

  /// - Parameters:
  ///   - count: the number of pages, 1 to 16.
  ///   - returnSeconds: seconds without input after which the home page is shown; 0 = never.
  ///   - presencePage: the page that is shown to a person who arrives; nil = none.
  ///   - detailCount: the number of detail pages, which are behind the others.
  public init(count: Int = 1, returnSeconds: Int = 60, presencePage: Int? = nil, detailCount: Int = 0) {
    lastPage = UInt8(clamping: count - 1)
    presence = count <= 1 ? 0 : presencePage.map { UInt8(clamping: $0 + 1) } ?? 0
    self.returnSeconds = count <= 1 ? 0 : UInt16(clamping: returnSeconds)
    details = UInt8(clamping: detailCount)
    reserved0 = 0
    reserved = 0
  }

  /// The number of pages that can be turned to.
  public var count: Int { Int(lastPage) + 1 }

  /// The page that is shown to a person who arrives; nil = none.
  public var presencePage: Int? { presence == 0 ? nil : Int(presence) - 1 }

  /// Number of the last page or detail page.
  public var lastNumber: UInt8 { lastPage &+ details }

  /// Whether a number is that of a detail page.
  public func isDetail(_ page: UInt8) -> Bool { page > lastPage && page <= lastNumber }

  /// Whether the pages exist. A board with one page has no rules by which they turn.
  var isInRange: Bool {
    Int(lastPage) + Int(details) < PageTurn.pageCount && presence <= lastPage + 1
      && (lastPage > 0 || presence == 0 && returnSeconds == 0)
  }

  var hasZeroReserved: Bool { reserved0 == 0 && reserved == 0 }
}
