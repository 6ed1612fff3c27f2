/// Floyd–Steinberg error diffusion in raster order (R. W. Floyd and L. Steinberg, "An adaptive algorithm for spatial
/// greyscale", 1976), eight rows at a time.
///
/// Each pixel becomes the nearest level of its value plus the errors of its neighbours; 7/16 of what is left over goes to
/// the next pixel, 3/16, 5/16 and 1/16 to the three below; what would leave the picture is dropped. Light is whole numbers
/// of 16 bits, so that every machine draws the same picture (docs/ink.md, Error diffusion, has the loop that this equals
/// pixel by pixel).
///
/// A pixel waits for its left neighbour and for three above it. So eight rows go through a vector together, each two
/// pixels behind the row above: what a row passes down reaches the next lane one step later, and only one row in eight
/// goes through memory. Light is looked up one block of columns ahead, while the vector waits for its own results.
enum ErrorDiffusion {
  typealias Lanes = SIMD8<Int16>

  /// Rows in a vector.
  static let laneCount = 8
  /// Steps in a block, and columns whose light is looked up together.
  static let blockSteps = 8
  /// Steps that the last row of a vector is behind the first.
  private static let lag = 2 * (laneCount - 1)

  /// Whole blocks until the last row has passed its last column down, which takes it one step more.
  static func blockCount(width: Int) -> Int { (width + blockSteps - 1) / blockSteps + lag / blockSteps + 1 }

  /// The blocks at all of whose steps the columns of all eight rows are in the picture; none where it is narrow.
  static func innerBlocks(width: Int) -> Range<Int> {
    let first = (lag + blockSteps - 1) / blockSteps
    return first..<max(first, width / blockSteps)
  }

  /// All bits of the rows whose column at a step is in the picture, 0 for others.
  @inline(__always)
  static func inside(step: Int, width: Int) -> Lanes {
    let columns = Lanes(repeating: Int16(truncatingIfNeeded: step)) &- Lanes(0, 2, 4, 6, 8, 10, 12, 14)
    let isBefore = columns &>> 15
    let isBelowWidth = (columns &- Int16(truncatingIfNeeded: width)) &>> 15
    return isBelowWidth & ~isBefore
  }

  /// What the last of eight rows passes to the next eight, of one channel.
  struct Line: ~Copyable {
    /// Of column 0. The columns around the picture take what is dropped.
    fileprivate let base: UnsafeMutablePointer<Int16>
    private static let columnsBefore = ErrorDiffusion.lag + 2

    init(width: Int) {
      let count = Line.columnsBefore + ErrorDiffusion.blockCount(width: width) * ErrorDiffusion.blockSteps + 1
      let all = UnsafeMutablePointer<Int16>.allocate(capacity: count)
      all.initialize(repeating: 0, count: count)
      base = all + Line.columnsBefore
    }

    deinit { (base - Line.columnsBefore).deallocate() }
  }

  /// The errors of one channel while eight rows are diffused: a local variable, so that it stays in registers.
  struct Passing {
    /// What the pixels of the next step get from those above.
    private var above = Lanes.zero
    /// What they get from those of this step.
    private var right = Lanes.zero
    /// What the row below gets at the column of this step, and at the next, so far.
    private var below = Lanes.zero
    private var belowRight = Lanes.zero
    private let line: UnsafeMutablePointer<Int16>

    /// - Parameter line: outlives this.
    @inline(__always)
    init(_ line: borrowing Line) {
      self.line = line.base
      above[0] = line.base[0]
    }

    /// What the pixels of a step get from their neighbours.
    @inline(__always)
    var incoming: Lanes { above &+ right }

    /// - Parameters:
    ///   - errors: what is left over of the pixels of this step.
    ///   - step: its number, from 0.
    @inline(__always)
    mutating func pass(_ errors: Lanes, step: Int) {
      let quarter = errors &>> 2
      let sixteenth = errors &>> 4
      right = (errors &>> 1) &- sixteenth
      // The column before gets no more.
      let done = below &+ (quarter &- sixteenth)
      below = belowRight &+ (quarter &+ sixteenth)
      belowRight = errors &- right &- (quarter &+ quarter)
      line[step &- ErrorDiffusion.lag &- 1] = done[7]
      above = Lanes(line[step &+ 1], done[0], done[1], done[2], done[3], done[4], done[5], done[6])
    }
  }
}
