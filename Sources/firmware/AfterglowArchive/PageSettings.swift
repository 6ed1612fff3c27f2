import AfterglowCore

/// The pages of a board and the rules by which they turn by themselves. 8 bytes (docs/archive-format.md, PageSettings, 8
/// bytes). All bytes of a board with one page are 0. A change of these settings does not restart the renderer.
public struct PageSettings: Equatable, Sendable, BitwiseCopyable {
  /// Number of the last page, 0 to 15.
  public var lastPage: UInt8
  /// Number of the page that is shown to a person who arrives, + 1; 0 = none.
  public var presence: UInt8
  /// Seconds without input after which the home page is shown; 0 = never.
  public var returnSeconds: UInt16
  public var reserved: UInt32

  /// - Parameters:
  ///   - count: the number of pages, 1 to 16.
  ///   - returnSeconds: seconds without input after which the home page is shown; 0 = never.
  ///   - presencePage: the page that is shown to a person who arrives; nil = none.
  public init(count: Int = 1, returnSeconds: Int = 60, presencePage: Int? = nil) {
    lastPage = UInt8(clamping: count - 1)
    presence = count <= 1 ? 0 : presencePage.map { UInt8(clamping: $0 + 1) } ?? 0
    self.returnSeconds = count <= 1 ? 0 : UInt16(clamping: returnSeconds)
    reserved = 0
  }

  /// The number of pages.
  public var count: Int { Int(lastPage) + 1 }

  /// The page that is shown to a person who arrives; nil = none.
  public var presencePage: Int? { presence == 0 ? nil : Int(presence) - 1 }

  /// Whether the pages exist. A board with one page has no settings.
  var isInRange: Bool {
    lastPage < UInt8(PageTurn.pageCount) && presence <= lastPage + 1 && (lastPage > 0 || self == PageSettings())
  }

  var hasZeroReserved: Bool { reserved == 0 }
}
