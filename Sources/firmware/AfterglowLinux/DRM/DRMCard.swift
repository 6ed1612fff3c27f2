import AfterglowCore
import CLinux

/// A graphics card, opened by the guard as DRM master, with one output for each connector that it drives
/// (docs/panels/drm.md).
///
/// Set-up uses libdrm, which allocates; nothing here runs in a frame. When a renderer ends, its panel's descriptor,
/// mode and buffers stay, and the next one inherits them. When the device is gone (`.gone`), close the card and reopen
/// it once it is back.
public struct DRMCard: ~Copyable {
  /// Maximum number of connectors of one card.
  public static var outputCapacity: Int { 4 }

  public private(set) var descriptor: Int32
  /// "/dev/dri/card0".
  public let path: FixedText<96>
  /// Whether the driver has atomic commits.
  public let isAtomic: Bool
  /// Outputs in use, 0 to `outputCapacity`.
  public internal(set) var outputCount = 0
  /// Why an earlier card was skipped, unless it just has no connectors. The guard reports it, so that a display other
  /// than the expected one is never used without notice.
  public private(set) var passedOver: DisplaySetupError?
  var outputs: InlineArray<4, DRMOutput>

  /// Opens the named card, or the first one that has a connected display, and becomes its master. Cards without
  /// connectors, such as the render-only one of every Raspberry Pi, are skipped.
  ///
  /// - Throws: `DisplaySetupError` with the device, the cause and what to do.
  public static func open(_ request: DRMRequest) throws(DisplaySetupError) -> DRMCard {
    if request.path[0] != 0 { return try DRMCard(FixedText(cString: request.path), request) }
    var firstProblem: DisplaySetupError?
    var unconnected: Int32 = -1
    for number in Int32(0)..<64 {
      do throws(DisplaySetupError) {
        var card = try DRMCard(path(of: number), request)
        if card.hasConnectedDisplay {
          if let firstProblem, firstProblem.kind != .noConnector { card.passedOver = firstProblem }
          return card
        }
        if unconnected < 0 { unconnected = number }
      } catch {
        if error.kind == .noDevice { continue }
        // The problem of a card that is otherwise usable is more informative than one of a card without connectors.
        if firstProblem == nil || firstProblem!.kind == .noConnector { firstProblem = error }
      }
    }
    if unconnected >= 0 {
      var card = try DRMCard(path(of: unconnected), request)
      if let firstProblem, firstProblem.kind != .noConnector { card.passedOver = firstProblem }
      return card
    }
    if let firstProblem { throw firstProblem }
    throw DisplaySetupError(
      .noDevice, device: FixedText("/dev/dri"), operation: "find a graphics card", errno: ENOENT,
      advice: "load the driver of the display (on a Raspberry Pi: dtoverlay=vc4-kms-v3d in config.txt)")
  }

  private static func path(of number: Int32) -> FixedText<96> {
    var path = FixedText<96>("/dev/dri/card")
    path.append(decimal: Int64(number))
    return path
  }

  private init(_ path: FixedText<96>, _ request: DRMRequest) throws(DisplaySetupError) {
    let file = FileDescriptor(
      owning: try openDisplayDevice(
        path, operation: "open the graphics card",
        whenMissing: "`ls /dev/dri` shows the cards; leave the path empty for the first with a connected display"))
    try DRMCard.requireConnectors(file.number, path)
    if ag_drm_capability(file.number, UInt64(AG_DRM_DUMB_BUFFER)) == 0 {
      throw DisplaySetupError(
        .noDumbBuffers, device: path, operation: "draw on this card: its driver has no dumb buffers",
        advice: "use /dev/fb0 (display: framebuffer) or another card")
    }
    try DRMCard.becomeMaster(file.number, path)
    _ = ag_drm_set_client_capability(file.number, UInt64(AG_DRM_CLIENT_UNIVERSAL_PLANES), 1)
    isAtomic =
      request.allowsAtomic
      && ag_drm_set_client_capability(file.number, UInt64(AG_DRM_CLIENT_ATOMIC), 1) == 0
    self.path = path
    outputs = InlineArray(repeating: DRMOutput(request))
    outputCount = 1
    descriptor = file.release()
  }

