/// A frame as words for a page: two bits for what, thirty for how many pixels, in the order of rows.
///
/// * 0: pixels that stay as they are;
/// * 1: pixels of one colour, which is the next word;
/// * 2: pixels that follow, a word each;
/// * 3: pixels that each differ little from the one before, five a word, the first in the lowest bits. Two bits each for
///   red, green and blue, of which the first is the lowest: 0 to 3 for −2 to 1.
///
/// A colour is red, green, blue and 255 from the first byte to the last, as a canvas takes it. Photographs and gradients
/// are mostly steps: a picture that is new to the page has a third of its pixels' bytes at most.
struct FrameWords {
  private let words: UnsafeMutablePointer<UInt32>
  private(set) var count = 0
  /// Pixels to be skipped before the next ones.
  private var skipped = 0
  /// The place of the word before single pixels that may go on; −1 = none.
  private var open = -1

  /// Fewer equal pixels in a row are written one by one.
  private static let leastFill = 3
  /// As many equal pixels end a row of steps.
  private static let leastFillAmongSteps = 24
  /// Fewer steps in a row are written one by one: they cost a word, and another one for what follows them.
  private static let leastSteps = 6

  private init(_ words: UnsafeMutablePointer<UInt32>) { self.words = words }

  /// The bytes of the words that `body` adds, after their number.
  static func bytes(width: Int, height: Int, _ body: (inout FrameWords) -> Void) -> [UInt8] {
    // A row has at most a word for each pixel and two more. What is not written is not even mapped.
    let capacity = (width + 3) * height + 4
    return [UInt8](unsafeUninitializedCapacity: capacity * 4) { bytes, filled in
      bytes.withMemoryRebound(to: UInt32.self) { memory in
        var words = FrameWords(memory.baseAddress! + 1)
        body(&words)
        memory[0] = UInt32(words.count).littleEndian
        filled = 4 * (words.count + 1)
      }
    }
  }

  mutating func skip(_ pixels: Int) {
    open = -1
    skipped += pixels
  }

  /// Adds a row; `old` is what the page has, nil = nothing.
  mutating func add(_ row: UnsafeBufferPointer<UInt32>, over old: UnsafeBufferPointer<UInt32>?) {
    let width = row.count
    var x = 0
    while x < width {
      if let old, row[x] == old[x] {
        var end = x + 1
        while end < width && row[end] == old[end] { end += 1 }
        if end - x >= 2 || end == width || open < 0 {
          skip(end - x)
          x = end
          continue
        }
      }
      let color = row[x]
      var end = x + 1
      while end < width && row[end] == color { end += 1 }
      if end - x >= Self.leastFillAmongSteps {
        addFill(color, end - x)
        x = end
        continue
      }
      let steps = addSteps(row, from: x, over: old)
      if steps > 0 {
        x += steps
      } else if end - x >= Self.leastFill {
        addFill(color, end - x)
        x = end
      } else {
        addSingle(color)
        x += 1
      }
    }
    open = -1
  }

  private mutating func addFill(_ color: UInt32, _ pixels: Int) {
    begin(1, pixels)
    write(Self.onCanvas(color))
  }

  private mutating func addSingle(_ color: UInt32) {
    if open < 0 {
      begin(2, 0)
      open = count - 1
    }
    words[open] = (UInt32(littleEndian: words[open]) &+ 1).littleEndian
    write(Self.onCanvas(color))
  }

  /// Adds pixels that differ little from the one before, up to many equal ones and to what the page has.
  ///
  /// - Returns: how many; 0 = too few, and nothing is added.
  private mutating func addSteps(
    _ row: UnsafeBufferPointer<UInt32>, from x: Int, over old: UnsafeBufferPointer<UInt32>?
  ) -> Int {
    // The pixel before the first one is in another row, or nowhere.
    guard x > 0 else { return 0 }
    let before = self
    begin(3, 0)
    let out = words + count
    var written = 0
    var last = Self.spread(row[x - 1])
    var (end, word, shift): (Int, UInt32, UInt32) = (x, 0, 0)
    var (equal, same) = (0, 0)
    while end < row.count && equal < Self.leastFillAmongSteps && same < Self.leastFillAmongSteps {
      let color = Self.spread(row[end])
      // A lane of 16 bits for each channel: 256 + 2 + what it differs by.
      let lanes = color &+ 0x0102_0102_0102 &- last
      guard (lanes ^ 0x0100_0100_0100) & 0xFFFC_FFFC_FFFC == 0 else { break }
      word |= UInt32(truncatingIfNeeded: lanes >> 32 & 3 | lanes >> 14 & 0xC | lanes << 4 & 0x30) &<< shift
      shift &+= 6
      if shift == 30 {
        out[written] = word.littleEndian
        written &+= 1
        (word, shift) = (0, 0)
      }
      equal = color == last ? equal &+ 1 : 0
      if let old { same = row[end] == old[end] ? same &+ 1 : 0 }
      last = color
      end &+= 1
    }
    guard end - x >= Self.leastSteps else {
      self = before
      return 0
    }
    if shift > 0 {
      out[written] = word.littleEndian
      written += 1
    }
    out[-1] = (3 << 30 | UInt32(end - x)).littleEndian
    count += written
    return end - x
  }

  @inline(__always)
  private static func spread(_ color: UInt32) -> UInt64 {
    let color = UInt64(color)
    return color & 0xFF | (color & 0xFF00) << 8 | (color & 0xFF_0000) << 16
  }

  private mutating func begin(_ kind: UInt32, _ pixels: Int) {
    if skipped > 0 { write(UInt32(skipped).littleEndian) }
    skipped = 0
    open = -1
    write((kind << 30 | UInt32(pixels)).littleEndian)
  }

  private mutating func write(_ word: UInt32) {
    words[count] = word
    count += 1
  }

  /// 0x00RRGGBB as bytes R, G, B, 255.
  @inline(__always)
  private static func onCanvas(_ color: UInt32) -> UInt32 { (color << 8 | 0xFF).bigEndian }
}
