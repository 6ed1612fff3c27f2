import AfterglowArchive
import AfterglowCore
import AfterglowLinux
import AfterglowVirtual

/// Why a display could not be had.
enum DisplayFailure: Error {
  case noPath
  case system(SystemError)

  func write(to text: inout TextWriter) {
    switch self {
    case .noPath: text.write("the board names no display file; name one with --display")
    case .system(let error): text.write(error)
    }
  }

  func append(to message: inout ControlMessage) {
    switch self {
    case .noPath: message.appendText("the board names no display file")
    case .system(let error): message.append(error)
    }
  }
}

/// A display that the guard holds open, so that its picture outlives the renderer.
enum OpenDisplay: ~Copyable {
  case closed
  case virtual(DisplayFile)

  /// What the board asks for, or a virtual framebuffer in its place. Nothing is tried in silence.
  static func open(_ plan: borrowing BoardPlan, _ options: SeatOptions) throws(DisplayFailure) -> OpenDisplay {
    try openVirtual(plan, options.displayPath ?? plan.displayPath)
  }

  private static func openVirtual(
    _ plan: borrowing BoardPlan, _ path: UnsafePointer<CChar>
  ) throws(DisplayFailure) -> OpenDisplay {
    if path[0] == 0 { throw .noPath }
    do throws(SystemError) {
      return .virtual(
        try DisplayFile(path: path, byteCount: PanelWindow.byteCount(plan), magic: VirtualFramebufferLayout.magic))
    } catch {
      throw .system(error)
    }
  }

  /// What a renderer of this display draws on.
  func panel(_ plan: borrowing BoardPlan) throws(DisplayFailure) -> Panel {
    switch self {
    case .closed: throw .system(SystemError("use a display that is closed", errno: 0))
    case .virtual(let file): return Panel(plan, window: file.memory, isLive: true)
    }
  }

  var isOpen: Bool {
    switch self {
    case .closed: false
    default: true
    }
  }

  /// False once what is drawn can be seen by nobody any more.
  var isInPlace: Bool {
    switch self {
    case .closed: false
    case .virtual(let file): file.isInPlace
    }
  }
}
