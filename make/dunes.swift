// Draws the wallpaper of boards/wall-display-1080p, dunes after sunset, as a PPM on standard output:
//
//   swiftc -O make/dunes.swift -o dunes
//   ./dunes 1920 1080 | cjpeg -quality 88 -optimize -progressive > boards/wall-display-1080p/dunes.jpg
//
// A height field is seen along rays, lit by the last light and by the sky, and fades into the haze.

import Foundation

typealias V3 = SIMD3<Double>

func length(_ v: V3) -> Double { (v * v).sum().squareRoot() }
func normalised(_ v: V3) -> V3 { v / length(v) }
func mix(_ a: V3, _ b: V3, _ share: Double) -> V3 { a + (b - a) * share }
func smooth(_ from: Double, _ to: Double, _ value: Double) -> Double {
  let t = min(max((value - from) / (to - from), 0), 1)
  return t * t * (3 - 2 * t)
}

/// The same number for the same corner of the grid, 0 to 1.
func corner(_ x: Int, _ y: Int) -> Double {
  var n = UInt64(bitPattern: Int64(x &* 374_761_393 &+ y &* 668_265_263))
  n = (n ^ (n >> 13)) &* 1_274_126_177
  return Double((n ^ (n >> 16)) & 0xFFFF) / 65_535
}

func noise(_ x: Double, _ y: Double) -> Double {
  let (ix, iy) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
  let (fx, fy) = (x - Double(ix), y - Double(iy))
  let (u, v) = (fx * fx * fx * (fx * (fx * 6 - 15) + 10), fy * fy * fy * (fy * (fy * 6 - 15) + 10))
  let upper = corner(ix, iy) * (1 - u) + corner(ix + 1, iy) * u
  let lower = corner(ix, iy + 1) * (1 - u) + corner(ix + 1, iy + 1) * u
  return upper * (1 - v) + lower * v
}

/// One train of dunes: a long rise before the wind and a short fall behind the crest.
func train(_ phase: Double) -> Double {
  let t = phase - phase.rounded(.down)
  let rise = 0.7
  let wave = t < rise ? t / rise : (1 - t) / (1 - rise)
  // Rounded in the hollows, sharp at the crest.
  return wave * wave * (2.2 - 1.2 * wave)
}

func height(_ x: Double, _ z: Double) -> Double {
  let bend = 1.1 * noise(x * 0.018 + 3.1, z * 0.014) + 0.3 * noise(x * 0.06, z * 0.05 + 7)
  let size = 0.25 + 0.95 * noise(x * 0.011 + 9, z * 0.012 + 4)
  let large = train(x * 0.0125 - z * 0.0105 + bend) * 17 * size
  let small = train(x * 0.034 - z * 0.045 + bend * 1.7) * 1.3 * size
  return large + small + 7 * noise(x * 0.006 + 2, z * 0.0055 + 5)
}

func normal(_ x: Double, _ z: Double, _ reach: Double) -> V3 {
  let e = max(0.05, reach)
  return normalised(
    V3(height(x - e, z) - height(x + e, z), 2 * e, height(x, z - e) - height(x, z + e)))
}

let sun = normalised(V3(0.80, 0.19, 0.52))
let eye = V3(0, 27, 0)

/// The sky in linear light.
func sky(_ ray: V3) -> V3 {
  let up = max(ray.y, 0)
  let facing = max((ray * sun).sum(), 0)
  var color = mix(V3(0.62, 0.25, 0.16), V3(0.25, 0.13, 0.21), smooth(0, 0.14, up))
  color = mix(color, V3(0.055, 0.06, 0.15), smooth(0.08, 0.36, up))
  color = mix(color, V3(0.014, 0.02, 0.06), smooth(0.3, 0.75, up))
  // The afterglow, where the sun went down.
  color += V3(0.62, 0.24, 0.07) * pow(facing, 14) * (1 - smooth(0, 0.3, up)) * 0.75
  color += V3(0.55, 0.32, 0.14) * pow(facing, 90) * 0.45
  return color
}

