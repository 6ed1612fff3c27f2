import AfterglowArchive
import AfterglowCore
import AfterglowDevice
import AfterglowLight
import AfterglowRaster

/// The state of the display's buffers.
struct FrameMemory {
  /// Hash of the frame in each of two alternating buffers; the first is the next one's.
  var hashes: (UInt64, UInt64) = (0, 0)
  /// Damage of the previous frame, for buffers that lag one frame behind.
  var lastDamage = Damage()
  /// Frames that were encoded, up to the number of buffers.
  var filled: Int32 = 0
  /// The orbit's offset in the last frame.
  var offset = PixelPoint(x: 0, y: 0)
}

extension Engine {
  /// Writes what was painted to the display's memory; the next step begins with no damage.
  ///
  /// At night, on an emissive panel, green and blue are masked here, whatever was painted (law 2). Buffers of unknown
  /// content are written completely. Scan-out memory is never read; where the display has such memory, call `adapt`
  /// before `paint`.
  public mutating func encode(into buffer: BackBuffer, properties: DisplayProperties) -> FrameReport {
    if let layout = properties.scanOutLayout { return encodeScanOut(into: buffer, layout, properties: properties) }
    let age = properties.bufferAge
    let isFirst = age < 1 || age > 2 || frames.filled < age
    var own = Damage()
    if hasMoved {
      own.insert(scene)
    } else {
      for index in 0..<damage.count { own.insert(shown(damage[index])) }
    }
    var rects = own
    if isFirst {
      rects.insert(scene)
    } else if age == 2 {
      for index in 0..<frames.lastDamage.count { rects.insert(frames.lastDamage[index]) }
    }
    let target = EncodeTarget(
      base: buffer.base, strideBytes: buffer.strideBytes, size: properties.size, format: properties.format,
      rotation: Rotation(rawValue: board.rotation) ?? .none, isRedOnly: mode.isNight && properties.isEmissive,
      isFirstFrame: isFirst)
    var report = FrameReport(
      damage: Damage(), pixelsDamaged: 0, pixelsChanged: 0, frameHash: isFirst ? 0 : frames.hashes.0,
      written: Damage(), bytesWritten: 0)
    for index in 0..<rects.count {
      let result = AfterglowRaster.encode(shownPlane, rects[index], into: target)
      report.pixelsChanged += result.changedPixels
      report.damage.insert(result.changedBounds)
      report.frameHash &+= result.hashDelta
    }
    report.written = report.damage
    report.pixelsDamaged = report.damage.area
    note(report.frameHash, age, own)
    return report
  }

  /// The display did not accept the last frame. Where buffers alternate, it is then unknown which one is shown.
  mutating func noteRefusedFrame(_ properties: DisplayProperties) {
    if properties.bufferAge == 1 { return }
    frames.filled = 0
    scanOut.filled = 0
  }

  private mutating func note(_ hash: UInt64, _ age: Int32, _ own: Damage) {
    // With two buffers the one just written comes back after the other.
    frames.hashes = age == 2 ? (frames.hashes.1, hash) : (hash, hash)
    frames.filled = Swift.min(frames.filled + 1, 2)
    frames.lastDamage = own
    frames.offset = orbitOffset
    damage.removeAll()
    causes = 0
  }
}
