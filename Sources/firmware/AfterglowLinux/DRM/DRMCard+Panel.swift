import AfterglowCore
import CLinux

// Setting up an output's panel: probing, choosing objects, making buffers, and testing it before a renderer relies on
// it.
extension DRMCard {
  /// How long a panel that has not shown a frame counts as new, so that it is not made twice.
  private static var newMs: Int64 { 2_000 }

  /// The panel made last, if nothing has changed since: either it was made just now and has not been used, or its
  /// picture is on the panel and it is requested again because the renderer ended, not because of the display. If it is
  /// requested once more soon after, it is made again.
  mutating func lastPanel(_ output: Int) -> DRMPanel? {
    guard let panel = outputs[output].panel, !outputs[output].hasNewRequest else { return nil }
    let isLeased = panel.descriptor != descriptor
    if isLeased != (outputCount > 1) { return nil }
    let isNew = ag_boottime_ms() - outputs[output].givenAtMs < DRMCard.newMs
    switch connection(output, probes: false) {
    case .shown: return isNew ? nil : panel
    case .connected: return isNew && !outputs[output].wasDisconnected ? panel : nil
    case .modeLost, .disconnected, .gone: return nil
    }
  }

  /// Probes, chooses mode, CRTC and plane, and tests the first commit (docs/panels/drm.md, Set-up).
  ///
  /// - Throws: `DisplaySetupError` of the first step that failed.
  mutating func makePanel(_ output: Int) throws(DisplaySetupError) -> DRMPanel {
    let identifier = try findConnector(output)
    guard let connector = ProbedConnector(descriptor, identifier, probes: false) else {
      throw failure(.gone, "ask for the connector", ag_errno())
    }
    let request = outputs[output].request
    if !connector.isConnected {
      outputs[output].wasDisconnected = true
      throw DisplaySetupError(
        .notConnected, device: deviceName(connector), operation: "show anything: no display is connected",
        advice: "plug one in; the picture comes by itself")
    }
    var panel = DRMPanel(
      descriptor: descriptor, card: descriptor, size: request.size, format: request.format,
      name: deviceName(connector), isAtomic: isAtomic)
    panel.route.connector = identifier
    panel.mode.info = try chooseMode(connector, request)
    panel.refreshMilliHertz = DRMMode(panel.mode.info).refreshMilliHertz
    let crtc = try chooseCRTC(connector, output: output)
    panel.route.crtc = crtc.identifier
    panel.leftovers.previousCRTC = crtc.previous
    try choosePlane(&panel, crtcIndex: crtc.index)
    panel.isAtomic = isAtomic && panel.route.plane != 0
    findProperties(&panel, output: output)
    noteForeignConnectors(&panel)
    try makeBuffers(output, panel)
    panel.buffers = outputs[output].buffers!.pair
    try makeModeBlob(output, &panel)
    rememberPrevious(output, panel.route.crtc)
    outputs[output].route = panel.route
    if outputs[output].wasDisconnected { turnOff(panel) }
    outputs[output].wasDisconnected = false
    try testCommit(panel)
    if outputCount > 1 { try lease(output, &panel) }
    outputs[output].panel = panel
    outputs[output].hasNewRequest = false
    return panel
  }

  private mutating func makeModeBlob(_ output: Int, _ panel: inout DRMPanel) throws(DisplaySetupError) {
    if !panel.isAtomic { return }
    let old = outputs[output].modeBlob
    var mode = panel.mode.info
    let made = ag_drm_make_blob(descriptor, &mode, Int32(MemoryLayout<drm_mode_modeinfo>.size))
    if made < 0 { throw failure(.system, "hand the mode to the kernel", Int32(truncatingIfNeeded: -made)) }
    // A mode that is set keeps its own reference to the blob.
    if old != 0 { _ = ag_drm_destroy_blob(descriptor, old) }
    panel.mode.blob = UInt32(truncatingIfNeeded: made)
    outputs[output].modeBlob = panel.mode.blob
  }

