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
      description.title = "\(size.width)×\(size.height), \(description.controller.rawValue)"
    }
    description.follow(panel)
    return description
  }

  private static func nearest(_ panel: PaperPanel) -> PanelDescription? {
    let isOlder = panel.glass
    switch PaperController(rawValue: panel.controller) {
    case .ssd1680:
      if isOlder == 1 { return panel2in9V2Old }
      return panel.size == panel2in9V2.size ? panel2in9V2 : panel2in13V4
    case .ssd1683: return panel4in2V2
    case .uc8179: return isOlder == 0 ? panel7in5V2Old : panel7in5V2
    case .spectra6: return panel.size == panel4in0Spectra6.size ? panel4in0Spectra6 : panel7in3Spectra6
    case nil: return nil
    }
  }

  /// Replaces what depends on the size, and what the panel's data chooses.
  private mutating func follow(_ panel: PaperPanel) {
    let last = panel.heightPx - 1
    let resolution = [
      UInt8(panel.widthPx >> 8), UInt8(panel.widthPx & 255), UInt8(panel.heightPx >> 8), UInt8(panel.heightPx & 255),
    ]
    for index in rules.indices {
      switch (controller, rules[index].command) {
      case (.ssd1680, 0x01), (.ssd1683, 0x01): rules[index].values = [[UInt8(last & 255), UInt8(last >> 8), 0]]
      case (.uc8179, 0x61), (.spectra6, 0x61): rules[index].values = [resolution]
      case (.spectra6, 0x30): rules[index].allow([panel.frameClock])
      case (.ssd1680, 0x21): rules[index].allow([0, panel.sources])
      default: break
      }
    }
    if controller == .ssd1680 { options.firstSource = panel.sources == 0x80 ? 8 : 0 }
    if controller == .ssd1680 || controller == .ssd1683, !options.fullBorders.contains(panel.border) {
      options.fullBorders.append(panel.border)
    }
  }
}

extension RegisterRule {
  fileprivate mutating func allow(_ value: [UInt8]) {
    if !values.isEmpty && !values.contains(value) { values.append(value) }
  }
}
