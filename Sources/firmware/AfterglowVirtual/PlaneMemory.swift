import AfterglowCore

/// The memory of an e-paper controller, as far as it is needed to show what was written: no rule is checked, and no
/// waveform computed.
struct PlaneMemory {
  let panel: PaperPanel
  /// The description of the panel's controller.
  let traits: PaperControllerTraits
  private let rowByteCount: Int
  private let bytes: UnsafeMutablePointer<UInt8>
  private var command: UInt8 = 0
  private var parameterCount = 0
  /// In bytes of a row, and in rows; ends are not included.
  private var window: PixelRect
  private var next: PixelPoint
  /// Parameter of the last `22` of Solomon's controllers.
  private var activation: UInt8 = 0
  /// Whether a Solomon controller got a waveform since it last loaded one of its own.
  private var hasSentWaveform = false
  /// The last forced temperature of UltraChip's controllers.
  private var forcedTemperature: UInt8 = 0

  /// Bytes of memory that `init` needs.
  static func byteCount(_ panel: PaperPanel) -> Int {
    // Greys have two planes, and the picture that was shown last.
    panel.greys == 4 ? planeByteCount(panel) * 4 : planeByteCount(panel)
  }

  private static func planeByteCount(_ panel: PaperPanel) -> Int { rowByteCount(panel) * Int(panel.heightPx) }

  private static func rowByteCount(_ panel: PaperPanel) -> Int { (Int(panel.widthPx) * bits(panel) + 7) / 8 }

  private static func bits(_ panel: PaperPanel) -> Int {
    Int((panel.knownController?.traits.memoryFormat ?? .mono1).bitsPerPixel)
  }

  /// All white.
  ///
  /// - Parameters:
  ///   - panel: of a known controller.
  ///   - bytes: memory that stays valid.
  init(_ panel: PaperPanel, _ bytes: UnsafeMutablePointer<UInt8>) {
    self.panel = panel
    traits = panel.knownController!.traits
    rowByteCount = PlaneMemory.rowByteCount(panel)
    self.bytes = bytes
    let white: UInt8 = PlaneMemory.bits(panel) == 4 ? 0x11 : 0xFF
    bytes.update(repeating: white, count: PlaneMemory.byteCount(panel))
    window = PixelRect(x0: 0, y0: 0, x1: 0, y1: 0)
    next = PixelPoint(x: 0, y: 0)
    openWindow()
  }

  private var planeByteCount: Int { rowByteCount * Int(panel.heightPx) }
  private var family: PaperFamily { traits.family }

  private mutating func openWindow() {
    window = PixelRect(x0: 0, y0: 0, x1: Int32(rowByteCount), y1: Int32(panel.heightPx))
  }

  /// Registers take their defaults; the planes stay.
  mutating func reset() { openWindow() }

  /// Receives bytes. Whether they started a refresh.
  mutating func receive(_ sent: UnsafeRawBufferPointer, isData: Bool) -> Bool {
    if !isData {
      for byte in sent { begin(byte) }
      return startsRefresh
    }
    for byte in sent { receive(byte) }
    return false
  }

  private mutating func begin(_ byte: UInt8) {
    command = byte
    parameterCount = 0
    next = PixelPoint(x: window.x0, y: window.y0)
    if family == .solomon && byte == 0x20 && activation & 0x10 != 0 { hasSentWaveform = false }
    // The partial mode of UltraChip's controllers ends.
    if family == .ultraChip && byte == 0x92 { openWindow() }
  }

  private var startsRefresh: Bool {
    switch family {
    case .solomon: command == 0x20 && activation & 4 != 0
    case .ultraChip, .spectra: command == 0x12
    }
  }

  private mutating func receive(_ byte: UInt8) {
    if command == newPlane { return write(byte, to: bytes) }
    if panel.greys == 4 && command == oldPlane { return write(byte, to: bytes + planeByteCount) }
    switch (family, command) {
    case (.solomon, 0x22): activation = byte
    case (.solomon, 0x32): hasSentWaveform = true
    case (.solomon, 0x44): setSolomonColumns(byte)
    case (.solomon, 0x45): setSolomonRows(Int32(byte))
    case (.ultraChip, 0x90): setWindow(Int32(byte))
    case (.ultraChip, 0xE5): forcedTemperature = byte
    default: break
    }
    parameterCount += 1
  }

