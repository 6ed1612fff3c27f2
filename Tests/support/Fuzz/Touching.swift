// Any bytes as events of input devices: decoded, and followed to gestures.
import AfterglowCore
import AfterglowInput

/// Plays the first 2 KiB of the input on a device of each kind. Each eight bytes are an event or the end of a device.
func touch(_ file: [UInt8]) -> UInt64 {
  let rig = InputRig(InputRig.everyKind)
  let count = UInt64(InputRig.everyKind.count)
  var time: Int64 = 0
  for start in stride(from: 0, to: min(file.count, 2048) - 7, by: 8) {
    let word = file[start..<start + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    time += Int64(word >> 40 & 63)
    let at = MonotonicInstant(milliseconds: time)
    let device = Int((word >> 46) % count)
    if word >> 56 == 255 {
      rig.remove(device, at: at)
    } else {
      rig.play(InputRig.event(word, at: at), device: device)
    }
    if word >> 60 == 0 { rig.deliver() }
  }
  rig.removeAll(at: MonotonicInstant(milliseconds: time))
  if !rig.balance.problems.isEmpty || !rig.balance.isAtRest {
    fatalError("gestures are not complete: \(rig.balance.problems)")
  }
  return UInt64(rig.found.count)
}
