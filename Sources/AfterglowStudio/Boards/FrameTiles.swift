import AfterglowCore
import AfterglowPreview

/// The difference of two pictures as rectangles with their pixels.
struct FrameTiles {
  private(set) var rects: [PixelRect] = []
  /// Of all rectangles, row by row: red, green, blue and 255.
  private(set) var bytes: [UInt8] = []

  /// Rows that are compared together: more of them are fewer rectangles with more pixels that are the same.
  private static let bandRows = 16

  /// - Parameter old: a picture of the same size; nil = none, and all of `new` is sent.
  init(_ new: PanelPicture, since old: PanelPicture?) {
    let (width, height) = (new.width, new.height)
    if let old, old.width == width, old.height == height {
      for top in stride(from: 0, to: height, by: Self.bandRows) {
        if let rect = Self.difference(new, old, top..<min(height, top + Self.bandRows)) { add(rect) }
      }
    } else {
      rects = [PixelRect(x0: 0, y0: 0, x1: Int32(width), y1: Int32(height))]
    }
    write(new)
  }

  /// The box of what differs in some rows.
  private static func difference(_ new: PanelPicture, _ old: PanelPicture, _ rows: Range<Int>) -> PixelRect? {
    let width = new.width
    return new.pixels.withUnsafeBufferPointer { new in
      old.pixels.withUnsafeBufferPointer { old in
        var (left, right, first, last) = (width, -1, -1, -1)
        for y in rows {
          let row = y * width
          guard let from = (row..<(row + width)).first(where: { new[$0] != old[$0] }) else { continue }
          let to = (from..<(row + width)).last { new[$0] != old[$0] } ?? from
          (left, right) = (min(left, from - row), max(right, to - row))
          if first < 0 { first = y }
          last = y
        }
        guard first >= 0 else { return nil }
        return PixelRect(x0: Int32(left), y0: Int32(first), x1: Int32(right + 1), y1: Int32(last + 1))
      }
    }
  }

  /// Adds a rectangle below the others; one that goes on where the last one ends becomes part of it.
  private mutating func add(_ rect: PixelRect) {
    if let last = rects.last, last.y1 == rect.y0, last.x0 == rect.x0, last.x1 == rect.x1 {
      rects[rects.count - 1].y1 = rect.y1
    } else {
      rects.append(rect)
    }
  }

  private mutating func write(_ picture: PanelPicture) {
    let count = rects.reduce(0) { $0 + Int($1.area) } * 4
    let rects = rects
    bytes = [UInt8](unsafeUninitializedCapacity: count) { bytes, filled in
      let words = UnsafeMutableRawBufferPointer(bytes).bindMemory(to: UInt32.self)
      var place = 0
      for rect in rects {
        for y in Int(rect.y0)..<Int(rect.y1) {
          for x in Int(rect.x0)..<Int(rect.x1) {
            // 0x00RRGGBB as bytes R, G, B, 255.
            words[place] = (picture.pixels[y * picture.width + x] << 8 | 0xFF).bigEndian
            place += 1
          }
        }
      }
      filled = count
    }
  }
}
