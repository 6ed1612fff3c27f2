import AfterglowCore

/// Turns coverage into pixels. Calls pass a pointer to the pixel at `x` of the row that was started last; coverage is 1
/// ... 255.
protocol Shader {
  mutating func startRow(_ y: Int)
  func cover(_ p: UnsafeMutablePointer<UInt32>, _ x: Int, _ coverage: UInt32)
  func cover(_ p: UnsafeMutablePointer<UInt32>, _ x: Int, count: Int, _ coverage: UInt32)
}

struct SolidShader: Shader {
  let color: UInt32
  /// `color` in the form that `mixPixel` takes.
  let spread: UInt64
  let alpha: UInt32

  init(_ color: Color) {
    self.color = color.argb | 0xFF00_0000
    spread = spreadPixel(color.argb | 0xFF00_0000)
    alpha = UInt32(color.alpha)
  }

  init(argb: UInt32) { self.init(Color(argb: argb)) }

  @inline(__always)
  func startRow(_ y: Int) {}

  @inline(__always)
  func cover(_ p: UnsafeMutablePointer<UInt32>, _ x: Int, _ coverage: UInt32) {
    p.pointee = mixPixel(p.pointee, spread: spread, alpha == 255 ? coverage : divideBy255(alpha &* coverage))
  }

  @inline(__always)
  func cover(_ p: UnsafeMutablePointer<UInt32>, _ x: Int, count: Int, _ coverage: UInt32) {
    let weight = divideBy255(alpha &* coverage)
    if weight == 255 {
      storePixels(p, count, color)
    } else {
      mixPixels(p, count, color, weight)
    }
  }
}

/// 64 colours along a line, interpolated: t = 63 · projection of the pixel's centre on the line, clamped to the ends.
struct GradientShader: Shader {
  let colors: UnsafePointer<UInt32>
  let start: SubpixelPoint
  /// Increment of t per subpixel, in 1/2^32; bounded so that no position overflows.
  let stepX: Int64
  let stepY: Int64
  var rowT: Int64 = 0

  init(start: SubpixelPoint, end: SubpixelPoint, colors: UnsafePointer<UInt32>) {
    self.colors = colors
    let limit: Int32 = 1 << 22
    self.start = SubpixelPoint(x: clamp(start.x, limit), y: clamp(start.y, limit))
    let dx = Int64(clamp(end.x, limit)) - Int64(self.start.x)
    let dy = Int64(clamp(end.y, limit)) - Int64(self.start.y)
    let length = dx * dx + dy * dy
    // 63 · 2^32 · 2^23 stays below 2^62. A line of length zero has the first colour everywhere.
    stepX = length == 0 ? 0 : GradientShader.step(dx, length)
    stepY = length == 0 ? 0 : GradientShader.step(dy, length)
  }

  private static func step(_ delta: Int64, _ length: Int64) -> Int64 {
    let exact = ((delta * 63) << 32) / length
    return Swift.min(Swift.max(exact, -(1 << 37)), 1 << 37)
  }

  mutating func startRow(_ y: Int) {
    // Relative to the centre of the pixel at x = 0.
    rowT = stepY &* (Int64(y) << 8 &+ 128 &- Int64(start.y)) &+ stepX &* (128 &- Int64(start.x))
  }

  @inline(__always)
  private func colorAt(_ x: Int) -> UInt32 {
    let t = rowT &+ (stepX &* (Int64(x) << 8))
    if t <= 0 { return colors[0] }
    if t >= 63 << 32 { return colors[63] }
    let index = Int(truncatingIfNeeded: t >> 32)
    // The weight of the next colour in 255ths, rounded.
    let share = UInt32(truncatingIfNeeded: ((t & 0xFFFF_FFFF) &* 255 &+ (1 << 31)) >> 32)
    return mixPixel(colors[index], colors[index &+ 1], share)
  }

  func cover(_ p: UnsafeMutablePointer<UInt32>, _ x: Int, _ coverage: UInt32) {
    SolidShader(argb: colorAt(x)).cover(p, x, coverage)
  }

  func cover(_ p: UnsafeMutablePointer<UInt32>, _ x: Int, count: Int, _ coverage: UInt32) {
    if stepX == 0 {
      SolidShader(argb: colorAt(x)).cover(p, x, count: count, coverage)
      return
    }
    var i = 0
    while i < count {
      let color = colorAt(x &+ i)
      let weight = divideBy255((color >> 24) &* coverage)
      p[i] = weight == 255 ? color : mixPixel(p[i], color | 0xFF00_0000, weight)
      i = i &+ 1
    }
  }
}

/// Premultiplied pixels blended over the target with `opacity`.
struct PictureShader: Shader {
  let pixels: UnsafePointer<UInt32>
  let stridePx: Int
  /// The column of the first pixel.
  let x0: Int
  let y0: Int
  let opacity: UInt32
  var row: UnsafePointer<UInt32>

  init(pixels: UnsafePointer<UInt32>, stridePx: Int, x0: Int, y0: Int, opacity: UInt32) {
    self.pixels = pixels
    self.stridePx = stridePx
    self.x0 = x0
    self.y0 = y0
    self.opacity = opacity
    row = pixels
  }

  mutating func startRow(_ y: Int) { row = pixels + (y &- y0) &* stridePx }

  @inline(__always)
  func cover(_ p: UnsafeMutablePointer<UInt32>, _ x: Int, _ coverage: UInt32) {
    let source = row[x &- x0]
    if source != 0 { p.pointee = overPixel(p.pointee, scalePixel(source, divideBy255(opacity &* coverage))) }
  }

  func cover(_ p: UnsafeMutablePointer<UInt32>, _ x: Int, count: Int, _ coverage: UInt32) {
    let weight = divideBy255(opacity &* coverage)
    let source = row + (x &- x0)
    if weight == 255 {
      coverFully(p, source, count)
      return
    }
    var i = 0
    while i < count {
      if source[i] != 0 { p[i] = overPixel(p[i], scalePixel(source[i], weight)) }
      i = i &+ 1
    }
  }

  private func coverFully(_ p: UnsafeMutablePointer<UInt32>, _ source: UnsafePointer<UInt32>, _ count: Int) {
    let from = UnsafeRawPointer(source)
    let to = UnsafeMutableRawPointer(p)
    var i = 0
    while i &+ 4 <= count {
      let four = from.loadUnaligned(fromByteOffset: i &* 4, as: SIMD4<UInt32>.self)
      let pairs = unsafeBitCast(four, to: SIMD2<UInt64>.self)
      let both = pairs[0] & pairs[1]
      if both & 0xFF00_0000_FF00_0000 == 0xFF00_0000_FF00_0000 {
        to.storeBytes(of: four, toByteOffset: i &* 4, as: SIMD4<UInt32>.self)
      } else if pairs[0] | pairs[1] != 0 {
        for lane in i..<(i &+ 4) { p[lane] = overPixel(p[lane], source[lane]) }
      }
      i = i &+ 4
    }
    while i < count {
      p[i] = overPixel(p[i], source[i])
      i = i &+ 1
    }
  }
}

@inline(__always)
func clamp(_ value: Int32, _ limit: Int32) -> Int32 { value < -limit ? -limit : (value > limit ? limit : value) }
