/// What a waveform from registers does to a pixel: steps towards black and white in turn
/// (docs/panels/models.md, Pixels).
///
/// A pixel takes ten frames from one end to the other; what is driven further stays at the end.
struct DriveWaveform {
  /// Frames towards white (positive) or black (negative), in order.
  private(set) var steps: [Int] = []

  static let framesAcross = 10

  /// Appends one phase. `level` is the controller's two bits: 1 drives black, 2 drives white, 0 holds; 3 is a second
  /// positive voltage and drives black.
  mutating func append(level: UInt8, frames: Int) {
    if frames == 0 { return }
    switch level {
    case 1, 3: steps.append(-frames)
    case 2: steps.append(frames)
    default: break
    }
  }

  mutating func append(_ other: [Int]) { steps += other }

  /// Where a pixel ends that starts at `level`, and whether it passed both ends: then nothing of the old picture remains.
  func end(from level: UInt8) -> (level: UInt8, isWhole: Bool) {
    var position = Double(level) / 255 * Double(DriveWaveform.framesAcross)
    var passed = (black: false, white: false)
    for step in steps {
      position = min(max(position + Double(step), 0), Double(DriveWaveform.framesAcross))
      if position == 0 { passed.black = true }
      if position == Double(DriveWaveform.framesAcross) { passed.white = true }
    }
    let end = UInt8((position / Double(DriveWaveform.framesAcross) * 255).rounded())
    return (end, passed.black && passed.white && steps.count > 1)
  }
}

/// A waveform that was loaded into registers: one row for each transition.
struct RegisterWaveform {
  /// By old · 2 + new, as the controller reads the two bits.
  var rows: [DriveWaveform]
  /// All frames, those that hold included.
  var frameCount: Int

  /// Ends by start level, for each row: pixels need no further computation.
  func tables() -> [[(level: UInt8, isWhole: Bool)]] {
    rows.map { row in (0...255).map { row.end(from: UInt8($0)) } }
  }
}

/// The waveform of a refresh.
enum PanelWaveform: Equatable {
  case full
  case fast
  case grey
  /// Moves only the pixels in which the planes differ.
  case differential
  /// From registers.
  case registers
}
