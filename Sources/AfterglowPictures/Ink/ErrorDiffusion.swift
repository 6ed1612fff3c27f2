/// Floyd–Steinberg error diffusion in raster order (R. W. Floyd and L. Steinberg, "An adaptive algorithm for spatial
/// greyscale", 1976), eight rows at a time.
///
/// Each pixel becomes the nearest level of its value plus the errors of its neighbours; 7/16 of what is left over goes to
/// the next pixel, 3/16, 5/16 and 1/16 to the three below, in this order; what would leave the picture is dropped. All
/// arithmetic is in single precision without fused operations, so that every machine draws the same picture
/// (docs/ink.md, Error diffusion, has the loop that this equals bit for bit).
///
/// A pixel waits for its left neighbour and for three above it. So eight rows go through a vector together, each two
/// pixels behind the row above: what a row passes down reaches the next lane one step later, and only one row in eight
/// goes through memory.
enum ErrorDiffusion {
  /// Rows in a vector.
  static let laneCount = 8
  /// Steps that the last row of a vector is behind the first.
  static let lag = 2 * (laneCount - 1)

  typealias Lanes = SIMD8<Float>

  /// Values of eight rows, skewed: at each step those that the vector takes together. Outside the picture they are 0.
  struct Skewed: ~Copyable {
    let steps: Int
    private let base: UnsafeMutablePointer<Float>

    init(width: Int) {
      steps = width + ErrorDiffusion.lag
      base = .allocate(capacity: steps * ErrorDiffusion.laneCount)
      base.initialize(repeating: 0, count: steps * ErrorDiffusion.laneCount)
    }

    deinit { base.deallocate() }

    /// - Parameters: `row`: 0 to 7; `x`: a column of the picture.
    @inline(__always)
    subscript(row: Int, x: Int) -> Float {
      get { base[(x &+ 2 &* row) &* ErrorDiffusion.laneCount &+ row] }
      nonmutating set { base[(x &+ 2 &* row) &* ErrorDiffusion.laneCount &+ row] = newValue }
    }

    @inline(__always)
    subscript(step: Int) -> Lanes {
      UnsafeRawPointer(base + step &* ErrorDiffusion.laneCount).loadUnaligned(as: Lanes.self)
    }

    func clear(row: Int, width: Int) {
      for x in 0..<width { self[row, x] = 0 }
    }
  }

  /// What the last of eight rows passes to the next eight, of one channel.
  struct Line: ~Copyable {
    fileprivate let base: UnsafeMutablePointer<Float>
    fileprivate let width: Int

    init(width: Int) {
      self.width = width
      base = .allocate(capacity: width)
      base.initialize(repeating: 0, count: width)
    }

    deinit { base.deallocate() }
  }

  /// The errors of one channel while eight rows are diffused: a local variable, so that it stays in registers.
  struct Passing {
    /// What the pixels of the next step get from those above.
    private var above = Lanes.zero
    /// The errors one step ago and two steps ago.
    private var last = Lanes.zero
    private var lastButOne = Lanes.zero
    private let line: UnsafeMutablePointer<Float>
    private let width: Int

    /// - Parameter line: outlives this.
    @inline(__always)
    init(_ line: borrowing Line) {
      self.line = line.base
      width = line.width
      above[0] = line.base[0]
    }

    /// What the pixels of a step get from their neighbours.
    @inline(__always)
    var incoming: Lanes { above + last * (7.0 / 16) }

    /// - Parameters:
    ///   - errors: what is left over of the pixels of this step.
    ///   - step: its number, from 0.
    @inline(__always)
    mutating func pass(_ errors: Lanes, step: Int) {
      let below = lastButOne * (1.0 / 16) + last * (5.0 / 16) + errors * (3.0 / 16)
      lastButOne = last
      last = errors
      // The last row's column is `step - lag`; what it passes down is for the one before.
      let column = step &- ErrorDiffusion.lag &- 1
      if column >= 0 { line[column] = below[7] }
      let next = step &+ 1
      above = Lanes(
        next < width ? line[next] : 0, below[0], below[1], below[2], below[3], below[4], below[5], below[6])
    }

    /// After the last step: the last column gets nothing from beyond it.
    @inline(__always)
    func end() { line[width &- 1] = lastButOne[7] * (1.0 / 16) + last[7] * (5.0 / 16) }
  }

  /// The steps at which the columns of all eight rows are in the picture; none where it is narrow.
  static func innerSteps(width: Int) -> Range<Int> { lag..<max(lag, width) }

  /// 1 for the rows whose column at a step is in the picture, 0 for others.
  @inline(__always)
  static func inside(step: Int, width: Int) -> Lanes {
    let columns = SIMD8<Int32>(repeating: Int32(step)) &- SIMD8<Int32>(0, 2, 4, 6, 8, 10, 12, 14)
    let isInside = (columns .>= 0) .& (columns .< SIMD8<Int32>(repeating: Int32(width)))
    return Lanes.zero.replacing(with: Lanes(repeating: 1), where: isInside)
  }
}
