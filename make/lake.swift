// Draws the sample of the photos widget, a lake before mountains in the morning, as a PPM on standard output:
//
//   swiftc -O make/lake.swift -o lake
//   ./lake 960 720 2 | cjpeg -quality 82 -optimize -progressive > Sources/author/CSamplePhoto/data/lake.jpg
//
// A height field is seen along rays, lit by a low sun from the left and by the sky; the lake mirrors it.

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

/// Noise of several sizes, each half as large and half as strong as the one before, turned against it; 0 to 1.
func layers(_ x: Double, _ y: Double, _ count: Int, isRidged: Bool = false) -> Double {
  var (x, y, sum, weight, all) = (x, y, 0.0, 1.0, 0.0)
  var before = 1.0
  for _ in 0..<count {
    var value = noise(x, y)
    if isRidged {
      value = 1 - abs(2 * value - 1)
      value *= value * before
      before = min(1, value * 1.7)
    }
    sum += value * weight
    all += weight
    weight *= 0.5
    (x, y) = (x * 1.62 + y * 1.22 + 7.1, y * 1.62 - x * 1.22 + 3.7)
  }
  return sum / all
}

/// Height of the land above the lake, in metres.
func height(_ x: Double, _ z: Double, _ detail: Int = 7) -> Double {
  let bay = 90 * (noise(z * 0.004 + 3, 8) - 0.5) + 60 * (noise(z * 0.013, 2.3) - 0.5)
  let side = smooth(150, 620, abs(x - 40 + bay))
  let far = smooth(760, 1500, z + 120 * (noise(x * 0.006, 5) - 0.5))
  let rise = max(side * smooth(120, 420, z) * 0.62, far)
  if rise <= 0 { return -4 }
  let ridges = layers(x * 0.00125 + 4.2, z * 0.00125 + 1.4, detail, isRidged: true)
  let away = length(V3(x - 180, 0, (z - 2350) * 0.8))
  let peak = pow(max(0, 1 - away / 1250), 1.35)
  return -4 + rise * (26 + 470 * ridges * (0.35 + 0.65 * rise) + peak * (520 + 340 * ridges))
}

func normal(_ x: Double, _ z: Double, _ reach: Double) -> V3 {
  let e = max(0.4, reach)
  return normalised(V3(height(x - e, z) - height(x + e, z), 2 * e, height(x, z - e) - height(x, z + e)))
}

let sun = normalised(V3(-0.82, 0.40, -0.30))
let eye = V3(0, 6, 0)

/// The sky in linear light.
func sky(_ ray: V3) -> V3 {
  let up = max(ray.y, 0)
  var color = mix(V3(0.92, 0.82, 0.72), V3(0.34, 0.47, 0.68), smooth(0, 0.22, up))
  color = mix(color, V3(0.060, 0.135, 0.31), smooth(0.10, 0.52, up))
  if up > 0.015 {
    let (x, z) = (ray.x / (up + 0.10) * 0.9, ray.z / (up + 0.10) * 0.9)
    let cover = layers(x * 0.75 + 11, z * 1.5 + 2.1, 6)
    let veil = smooth(0.47, 0.72, cover) * smooth(0.015, 0.10, up)
    let depth = layers(x * 0.75 + 11.12, z * 1.5 + 2.16, 5)
    let lit = 0.72 + 1.6 * (cover - depth)
    color = mix(color, V3(1.0, 0.94, 0.88) * min(max(lit, 0.42), 1.1), veil * 0.92)
  }
  return color
}

func land(_ eye: V3, _ ray: V3, _ detail: Int) -> V3? {
  guard ray.y < 0.62 else { return nil }
  var distance = 60.0
  var before = distance
  while distance < 5200 {
    let place = eye + ray * distance
    if place.y > 1150 && ray.y > 0 { return nil }
    let above = place.y - height(place.x, place.z, detail)
    if above < 0 {
      var (near, far) = (before, distance)
      for _ in 0..<14 {
        let middle = (near + far) / 2
        let p = eye + ray * middle
        if p.y < height(p.x, p.z) { far = middle } else { near = middle }
      }
      return shade(eye + ray * far, far)
    }
    before = distance
    distance += max(1.2, above * 0.32) + distance * 0.0025
  }
  return nil
}

