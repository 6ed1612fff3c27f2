import AfterglowCore
import AfterglowPreview

/// A picture as a page shows it, brought up to date by what has changed since.
struct ShownPicture {
  private(set) var picture = PanelPicture(width: 0, height: 0, pixels: [])
  private var light = PictureLight()

  /// The light of all pixels together, as a share of what white pixels would give: 0 to 1.
  var meanLuminance: Double { light.mean(of: picture.pixels.count) }

  /// Whether it has the size of a stage's frame.
  func isLike(_ stage: some PageFrame) -> Bool { picture.width == stage.width && picture.height == stage.height }

  /// Takes the frame of a stage.
  ///
  /// - Parameter isWhole: whether all of it is sent, to a page that has another picture or none.
  /// - Returns: what a page must do to have it, as the words of `FrameWords`.
  mutating func take(_ stage: some PageFrame, isWhole: Bool) -> [UInt8] {
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
