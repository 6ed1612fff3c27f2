import AfterglowCore
import CLinux

/// A framebuffer, opened and mapped by the guard, so that picture and memory outlive a renderer
/// (docs/panels/framebuffer.md).
///
/// There is one picture and no second buffer. Panning is not used, even where a driver offers it: several accept it and
/// continue to show the first half, or black, which no call can detect.
public struct FramebufferDevice: ~Copyable {
  public private(set) var descriptor: Int32
  /// "/dev/fb0".
  public let path: FixedText<96>
  private let request: FramebufferRequest
  /// The driver's setting before this program, if it was changed.
  private var previous: fb_var_screeninfo?
  private var mapping: UnsafeMutableRawPointer?
  private var mappedByteCount = 0

  /// Opens the named framebuffer, or the first one that can show the board's picture.
  ///
  /// - Throws: `DisplaySetupError` with the device, the cause and what to do.
  public static func open(_ request: FramebufferRequest) throws(DisplaySetupError) -> FramebufferDevice {
    if request.path[0] != 0 { return try prepare(FixedText(cString: request.path), request) }
    var firstProblem: DisplaySetupError?
    for number in Int64(0)..<32 {
      var path = FixedText<96>("/dev/fb")
      path.append(decimal: number)
      do throws(DisplaySetupError) { return try prepare(path, request) } catch {
        if error.kind != .noDevice && firstProblem == nil { firstProblem = error }
      }
    }
    if let firstProblem { throw firstProblem }
    throw DisplaySetupError(
      .noDevice, device: FixedText("/dev/fb0"), operation: "find a framebuffer", errno: ENOENT,
      advice: "load the display's driver; `ls /dev/fb*` shows what there is (a DRM card is better: display: drm)")
  }

  private static func prepare(
    _ path: FixedText<96>, _ request: FramebufferRequest
  ) throws(DisplaySetupError) -> FramebufferDevice {
    let opened = try openDisplayDevice(
      path, operation: "open the framebuffer",
      whenMissing: "`ls /dev/fb*` shows what there is; leave the path empty for the first one of the board's size")
    var device = FramebufferDevice(owning: opened, path, request)
    if let holder = DisplayHolder.find(device: path) {
      var error = DisplaySetupError(.held, device: path, operation: "have the framebuffer alone")
      holder.describe(in: &error.advice)
      throw error
    }
    let geometry = try device.settle()
    try device.map(geometry)
    return device
  }

  private init(owning descriptor: Int32, _ path: FixedText<96>, _ request: FramebufferRequest) {
    self.descriptor = descriptor
    self.path = path
    self.request = request
  }

  /// The panel for a renderer. Reads the geometry from the driver on every call, because another program may have
  /// changed the mode.
  ///
  /// - Throws: `DisplaySetupError` when the driver's mode cannot be shown.
  public mutating func panel() throws(DisplaySetupError) -> FramebufferPanel {
    let geometry = try settle()
    if geometry.mappedByteCount != mappedByteCount { try map(geometry) }
    var fixed = fb_fix_screeninfo()
    _ = ag_fb_fixed(descriptor, &fixed)
    var driver = FixedText<17>()
    withUnsafeBytes(of: &fixed.id) { bytes in
      for byte in bytes {
        if byte == 0 { break }
        driver.append(byte: byte)
      }
    }
    return FramebufferPanel(
      descriptor: descriptor, name: path, driver: driver, geometry: geometry, format: request.format,
      base: mapping! + geometry.offsetBytes, mode: try variable())
  }

  /// False once the driver is gone: then nothing that is drawn is visible.
  public var isInPlace: Bool {
    var fixed = fb_fix_screeninfo()
    return ag_fb_fixed(descriptor, &fixed) >= 0
  }

  /// The driver's geometry; another depth is requested only if the current one cannot be shown.
  ///
  /// - Throws: `DisplaySetupError` of `FramebufferGeometry`.
  private mutating func settle() throws(DisplaySetupError) -> FramebufferGeometry {
    do throws(DisplaySetupError) { return try currentGeometry() } catch {
      if error.kind != .format { throw error }
    }
    var asked = try variable()
    if previous == nil { previous = asked }
    asked.grayscale = 0
    asked.activate = UInt32(FB_ACTIVATE_NOW)
    asked.bits_per_pixel = request.format == .rgb565 ? 16 : 32
    // The result of the call is not reliable; what the driver reports afterwards is.
    _ = ag_fb_set_variable(descriptor, &asked)
    return try currentGeometry()
  }

  private func currentGeometry() throws(DisplaySetupError) -> FramebufferGeometry {
    var fixed = fb_fix_screeninfo()
    let result = ag_fb_fixed(descriptor, &fixed)
    if result < 0 { throw failure("ask what the framebuffer is", -result) }
    return try FramebufferGeometry(FramebufferInfo(fixed, try variable()), for: request.size, device: path)
  }

  private func variable() throws(DisplaySetupError) -> fb_var_screeninfo {
    var variable = fb_var_screeninfo()
    let result = ag_fb_variable(descriptor, &variable)
    if result < 0 { throw failure("ask for the framebuffer's mode", -result) }
    return variable
  }

  private mutating func map(_ geometry: FramebufferGeometry) throws(DisplaySetupError) {
    unmap()
    var base: UnsafeMutableRawPointer?
    let result = ag_fb_map(descriptor, Int64(geometry.mappedByteCount), &base)
    guard result == 0, let base else { throw failure("map the framebuffer's memory", Int32(clamping: -result)) }
    mapping = base
    mappedByteCount = geometry.mappedByteCount
  }

  private mutating func unmap() {
    if let mapping { _ = ag_unmap(mapping, Int64(mappedByteCount)) }
    mapping = nil
    mappedByteCount = 0
  }

  private func failure(_ operation: StaticString, _ errno: Int32) -> DisplaySetupError {
    switch errno {
    case ENOTTY, EINVAL:
      DisplaySetupError(
        .noDevice, device: path, operation: operation, errno: errno,
        advice: "programs cannot draw into this framebuffer; `cat /proc/fb` lists those")
    case ENODEV, ENXIO:
      DisplaySetupError(.gone, device: path, operation: operation, errno: errno, advice: "its driver went away")
    default: DisplaySetupError(.system, device: path, operation: operation, errno: errno)
    }
  }

  /// Restores the driver's setting and turns on a panel that was darkened. Call it only when none of its renderers is
  /// running any more.
  public consuming func close() {}

  deinit {
    if let mapping {
      _ = ag_unmap(mapping, Int64(mappedByteCount))
      _ = ag_fb_blank(descriptor, 1)
    }
    if var previous {
      previous.activate = UInt32(FB_ACTIVATE_NOW)
      _ = ag_fb_set_variable(descriptor, &previous)
    }
    _ = ag_close(descriptor)
  }
}
