import AfterglowCore

extension PanelDescription {
  /// The model of a board's panel; nil for an unknown controller.
  ///
  /// A panel that is described by a file differs from its controller's first one in size and a few registers: the rules of
  /// the model follow them. Whether the values are right for the glass, only its maker knows.
  public static func of(_ panel: PaperPanel) -> PanelDescription? {
    guard var description = nearest(panel) else { return nil }
    let size = panel.size
    if size != description.size {
      description.size = size
      description.name = "\(size.width)x\(size.height)"
      description.title = "\(size.width)×\(size.height), \(description.controller.traits.name)"
    }
    description.follow(panel)
    return description
  }

  /// The panel of the same controller with the same glass, if there is one, and with the same size, if there is one.
  private static func nearest(_ panel: PaperPanel) -> PanelDescription? {
    guard let controller = panel.knownController else { return nil }
    let known = all.filter { $0.controller == controller }
    let alike = known.filter { $0.glass == panel.glass }
    let near = alike.isEmpty ? known : alike
    return near.first { $0.size == panel.size } ?? near.first
  }

  /// Replaces what depends on the size, and what the panel's data chooses.
  private mutating func follow(_ panel: PaperPanel) {
    let last = panel.heightPx - 1
    let resolution = [
      UInt8(panel.widthPx >> 8), UInt8(panel.widthPx & 255), UInt8(panel.heightPx >> 8), UInt8(panel.heightPx & 255),
    ]
    for index in rules.indices {
      switch rules[index].follows {
      case .lastGate: rules[index].values = [[UInt8(last & 255), UInt8(last >> 8), 0]]
      case .resolution: rules[index].values = [resolution]
      case .sources:
        rules[index].allow([0, panel.sources])
        options.firstSource = panel.sources == 0x80 ? 8 : 0
      case .border: if !options.fullBorders.contains(panel.border) { options.fullBorders.append(panel.border) }
      case .frameClock: rules[index].allow([panel.frameClock])
      case nil: break
      }
    }
  }
}

extension RegisterRule {
  fileprivate mutating func allow(_ value: [UInt8]) {
    if !values.isEmpty && !values.contains(value) { values.append(value) }
  }
}
