import AfterglowArchive
import AfterglowCore

/// The bytes of an archive that pictures may take. A picture takes four per pixel and look: some photographs on a large
/// panel exceed a board's bank, which must not prevent everything else from being shown.
struct PictureBudget {
  /// Divisor of the bank; the remainder is for everything except pictures, some hundred KiB.
  static let reservedShare = 4
  static let mostReservedByteCount = 1 << 20

  let bankByteCount: Int
  let byteCount: Int
  /// Whether a picture was rejected.
  var isExceeded = false
  /// The most bytes that were requested at once, with those already added, where no other widget had added any.
  var mostAskedByteCount = 0

  init(bankByteCount: Int) {
    self.bankByteCount = bankByteCount
    byteCount = bankByteCount - min(Self.mostReservedByteCount, bankByteCount / Self.reservedShare)
  }

  /// - Parameter taken: bytes of the pictures already added.
  func admits(_ count: Int, beside taken: Int) -> Bool { taken + count <= byteCount }

  /// The message for a picture without room, which takes four bytes per pixel.
  func refusal(of name: String, _ size: PixelSize, beside taken: Int) -> String {
    let count = Int(size.area) * 4
    let need = Self.leastBankKiB(for: taken + count)
    let most = Archive.maximumByteCount >> 10
    let remedy =
      need > most
      ? "Show fewer or smaller pictures: memory.archive in board.yaml is at most \(most) KiB"
      : "Raise memory.archive in board.yaml to \(need) KiB or more, or show fewer pictures"
    return "the picture \(name) is left out: it takes \(Self.text(count)) as \(size.width)×\(size.height) px, and "
      + "\(Self.text(taken)) of the \(Self.text(byteCount)) that pictures may take are taken. \(remedy). A plain shape is "
      + "shown instead."
  }

  /// The smallest bank in which pictures may take so many bytes.
  private static func leastBankKiB(for byteCount: Int) -> Int {
    let shared = (byteCount * reservedShare + reservedShare - 2) / (reservedShare - 1)
    let bank = shared / reservedShare <= mostReservedByteCount ? shared : byteCount + mostReservedByteCount
    return (bank + 1023) / 1024
  }

  /// The message if there is no room for a widget's later entries.
  func notice(shown: Int, of count: Int) -> String {
    "\(shown) of \(count) entries are in the archive: the pictures of the next do not fit the \(Self.text(byteCount)) "
      + "that pictures may take. They are asked for when they are due; raise memory.archive in board.yaml to have them "
      + "before."
  }

  private static func text(_ count: Int) -> String {
    let tenths = (count * 10 + (1 << 19)) >> 20
    return "\(tenths / 10).\(tenths % 10) MiB"
  }
}
