/// The registers that affect pictures, with their values after a reset, and which of them were written since.
struct SSD1680Registers {
  var gates: Int32 = 296
  var scansBackwards = false
  var entryMode: UInt8 = 3
  var xStart: Int32 = 0
  var xEnd: Int32 = 21
  var yStart: Int32 = 0
  var yEnd: Int32 = 295
  var xCounter: Int32 = 0
  var yCounter: Int32 = 0
  /// High nibble: plane 26, low nibble: plane 24; 0 unchanged, 4 treated as 0, 8 inverted.
  var ramOption: UInt8 = 0
  /// Set = sources S8–S167, as this panel is wired; clear = S0–S175, which shifts the picture by 8 pixels.
  var usesInnerSources = false
  var sequence: UInt8 = 0xFF
  /// °C × 16.
  var temperature: Int32 = 25 * 16
  var swapsPlanes = false
  var waveform = SSD1680Waveform.none

  var hasGates = false
  var hasEntryMode = false
  var hasOption = false
  var hasXWindow = false
  var hasYWindow = false
  var hasSequence = false
}

/// The waveform of a refresh, which determines its time and residue.
enum SSD1680Waveform { case none, full, fast, partial }

/// The command that is being received.
struct SSD1680Stream {
  var command: UInt8 = 0
  var hasCommand = false
  /// Parameter bytes since the command.
  var received: Int32 = 0
  var hasNotedExcess = false
  var parameters = InlineArray<10, UInt8>(repeating: 0)
  /// For planes 24 and 26: image bytes of the latest write and the number that its window requires.
  var imageBytes = InlineArray<2, Int32>(repeating: 0)
  var imageNeeded = InlineArray<2, Int32>(repeating: 0)
  /// Counters or window were set: the next image starts again.
  var startsImage = InlineArray<2, Bool>(repeating: true)
  var hasNotedPad = false
}

/// The effect of one `20`.
struct SSD1680Activation {
  var movesPixels = false
  var waveform = SSD1680Waveform.none
  var disablesAnalog = false
  var disablesClock = false
}

/// Smallest and largest number of parameter bytes (docs/panels/ssd1680.md, Commands); nil = unknown command.
func ssd1680ParameterCount(_ command: UInt8) -> (least: Int32, most: Int32)? {
  switch command {
  case 0x12, 0x20, 0x7F: (0, 0)
  case 0x03, 0x10, 0x11, 0x18, 0x22, 0x2C, 0x3A, 0x3B, 0x3C, 0x3F, 0x46, 0x47, 0x4E: (1, 1)
  case 0x1A, 0x21: (1, 2)
  case 0x44, 0x4F: (2, 2)
  case 0x01, 0x04: (3, 3)
  case 0x0C, 0x45: (4, 4)
  case 0x37: (10, 10)
  case 0x32: (153, 153)
  // Images: short ones are checked at refresh, long ones where they exceed the window.
  case 0x24, 0x26: (0, Int32.max)
  // A read: these boards cannot read back, and no data follows.
  case 0x2F: (0, 0)
  default: nil
  }
}