  private var newPlane: UInt8 {
    switch family {
    case .solomon: 0x24
    case .ultraChip: 0x13
    case .spectra: 0x10
    }
  }

  private var oldPlane: UInt8 {
    switch family {
    case .solomon: 0x26
    case .ultraChip, .spectra: 0x10
    }
  }

  private mutating func setSolomonColumns(_ byte: UInt8) {
    if parameterCount == 0 { window.x0 = Int32(byte) }
    if parameterCount == 1 { window.x1 = Int32(byte) + 1 }
  }

  private mutating func setSolomonRows(_ byte: Int32) {
    switch parameterCount {
    case 0: window.y0 = byte
    case 1: window.y0 += byte << 8
    case 2: window.y1 = byte + 1
    case 3: window.y1 += byte << 8
    default: break
    }
  }

  /// Columns in pixels, of which the low three bits are whole bytes.
  private mutating func setWindow(_ byte: Int32) {
    switch parameterCount {
    case 0: window.x0 = byte << 8
    case 1: window.x0 = (window.x0 + byte) / 8
    case 2: window.x1 = byte << 8
    case 3: window.x1 = (window.x1 + byte) / 8 + 1
    case 4: window.y0 = byte << 8
    case 5: window.y0 += byte
    case 6: window.y1 = byte << 8
    case 7: window.y1 += byte + 1
    default: break
    }
  }

  private mutating func write(_ byte: UInt8, to plane: UnsafeMutablePointer<UInt8>) {
    if next.y >= window.y1 { return }
    if next.x >= 0 && next.x < Int32(rowByteCount) && next.y >= 0 && next.y < Int32(panel.heightPx) {
      plane[Int(next.y) * rowByteCount + Int(next.x)] = byte
    }
    next.x += 1
    if next.x >= window.x1 { next = PixelPoint(x: window.x0, y: next.y + 1) }
  }

  /// Whether the last refresh was one in greys, by its sequence.
  private var isRefreshInGreys: Bool {
    switch family {
    // A panel with greys gets no other waveform: partial refreshes of such a panel use the controller's own.
    case .solomon: hasSentWaveform
    case .ultraChip: forcedTemperature == 0x5F
    case .spectra: false
    }
  }

  /// The grey that two bits of the planes stand for, 0 for black to 3.
  private func grey(new: UInt8, old: UInt8) -> UInt8 {
    let code =
      switch family {
      case .solomon: old << 1 | new
      case .ultraChip, .spectra: new << 1 | old
      }
    return traits.hasInvertedGreys ? 3 - code : code
  }

  /// A refresh ends: of a panel with greys, the pixels of its window become what the planes say.
  func endRefresh() {
    if panel.greys != 4 { return }
    let isGrey = isRefreshInGreys
    for y in Int(window.y0)..<Int(Swift.max(window.y0, window.y1)) {
      for x in Int(window.x0)..<Int(Swift.max(window.x0, window.x1)) {
        if y < Int(panel.heightPx) && x < rowByteCount { show(byte: y * rowByteCount + x, isGrey: isGrey) }
      }
    }
  }

  /// Eight pixels.
  private func show(byte index: Int, isGrey: Bool) {
    let count = planeByteCount
    let picture = bytes + 2 * count
    for place in 0..<8 {
      let bit = UInt8(7 - place)
      let shift = UInt8(6 - 2 * (place & 3))
      let at = 2 * index + place / 4
      let new = bytes[index] >> bit & 1
      let old = bytes[count + index] >> bit & 1
      picture[at] = picture[at] & ~(3 << shift) | (isGrey ? grey(new: new, old: old) : new * 3) << shift
    }
  }

  /// A pixel in the panel's format: 0 or 1, a grey, or the code of an ink.
  func value(_ x: Int, _ y: Int) -> UInt8 {
    if panel.greys == 4 {
      let picture = bytes + 2 * planeByteCount
      return picture[y * 2 * rowByteCount + (x >> 2)] >> UInt8(6 - 2 * (x & 3)) & 3
    }
    let row = bytes + y * rowByteCount
    if traits.memoryFormat == .mono1 { return (row[x >> 3] >> UInt8(7 - x & 7)) & 1 }
    return x & 1 == 0 ? row[x >> 1] >> 4 : row[x >> 1] & 15
  }
}
