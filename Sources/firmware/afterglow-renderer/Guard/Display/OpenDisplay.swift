import AfterglowArchive
import AfterglowCore
import AfterglowEPaper
import AfterglowLinux
import AfterglowVirtual

/// Why a display could not be opened.
enum DisplayFailure: Error {
  case noPath
  case noPanel
  case system(SystemError)
  case setup(DisplaySetupError)

  func write(to text: inout some TextSink & ~Copyable) {
    switch self {
    case .noPath: text.write("the board names no display file; name one with --display")
    case .noPanel:
      text.write("the board names no socket of a simulated panel; name one with --panel, or a file with --display")
    case .system(let error): text.write(error)
    case .setup(let error): error.write(to: &text)
    }
  }

  /// Whether the device itself has to be reopened.
  var needsReopening: Bool {
    switch self {
    case .noPath, .noPanel, .system: true
    case .setup(let error): error.kind == .gone || error.kind == .noDevice
    }
  }
}

/// An e-paper panel's bus, and the file that gets its recording.
struct OpenBus: ~Copyable {
  let bus: PanelBusDevice
  let recording: FileDescriptor

  init(_ bus: consuming PanelBusDevice, recording: consuming FileDescriptor) {
    self.bus = bus
    self.recording = recording
  }
}

/// The connection to a simulated e-paper panel, and the file that gets its recording.
struct OpenWire: ~Copyable {
  let wire: PanelWire
  let recording: FileDescriptor

  init(_ wire: consuming PanelWire, recording: consuming FileDescriptor) {
    self.wire = wire
    self.recording = recording
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
  case bus(Box<OpenBus>)
  /// The connection to a simulated e-paper panel.
  case wire(Box<OpenWire>)

  var isOpen: Bool {
    switch self {
    case .closed: false
    default: true
    }
  }

  /// Whether it is a hardware device, which only one program can use.
  var isHardware: Bool {
    switch self {
    case .closed, .virtual, .wire: false
    case .card, .framebuffer, .bus: true
    }
  }

  /// Whether it is a screen that the console and other programs use too.
  var isOnScreen: Bool {
    switch self {
    case .card, .framebuffer: true
    case .closed, .virtual, .bus, .wire: false
    }
  }

  var isWire: Bool {
    switch self {
    case .wire: true
    default: false
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
    case .wire(let wire): wire.pointee.wire.isInPlace
    case .closed, .card, .bus: true
    }
  }

  /// The message for a display that is not in place.
  var absence: StaticString {
    switch self {
    case .virtual: "the display file is gone or was cut short"
    case .framebuffer: "the framebuffer is gone"
    case .wire: "the simulated panel is gone"
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
      return try paper(plan, .wiring(device.pointee.bus.wiring), recording: device.pointee.recording.number)
    case .wire(let wire):
      return try paper(
        plan, .wire(wire.pointee.wire.descriptor, openedAtMs: wire.pointee.wire.openedAtMs),
        recording: wire.pointee.recording.number)
    case .card(let place):
      do throws(DisplaySetupError) { return .drm(try screens.pointee.cards.panel(place)) } catch {
        throw .setup(error)
      }
    case .framebuffer(let device):
      do throws(DisplaySetupError) { return .framebuffer(try device.pointee.panel()) } catch { throw .setup(error) }
    }
  }

  private func paper(
    _ plan: borrowing BoardPlan, _ link: PaperSetup.Link, recording: Int32
  ) throws(DisplayFailure) -> Panel {
    guard let controller = plan.controller else {
      throw .system(SystemError("use an e-paper panel that the board does not name", errno: 0))
    }
    return .paper(
      PaperSetup(
        controller: controller, link: link, minimumRefreshIntervalMs: plan.refreshIntervalMs,
        flashesInDark: plan.board.flashesInDark != 0, night: plan.night, recording: recording))
  }

  func close(_ screens: Box<Screens>) {
    switch self {
    case .closed: break
    case .virtual(let file): file.end()
    case .card(let place): screens.pointee.cards.release(place)
    case .framebuffer(let device): device.end()
    case .bus(let device): device.end()
    case .wire(let wire): wire.end()
    }
  }
}
