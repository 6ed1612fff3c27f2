import AfterglowViews

extension ChartContent {
  /// Makes the marks one line or area, in which each mark's style has the stretch around the mark: half-way to its
  /// neighbours; in steps that end at the next mark, up to that one. Points and bars stay as they are.
  ///
  /// - Parameter number: distinguishes the lines and areas of a chart.
  package func strand(_ number: Int) -> ChartMarks { changed { $0.strand = number } }
}

/// The parts of a line or area that differ in style.
struct ChartStretches {
  /// The first mark of each stretch, from left to right.
  private(set) var marks: [ChartMark]
  /// The horizontal places between neighbouring stretches, one less than there are stretches.
  private var borders: [Double] = []

  /// Largest number of stretches of a line, each of which is an item of the drawing. Where styles change more often, the
  /// narrowest stretches keep the style to their left.
  static let maximumCount = 200

  /// - Parameters:
  ///   - placed: the marks of the line with their places, at least one.
  ///   - width: the plot's width in points.
  init(_ placed: [(mark: ChartMark, place: Point)], width: Double) {
    marks = placed.prefix(1).map(\.mark)
    // A line that runs to and fro cannot be cut at a place of the axis: the first mark's style has all of it.
    guard let first = marks.first, first.strand != nil,
      zip(placed, placed.dropFirst()).allSatisfy({ $0.place.x <= $1.place.x })
    else { return }
    let share = first.interpolation.shareOfStyle
    let starts = placed.indices.dropFirst().filter { placed[$0].mark.style != placed[$0 - 1].mark.style }
    let least = starts.count < Self.maximumCount ? 0 : width / Double(Self.maximumCount)
    for start in starts {
      let border = placed[start - 1].place.x * (1 - share) + placed[start].place.x * share
      if let last = borders.last, border - last < least { continue }
      borders.append(border)
      marks.append(placed[start].mark)
    }
  }

  /// The piece of a curve for each stretch. One without a length has fewer than two points.
  ///
  /// - Parameters:
  ///   - curve: points that run to the right if there is more than one stretch.
  ///   - pixel: the unit of the places at which the curve is cut, in points; 0 for exact ones.
  func pieces(of curve: [Point], pixel: Double = 0) -> [[Point]] {
    if borders.isEmpty { return [curve] }
    var pieces: [[Point]] = []
    var piece: [Point] = []
    for point in curve {
      while pieces.count < borders.count, let last = piece.last {
        let exact = borders[pieces.count]
        let border = pixel > 0 ? (exact / pixel).rounded() * pixel : exact
        guard point.x >= border else { break }
        let width = point.x - last.x
        let share = width > 0 ? max(0, (border - last.x) / width) : 1
        let cut = Point(x: last.x + width * share, y: last.y + (point.y - last.y) * share)
        if cut != last { piece.append(cut) }
        pieces.append(piece)
        piece = [cut]
      }
      if piece.last != point { piece.append(point) }
    }
    pieces.append(piece)
    return pieces + Array(repeating: [], count: max(0, marks.count - pieces.count))
  }
}

extension InterpolationMethod {
  /// The share of the way from a value to the next one after which the next one's style begins.
  fileprivate var shareOfStyle: Double {
    switch kind {
    case .stepStart: 0
    case .stepEnd: 1
    default: 0.5
    }
  }
}