func ground(_ ray: V3) -> V3? {
  guard ray.y < 0.12 else { return nil }
  var distance = 4.0
  var before = distance
  while distance < 1400 {
    let place = eye + ray * distance
    let above = place.y - height(place.x, place.z)
    if above < 0 {
      var (near, far) = (before, distance)
      for _ in 0..<18 {
        let middle = (near + far) / 2
        let p = eye + ray * middle
        if p.y < height(p.x, p.z) { far = middle } else { near = middle }
      }
      return shade(eye + ray * far, ray, far)
    }
    before = distance
    distance += max(0.12, above * 0.34) + distance * 0.0016
  }
  return nil
}

func shade(_ place: V3, _ ray: V3, _ distance: Double) -> V3 {
  var n = normal(place.x, place.z, distance * 0.002)
  // Ripples of the wind, as long as they can be told apart.
  let ripples = 0.10 * exp(-distance / 45)
  let wave = cos(place.z * 5.2 + place.x * 1.6 + 5 * noise(place.x * 0.21, place.z * 0.17))
  n = normalised(n + V3(0.3, 0, 1) * (wave * ripples))
  let lit = max((n * sun).sum(), 0)
  var shadow = 1.0
  var reach = 0.6
  while reach < 90 {
    let p = place + sun * reach
    let clear = p.y - height(p.x, p.z)
    shadow = min(shadow, max(0, 0.5 + 9 * clear / reach))
    if shadow <= 0 { break }
    reach *= 1.35
  }
  let sand = V3(0.58, 0.37, 0.27)
  let light = V3(2.9, 1.30, 0.60) * lit * smooth(0, 1, shadow)
  let above = V3(0.105, 0.115, 0.25) * (0.55 + 0.45 * n.y)
  let back = V3(0.16, 0.07, 0.06) * max(n.z * 0.6 + 0.2, 0)
  let color = sand * (light + above + back)
  let haze = sky(normalised(V3(ray.x, 0.015, ray.z)))
  return mix(color, haze * 0.85, 1 - exp(-pow(distance / 760, 1.5)))
}

func code(_ light: Double) -> Double {
  let c = min(max(light, 0), 1)
  return c <= 0.0031308 ? c * 12.92 : 1.055 * pow(c, 1 / 2.4) - 0.055
}

let width = CommandLine.arguments.count > 2 ? Int(CommandLine.arguments[1])! : 480
let tall = CommandLine.arguments.count > 2 ? Int(CommandLine.arguments[2])! : 270
let samples = CommandLine.arguments.count > 3 ? Int(CommandLine.arguments[3])! : 2
var bytes = [UInt8](repeating: 0, count: width * tall * 3)
bytes.withUnsafeMutableBufferPointer { bytes in
  nonisolated(unsafe) let bytes = bytes
  DispatchQueue.concurrentPerform(iterations: tall) { y in
    for x in 0..<width {
      var sum = V3.zero
      for part in 0..<(samples * samples) {
        let px = (Double(x) + (Double(part % samples) + 0.5) / Double(samples)) / Double(width) - 0.5
        let py = 0.44 - (Double(y) + (Double(part / samples) + 0.5) / Double(samples)) / Double(tall)
        let ray = normalised(V3(px * 1.5, py * 1.5 * Double(tall) / Double(width), 1))
        sum += ground(ray) ?? sky(ray)
      }
      let light = sum / Double(samples * samples)
      let grain = corner(x &* 7 + 3, y &* 13 + 5)
      for channel in 0..<3 {
        // Film does not clip: the brightest places roll off.
        let rolled = light[channel] / (1 + light[channel] * 0.35)
        bytes[(y * width + x) * 3 + channel] = UInt8(min(code(rolled) * 255 + grain, 255))
      }
    }
  }
}
FileHandle.standardOutput.write(Data("P6\n\(width) \(tall)\n255\n".utf8))
FileHandle.standardOutput.write(Data(bytes))
