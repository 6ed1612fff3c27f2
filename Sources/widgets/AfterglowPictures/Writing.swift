import AfterglowCore

/// Detects printed text in a picture, without reading it: rows of marks that share a baseline, have similar heights and
/// stroke widths, and differ in shape.
///
/// Tuned to avoid false positives: a row needs at least seven letters, so single words are not detected, nor are
/// handwriting, curved and very large letters. Of the 28 pictures that come with scikit-image and scikit-learn
/// (photographs, textures, drawings) it detects text in one: the scanned page of a book.
public enum Writing {
  /// Minimum number of letters in a row.
  public static let leastLetterCount = 7

  /// The number of rows of text; 0 = none.
  public static func lines(in picture: ScaledPicture) -> Int {
    var plane = LightPlane(picture)
    // Text of eleven points is still seven pixels high in a picture that is halved to this.
    while max(plane.width, plane.height) > 960 { plane = plane.halved }
    var most = 0
    // Large letters are found in a smaller picture.
    for _ in 0..<3 where plane.width >= 24 && plane.height >= 12 {
      let behind = plane.averaged(reach: 14)
      for isBright in [true, false] {
        let marks = Mark.all(in: plane, behind: behind, isBright: isBright)
        if marks.count <= Mark.mostCount { most = max(most, WritingRow.all(of: marks).count) }
      }
      plane = plane.halved
    }
    return most
  }
}

/// A picture's lightness, 0 to 255 per pixel.
private struct LightPlane {
  var width: Int
  var height: Int
  var light: [Float]
}

extension LightPlane {
  /// Transparent pixels count as dark if the opaque ones are bright, and vice versa.
  init(_ picture: ScaledPicture) {
    func parts(_ pixel: UInt32) -> (alpha: Float, light: Float) {
      let red = Float(pixel >> 16 & 255)
      let green = Float(pixel >> 8 & 255)
      let blue = Float(pixel & 255)
      return (Float(pixel >> 24) / 255, 0.299 * red + 0.587 * green + 0.114 * blue)
    }
    let all = picture.pixels.map(parts)
    let cover = all.reduce(0) { $0 + $1.alpha }
    let mean = cover > 0 ? all.reduce(0) { $0 + $1.light } / cover : 0
    let paper: Float = mean < 128 ? 255 : 0
    self.init(
      width: Int(picture.size.width), height: Int(picture.size.height),
      light: all.map { $0.light + paper * (1 - $0.alpha) })
  }

  var halved: LightPlane {
    let (w, h) = (width / 2, height / 2)
    var result = LightPlane(width: w, height: h, light: [])
    result.light.reserveCapacity(w * h)
    for y in 0..<h {
      for x in 0..<w {
        let at = 2 * y * width + 2 * x
        result.light.append((light[at] + light[at + 1] + light[at + width] + light[at + width + 1]) / 4)
      }
    }
    return result
  }

  /// The mean of the square around each pixel.
  func averaged(reach: Int) -> [Float] {
    var sums = [Double](repeating: 0, count: (width + 1) * (height + 1))
    for y in 0..<height {
      var row = 0.0
      for x in 0..<width {
        row += Double(light[y * width + x])
        sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1] + row
      }
    }
    var result = [Float](repeating: 0, count: width * height)
    for y in 0..<height {
      let (y0, y1) = (max(0, y - reach), min(height, y + reach + 1))
      for x in 0..<width {
        let (x0, x1) = (max(0, x - reach), min(width, x + reach + 1))
        let sum =
          sums[y1 * (width + 1) + x1] - sums[y0 * (width + 1) + x1] - sums[y1 * (width + 1) + x0]
          + sums[y0 * (width + 1) + x0]
        result[y * width + x] = Float(sum / Double((y1 - y0) * (x1 - x0)))
      }
    }
    return result
  }
}

/// A group of connected pixels that differ from their surroundings, at most as large as a letter.
private struct Mark {
  var x0: Int
  var y0: Int
  /// One past its last column and row.
  var x1: Int
  var y1: Int
  var area: Int
  /// Twice its area per pixel of its edge.
  var stroke: Double

  var width: Int { x1 - x0 }
  var height: Int { y1 - y0 }
  var fill: Double { Double(area) / Double(width * height) }

  /// More marks than this are a texture.
  static let mostCount = 4000
  /// Minimum difference to the surroundings, of 255.
  private static let contrast: Float = 20

