import Foundation

@testable import AfterglowInk

/// A colour in CIE L*a*b*, for the white of sRGB.
struct CIELab {
  var l: Double
  var a: Double
  var b: Double

  init(l: Double, a: Double, b: Double) { (self.l, self.a, self.b) = (l, a, b) }

  /// - Parameter light: linear sRGB, 1 = white (IEC 61966-2-1).
  init(light: SIMD3<Float>) {
    let (r, g, b) = (Double(light.x), Double(light.y), Double(light.z))
    func f(_ t: Double) -> Double { t > 216.0 / 24_389 ? cbrt(t) : (24_389.0 / 27 * t + 16) / 116 }
    let x = f((0.412_456_4 * r + 0.357_576_1 * g + 0.180_437_5 * b) / 0.950_47)
    let y = f(0.212_672_9 * r + 0.715_152_2 * g + 0.072_175 * b)
    let z = f((0.019_333_9 * r + 0.119_192 * g + 0.950_304_1 * b) / 1.088_83)
    self.init(l: 116 * y - 16, a: 500 * (x - y), b: 200 * (y - z))
  }

  /// CIEDE2000 (G. Sharma, W. Wu and E. N. Dalal, "The CIEDE2000 color-difference formula", 2005).
  func difference(from other: CIELab) -> Double {
    let mean = (hypot(a, b) + hypot(other.a, other.b)) / 2
    let g = 0.5 * (1 - (pow(mean, 7) / (pow(mean, 7) + pow(25, 7))).squareRoot())
    let (one, two) = (CIELab(l: l, a: a * (1 + g), b: b), CIELab(l: other.l, a: other.a * (1 + g), b: other.b))
    let (c1, c2) = (hypot(one.a, one.b), hypot(two.a, two.b))
    let (h1, h2) = (one.hue, two.hue)
    let isGrey = c1 * c2 == 0
    var dh = isGrey ? 0 : h2 - h1
    if dh > 180 { dh -= 360 } else if dh < -180 { dh += 360 }
    let deltaL = two.l - one.l
    let deltaC = c2 - c1
    let deltaH = 2 * (c1 * c2).squareRoot() * Self.sine(dh / 2)
    let c = (c1 + c2) / 2
    let h = isGrey ? h1 + h2 : abs(h1 - h2) <= 180 ? (h1 + h2) / 2 : (h1 + h2 + (h1 + h2 < 360 ? 360 : -360)) / 2
    let t =
      1 - 0.17 * Self.cosine(h - 30) + 0.24 * Self.cosine(2 * h) + 0.32 * Self.cosine(3 * h + 6)
      - 0.20 * Self.cosine(4 * h - 63)
    let fromMiddle = pow((one.l + two.l) / 2 - 50, 2)
    let sl = 1 + 0.015 * fromMiddle / (20 + fromMiddle).squareRoot()
    let sc = 1 + 0.045 * c
    let sh = 1 + 0.015 * c * t
    let rc = 2 * (pow(c, 7) / (pow(c, 7) + pow(25, 7))).squareRoot()
    let rt = -Self.sine(60 * exp(-pow((h - 275) / 25, 2))) * rc
    let (x, y, z) = (deltaL / sl, deltaC / sc, deltaH / sh)
    return (x * x + y * y + z * z + rt * y * z).squareRoot()
  }

  /// In degrees, 0 to 360.
  private var hue: Double {
    let degrees = atan2(b, a) * 180 / .pi
    return degrees < 0 ? degrees + 360 : degrees
  }

  private static func sine(_ degrees: Double) -> Double { sin(degrees * .pi / 180) }
  private static func cosine(_ degrees: Double) -> Double { cos(degrees * .pi / 180) }
}
