/// Bytes of an archive that pictures may take. A picture has four for each of its pixels and looks: some photographs on a
/// large panel are more than a board's bank, which must not cost it everything else that is shown.
struct PictureBudget {
  /// Of the bank; the rest is for what is drawn around pictures, which is some hundred KiB.
  static let reservedShare = 4
  static let mostReservedByteCount = 1 << 20

  let bankByteCount: Int
  let byteCount: Int
  /// Whether a picture was refused.
  var isExceeded = false

  init(bankByteCount: Int) {
    self.bankByteCount = bankByteCount
    byteCount = bankByteCount - min(Self.mostReservedByteCount, bankByteCount / Self.reservedShare)
  }

  /// - Parameter taken: bytes of the pictures that are in.
  func admits(_ count: Int, beside taken: Int) -> Bool { taken + count <= byteCount }

  func refusal(of request: PictureRequest, _ count: Int, beside taken: Int) -> String {
    "the picture \(request.source.name) is left out: it takes \(Self.text(count)), and \(Self.text(taken)) of "
      + "the \(Self.text(byteCount)) that pictures may take are taken. Raise memory.archive in board.yaml, or show fewer "
      + "pictures. A plain shape is shown instead."
  }

  /// What is told when a widget's later entries find no room.
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