  static func all(in plane: LightPlane, behind: [Float], isBright: Bool) -> [Mark] {
    let (width, height) = (plane.width, plane.height)
    var isInk = zip(plane.light, behind).map { isBright ? $0 - $1 > contrast : $1 - $0 > contrast }
    var isTaken = [Bool](repeating: false, count: isInk.count)
    var marks: [Mark] = []
    var open: [Int] = []
    for start in isInk.indices where isInk[start] && !isTaken[start] {
      var mark = Mark(x0: width, y0: height, x1: 0, y1: 0, area: 0, stroke: 0)
      var edge = 0
      open.append(start)
      isTaken[start] = true
      while let at = open.popLast() {
        let (x, y) = (at % width, at / width)
        mark.x0 = min(mark.x0, x)
        mark.x1 = max(mark.x1, x + 1)
        mark.y0 = min(mark.y0, y)
        mark.y1 = max(mark.y1, y + 1)
        mark.area += 1
        for dy in -1...1 {
          for dx in -1...1 where dx != 0 || dy != 0 {
            let (nx, ny) = (x + dx, y + dy)
            let next = ny * width + nx
            if nx >= 0, nx < width, ny >= 0, ny < height, isInk[next] {
              if !isTaken[next] {
                isTaken[next] = true
                open.append(next)
              }
            } else if dx == 0 || dy == 0 {
              edge += 1
            }
          }
        }
      }
      mark.stroke = 2 * Double(mark.area) / Double(max(1, edge))
      if mark.isLetter(width, height) { marks.append(mark) }
    }
    isInk = []
    return marks.sorted { ($0.x0, $0.y0) < ($1.x0, $1.y0) }
  }

  /// Whether its size, strokes and filled area are those of a letter, and the picture's edge does not cut it off.
  private func isLetter(_ planeWidth: Int, _ planeHeight: Int) -> Bool {
    let share = stroke / Double(max(1, height))
    return (6...40).contains(height) && width >= 2 && width <= 2 * height && x0 > 0 && y0 > 0 && x1 < planeWidth
      && y1 < planeHeight && (0.12...0.95).contains(fill) && (0.05...0.4).contains(share)
  }

  /// Whether `next` may be the letter after this one.
  func isFollowed(by next: Mark) -> Bool {
    let high = Double(max(height, next.height))
    let low = Double(min(height, next.height))
    let gap = Double(next.x0 - x1)
    let shared = Double(min(y1, next.y1) - max(y0, next.y0))
    return next.x0 > x0 && gap <= 0.9 * high && gap >= -0.25 * high && low >= 0.45 * high && shared >= 0.6 * low
      && max(stroke, next.stroke) <= 1.8 * min(stroke, next.stroke)
  }
}

/// Marks in a sequence like letters.
private enum WritingRow {
  static func all(of marks: [Mark]) -> [[Mark]] {
    var isUsed = [Bool](repeating: false, count: marks.count)
    var rows: [[Mark]] = []
    for start in marks.indices where !isUsed[start] {
      var chain = [start]
      while let next = follower(of: chain[chain.count - 1], in: marks, isUsed) { chain.append(next) }
      let row = chain.map { marks[$0] }
      guard isWriting(row) else { continue }
      for index in chain { isUsed[index] = true }
      rows.append(row)
    }
    return rows
  }

  private static func follower(of index: Int, in marks: [Mark], _ isUsed: [Bool]) -> Int? {
    let mark = marks[index]
    // Sorted by their left edges: beyond the widest gap nothing follows.
    var next = index + 1
    while next < marks.count, marks[next].x0 <= mark.x1 + 36 {
      if !isUsed[next], mark.isFollowed(by: marks[next]) { return next }
      next += 1
    }
    return nil
  }

  /// Whether marks on one line are letters: of few heights, with similar stroke widths, and of different shapes, unlike
  /// windows.
  private static func isWriting(_ row: [Mark]) -> Bool {
    guard row.count >= Writing.leastLetterCount else { return false }
    let count = Double(row.count)
    let height = median(row.map { Double($0.height) })
    let near = max(1, 0.08 * height)
    let line = median(row.map { Double($0.y1) })
    let onLine = Double(row.count { abs(Double($0.y1) - line) <= near }) / count
    let tops = row.map { mark in Double(row.count { abs(Double($0.y0 - mark.y0)) <= near }) / count }
    let strokes = row.map(\.stroke)
    let mean = strokes.reduce(0, +) / count
    let spread = (strokes.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count).squareRoot() / mean
    let shapes = Set(
      row.map { mark in
        [Int((Double(mark.width) / max(1, 0.15 * height)).rounded()), Int((mark.fill / 0.08).rounded())]
      }
    ).count
    return onLine >= 0.7 && (tops.max() ?? 0) >= 0.4 && spread < 0.3 && Double(shapes) >= max(3, 0.35 * count)
  }

  private static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}
