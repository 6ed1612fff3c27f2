/// What a viewer sees while pixels are driven: a refresh with a whole waveform flashes, a differential one does not.
///
/// The phases are simplified (docs/panels/models.md, Pixels): all pixels at once, in as many equal parts of the refresh.
enum PanelFlash: Equatable {
  /// The old picture, inverted.
  case inverted
  /// All pixels of one colour, 0xFFRRGGBB.
  case plain(UInt32)

  static let blackAndWhite: [PanelFlash] = [.inverted, .plain(0xFF00_0000), .plain(0xFFFF_FFFF)]

  /// Through every ink, in the order of their codes.
  static func colors(_ inks: [UInt8: UInt32]) -> [PanelFlash] {
    inks.keys.sorted().compactMap { $0 == 4 ? nil : inks[$0].map(PanelFlash.plain) }
  }

  func shown(_ picture: [UInt32]) -> [UInt32] {
    switch self {
    case .inverted: picture.map { $0 ^ 0xFF_FFFF }
    case .plain(let color): [UInt32](repeating: color, count: picture.count)
    }
  }
}

extension PanelFlash {
  /// `inverted`, or a colour as `#RRGGBB`.
  fileprivate var text: String {
    switch self {
    case .inverted: "inverted"
    case .plain(let color): "#" + String(0x100_0000 | color & 0xFF_FFFF, radix: 16, uppercase: true).dropFirst()
    }
  }
}

extension PanelDescription {
  /// What a viewer sees in as many equal parts of a refresh that drives every pixel: the earlier picture `inverted`, or
  /// a colour as `#RRGGBB`.
  public var flashPhases: [String] { flashes.map(\.text) }

  /// The same of any panel in black and white.
  public static var plainFlashPhases: [String] { PanelFlash.blackAndWhite.map(\.text) }

  fileprivate var flashes: [PanelFlash] { inks.isEmpty ? PanelFlash.blackAndWhite : PanelFlash.colors(inks) }
}

extension SimulatedPanel {
  /// Changes whenever `seenPicture` does.
  public var seenGeneration: Int { glass.generation << 4 | (flashIndex.map { $0 + 1 } ?? 0) }

  /// What a viewer sees now, flashes included, as 0xFFRRGGBB words, row by row.
  public func seenPicture() -> [UInt32] {
    guard let flashIndex else { return glass.picture() }
    return description.flashes[flashIndex].shown(glass.picture())
  }

  /// nil while nothing flashes.
  private var flashIndex: Int? {
    guard let share = flashShare else { return nil }
    return min(description.flashes.count - 1, Int(share * Double(description.flashes.count)))
  }
}
