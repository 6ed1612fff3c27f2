import AfterglowCore
import CLinux

/// A connector as libdrm describes it; freed on deinit.
struct ProbedConnector: ~Copyable {
  let pointer: drmModeConnectorPtr

  /// nil if the card has no such connector. With `probes` the kernel reads the display's EDID, which takes some 20 to
  /// 100 ms on real cables.
  init?(_ descriptor: Int32, _ identifier: UInt32, probes: Bool) {
    let found =
      probes ? drmModeGetConnector(descriptor, identifier) : drmModeGetConnectorCurrent(descriptor, identifier)
    guard let found else { return nil }
    pointer = found
  }

  deinit { drmModeFreeConnector(pointer) }

  var identifier: UInt32 { pointer.pointee.connector_id }

  /// Whether a display is connected. Panels without a plug (DPI, composite) report "unknown" and count as connected
  /// when they have modes.
  var isConnected: Bool {
    let state = pointer.pointee.connection
    return state == DRM_MODE_CONNECTED || (state == DRM_MODE_UNKNOWNCONNECTION && modeCount > 0)
  }

  /// The name in `/sys/class/drm`, such as HDMI-A-1.
  var name: FixedText<32> {
    var text = FixedText<32>()
    if let kind = drmModeGetConnectorTypeName(pointer.pointee.connector_type) {
      text.append(cString: kind)
    } else {
      text.append("Unknown")
    }
    text.append("-")
    text.append(decimal: Int64(pointer.pointee.connector_type_id))
    return text
  }

  var modeCount: Int { Int(pointer.pointee.count_modes) }

  func modeInfo(_ index: Int) -> drm_mode_modeinfo {
    var info = drm_mode_modeinfo()
    withUnsafeMutableBytes(of: &info) { bytes in
      bytes.copyMemory(
        from: UnsafeRawBufferPointer(
          start: pointer.pointee.modes + index, count: MemoryLayout<drm_mode_modeinfo>.size))
    }
    return info
  }

  /// Index of the mode that fits best; nil = none fits.
  func bestMode(_ wantedMode: DRMModeRequest) -> Int? {
    var best: Int?
    var bestScore = Int32.min
    for index in 0..<modeCount {
      guard let score = wantedMode.score(DRMMode(modeInfo(index))), score > bestScore else { continue }
      best = index
      bestScore = score
    }
    return best
  }
}

extension DRMCard {
  /// Uses the kernel's cached state first, and probes the displays only if that is not enough.
  var hasConnectedDisplay: Bool { hasConnectedDisplay(probes: false) || hasConnectedDisplay(probes: true) }

  private func hasConnectedDisplay(probes: Bool) -> Bool {
    var found = false
    forEachConnector(probes: probes) { connector in
      if connector.isConnected { found = true }
      return !found
    }
    return found
  }

  /// Calls `body` for each connector until it returns false.
  func forEachConnector(probes: Bool, _ body: (borrowing ProbedConnector) -> Bool) {
    guard let resources = drmModeGetResources(descriptor) else { return }
    defer { drmModeFreeResources(resources) }
    for index in 0..<Int(resources.pointee.count_connectors) {
      guard
        let connector = ProbedConnector(descriptor, resources.pointee.connectors[index], probes: probes)
      else { continue }
      if !body(connector) { return }
    }
  }

  /// The requested connector: by its name, or the connected one; if several are connected, the first that has the mode.
  ///
  /// The first call may use the kernel's cached state, to save the probing; later calls probe, because the display may
  /// have changed.
  ///
  /// - Throws: `DisplaySetupError`: `noConnector` or `notConnected`.
  func findConnector(_ output: Int) throws(DisplaySetupError) -> UInt32 {
    if outputs[output].panel == nil && !outputs[output].wasDisconnected {
      let known = findConnector(output, probes: false)
      if known.hasMode { return known.identifier }
    }
    let found = findConnector(output, probes: true)
    if found.count == 0 { throw failure(.gone, "ask for connectors", ENODEV) }
    if found.identifier == 0 { throw noConnector(output) }
    if isTaken(connector: found.identifier, by: output) {
      var error = failure(.noConnector, "drive one connector for two boards", 0)
      error.advice.append("name another connector in one of them")
      throw error
    }
    return found.identifier
  }

  /// The state of a search over the connectors.
  private struct ConnectorSearch {
    var identifier: UInt32 = 0
    /// Whether it is connected and has the board's mode.
    var hasMode = false
    var count = 0
  }

  private func findConnector(_ output: Int, probes: Bool) -> ConnectorSearch {
    let request = outputs[output].request
    let wantedMode = try? DRMModeRequest(name: request.mode, size: request.size)
    var found = ConnectorSearch()
    forEachConnector(probes: probes) { connector in
      found.count += 1
      let identifier = connector.identifier
      let isNamed = request.connector[0] != 0
      if isNamed && !connector.name.equals(request.connector) { return true }
      if !isNamed && (!connector.isConnected || isTaken(connector: identifier, by: output)) { return true }
      let hasMode = wantedMode.map { connector.bestMode($0) != nil } ?? false
      if found.identifier == 0 || hasMode { found.identifier = identifier }
      found.hasMode = hasMode && connector.isConnected && !isTaken(connector: identifier, by: output)
      return !isNamed && !hasMode
    }
    return found
  }

