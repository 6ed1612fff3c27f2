import AfterglowCore
import AfterglowPreview

/// A picture as a page shows it, brought up to date by what has changed since.
struct ShownPicture {
  private(set) var picture = PanelPicture(width: 0, height: 0, pixels: [])
  private var light = PictureLight()

  /// The light of all pixels together, as a share of what white pixels would give: 0 to 1.
  var meanLuminance: Double { light.mean(of: picture.pixels.count) }

  /// Whether it has the size of a stage's frame.
  func isLike(_ stage: FrameStage) -> Bool { picture.width == stage.width && picture.height == stage.height }

  /// Takes the frame of a stage.
  ///
  /// - Parameter isWhole: whether all of it is sent, to a page that has another picture or none.
  /// - Returns: what a page must do to have it, as the words of `FrameWords`.
  mutating func take(_ stage: FrameStage, isWhole: Bool) -> [UInt8] {
    let (width, height) = (stage.width, stage.height)
    var isWhole = isWhole
    if !isLike(stage) {
      picture = PanelPicture(width: width, height: height, pixels: Array(repeating: 0, count: width * height))
      light = PictureLight()
      isWhole = true
    }
    var light = light
    let bytes = picture.pixels.withUnsafeMutableBufferPointer { pixels in
      FrameWords.bytes(width: width, height: height) { words in
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: width) { row in
          for y in 0..<height {
            stage.copyRow(y, to: row.baseAddress!)
            let old = UnsafeMutableBufferPointer(rebasing: pixels[(y * width)..<((y + 1) * width)])
            guard !old.elementsEqual(row) || isWhole else {
              words.skip(width)
              continue
            }
            words.add(UnsafeBufferPointer(row), over: isWhole ? nil : UnsafeBufferPointer(old))
            light.replace(UnsafeBufferPointer(old), by: UnsafeBufferPointer(row))
            old.baseAddress!.update(from: row.baseAddress!, count: width)
          }
        }
      }
    }
    self.light = light
    return bytes
  }
}

/// A frame as words for a page: two bits for what, thirty for how many pixels, in the order of rows.
///
/// * 0: pixels that stay as they are;
/// * 1: pixels of one colour, which is the next word;
/// * 2: pixels that follow, a word each.
///
/// A colour is red, green, blue and 255 from the first byte to the last, as a canvas takes it.
struct FrameWords {
  private let words: UnsafeMutablePointer<UInt32>
  private(set) var count = 0
  /// Pixels to be skipped before the next ones.
  private var skipped = 0
  /// The place of the word before single pixels that may go on; −1 = none.
  private var open = -1

  /// Fewer equal pixels in a row are written one by one.
  private static let leastFill = 3

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
      if end - x >= Self.leastFill {
        begin(1, end - x)
        write(Self.onCanvas(color))
        x = end
        continue
      }
      if open < 0 {
        begin(2, 0)
        open = count - 1
      }
      words[open] = (UInt32(littleEndian: words[open]) &+ 1).littleEndian
      write(Self.onCanvas(color))
      x += 1
    }
    open = -1
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
