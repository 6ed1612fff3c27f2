import AfterglowCore
import CLinux

// CRTC, plane and properties of a connector.
extension DRMCard {
  /// A CRTC that can drive the connector: its current one, else the first free one.
  ///
  /// - Throws: `DisplaySetupError` when all are in use.
  func chooseCRTC(
    _ connector: borrowing ProbedConnector, output: Int
  ) throws(DisplaySetupError) -> (identifier: UInt32, index: Int, previous: UInt32) {
    guard let resources = drmModeGetResources(descriptor) else { throw failure(.gone, "ask for CRTCs", ag_errno()) }
    defer { drmModeFreeResources(resources) }
    let current = currentCRTC(connector)
    let possible = possibleCRTCs(connector)
    var chosen: (UInt32, Int)?
    for index in 0..<Swift.min(32, Int(resources.pointee.count_crtcs)) where possible & (1 << UInt32(index)) != 0 {
      let identifier = resources.pointee.crtcs[index]
      if isTaken(crtc: identifier, by: output) { continue }
      if chosen == nil || identifier == current { chosen = (identifier, index) }
    }
    guard let chosen else {
      throw DisplaySetupError(
        .noConnector, device: deviceName(connector), operation: "find a free CRTC",
        advice: "the card cannot drive this many connectors at once")
    }
    let previous = current != 0 && current != chosen.0 && !isTaken(crtc: current, by: output) ? current : 0
    return (chosen.0, chosen.1, previous)
  }

  private func isTaken(crtc: UInt32, by output: Int) -> Bool {
    for other in 0..<outputCount where other != output && outputs[other].route.crtc == crtc { return true }
    return false
  }

  private func currentCRTC(_ connector: borrowing ProbedConnector) -> UInt32 {
    guard let encoder = drmModeGetEncoder(descriptor, connector.pointer.pointee.encoder_id) else { return 0 }
    defer { drmModeFreeEncoder(encoder) }
    return encoder.pointee.crtc_id
  }

  private func possibleCRTCs(_ connector: borrowing ProbedConnector) -> UInt32 {
    var mask: UInt32 = 0
    for index in 0..<Int(connector.pointer.pointee.count_encoders) {
      guard let encoder = drmModeGetEncoder(descriptor, connector.pointer.pointee.encoders[index]) else { continue }
      mask |= encoder.pointee.possible_crtcs
      drmModeFreeEncoder(encoder)
    }
    return mask
  }

  /// Finds the primary plane of a CRTC, and the other planes that are shown on it. 0 = the driver lists no planes.
  ///
  /// - Throws: `DisplaySetupError`: `format` when the plane does not support the board's pixel format.
  func choosePlane(_ panel: inout DRMPanel, crtcIndex: Int) throws(DisplaySetupError) {
    guard let planes = drmModeGetPlaneResources(descriptor) else { return }
    defer { drmModeFreePlaneResources(planes) }
    var type: UInt32 = 0
    for index in 0..<Int(planes.pointee.count_planes) {
      guard let plane = drmModeGetPlane(descriptor, planes.pointee.planes[index]) else { continue }
      defer { drmModeFreePlane(plane) }
      let identifier = plane.pointee.plane_id
      let isHere = plane.pointee.crtc_id == panel.route.crtc
      let fits = plane.pointee.possible_crtcs & (1 << UInt32(crtcIndex)) != 0
      let isElsewhere = plane.pointee.crtc_id != 0 && !isHere
      if fits && !isElsewhere && isPrimary(plane: identifier, type: &type) && (panel.route.plane == 0 || isHere) {
        if panel.route.plane != 0 { panel.leftovers.note(plane: panel.route.plane) }
        panel.route.plane = identifier
        try requireFormat(plane, panel)
      } else if isHere {
        panel.leftovers.note(plane: identifier)
      }
    }
  }

  /// `type` is the property's identifier, which all planes share; 0 = not yet known.
  private func isPrimary(plane: UInt32, type: inout UInt32) -> Bool {
    var known = type
    var value: UInt64 = 0
    let kind = UInt32(DRM_MODE_OBJECT_PLANE)
    if known == 0 {
      forEachProperty(of: plane, kind: kind) { name, id, _ in
        if isNamed(name, "type") { known = id }
        return known == 0
      }
    }
    forEachValue(of: plane, kind: kind) { id, current in if id == known { value = current } }
    type = known
    return known != 0 && value == UInt64(DRM_PLANE_TYPE_PRIMARY)
  }

  private func requireFormat(_ plane: drmModePlanePtr, _ panel: DRMPanel) throws(DisplaySetupError) {
    let wanted = DRMFormat.fourCC(panel.format)
    for index in 0..<Int(plane.pointee.count_formats) where plane.pointee.formats[index] == wanted { return }
    var error = DisplaySetupError(.format, device: panel.name, operation: "show the board's pixel format")
    error.advice.append(DRMFormat.name(panel.format))
    error.advice.append(" is not among its formats")
    var count = 0
    for known in 0..<3 {
      let format = DRMFormat.known[known]
      for index in 0..<Int(plane.pointee.count_formats) where plane.pointee.formats[index] == DRMFormat.fourCC(format) {
        error.advice.append(count == 0 ? "; it takes " : ", ")
        error.advice.append(DRMFormat.name(format))
        count += 1
        break
      }
    }
    error.advice.append(
      count == 0 ? ", nor is any other that a board can have" : ": set the board's format to one of these")
    throw error
  }

