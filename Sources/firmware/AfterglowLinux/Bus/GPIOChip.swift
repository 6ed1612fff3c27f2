import CLinux

/// An open GPIO chip, found by path, name or label.
struct GPIOChip {
  let descriptor: Int32
  private let path: FixedText<96>

  /// A line's direction, and its initial level if it is an output.
  enum Direction {
    /// `reportsEdges`: its descriptor becomes readable when the level changes.
    case input(BusyBias, reportsEdges: Bool)
    case output(level: Bool)
    /// An output with the level that the line has already.
    case outputAsIs
  }

  /// Chip numbers from here on are not searched.
  private static var maximumNumber: Int { 64 }

  /// Opens a chip; `wanted` as in `BusRequest.chip`.
  ///
  /// - Throws: `DisplaySetupError` when there is none, or when it cannot be opened.
  static func open(_ wanted: UnsafePointer<CChar>) throws(DisplaySetupError) -> GPIOChip {
    if wanted[0] == 47 {
      let chip = ag_chip_open(wanted)
      if chip >= 0 { return GPIOChip(descriptor: chip, path: FixedText(cString: wanted)) }
      throw refusal(FixedText(cString: wanted), errno: -chip)
    }
    var lastError = ENODEV
    for number in 0..<maximumNumber {
      var path = FixedText<96>("/dev/gpiochip")
      path.append(decimal: Int64(number))
      let chip = path.withCString { ag_chip_open($0) }
      if chip < 0 {
        if chip != -ENOENT { lastError = -chip }
        continue
      }
      if isWanted(chip, path, wanted) { return GPIOChip(descriptor: chip, path: path) }
      closeDescriptor(chip)
    }
    throw refusal(wanted[0] == 0 ? FixedText("pinctrl-*") : FixedText(cString: wanted), errno: lastError)
  }

  private static func isWanted(_ chip: Int32, _ path: FixedText<96>, _ wanted: UnsafePointer<CChar>) -> Bool {
    var label = ShortText()
    _ = label.fill { ag_chip_label(chip, $0, $1) }
    if wanted[0] == 0 { return label.hasPrefix("pinctrl-") }
    return label.equals(wanted) || path.withCString { strcmp($0 + 5, wanted) == 0 }
  }

  private static func refusal(_ device: FixedText<96>, errno: Int32) -> DisplaySetupError {
    if errno == EACCES || errno == EPERM {
      return DisplaySetupError(
        .permission, device: device, operation: "open the GPIO chip", errno: errno,
        advice: "let the service's user belong to the group of /dev/gpiochip0, usually gpio")
    }
    return DisplaySetupError(
      .noDevice, device: device, operation: "find the GPIO chip", errno: errno,
      advice: "`gpiodetect` lists names and labels; put one of them into the board file")
  }

  /// Requests one line; `name` is the panel maker's name for it.
  ///
  /// - Throws: `DisplaySetupError` with the line and, where it is in use, its consumer.
  func line(_ line: BusLine, _ direction: Direction, _ name: StaticString) throws(DisplaySetupError) -> ag_line {
    let flags = line.isActiveLow ? ag_line_active_low : 0
    var held: Int32
    switch direction {
    case .input(let bias, let reportsEdges):
      let edges = reportsEdges ? ag_line_both_edges : 0
      held = ag_line_request(descriptor, line.offset, flags | ag_line_input | bias.flags | edges, 0)
    case .output(let level): held = ag_line_request(descriptor, line.offset, flags | ag_line_output, level ? 1 : 0)
    case .outputAsIs: held = requestAsIs(line, flags)
    }
    if held < 0 { throw refusal(of: line, name, errno: -held) }
    return ag_line(descriptor: held)
  }

  private func requestAsIs(_ line: BusLine, _ flags: UInt64) -> Int32 {
    let held = ag_line_request(descriptor, line.offset, flags, 0)
    if held < 0 { return held }
    let line = ag_line(descriptor: held)
    var result = ag_line_get(line)
    if result >= 0 { result = ag_line_configure(line, flags | ag_line_output, result) }
    if result >= 0 { return held }
    closeDescriptor(held)
    return result
  }

  private func refusal(of line: BusLine, _ name: StaticString, errno: Int32) -> DisplaySetupError {
    var device = path
    device.append(" line ")
    device.append(decimal: Int64(line.offset))
    device.append(" (")
    device.append(name)
    device.append(")")
    var error = DisplaySetupError(
      errno == EBUSY ? .held : .system, device: device, operation: "take the line", errno: errno)
    if errno == EBUSY {
      var holder = ShortText()
      _ = holder.fill { ag_line_holder(descriptor, line.offset, $0, $1) }
      if holder.isEmpty { holder = ShortText(cString: cString("another program or driver")) }
      holder.withCString { error.advice.append(cString: $0) }
      error.advice.append(" holds it; stop that, or name another line in the board file (`gpioinfo` lists them)")
    } else if line.offset >= ag_chip_lines(descriptor) {
      error.advice.append("the chip has ")
      error.advice.append(decimal: Int64(ag_chip_lines(descriptor)))
      error.advice.append(" lines, counted from 0; `gpioinfo` lists them")
    } else {
      error.advice.append("`gpioinfo` shows what the line supports")
    }
    return error
  }
}

extension BusyBias {
  fileprivate var flags: UInt64 {
    switch self {
    case .asIs: 0
    case .pullDown: ag_line_pull_down
    case .pullUp: ag_line_pull_up
    }
  }
}
