import AfterglowCore
import CLinux

/// A display mode by size, refresh rate and scan (`struct drm_mode_modeinfo` of `drm_mode.h`).
public struct DRMMode: Equatable, Sendable, BitwiseCopyable {
  public var size: PixelSize
  /// Refresh rate, Hz × 1000.
  public var refreshMilliHertz: Int32
  public var isInterlaced: Bool
  public var isDoubleScanned: Bool
  /// The display's preferred mode.
  public var isPreferred: Bool
  /// Whether the timings are plausible. An empty size, a clock of 0 or totals smaller than the picture come from broken
  /// EDIDs.
  public var isPlausible: Bool

  public init(size: PixelSize, refreshMilliHertz: Int32, isPreferred: Bool = false, isInterlaced: Bool = false) {
    self.size = size
    self.refreshMilliHertz = refreshMilliHertz
    self.isInterlaced = isInterlaced
    self.isPreferred = isPreferred
    isDoubleScanned = false
    isPlausible = DRMMode.isPlausible(size, refreshMilliHertz)
  }

  private static func isPlausible(_ size: PixelSize, _ refreshMilliHertz: Int32) -> Bool {
    size.width > 0 && size.height > 0 && size.width <= PixelSize.maximumSide
      && size.height <= PixelSize.maximumSide
      && refreshMilliHertz >= 1_000 && refreshMilliHertz <= 1_000_000
  }

  init(_ info: drm_mode_modeinfo) {
    size = PixelSize(width: Int32(info.hdisplay), height: Int32(info.vdisplay))
    isInterlaced = info.flags & UInt32(DRM_MODE_FLAG_INTERLACE) != 0
    isDoubleScanned = info.flags & UInt32(DRM_MODE_FLAG_DBLSCAN) != 0
    isPreferred = info.type & UInt32(DRM_MODE_TYPE_PREFERRED) != 0
    let pixels = UInt64(info.htotal) * UInt64(info.vtotal)
    var refresh = pixels == 0 ? 0 : UInt64(info.clock) * 1_000_000 / pixels
    if isInterlaced { refresh *= 2 }
    if isDoubleScanned { refresh /= 2 }
    if info.vscan > 1 { refresh /= UInt64(info.vscan) }
    refreshMilliHertz = Int32(clamping: refresh)
    isPlausible =
      DRMMode.isPlausible(size, refreshMilliHertz) && info.htotal >= info.hdisplay && info.vtotal >= info.vdisplay
  }

  /// Writes "1920x1080@60", with decimals only where there are any.
  public func write<let capacity: Int>(to text: inout FixedText<capacity>) {
    text.append(decimal: Int64(size.width))
    text.append("x")
    text.append(decimal: Int64(size.height))
    if isInterlaced { text.append("i") }
    text.append("@")
    let hundredths = (Int64(refreshMilliHertz) + 5) / 10
    text.append(decimal: hundredths / 100)
    if hundredths % 100 != 0 {
      text.append(".")
      text.append(decimal: hundredths / 10 % 10)
      if hundredths % 10 != 0 { text.append(decimal: hundredths % 10) }
    }
  }
}

/// The mode that a board requests: the size, and optionally a name such as "1920x1080", "1920x1080@50",
/// "1920x1080@59.94" or "1920x1080i@50".
public struct DRMModeRequest: Sendable {
  public let size: PixelSize
  /// Hz × 1000; nil = any.
  public let refreshMilliHertz: Int32?
  public let isInterlaced: Bool

  /// Why a mode name is rejected.
  public enum Failure: Error, Sendable {
    /// Not the name of a mode.
    case syntax
    /// The name has a size other than the board's.
    case size
  }

  /// Parses a mode's name; "" requests the display's preferred mode of `size`.
  ///
  /// - Throws: `Failure`.
  public init(name: UnsafePointer<CChar>, size: PixelSize) throws(Failure) {
    self.size = size
    if name[0] == 0 {
      refreshMilliHertz = nil
      isInterlaced = false
      return
    }
    var reader = ModeNameReader(text: name)
    guard let width = reader.number(), reader.take("x"), let height = reader.number() else { throw .syntax }
    isInterlaced = reader.take("i")
    if reader.take("@") {
      guard let refresh = reader.thousandths() else { throw .syntax }
      refreshMilliHertz = refresh
    } else {
      refreshMilliHertz = nil
    }
    if !reader.isAtEnd { throw .syntax }
    if width != size.width || height != size.height { throw .size }
  }

  /// How well a mode fits; nil = not at all. Larger is better.
  public func score(_ mode: DRMMode) -> Int32? {
    if !mode.isPlausible || mode.size != size || mode.isInterlaced != isInterlaced { return nil }
    let distance: Int32
    if let refreshMilliHertz {
      distance = abs(mode.refreshMilliHertz - refreshMilliHertz)
      // "@60" also means 59.94, never 50 or 75.
      if distance > 600 { return nil }
    } else {
      distance = abs(mode.refreshMilliHertz - 60_000)
    }
    let isOwnChoice = mode.isPreferred && refreshMilliHertz == nil
    return (isOwnChoice ? 1 << 30 : 1 << 29) - distance - (mode.isDoubleScanned ? 1 << 28 : 0)
  }
}

/// Reads the numbers and separators of a mode name in sequence.
private struct ModeNameReader {
  private let text: UnsafePointer<CChar>
  private var index = 0

  init(text: UnsafePointer<CChar>) { self.text = text }

  var isAtEnd: Bool { text[index] == 0 }

  private var digit: Int32? {
    let byte = UInt8(bitPattern: text[index])
    return byte >= 48 && byte <= 57 ? Int32(byte) - 48 : nil
  }

  mutating func take(_ character: StaticString) -> Bool {
    if UInt8(bitPattern: text[index]) != character.utf8Start[0] { return false }
    index += 1
    return true
  }

  /// Up to five digits.
  mutating func number() -> Int32? {
    var value: Int32 = 0
    var count = 0
    while let next = digit {
      if count == 5 { return nil }
      value = value * 10 + next
      count += 1
      index += 1
    }
    return count == 0 ? nil : value
  }

  /// A number with up to three decimals, times a thousand.
  mutating func thousandths() -> Int32? {
    guard let whole = number(), whole <= 1_000 else { return nil }
    var value = whole * 1_000
    if !take(".") { return value }
    var unit: Int32 = 100
    guard digit != nil else { return nil }
    while let next = digit {
      if unit == 0 { return nil }
      value += next * unit
      unit /= 10
      index += 1
    }
    return value
  }
}
