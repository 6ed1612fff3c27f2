import AfterglowCore
import AfterglowInk
import AfterglowPictures

/// Photographs in ink: instructions per pixel, and the time against a memcpy of the picture.
func benchInk(_ bench: inout Bench) {
  let size = PixelSize(width: 800, height: 480)
  let picture = ScaledPicture(size: size, pixels: photograph(size))
  let light = picture.pixels.reduce(0) { $0 + LinearLight.luminance($1 & 0xFF_FFFF) } / Double(size.area)
  // From afar it is as light as the picture.
  func fault(_ bits: InkBits) -> String? {
    let white = bits.bytes.reduce(0) { $0 + $1.nonzeroBitCount }
    return abs(Double(white) / Double(size.area) - light) < 0.01 ? nil : "its light is not the picture's, \(light)"
  }
  func fault(_ inks: InkIndices) -> String? {
    let used = inks.indices.reduce(0 as UInt64) { $0 | 1 << UInt64($1) }
    return used.nonzeroBitCount >= 5 ? nil : "it has \(used.nonzeroBitCount) inks"
  }
  let blueNoise = InkDithering.blueNoise(column: 0, row: 0)
  benchInk(&bench, "ink of a photograph 800x480, 1 bit", size, limit: 20) {
    picture.inBlackAndWhite(.floydSteinberg)
  } fault: {
    fault($0)
  }
  benchInk(&bench, "ink of a photograph 800x480, six inks", size, limit: 52) {
    picture.inSixInks(.floydSteinberg)
  } fault: {
    fault($0)
  }
  benchInk(&bench, "blue noise of a photograph 800x480, 1 bit", size, limit: 40) {
    picture.inBlackAndWhite(blueNoise)
  } fault: {
    fault($0)
  }
  benchInk(&bench, "blue noise of a photograph 800x480, six inks", size, limit: 80) {
    picture.inSixInks(blueNoise)
  } fault: {
    fault($0)
  }
}

/// - Parameters:
///   - run: dithers the picture.
///   - fault: what is wrong with the result.
private func benchInk<Result>(
  _ bench: inout Bench, _ name: String, _ size: PixelSize, limit: Double, run: () -> Result,
  fault: (Result) -> String?
) {
  if !bench.wants(name) { return }
  bench.count(name, a: "pixel", per: size.area, limit: limit) { withExtendedLifetime(run()) {} }
  if bench.isCounting { return }
  let time = Bench.beside(size, 21) { withExtendedLifetime(run()) {} }
  bench.add(Row(name, time, fault: fault(run())))
}

/// A sky that darkens to a horizon, with noise: no two pixels next to each other are equal.
private func photograph(_ size: PixelSize) -> [UInt32] {
  (0..<Int(size.area)).map { index in
    let (x, y) = (index % Int(size.width), index / Int(size.width))
    let noise = UInt32(truncatingIfNeeded: index &* 2_654_435_761) >> 27
    let light = UInt32(y * 200 / Int(size.height))
    let warmth = UInt32(x * 60 / Int(size.width))
    return 0xFF00_0000 | (light / 2 + warmth + noise) << 16 | (light + noise / 2) << 8 | (220 - light / 2 + noise)
  }
}
