import AfterglowArchive
import AfterglowCore
import AfterglowLinux
import AfterglowVirtual

/// Why a display could not be opened.
enum DisplayFailure: Error {
  case noPath
  case system(SystemError)
  case setup(DisplaySetupError)

  func write(to text: inout some TextSink & ~Copyable) {
    switch self {
    case .noPath: text.write("the board names no display file; name one with --display")
    case .system(let error): text.write(error)
    case .setup(let error): error.write(to: &text)
    }
  }

  /// Whether the device itself has to be reopened.
  var needsReopening: Bool {
    switch self {
    case .noPath, .system: true
    case .setup(let error): error.kind == .gone || error.kind == .noDevice
    }
  }
}

/// A display that the guard keeps open, so that its picture survives the renderer.
enum OpenDisplay {
  case closed
  case virtual(Box<DisplayFile>)
  /// A connector of a graphics card in the table that all panels share.
  case card(CardPlace)
  case framebuffer(Box<FramebufferDevice>)
  /// An e-paper controller's bus and lines.
  case bus(Box<PanelBusDevice>)

  var isOpen: Bool {
    switch self {
    case .closed: false
    default: true
    }
  }

  /// Whether it is a hardware device, which only one program can use.
  var isHardware: Bool {
    switch self {
    case .closed, .virtual: false
    case .card, .framebuffer, .bus: true
    }
  }

  /// Whether it is a screen that the console and other programs use too.
  var isOnScreen: Bool {
    switch self {
    case .card, .framebuffer: true
    case .closed, .virtual, .bus: false
    }
  }

  var framebuffer: Box<FramebufferDevice>? {
    switch self {
    case .framebuffer(let device): device
    default: nil
    }
  }

  var place: CardPlace? {
    switch self {
    case .card(let place): place
    default: nil
    }
  }

  /// False once its picture is known to be invisible, as far as that can be determined without drawing.
  var isInPlace: Bool {
    switch self {
    case .virtual(let file): file.pointee.isInPlace
    case .framebuffer(let device): device.pointee.isInPlace
    case .closed, .card, .bus: true
    }
  }

  /// The message for a display that is not in place.
  var absence: StaticString {
    switch self {
    case .virtual: "the display file is gone or was cut short"
    case .framebuffer: "the framebuffer is gone"
    case .closed, .card, .bus: "the display is gone"
    }
  }

  /// Whether it is in place and its file, if any, contains the drawn frame. Checked after the first frame.
  var isWhole: Bool {
    if case .virtual(let file) = self { return file.pointee.isWhole(VirtualFramebufferLayout.magic) }
    return isInPlace
  }

  /// The display for a renderer.
  ///
  /// - Parameter slowness: how many times longer a simulated controller takes; nil = as long as a real one.
  /// - Throws: `DisplayFailure`.
  func panel(
    _ plan: borrowing BoardPlan, _ screens: Box<Screens>, slowness: UInt8?
  ) throws(DisplayFailure) -> Panel {
    switch self {
    case .closed: throw .system(SystemError("use a display that is closed", errno: 0))
    case .virtual(let file): return Panel(plan, window: file.pointee.memory, isLive: true, slowness: slowness)
    case .bus(let device):
      return .ssd1680(device.pointee.wiring, minimumRefreshIntervalMs: Int64(plan.board.minimumRefreshIntervalMs))
    case .card(let place):
      do throws(DisplaySetupError) { return .drm(try screens.pointee.cards.panel(place)) } catch {
        throw .setup(error)
      }
    case .framebuffer(let device):
      do throws(DisplaySetupError) { return .framebuffer(try device.pointee.panel()) } catch { throw .setup(error) }
    }
  }

  func close(_ screens: Box<Screens>) {
    switch self {
    case .closed: break
    case .virtual(let file): file.end()
    case .card(let place): screens.pointee.cards.release(place)
    case .framebuffer(let device): device.end()
    case .bus(let device): device.end()
    }
  }
}
