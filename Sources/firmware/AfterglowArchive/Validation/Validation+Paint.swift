import AfterglowCore

extension Validator {
  func checkPaints() throws(ArchiveError) {
    let paints = archive.paints
    for index in 0..<paints.count {
      let paint = paints[index]
      guard let kind = PaintKind(rawValue: paint.kind), PaintRole(rawValue: paint.role) != nil else {
        throw fault(.unknownValue, .paints, index)
      }
      if paint.reserved != 0 { throw fault(.nonzeroReserved, .paints, index) }
      let end: UInt64 = kind == .solid ? 1 : kind == .gradient ? count(.gradients) : count(.pictures)
      if UInt64(paint.index) >= end { throw fault(.indexOutOfRange, .paints, index) }
    }
    try checkGradients()
  }

  /// Reads through pointers, because a copy of a record is 272 bytes.
  ///
  /// - Throws: `ArchiveError` with the gradient's index.
  private func checkGradients() throws(ArchiveError) {
    guard let gradients = archive.gradients.baseAddress else { return }
    for index in 0..<archive.gradients.count {
      let start = gradients[index].start
      let end = gradients[index].end
      if !isCoordinate(start.x) || !isCoordinate(start.y) || !isCoordinate(end.x) || !isCoordinate(end.y) {
        throw fault(.valueOutOfRange, .gradients, index)
      }
      if start == end { throw fault(.badGradient, .gradients, index) }
    }
  }

  func checkGlyphs() throws(ArchiveError) {
    let glyphs = archive.glyphs
    var end: UInt32 = 0
    var check = GlyphCheck()
    for index in 0..<glyphs.count {
      let glyph = glyphs[index]
      if Int(glyph.width) > ArchiveLimits.glyphSidePx || Int(glyph.height) > ArchiveLimits.glyphSidePx {
        throw fault(.valueOutOfRange, .glyphs, index)
      }
      let data = RecordRange(first: glyph.dataOffset, count: glyph.dataByteCount)
      if !continues(data, &end) { throw fault(.rangeOutOfOrder, .glyphs, index) }
      if !isInside(data, .glyphData) { throw fault(.rangeOutOfSection, .glyphs, index) }
      if !check.isValid(archive.glyphCode(index), width: Int32(glyph.width), height: Int32(glyph.height)) {
        throw fault(.badGlyphCode, .glyphs, index)
      }
    }
    if UInt64(end) != count(.glyphData) { throw fault(.unfinishedData, .glyphData, Int(end)) }
    let placements = archive.placements
    let glyphCount = UInt32(truncatingIfNeeded: count(.glyphs))
    for index in 0..<placements.count where placements[index].glyph >= glyphCount {
      throw fault(.indexOutOfRange, .placements, index)
    }
  }

  func checkPictures() throws(ArchiveError) {
    let pictures = archive.pictures
    var end: UInt64 = 0
    for index in 0..<pictures.count {
      let picture = pictures[index]
      let side = UInt32(PixelSize.maximumSide)
      if picture.width < 1 || picture.height < 1 || picture.width > side || picture.height > side
        || picture.isOpaque > 1
      {
        throw fault(.valueOutOfRange, .pictures, index)
      }
      if UInt64(picture.dataOffset) != end { throw fault(.rangeOutOfOrder, .pictures, index) }
      let pixels = UInt64(picture.width) * UInt64(picture.height)
      end += 4 * pixels
      if end > count(.pictureData) { throw fault(.rangeOutOfSection, .pictures, index) }
      if !isPremultiplied(archive.picturePixels(index), Int(pixels), isOpaque: picture.isOpaque == 1) {
        throw fault(.badPixels, .pictures, index)
      }
    }
    if end != count(.pictureData) { throw fault(.unfinishedData, .pictureData, Int(truncatingIfNeeded: end)) }
  }

  /// Whether no channel exceeds its alpha, so that blending cannot overflow.
  private func isPremultiplied(_ pixels: UnsafePointer<UInt32>, _ count: Int, isOpaque: Bool) -> Bool {
    var allAlpha: UInt32 = 255
    var excess: UInt32 = 0
    for index in 0..<count {
      let pixel = pixels[index]
      let alpha = pixel >> 24
      allAlpha &= alpha
      // A difference below zero sets the top bit.
      excess |= (alpha &- (pixel >> 16 & 255)) | (alpha &- (pixel >> 8 & 255)) | (alpha &- (pixel & 255))
    }
    return excess >> 31 == 0 && (!isOpaque || allAlpha == 255)
  }

  func checkPoints() throws(ArchiveError) {
    let points = archive.points
    for index in 0..<points.count {
      let point = points[index]
      let isContourEnd = point.x == Int32.min && point.y == 0
      if !isContourEnd && !(isCoordinate(point.x) && isCoordinate(point.y)) {
        throw fault(.valueOutOfRange, .points, index)
      }
    }
  }
}
