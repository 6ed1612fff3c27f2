import AfterglowCore

extension Painter {
  /// Draws a run-coded glyph with the top-left of its ink box at a pixel. `code` must have been validated
  /// (`GlyphCode.isValid`) for this width and height; a truncated code ends the glyph.
  public mutating func drawGlyph(
    _ code: UnsafeRawBufferPointer, width: Int32, height: Int32, atX: Int32, y: Int32, _ ink: Ink
  ) {
    if width <= 0 || height <= 0 || atX >= clip.x1 || y >= clip.y1 { return }
    if Int64(atX) + Int64(width) <= Int64(clip.x0) || Int64(y) + Int64(height) <= Int64(clip.y0) { return }
    switch ink {
    case .solid(let color):
      if color.alpha != 0 { drawRuns(code, width, height, atX, y, SolidShader(color)) }
    case .gradient(let start, let end, let colors):
      drawRuns(code, width, height, atX, y, GradientShader(start: start, end: end, colors: colors))
    }
  }

  private func drawRuns<S: Shader>(
    _ code: UnsafeRawBufferPointer, _ width: Int32, _ height: Int32, _ x: Int32, _ y: Int32, _ shader: S
  ) {
    guard var at = code.baseAddress else { return }
    let end = at + code.count
    var shader = shader
    let left = Int(x)
    // Columns of the glyph inside the clip.
    let from = Swift.max(0, Int(clip.x0) - left)
    let to = Swift.min(Int(width), Int(clip.x1) - left)
    let isWhole = from == 0 && to == Int(width)
    let lastRow = Swift.min(Int(height), Int(clip.y1) - Int(y))
    var row = 0
    let hidden = Swift.min(lastRow, Int(clip.y0) - Int(y))
    while row < hidden {
      GlyphCode.skipRow(&at, end, Int(width))
      row = row &+ 1
    }
    while row < lastRow {
      let line = Int(y) &+ row
      shader.startRow(line)
      let pixels = surface.pixel(left, line)
      if isWhole {
        GlyphCode.drawRow(&at, end, to, pixels, left, shader)
      } else {
        GlyphCode.drawRow(&at, end, Int(width), from, to, pixels, left, shader)
      }
      row = row &+ 1
    }
  }
}

extension GlyphCode {
  /// Reads one run's length and kind and advances `at` past its header. A run that would exceed the row or the code is
  /// empty and ends the row.
  @inline(__always)
  private static func readRun(
    _ at: inout UnsafeRawPointer, _ end: UnsafeRawPointer, _ room: Int
  ) -> (kind: UInt8, count: Int) {
    if at >= end { return (3, 0) }
    let byte = at.load(as: UInt8.self)
    at += 1
    var kind = byte >> 6
    var count = Int(byte & 63) &+ 1
    if kind == 3 {
      if byte == 0xFF || end - at < 2 { return (3, 0) }
      count = Int(at.load(as: UInt8.self)) | Int(at.load(fromByteOffset: 1, as: UInt8.self)) << 8
      at += 2
      kind = byte & 1
    }
    if count > room || (kind == 2 && count > end - at) { return (3, 0) }
    return (kind, count)
  }

  static func skipRow(_ at: inout UnsafeRawPointer, _ end: UnsafeRawPointer, _ width: Int) {
    var x = 0
    while x < width {
      let (kind, count) = readRun(&at, end, width &- x)
      if kind == 3 { return }
      if kind == 2 { at += count }
      x = x &+ count
    }
  }

  /// A row that is completely inside the clip: like `readRun`, with fewer checks per run.
  @inline(__always)
  static func drawRow<S: Shader>(
    _ start: inout UnsafeRawPointer, _ end: UnsafeRawPointer, _ width: Int, _ pixels: UnsafeMutablePointer<UInt32>,
    _ left: Int, _ shader: S
  ) {
    var at = start
    defer { start = at }
    var x = 0
    while x < width {
      if at >= end { return }
      let byte = at.load(as: UInt8.self)
      if byte >= 0xC0 {
        let (kind, count) = readRun(&at, end, width &- x)
        if kind == 3 { return }
        if kind == 1 { shader.cover(pixels + x, left &+ x, count: count, 255) }
        x = x &+ count
        continue
      }
      at += 1
      let count = Int(byte & 63) &+ 1
      let next = x &+ count
      if next > width { return }
      if byte >= 0x80 {
        if count > end - at { return }
        for i in 0..<count {
          shader.cover(pixels + (x &+ i), left &+ x &+ i, UInt32(at.load(fromByteOffset: i, as: UInt8.self)))
        }
        at += count
      } else if byte >= 0x40 {
        shader.cover(pixels + x, left &+ x, count: count, 255)
      }
      x = next
    }
  }

  /// A row of which columns `from` ..< `to` are inside the clip.
  static func drawRow<S: Shader>(
    _ at: inout UnsafeRawPointer, _ end: UnsafeRawPointer, _ width: Int, _ from: Int, _ to: Int,
    _ pixels: UnsafeMutablePointer<UInt32>, _ left: Int, _ shader: S
  ) {
    var x = 0
    while x < width {
      let (kind, count) = readRun(&at, end, width &- x)
      if kind == 3 { return }
      let first = Swift.max(x, from)
      let last = Swift.min(x &+ count, to)
      if kind == 1 && first < last {
        shader.cover(pixels + first, left &+ first, count: last &- first, 255)
      } else if kind == 2 {
        var i = first
        while i < last {
          shader.cover(pixels + i, left &+ i, UInt32(at.load(fromByteOffset: i &- x, as: UInt8.self)))
          i = i &+ 1
        }
        at += count
      }
      x = x &+ count
    }
  }
}