  /// Adds a second board on another connector of this card. From now on every panel is a lease of its connector, so
  /// that no renderer can touch another's: make new panels for running renderers.
  ///
  /// - Returns: the output's number.
  /// - Throws: `DisplaySetupError` when all outputs are in use or there is no such connector.
  public mutating func addOutput(_ request: DRMRequest) throws(DisplaySetupError) -> Int {
    if outputCount == DRMCard.outputCapacity {
      throw DisplaySetupError(
        .noConnector, device: path, operation: "drive more than four connectors of one card")
    }
    outputs[outputCount] = DRMOutput(request)
    outputCount += 1
    return outputCount - 1
  }

  /// Probes the connector, chooses the mode and makes the buffers, which are reused by later calls. If display and mode
  /// are unchanged, the picture on the panel stays too.
  ///
  /// - Throws: `DisplaySetupError` of the first step that failed.
  public mutating func panel(_ output: Int = 0) throws(DisplaySetupError) -> DRMPanel {
    precondition(output >= 0 && output < outputCount)
    let last = lastPanel(output)
    let panel: DRMPanel
    if let last { panel = last } else { panel = try makePanel(output) }
    outputs[output].givenAtMs = ag_boottime_ms()
    return panel
  }

  /// Gives up the display to the program whose console is activated. Frames presented meanwhile fail with EACCES.
  ///
  /// - Throws: `DisplaySetupError` with the kernel's errno.
  public func dropMaster() throws(DisplaySetupError) {
    let result = ag_drm_drop_master(descriptor)
    if result < 0 { throw failure(.system, "drop DRM master", -result) }
  }

  /// Becomes master again. Until a renderer's first frame, the panel shows the other program's picture.
  ///
  /// - Throws: `DisplaySetupError` while another program is master.
  public func setMaster() throws(DisplaySetupError) { try DRMCard.becomeMaster(descriptor, path) }

  public var isMaster: Bool { drmIsMaster(descriptor) != 0 }

  /// Restores what was shown before, as far as it still exists, and closes the card, which at the latest restores the
  /// console's picture. Call it only when no renderer of this card is running any more.
  public consuming func close() {}

  deinit {
    if descriptor >= 0 {
      restore()
      _ = ag_close(descriptor)
    }
  }
}

extension DRMCard {
  private static func requireConnectors(_ descriptor: Int32, _ path: FixedText<96>) throws(DisplaySetupError) {
    guard let resources = drmModeGetResources(descriptor) else {
      let errno = ag_errno()
      if errno == ENOTTY {
        throw DisplaySetupError(
          .noConnector, device: path, operation: "ask for connectors", errno: errno,
          advice: "this is not a graphics card; `ls /dev/dri` shows those")
      }
      throw DisplaySetupError(
        .noConnector, device: path, operation: "ask for connectors", errno: errno,
        advice: "the card can only compute; name the one with connectors, or leave the path empty")
    }
    defer { drmModeFreeResources(resources) }
    if resources.pointee.count_connectors == 0 || resources.pointee.count_crtcs == 0 {
      throw DisplaySetupError(
        .noConnector, device: path, operation: "show anything: the card has no connectors",
        advice: "the card can only compute; name the one with connectors, or leave the path empty")
    }
  }

  /// The first program that opens a card becomes its master implicitly.
  private static func becomeMaster(_ descriptor: Int32, _ path: FixedText<96>) throws(DisplaySetupError) {
    if drmIsMaster(descriptor) != 0 { return }
    let result = ag_drm_set_master(descriptor)
    if result == 0 { return }
    var error = DisplaySetupError(.held, device: path, operation: "become DRM master", errno: -result)
    if let holder = DisplayHolder.find(device: path) {
      holder.describe(in: &error.advice)
    } else if result == -EACCES || result == -EPERM {
      error.kind = .permission
      error.advice.append("run as root (CAP_SYS_ADMIN), or from the console that is in front")
    } else {
      error.advice.append("another program holds the display; `fuser -v ")
      error.advice.append(path)
      error.advice.append("` names it")
    }
    throw error
  }

  func failure(_ kind: DisplaySetupError.Kind, _ operation: StaticString, _ errno: Int32) -> DisplaySetupError {
    let isGone = errno == ENODEV || errno == ENXIO
    return DisplaySetupError(isGone ? .gone : kind, device: path, operation: operation, errno: errno)
  }
}
