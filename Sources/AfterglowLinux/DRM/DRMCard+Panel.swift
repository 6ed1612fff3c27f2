import AfterglowCore
import CLinux

// A seat's panel: probed, chosen, given buffers, and tried out before a renderer relies on it.
extension DRMCard {
  /// How long a panel that was made counts as new: one that has shown nothing yet is not made twice.
  private static var newMs: Int64 { 2_000 }

  /// The panel that was made last, where nothing has changed since: it was made just now and has not been used, or it is
  /// on the glass, and what made it being asked for was the renderer's death and not the display's. A panel that is asked
  /// for again soon after that is made anew all the same.
  mutating func lastPanel(_ seat: Int) -> DRMPanel? {
    guard let panel = seats[seat].panel, !seats[seat].hasNewRequest else { return nil }
    let isLeased = panel.descriptor != descriptor
    if isLeased != (seatCount > 1) { return nil }
    let isNew = ag_boottime_ms() - seats[seat].givenAtMs < DRMCard.newMs
    switch connection(seat, probes: false) {
    case .shown: return isNew ? nil : panel
    case .connected: return isNew && !seats[seat].wasDisconnected ? panel : nil
    case .modeLost, .disconnected, .gone: return nil
    }
  }

  mutating func makePanel(_ seat: Int) throws(DisplaySetupError) -> DRMPanel {
    let identifier = try findConnector(seat)
    guard let connector = ProbedConnector(descriptor, identifier, probes: false) else {
      throw failure(.gone, "ask for the connector", ag_errno())
    }
    let request = seats[seat].request
    if !connector.isConnected {
      seats[seat].wasDisconnected = true
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
    let crtc = try chooseCRTC(connector, seat: seat)
    panel.route.crtc = crtc.identifier
    panel.leftovers.formerCRTC = crtc.former
    try choosePlane(&panel, crtcIndex: crtc.index)
    panel.isAtomic = isAtomic && panel.route.plane != 0
    findProperties(&panel, seat: seat)
    noteForeignConnectors(&panel)
    try makeBuffers(seat, panel)
    panel.buffers = seats[seat].buffers!.pair
    try makeModeBlob(seat, &panel)
    rememberFormer(seat, panel.route.crtc)
    seats[seat].route = panel.route
    if seats[seat].wasDisconnected { turnOff(panel) }
    seats[seat].wasDisconnected = false
    try rehearse(panel)
    if seatCount > 1 { try lease(seat, &panel) }
    seats[seat].panel = panel
    seats[seat].hasNewRequest = false
    return panel
  }

  private mutating func makeModeBlob(_ seat: Int, _ panel: inout DRMPanel) throws(DisplaySetupError) {
    if !panel.isAtomic { return }
    let old = seats[seat].modeBlob
    var mode = panel.mode.info
    let made = ag_drm_make_blob(descriptor, &mode, Int32(MemoryLayout<drm_mode_modeinfo>.size))
    if made < 0 { throw failure(.system, "hand the mode to the kernel", Int32(truncatingIfNeeded: -made)) }
    // A mode that is set keeps its blob alive by itself.
    if old != 0 { _ = ag_drm_destroy_blob(descriptor, old) }
    panel.mode.blob = UInt32(truncatingIfNeeded: made)
    seats[seat].modeBlob = panel.mode.blob
  }

  /// What the CRTC showed before this program, for `restore`.
  private mutating func rememberFormer(_ seat: Int, _ crtc: UInt32) {
    if seats[seat].former != nil && seats[seat].route.crtc == crtc { return }
    var state = drm_mode_crtc()
    let result = ag_drm_get_crtc(descriptor, crtc, &state)
    seats[seat].former = result == 1 && state.fb_id != 0 ? state : nil
  }

  /// Asks the driver whether it would show this, without showing it: a refusal is an error with a name here, and only a
  /// number in a renderer.
  private func rehearse(_ panel: DRMPanel) throws(DisplaySetupError) {
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

  /// After a pulled cable the mode has to be set truly: some displays have forgotten it, and the kernel has not noticed.
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

  /// Whether a display is on the seat's connector now. `probes` asks the display itself, as a hot-plug event wants it: many
  /// drivers only say that something happened. Without it the kernel says what it knows.
  public mutating func connection(_ seat: Int = 0, probes: Bool = true) -> DRMConnection {
    precondition(seat >= 0 && seat < seatCount)
    let identifier = seats[seat].route.connector
    if identifier == 0 { return hasConnectedDisplay ? .connected : .disconnected }
    guard let connector = ProbedConnector(descriptor, identifier, probes: probes) else { return .gone }
    if !connector.isConnected {
      seats[seat].wasDisconnected = true
      return .disconnected
    }
    guard let panel = seats[seat].panel else { return .connected }
    let request = seats[seat].request
    guard let wish = try? DRMModeWish(name: request.mode, size: request.size) else { return .modeLost }
    if connector.bestMode(wish) == nil {
      // A display that came back is known without its modes until somebody asks for them.
      return probes ? .modeLost : connection(seat, probes: true)
    }
    var state = drm_mode_crtc()
    let result = ag_drm_get_crtc(descriptor, panel.route.crtc, &state)
    if result < 0 { return .gone }
    let isOurs = state.fb_id == panel.buffers[0].framebuffer || state.fb_id == panel.buffers[1].framebuffer
    return result == 1 && isOurs && !seats[seat].wasDisconnected ? .shown : .connected
  }
}

/// How things stand with a connector.
public enum DRMConnection: Sendable {
  /// The display is there and shows a frame of this program.
  case shown
  /// The display is there; a new panel and renderer bring the picture back.
  case connected
  /// Another display is there, which does not offer the board's mode.
  case modeLost
  case disconnected
  /// The card is gone: close it, and open it again when it is back.
  case gone
}
