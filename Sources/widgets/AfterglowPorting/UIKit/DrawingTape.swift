import AfterglowViews
import Foundation

/// The steps of a drawing, written down while its code runs. They are repeated where the picture is shown, in its size.
final class DrawingTape {
  private enum Step: Sendable {
    case draw(@Sendable (inout GraphicsContext) -> Void)
    case save
    case restore
  }

  /// The state with which the next steps are drawn.
  struct Pen {
    var fill = Color.black
    var stroke = Color.black
    var line = StrokeStyle()
  }

  let size: CGSize
  let scale: CGFloat
  var pen = Pen()
  /// The outline that `fillPath` and `strokePath` draw.
  var path = Path()
  private var steps: [Step] = []
  private var saved: [Pen] = []

  init(size: CGSize, scale: CGFloat) {
    self.size = size
    self.scale = scale
  }

  func draw(_ step: @escaping @Sendable (inout GraphicsContext) -> Void) { steps.append(.draw(step)) }

  func fill(_ path: Path) {
    let color = pen.fill
    draw { $0.fill(path, with: .color(color)) }
  }

  func stroke(_ path: Path) {
    let (color, line) = (pen.stroke, pen.line)
    draw { $0.stroke(path, with: .color(color), style: line) }
  }

  func save() {
    saved.append(pen)
    steps.append(.save)
  }

  func restore() {
    guard let last = saved.popLast() else { return }
    pen = last
    steps.append(.restore)
  }

  /// The drawing so far.
  var image: UIImage {
    let steps = steps
    let drawing = ImageDrawing(size: size) { context in
      var saved: [GraphicsContext] = []
      for step in steps {
        switch step {
        case .draw(let draw): draw(&context)
        case .save: saved.append(context)
        case .restore: if let last = saved.popLast() { context = last }
        }
      }
    }
    return UIImage(content: .view(Image(drawing), size), scale: scale)
  }

  // MARK: the drawing under way

  private static let lock = NSLock()
  /// The drawings under way by their threads, the innermost last.
  nonisolated(unsafe) private static var underWay: [ObjectIdentifier: [DrawingTape]] = [:]

  /// Changes the drawings under way on this thread.
  private static func change<Value>(_ body: (inout [DrawingTape]) -> Value) -> Value {
    let thread = ObjectIdentifier(Thread.current)
    return lock.withLock {
      defer { if underWay[thread]?.isEmpty == true { underWay[thread] = nil } }
      return body(&underWay[thread, default: []])
    }
  }

  /// The innermost drawing under way on this thread.
  static var current: DrawingTape? { change { $0.last } }

  static func begin(_ tape: DrawingTape) { change { $0.append(tape) } }
  static func end() { change { _ = $0.popLast() } }
}

extension UIColor {
  /// Sets the colour of the fills that follow.
  public func setFill() { DrawingTape.current?.pen.fill = color }
  /// Sets the colour of the lines that follow.
  public func setStroke() { DrawingTape.current?.pen.stroke = color }
  /// Sets the colour of the fills and lines that follow.
  public func set() {
    setFill()
    setStroke()
  }
}
