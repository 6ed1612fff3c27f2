import CLinux

/// An open GPIO chip, found by path, name or label.
struct GPIOChip {
  let chip: UnsafeMutableRawPointer
  private let path: FixedText<96>

  /// A line's direction, and its initial level if it is an output.
  enum Direction {
    case input(BusyBias)
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
      if let chip = ag_chip_open(wanted) { return GPIOChip(chip: chip, path: FixedText(cString: wanted)) }
      throw refusal(FixedText(cString: wanted), errno: ag_last_error())
    }
    var lastError = ENODEV
    for number in 0..<maximumNumber {
      var path = FixedText<96>("/dev/gpiochip")
      path.append(decimal: Int64(number))
      guard let chip = path.withCString({ ag_chip_open($0) }) else {
        let error = ag_last_error()
        if error != ENOENT { lastError = error }
        continue
      }
      if isWanted(chip, path, wanted) { return GPIOChip(chip: chip, path: path) }
      ag_chip_close(chip)
    }
    throw refusal(wanted[0] == 0 ? FixedText("pinctrl-*") : FixedText(cString: wanted), errno: lastError)
  }

  private static func isWanted(
    _ chip: UnsafeMutableRawPointer, _ path: FixedText<96>, _ wanted: UnsafePointer<CChar>
  ) -> Bool {
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
    var held = ag_line(handle: nil, offset: 0, descriptor: -1)
    let isActiveLow: Int32 = line.isActiveLow ? 1 : 0
    var result: Int32
    switch direction {
    case .input(let bias):
      result = ag_line_request(
        chip, line.offset, Int32(AG_LINE_INPUT), 0, isActiveLow, bias.rawValue, &held)
    case .output(let level):
      result = ag_line_request(
        chip, line.offset, Int32(AG_LINE_OUTPUT), level ? 1 : 0, isActiveLow, 0, &held)
    case .outputAsIs:
      result = ag_line_request(chip, line.offset, Int32(AG_LINE_AS_IS), 0, isActiveLow, 0, &held)
      if result >= 0 { result = ag_line_get(&held) }
      if result >= 0 { result = ag_line_drive(&held, result, isActiveLow) }
      if result < 0 { ag_line_release(&held) }
    }
    if result < 0 { throw refusal(of: line, name, errno: -result) }
    return held
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
      _ = holder.fill { ag_line_holder(chip, line.offset, $0, $1) }
      if holder.isEmpty { holder = ShortText(cString: cString("another program or driver")) }
      holder.withCString { error.advice.append(cString: $0) }
      error.advice.append(" holds it; stop that, or name another line in the board file (`gpioinfo` lists them)")
    } else if Int64(line.offset) >= Int64(ag_chip_lines(chip)) {
      error.advice.append("the chip has ")
      error.advice.append(decimal: Int64(ag_chip_lines(chip)))
      error.advice.append(" lines, counted from 0; `gpioinfo` lists them")
    } else {
      error.advice.append("`gpioinfo` shows what the line supports")
    }
    return error
  }
}
