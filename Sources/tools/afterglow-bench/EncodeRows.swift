import AfterglowCore
import AfterglowRaster

/// Encoding a whole frame: unchanged, all changed, and with the night mask.
func benchEncode(_ bench: inout Bench) {
  for (size, label) in benchPanels {
    let frame = Frame(size)
    for index in 0..<Int(size.area) {
      frame.pixels[index] = 0xFF00_0000 | UInt32(truncatingIfNeeded: index &* 2_654_435_761) >> 8
    }
    let panel = UnsafeMutablePointer<UInt32>.allocate(capacity: Int(size.area))
    defer { panel.deallocate() }
    panel.initialize(repeating: 0, count: Int(size.area))
    var target = EncodeTarget(
      base: UnsafeMutableRawPointer(panel), strideBytes: Int(size.width) * 4, size: size, format: .xrgb8888,
      rotation: .none, isRedOnly: false, isFirstFrame: false)
    if bench.isCounting {
      _ = encode(frame.plane, PixelRect(size), into: target)
    }
    bench.count("encode unchanged \(label)", a: "pixel", per: size.area, limit: 2.4) {
      _ = encode(frame.plane, PixelRect(size), into: target)
    }
    bench.count("encode day and night in turn \(label)", a: "pixel", per: size.area, limit: 10.5) {
      target.isRedOnly.toggle()
      _ = encode(frame.plane, PixelRect(size), into: target)
    }
    if bench.isCounting { continue }
    var result = encode(frame.plane, PixelRect(size), into: target)
    var hash = result.hashDelta
    let firstFault = fault(frame, panel, hash, mask: 0x00FF_FFFF)
    let equal = Bench.beside(size) { result = encode(frame.plane, PixelRect(size), into: target) }
    bench.add(
      Row(
        "encode unchanged \(label)", equal,
        fault: firstFault ?? (result.changedPixels == 0 ? nil : "counts changes where there are none")))
    let changed = Bench.beside(size) {
      target.isRedOnly.toggle()
      result = encode(frame.plane, PixelRect(size), into: target)
      hash = hash &+ result.hashDelta
    }
    bench.add(
      Row(
        "encode day and night in turn \(label)", changed,
        fault: fault(frame, panel, hash, mask: target.isRedOnly ? 0x00FF_0000 : 0x00FF_FFFF)))
  }
}

/// The scalar reference: every pixel masked and hashed individually.
private func fault(_ frame: Frame, _ panel: UnsafeMutablePointer<UInt32>, _ hash: UInt64, mask: UInt32) -> String? {
  var expected: UInt64 = 0
  for index in 0..<Int(frame.size.area) {
    let pixel = frame.pixels[index] & mask
    if panel[index] != pixel { return "pixel \(index) is \(panel[index]), not \(pixel)" }
    expected = expected &+ pixelHash(index: UInt32(index), pixel: pixel)
  }
  return hash == expected ? nil : "the hash does not add up"
}