  private func isTaken(connector: UInt32, by output: Int) -> Bool {
    for other in 0..<outputCount where other != output && outputs[other].route.connector == connector { return true }
    return false
  }

  private func noConnector(_ output: Int) -> DisplaySetupError {
    let name = outputs[output].request.connector
    var error =
      name[0] == 0
      ? failure(.notConnected, "find a connected display", 0) : failure(.noConnector, "find the board's connector", 0)
    if name[0] != 0 {
      error.advice.append(cString: name)
      error.advice.append(" is not one of its connectors; ")
    }
    error.advice.append("it has ")
    listConnectors(in: &error.advice)
    if name[0] == 0 {
      error.advice.append("; plug one in, or force it with the kernel's video=CONNECTOR:e")
    } else {
      error.advice.append("; name one of these, or leave it empty for the connected one")
    }
    return error
  }

  private func listConnectors(in text: inout FixedText<320>) {
    var isFirst = true
    // A copy, because a closure cannot capture an inout parameter.
    var list = FixedText<320>()
    forEachConnector(probes: false) { connector in
      if !isFirst { list.append(", ") }
      isFirst = false
      list.append(connector.name)
      list.append(connector.isConnected ? " (connected)" : " (disconnected)")
      return true
    }
    text.append(list)
  }

  /// "/dev/dri/card0 HDMI-A-1".
  func deviceName(_ connector: borrowing ProbedConnector) -> FixedText<96> {
    var name = path
    name.append(" ")
    name.append(connector.name)
    return name
  }

  /// The requested mode among those of the connected display (`DRMModeWish.score`).
  ///
  /// - Throws: `DisplaySetupError`: `noMode`, with the display's modes.
  func chooseMode(
    _ connector: borrowing ProbedConnector, _ request: DRMRequest
  ) throws(DisplaySetupError) -> drm_mode_modeinfo {
    let name = deviceName(connector)
    let wanted: DRMModeRequest
    do throws(DRMModeRequest.Failure) { wanted = try DRMModeRequest(name: request.mode, size: request.size) } catch {
      var failure = DisplaySetupError(.noMode, device: name, operation: "use the board's mode")
      failure.advice.append(cString: request.mode)
      switch error {
      case .syntax: failure.advice.append(" is not a mode name; write one such as 1920x1080 or 1920x1080@50")
      case .size:
        failure.advice.append(" is not of the board's size ")
        failure.advice.append(request.size)
        failure.advice.append("; make the two agree")
      }
      throw failure
    }
    if let index = connector.bestMode(wanted) { return connector.modeInfo(index) }
    throw noMode(connector, request, name)
  }

  private func noMode(
    _ connector: borrowing ProbedConnector, _ request: DRMRequest, _ name: FixedText<96>
  ) -> DisplaySetupError {
    var plausible = 0
    for index in 0..<connector.modeCount where DRMMode(connector.modeInfo(index)).isPlausible { plausible += 1 }
    if connector.modeCount > 0 && plausible == 0 {
      var error = DisplaySetupError(.absurd, device: name, operation: "use any of its modes")
      error.advice.append("the first is ")
      DRMMode(connector.modeInfo(0)).write(to: &error.advice)
      error.advice.append("; the display's description (EDID) is broken: give one with drm.edid_firmware=")
      return error
    }
    var error = DisplaySetupError(.noMode, device: name, operation: "set the board's mode")
    if request.mode[0] != 0 {
      error.advice.append(cString: request.mode)
    } else {
      error.advice.append(request.size)
    }
    error.advice.append(" is not among its modes")
    list(connector, in: &error.advice)
    error.advice.append("; set the board's size to one of these")
    return error
  }

  /// Writes the first few modes, each size once: displays have some twenty, and the preferred one is first.
  private func list(_ connector: borrowing ProbedConnector, in text: inout FixedText<320>) {
    var shown = 0
    for index in 0..<connector.modeCount {
      let mode = DRMMode(connector.modeInfo(index))
      if !mode.isPlausible || isRepeated(connector, index) { continue }
      if shown == 8 { return text.append(", …") }
      text.append(shown == 0 ? ": " : ", ")
      mode.write(to: &text)
      if mode.isPreferred { text.append(" (preferred)") }
      shown += 1
    }
  }

  private func isRepeated(_ connector: borrowing ProbedConnector, _ index: Int) -> Bool {
    let size = DRMMode(connector.modeInfo(index)).size
    for earlier in 0..<index where DRMMode(connector.modeInfo(earlier)).size == size { return true }
    return false
  }
}

extension FixedText {
  /// Appends "800x480".
  mutating func append(_ size: PixelSize) {
    append(decimal: Int64(size.width))
    append("x")
    append(decimal: Int64(size.height))
  }
}