func shade(_ place: V3, _ distance: Double) -> V3 {
  let n = normal(place.x, place.z, distance * 0.0011)
  let grain = layers(place.x * 0.05, place.z * 0.05, 4)
  var color = mix(V3(0.24, 0.215, 0.20), V3(0.46, 0.41, 0.37), grain)
  let wood = smooth(330, 190, place.y + 130 * (grain - 0.5)) * smooth(0.52, 0.70, n.y + 0.2 * (grain - 0.5))
  let tree = layers(place.x * 0.35, place.z * 0.35, 3)
  color = mix(color, mix(V3(0.018, 0.040, 0.024), V3(0.075, 0.105, 0.045), tree * tree * 1.6), wood)
  let snow = smooth(235, 400, place.y + 190 * (grain - 0.5)) * smooth(0.40, 0.62, n.y + 0.22 * (grain - 0.5))
  color = mix(color, V3(0.86, 0.88, 0.93), snow)
  let rough = normalised(n + V3(tree - 0.5, 0.1, grain - 0.5) * (0.9 * wood + 0.15))
  let lit = max((rough * sun).sum(), 0)
  var shadow = 1.0
  var reach = 9.0
  while reach < 1500 && shadow > 0 {
    let p = place + sun * reach
    if p.y > 1150 { break }
    shadow = min(shadow, max(0, 0.55 + 7 * (p.y - height(p.x, p.z, 5)) / reach))
    reach *= 1.3
  }
  let light = V3(3.30, 2.80, 2.20) * lit * smooth(0, 1, shadow)
  let above = V3(0.19, 0.25, 0.36) * (0.5 + 0.5 * n.y)
  let haze = 1 - exp(-pow(distance / 4300, 1.25) - 0.95 * smooth(70, 4, place.y) * smooth(500, 1300, distance))
  return mix(color * (light + above), V3(0.74, 0.75, 0.79), haze)
}

/// The lake: what it mirrors, drawn long by its waves, over its own dark green.
func lake(_ ray: V3) -> V3? {
  guard ray.y < -0.002 else { return nil }
  let distance = -eye.y / ray.y
  let place = eye + ray * distance
  if distance > 5200 || height(place.x, place.z, 4) > 0 { return nil }
  let wind = smooth(0.42, 0.66, layers(place.x * 0.004, place.z * 0.011 + 3, 3))
  let size = (0.010 + 0.050 * wind) * smooth(1400, 40, distance)
  let (u, v) = (place.x * 0.22, place.z * 0.55)
  let wave = V3(layers(u, v, 4) - 0.5, 0, layers(u + 31, v + 17, 4) - 0.5)
  let n = normalised(V3(wave.x * size, 1, wave.z * size * 2.2))
  var mirrored = ray - n * (2 * (ray * n).sum())
  if mirrored.y < 0.004 { mirrored.y = 0.004 }
  mirrored = normalised(mirrored)
  let seen = land(place, mirrored, 6) ?? sky(mirrored)
  let facing = max(0, -(ray * n).sum())
  let mirror = 0.03 + 0.97 * pow(1 - facing, 5)
  return mix(V3(0.012, 0.035, 0.040), seen * 0.94, min(1, 0.16 + mirror * 1.35))
}

/// Firs of the near shore, by their place in the picture: from 0 at the left and at the foot.
struct Fir {
  var x: Double
  var foot: Double
  var tall: Double
  var seed: Int

  /// How much of a point it hides, and whether the sun reaches it there.
  func cover(_ px: Double, _ py: Double) -> (share: Double, lit: Double)? {
    let t = (py - foot) / tall
    guard t > -0.02, t < 1 else { return nil }
    let aside = (px - x) / tall
    let whorls = 23.0
    let level = t * whorls + 0.35 * noise(Double(seed) + aside * 9, t * 5)
    let whorl = Int(level.rounded(.down))
    let inside = level - Double(whorl)
    let own = 0.72 + 0.5 * corner(whorl &+ seed &* 31, aside < 0 ? 3 : 9)
    let width = (1 - t) * 0.20 * own * (1.08 - 0.62 * inside) + 0.004
    let ragged = 0.020 * (noise(aside * 420 + Double(seed) * 7, t * 460) - 0.4)
    let reach = width + ragged - abs(aside)
    guard reach > 0 else { return nil }
    let gap = smooth(0.30, 0.46, noise(aside * 300 + 3, t * 380 + Double(seed)) + 3.5 * reach)
    let lit = smooth(0.02, -0.12, aside / max(0.02, width) * 0.14) * noise(aside * 380, t * 400 + 40)
    return (gap, lit)
  }
}