  /// Records the connectors that another program left on this CRTC.
  func noteForeignConnectors(_ panel: inout DRMPanel) {
    guard isAtomic else { return }
    let route = panel.route
    let property = panel.properties.connectorCRTC
    var found = panel.leftovers
    forEachConnector(probes: false) { connector in
      let identifier = connector.identifier
      if identifier == route.connector { return true }
      forEachValue(of: identifier, kind: UInt32(DRM_MODE_OBJECT_CONNECTOR)) { id, value in
        if id == property && value == UInt64(route.crtc) { found.note(connector: identifier) }
      }
      return true
    }
    panel.leftovers = found
  }

  /// Looks up property identifiers, once for the same objects: each name is a system call, and there are some forty.
  func findProperties(_ panel: inout DRMPanel, output: Int) {
    if let last = outputs[output].panel, last.route == panel.route {
      panel.properties = last.properties
      return
    }
    var found = DRMProperties()
    forEachProperty(of: panel.route.connector, kind: UInt32(DRM_MODE_OBJECT_CONNECTOR)) { name, id, _ in
      if isNamed(name, "CRTC_ID") { found.connectorCRTC = id }
      if isNamed(name, "link-status") { found.connectorLinkStatus = id }
      if isNamed(name, "DPMS") { found.connectorDPMS = id }
      return true
    }
    forEachProperty(of: panel.route.crtc, kind: UInt32(DRM_MODE_OBJECT_CRTC)) { name, id, _ in
      if isNamed(name, "ACTIVE") { found.crtcActive = id }
      if isNamed(name, "MODE_ID") { found.crtcMode = id }
      if isNamed(name, "GAMMA_LUT") { found.crtcGamma = id }
      if isNamed(name, "DEGAMMA_LUT") { found.crtcDegamma = id }
      if isNamed(name, "CTM") { found.crtcMatrix = id }
      return true
    }
    if panel.route.plane != 0 { findPlaneProperties(panel.route.plane, &found) }
    panel.properties = found
  }

  private func findPlaneProperties(_ plane: UInt32, _ properties: inout DRMProperties) {
    var found = properties
    forEachProperty(of: plane, kind: UInt32(DRM_MODE_OBJECT_PLANE)) { name, id, _ in
      if isNamed(name, "FB_ID") { found.planeFramebuffer = id }
      if isNamed(name, "CRTC_ID") { found.planeCRTC = id }
      if isNamed(name, "SRC_X") { found.planeSourceX = id }
      if isNamed(name, "SRC_Y") { found.planeSourceY = id }
      if isNamed(name, "SRC_W") { found.planeSourceWidth = id }
      if isNamed(name, "SRC_H") { found.planeSourceHeight = id }
      if isNamed(name, "CRTC_X") { found.planeX = id }
      if isNamed(name, "CRTC_Y") { found.planeY = id }
      if isNamed(name, "CRTC_W") { found.planeWidth = id }
      if isNamed(name, "CRTC_H") { found.planeHeight = id }
      if isNamed(name, "rotation") { found.planeRotation = id }
      if isNamed(name, "alpha") { found.planeAlpha = id }
      if isNamed(name, "FB_DAMAGE_CLIPS") { found.planeDamage = id }
      return true
    }
    properties = found
  }

  /// Calls `body` for each property of an object until it returns false.
  private func forEachProperty(
    of object: UInt32, kind: UInt32, _ body: (UnsafePointer<CChar>, UInt32, UInt64) -> Bool
  ) {
    guard let all = drmModeObjectGetProperties(descriptor, object, kind) else { return }
    defer { drmModeFreeObjectProperties(all) }
    var text = InlineArray<32, CChar>(repeating: 0)
    text.withBytes { bytes in
      let name = bytes.assumingMemoryBound(to: CChar.self)
      for index in 0..<Int(all.pointee.count_props) {
        let property = all.pointee.props[index]
        if ag_drm_property_name(descriptor, property, name) < 0 { continue }
        if !body(name, property, all.pointee.prop_values[index]) { return }
      }
    }
  }

  /// The same without the names.
  private func forEachValue(of object: UInt32, kind: UInt32, _ body: (UInt32, UInt64) -> Void) {
    guard let all = drmModeObjectGetProperties(descriptor, object, kind) else { return }
    defer { drmModeFreeObjectProperties(all) }
    for index in 0..<Int(all.pointee.count_props) { body(all.pointee.props[index], all.pointee.prop_values[index]) }
  }

  private func isNamed(_ text: UnsafePointer<CChar>, _ word: StaticString) -> Bool {
    strcmp(text, UnsafeRawPointer(word.utf8Start).assumingMemoryBound(to: CChar.self)) == 0
  }
}

/// The kernel's names of pixel formats (`drm_fourcc.h`).
enum DRMFormat {
  static var known: InlineArray<3, PixelFormat> {
    var formats = InlineArray<3, PixelFormat>(repeating: .xrgb8888)
    formats[1] = .argb8888
    formats[2] = .rgb565
    return formats
  }

  /// 0 = none.
  static func fourCC(_ format: PixelFormat) -> UInt32 {
    switch format {
    case .xrgb8888: 0x3432_5258  // XR24
    case .argb8888: 0x3432_5241  // AR24
    case .rgb565: 0x3631_4752  // RG16
    case .gray8, .mono1, .spectra6, .gray2: 0
    }
  }

  static func bitsPerPixel(_ format: PixelFormat) -> UInt32 { format == .rgb565 ? 16 : 32 }

  static func name(_ format: PixelFormat) -> StaticString {
    switch format {
    case .xrgb8888: "xrgb8888"
    case .argb8888: "argb8888"
    case .rgb565: "rgb565"
    case .gray8: "gray8"
    case .mono1: "mono1"
    case .spectra6: "spectra6"
    case .gray2: "gray2"
    }
  }
}
