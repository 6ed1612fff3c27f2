import AfterglowArchive
import AfterglowCore
import AfterglowDevice
import AfterglowLight
import AfterglowRaster

/// The engine's state of scan-out memory, a graphics device's memory that it never reads.
///
/// Only the picture in the plane is ever compared: each part is saved in the board's format before it is repainted, and
/// compared afterwards. So damage, count and hash of a frame are exactly those of a display in ordinary memory.
struct ScanOutMemory {
  /// Whether back buffers are such memory, and whether the panel emits light; set by `adapt`.
  var isUsed = false
  var isEmissive = true
  /// Hash of the picture in the plane.
  var hash: UInt64 = 0
  /// Whether `hash` of the first picture is still to be computed.
  var isHashDue = false
  /// Whether the plane holds a picture at all, and whether it was painted for a red-only panel.
  var hasPicture = false
  var isRedOnly = false
  /// The orbit's offset when the plane was last compared.
  var offset = PixelPoint(x: 0, y: 0)
  /// What painting has changed since the last `encode`, in panel pixels.
  var changed = Damage()
  var changedPixels: Int64 = 0
  /// What the next back buffer is missing against the one that is shown.
  var lag = Damage()
  /// Buffers whose content is known, up to two.
  var filled: Int32 = 0
}

extension Engine {
  /// Whether a frame would show anything new. Only for scan-out memory; for ordinary memory, encoding determines it.
  var hasNothingToShow: Bool { scanOut.isUsed && scanOut.changed.isEmpty }

  /// Ends a frame that is not shown, because nothing changed or because the panel is dark.
  public mutating func dropFrame() {
    damage.removeAll()
    causes = 0
  }

  /// Paints and compares, in bands that the memory for comparing can hold.
  mutating func paintComparing() {
    let isRedOnly = mode.isNight && scanOut.isEmissive
    if !scanOut.hasPicture {
      paintDamage()
      if !damage.isEmpty { noteFirstPicture() }
    } else {
      hashFirstPicture()
      if hasMoved { compareWhole(movedFrom: scanOut.offset, isRedOnly: scanOut.isRedOnly) }
      for index in 0..<damage.count {
        let rect = damage[index]
        var bounds = PixelRect.empty
        forEachBand(of: rect, limit: needsLayers(rect) ? Painter.bandHeight(forWidth: rect.width) : Int32.max) {
          bounds = bounds.union($0.paintComparing($1, isRedOnly: isRedOnly))
        }
        scanOut.changed.insert(bounds)
      }
    }
    scanOut.hasPicture = scanOut.hasPicture || !damage.isEmpty
    scanOut.isRedOnly = isRedOnly
    scanOut.offset = orbitOffset
  }

  private mutating func forEachBand(of rect: PixelRect, limit: Int32, _ body: (inout Engine, PixelRect) -> Void) {
    let height = Swift.max(1, Swift.min(limit, Int32(truncatingIfNeeded: comparison.count / Int(rect.width))))
    var y = rect.y0
    while y < rect.y1 {
      let band = PixelRect(x0: rect.x0, y0: y, x1: rect.x1, y1: Swift.min(rect.y1, y + height))
      body(&self, band)
      y = band.y1
    }
  }

  /// Bounds of what changed, in panel pixels.
  private mutating func paintComparing(_ band: PixelRect, isRedOnly: Bool) -> PixelRect {
    let place = shown(band)
    if place.isEmpty {
      paint(band)
      return .empty
    }
    var before = comparisonTarget(place)
    before.isRedOnly = scanOut.isRedOnly
    AfterglowRaster.store(shownPlane, place, into: before)
    paint(band)
    before.isRedOnly = isRedOnly
    return note(AfterglowRaster.encode(shownPlane, place, into: before))
  }

