/// Perceptual scales, for steps that are invisible.
enum Perception {
  /// The index of a luminance in just noticeable differences, 1 at 0.05 cd/m² and 1023 at 4000: the greyscale standard
  /// display function of DICOM PS3.14, from luminance to index (docs/rules.md, Lightness). Below its range linear to 0.
  static func index(nits: Double) -> Double {
    if nits <= 0 { return 0 }
    if nits < 0.05 { return nits / 0.05 * index(nits: 0.05) }
    let micronits = UInt64(Swift.min(nits, 4000) * 1_000_000 + 0.5)
    let x = (Double(log2Q32(micronits)) / 4_294_967_296 - 19.931568569324174) * 0.3010299956639812
    // Horner's rule, in steps that the type checker can handle.
    var sum = -0.017046845
    sum = sum * x + 0.14710899
    sum = sum * x - 0.18014349
    sum = sum * x - 1.1878455
    sum = sum * x + 0.28175407
    sum = sum * x + 9.8247004
    sum = sum * x + 41.912053
    sum = sum * x + 94.593053
    return sum * x + 71.498068
  }

  /// The luminance at an index, to within a thousandth.
  static func nits(index wanted: Double) -> Double {
    var low = 0.0
    var high = 4000.0
    for _ in 0..<48 {
      let middle = (low + high) / 2
      if index(nits: middle) < wanted { low = middle } else { high = middle }
    }
    return high
  }

  /// Share of the greatest light that has the lightness L* = 100 × `lightness` (CIE 1976; docs/rules.md, Lightness).
  static func share(lightness: Double) -> Double {
    let l = Swift.max(0, Swift.min(1, lightness)) * 100
    if l <= 8 { return l * 27 / 24_389 }
    let root = (l + 16) / 116
    return root * root * root
  }
}