  /// Saves what the CRTC showed before this program, for `restore`.
  private mutating func rememberPrevious(_ output: Int, _ crtc: UInt32) {
    if outputs[output].previous != nil && outputs[output].route.crtc == crtc { return }
    var state = drm_mode_crtc()
    let result = ag_drm_get_crtc(descriptor, crtc, &state)
    outputs[output].previous = result == 1 && state.fb_id != 0 ? state : nil
  }

  /// Asks the driver with `DRM_MODE_ATOMIC_TEST_ONLY` whether it would show this: a refusal is a described error here,
  /// and would be a bare errno in a renderer.
  ///
  /// - Throws: `DisplaySetupError` with the kernel's errno.
  private func testCommit(_ panel: DRMPanel) throws(DisplaySetupError) {
    if !panel.isAtomic { return }
    var request = AtomicRequest()
    request.describe(panel, showing: 0)
    let flags = UInt32(AG_DRM_ALLOW_MODESET) | UInt32(AG_DRM_TEST_ONLY)
    let result = request.commit(to: descriptor, flags: flags)
    if result == 0 || result == -EBUSY { return }
    let kind: DisplaySetupError.Kind = result == -EACCES ? .held : .noMode
    var error = DisplaySetupError(kind, device: panel.name, operation: "set the mode", errno: -result)
    if result == -EACCES {
      error.kind = .held
      error.advice.append("another program became DRM master; it is asked again by itself")
    } else {
      error.advice.append("the driver refuses ")
      DRMMode(panel.mode.info).write(to: &error.advice)
      error.advice.append(" in ")
      error.advice.append(DRMFormat.name(panel.format))
      error.advice.append("; try another mode, or xrgb8888")
    }
    if isGone(result) { error.kind = .gone }
    throw error
  }

  private func isGone(_ result: Int32) -> Bool { result == -ENODEV || result == -ENXIO }

  /// Turns the mode off, which forces a full mode set: after the cable was unplugged some displays have lost it, and
  /// the kernel has not noticed (docs/panels/drm.md, Quirks).
  private func turnOff(_ panel: DRMPanel) {
    if panel.isAtomic {
      var request = AtomicRequest()
      request.begin(panel.route.crtc)
      request.set(panel.properties.crtcActive, 0)
      _ = request.commit(to: descriptor, flags: UInt32(AG_DRM_ALLOW_MODESET))
    } else {
      _ = ag_drm_set_crtc(descriptor, panel.route.crtc, panel.route.connector, 0, 0, 0, nil)
    }
  }

  /// Whether a display is connected to the output now.
  ///
  /// - Parameter probes: reads the display's EDID. Needed after a hot-plug event, because many drivers report only that
  ///   something changed. Without it the kernel returns its last state.
  public mutating func connection(_ output: Int = 0, probes: Bool = true) -> DRMConnection {
    precondition(output >= 0 && output < outputCount)
    let identifier = outputs[output].route.connector
    if identifier == 0 { return hasConnectedDisplay ? .connected : .disconnected }
    guard let connector = ProbedConnector(descriptor, identifier, probes: probes) else { return .gone }
    if !connector.isConnected {
      outputs[output].wasDisconnected = true
      return .disconnected
    }
    guard let panel = outputs[output].panel else { return .connected }
    let request = outputs[output].request
    guard let wantedMode = try? DRMModeRequest(name: request.mode, size: request.size) else { return .modeLost }
    if connector.bestMode(wantedMode) == nil {
      // The modes of a display that was reconnected are not known until it is probed.
      return probes ? .modeLost : connection(output, probes: true)
    }
    var state = drm_mode_crtc()
    let result = ag_drm_get_crtc(descriptor, panel.route.crtc, &state)
    if result < 0 { return .gone }
    let isOurs = state.fb_id == panel.buffers[0].framebuffer || state.fb_id == panel.buffers[1].framebuffer
    return result == 1 && isOurs && !outputs[output].wasDisconnected ? .shown : .connected
  }
}

/// The state of a connector.
public enum DRMConnection: Sendable {
  /// A display is connected and shows a frame of this program.
  case shown
  /// A display is connected; a new panel and renderer bring the picture back.
  case connected
  /// A display is connected that does not offer the board's mode.
  case modeLost
  case disconnected
  /// The card is gone: close it, and reopen it when it returns.
  case gone
}