  /// Compares the whole panel without painting: the picture has moved.
  private mutating func compareWhole(movedFrom offset: PixelPoint, isRedOnly: Bool) {
    var bounds = PixelRect.empty
    forEachBand(of: scene, limit: Int32.max) { engine, band in
      var before = engine.comparisonTarget(band)
      before.isRedOnly = isRedOnly
      AfterglowRaster.store(engine.plane(movedBy: offset), band, into: before)
      bounds = bounds.union(engine.note(AfterglowRaster.encode(engine.shownPlane, band, into: before)))
    }
    scanOut.changed.insert(bounds)
  }

  /// Without an earlier picture all pixels count as changed.
  private mutating func noteFirstPicture() {
    let rotation = Rotation(rawValue: board.rotation) ?? .none
    scanOut.changed.insert(rotation.panelRect(ofScene: scene, in: plane.size))
    scanOut.changedPixels += scene.area
    scanOut.isHashDue = true
  }

  /// Hashes the first picture while the plane still holds it, in the place and mode in which it was shown.
  mutating func hashFirstPicture() {
    if !scanOut.isHashDue { return }
    scanOut.isHashDue = false
    forEachBand(of: scene, limit: Int32.max) { engine, band in
      var scratch = engine.comparisonTarget(band)
      scratch.isRedOnly = engine.scanOut.isRedOnly
      engine.scanOut.hash &+= pictureHash(engine.plane(movedBy: engine.scanOut.offset), band, as: scratch)
    }
  }

  private mutating func note(_ result: EncodeResult) -> PixelRect {
    scanOut.hash &+= result.hashDelta
    scanOut.changedPixels += result.changedPixels
    return result.changedBounds
  }

  /// A panel of which only the part that `band` covers has memory.
  private func comparisonTarget(_ band: PixelRect) -> EncodeTarget {
    let rotation = Rotation(rawValue: board.rotation) ?? .none
    let format = PixelFormat(rawValue: board.pixelFormat) ?? .xrgb8888
    let part = rotation.panelRect(ofScene: band, in: plane.size)
    let bits = Int(format.bitsPerPixel)
    // Bits keep their place in a byte: a row of single bits may begin and end within one.
    let stride = bits < 8 ? Int(part.width) / 8 + 2 : Int(part.width) * bits / 8
    let origin = Int(part.y0) * stride + Int(part.x0) * bits / 8
    return EncodeTarget(
      base: UnsafeMutableRawPointer(comparison.baseAddress!) - origin, strideBytes: stride,
      size: rotation.swapsAxes ? PixelSize(width: scene.height, height: scene.width) : plane.size, format: format,
      rotation: rotation, isRedOnly: false, isFirstFrame: false)
  }

  /// Copies what changed, and what the buffer lags behind, out of the plane; all of it into a buffer of unknown content.
  mutating func encodeScanOut(
    into buffer: BackBuffer, _ layout: PixelLayout, properties: DisplayProperties
  ) -> FrameReport {
    let age = properties.bufferAge
    var written = scanOut.changed
    if age < 1 || age > 2 || scanOut.filled < age {
      written = Damage()
      written.insert(PixelRect(properties.size))
    } else if age == 2 {
      for index in 0..<scanOut.lag.count { written.insert(scanOut.lag[index]) }
    }
    let target = ScanOutTarget(
      base: buffer.base, strideBytes: buffer.strideBytes, size: properties.size, layout: layout,
      format: properties.format, rotation: Rotation(rawValue: board.rotation) ?? .none,
      isRedOnly: mode.isNight && properties.isEmissive)
    var bytes: Int64 = 0
    for index in 0..<written.count { bytes += transfer(shownPlane, written[index], into: target) }
    let report = FrameReport(
      damage: scanOut.changed, pixelsDamaged: scanOut.changed.area, pixelsChanged: scanOut.changedPixels,
      frameHash: scanOut.hash, written: written, bytesWritten: bytes)
    scanOut.lag = scanOut.changed
    scanOut.filled = Swift.min(scanOut.filled + 1, 2)
    scanOut.changed.removeAll()
    scanOut.changedPixels = 0
    dropFrame()
    return report
  }
}