let firs = [
  Fir(x: 0.065, foot: -0.02, tall: 0.80, seed: 4), Fir(x: 0.155, foot: -0.06, tall: 0.60, seed: 9),
  Fir(x: -0.01, foot: -0.03, tall: 0.66, seed: 2), Fir(x: 0.235, foot: -0.10, tall: 0.40, seed: 13),
  Fir(x: 0.955, foot: -0.12, tall: 0.46, seed: 6), Fir(x: 1.02, foot: -0.10, tall: 0.62, seed: 11),
]

/// The near shore and its trees.
func foreground(_ px: Double, _ py: Double) -> (color: V3, share: Double)? {
  var found: (color: V3, share: Double)?
  for fir in firs {
    guard let (share, lit) = fir.cover(px, py), share > 0 else { continue }
    let color = mix(V3(0.006, 0.010, 0.008), V3(0.075, 0.080, 0.035), lit)
    found = found.map { (mix($0.color, color, share), max($0.share, share)) } ?? (color, share)
  }
  let bank =
    0.055 + 0.07 * smooth(0.42, 0.0, px) + 0.05 * smooth(0.72, 1.05, px) + 0.018 * (layers(px * 14, 2, 4) - 0.5)
  let blade = 0.02 * max(0, noise(px * 420, 3) - 0.35) * noise(px * 31, 8)
  if py < bank + blade {
    let tuft = layers(px * 150, py * 420, 4)
    let color = mix(V3(0.010, 0.014, 0.008), V3(0.26, 0.23, 0.10), smooth(0.35, 0.8, tuft) * smooth(0, bank, py))
    found = (color, 1)
  }
  return found
}

func code(_ light: Double) -> Double {
  let c = min(max(light, 0), 1)
  return c <= 0.0031308 ? c * 12.92 : 1.055 * pow(c, 1 / 2.4) - 0.055
}

let width = CommandLine.arguments.count > 2 ? Int(CommandLine.arguments[1])! : 480
let tall = CommandLine.arguments.count > 2 ? Int(CommandLine.arguments[2])! : 360
let samples = CommandLine.arguments.count > 3 ? Int(CommandLine.arguments[3])! : 1
var bytes = [UInt8](repeating: 0, count: width * tall * 3)
bytes.withUnsafeMutableBufferPointer { bytes in
  nonisolated(unsafe) let bytes = bytes
  DispatchQueue.concurrentPerform(iterations: tall) { y in
    for x in 0..<width {
      var sum = V3.zero
      for part in 0..<(samples * samples) {
        let px = (Double(x) + (Double(part % samples) + 0.5) / Double(samples)) / Double(width)
        let py = 1 - (Double(y) + (Double(part / samples) + 0.5) / Double(samples)) / Double(tall)
        let near = foreground(px, py)
        var light = near?.color ?? .zero
        if near?.share ?? 0 < 1 {
          let ray = normalised(V3((px - 0.5) * 1.24, (py - 0.40) * 1.24 * Double(tall) / Double(width), 1))
          let far = lake(ray) ?? land(eye, ray, 7) ?? sky(ray)
          light = mix(far, light, near?.share ?? 0)
        }
        sum += light
      }
      let light = sum / Double(samples * samples) * 1.12
      let grain = corner(x &* 7 + 3, y &* 13 + 5)
      for channel in 0..<3 {
        // Film does not clip: the brightest places roll off.
        let rolled = light[channel] * (1 + light[channel] * 0.16) / (1 + light[channel] * 0.28)
        bytes[(y * width + x) * 3 + channel] = UInt8(min(code(rolled) * 255 + grain, 255))
      }
    }
  }
}
FileHandle.standardOutput.write(Data("P6\n\(width) \(tall)\n255\n".utf8))
FileHandle.standardOutput.write(Data(bytes))
