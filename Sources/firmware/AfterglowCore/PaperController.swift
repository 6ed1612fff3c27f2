/// The e-paper controllers that panels have. A raw value is a controller's number in archives; its properties are its
/// traits, whatever the order of the numbers.
public enum PaperController: UInt8, Sendable {
  case ssd1680 = 1
  case ssd1683 = 2
  case uc8179 = 3
  case spectra6 = 4

  /// The description of the controller.
  public var traits: PaperControllerTraits {
    switch self {
    case .ssd1680:
      PaperControllerTraits(
        key: "ssd1680", name: "SSD1680", family: .solomon, refreshMs: 2_000, hasInvertedGreys: true)
    case .ssd1683: PaperControllerTraits(key: "ssd1683", name: "SSD1683", family: .solomon, refreshMs: 4_000)
    case .uc8179:
      PaperControllerTraits(
        key: "uc8179", name: "UC8179", family: .ultraChip, refreshMs: 4_000, hasInvertedGreys: true)
    case .spectra6:
      PaperControllerTraits(
        key: "spectra6", name: "Spectra 6", family: .spectra, refreshMs: 12_000, memoryFormat: .spectra6)
    }
  }
}

/// The description of an e-paper controller.
public struct PaperControllerTraits: Sendable {
  /// The name in panel files.
  public let key: StaticString
  /// The name for people.
  public let name: StaticString
  public let family: PaperFamily
  /// Approximate duration of a full refresh, in ms (docs/panels/models.md, Time and BUSY).
  public let refreshMs: Int64
  /// The format of one plane of its memory.
  public let memoryFormat: PixelFormat
  /// Whether a bit of 1 is dark in the planes of a picture in four greys.
  public let hasInvertedGreys: Bool

  fileprivate init(
    key: StaticString, name: StaticString, family: PaperFamily, refreshMs: Int64, memoryFormat: PixelFormat = .mono1,
    hasInvertedGreys: Bool = false
  ) {
    self.key = key
    self.name = name
    self.family = family
    self.refreshMs = refreshMs
    self.memoryFormat = memoryFormat
    self.hasInvertedGreys = hasInvertedGreys
  }
}

/// The families of e-paper controllers. Controllers of one family share lines, bus and commands.
public enum PaperFamily: Sendable {
  /// Solomon's SSD168x.
  case solomon
  /// UltraChip's UC81xx.
  case ultraChip
  /// Controllers of Spectra 6 panels.
  case spectra

  /// The level of BUSY while a controller is busy.
  public var busyLevel: Bool {
    switch self {
    case .solomon: true
    case .ultraChip, .spectra: false
    }
  }

  /// The fastest bus clock for writing, in Hz (docs/panels/ssd1680.md, Bus).
  public var maximumClockHz: Int {
    switch self {
    case .solomon: 20_000_000
    case .ultraChip, .spectra: 10_000_000
    }
  }
}

#if !hasFeature(Embedded)
  // Lists of all cases allocate, which the firmware cannot.
  extension PaperController: CaseIterable {}
  extension PaperFamily: CaseIterable {}
#endif
