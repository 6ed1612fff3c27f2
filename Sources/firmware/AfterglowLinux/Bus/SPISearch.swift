import CLinux

/// Finds the spidev device, and explains what to do when there is none.
enum SPISearch {
  static var advice: StaticString {
    "enable SPI (Raspberry Pi: dtparam=spi=on in /boot/firmware/config.txt, then restart), and see ls /dev/spidev*"
  }

  /// The first spidev in /dev; empty = none.
  static func first() -> FixedText<96> {
    var path = FixedText<96>()
    let folder = Folder(cString("/dev"))
    var entry = ShortText()
    while let next = folder.entry(after: entry) {
      entry = next
      if !entry.hasPrefix("spidev") { continue }
      path.append("/dev/")
      entry.withCString { path.append(cString: $0) }
      break
    }
    return path
  }

  static func refusal(_ path: FixedText<96>, errno: Int32) -> DisplaySetupError {
    switch errno {
    case ENOENT, ENODEV, ENXIO:
      DisplaySetupError(.noDevice, device: path, operation: "open the SPI device", errno: errno, advice: advice)
    case EACCES, EPERM:
      DisplaySetupError(
        .permission, device: path, operation: "open the SPI device", errno: errno,
        advice: "let the service's user belong to the device's group, usually spi")
    case ENOTTY:
      DisplaySetupError(
        .noDevice, device: path, operation: "use it as an SPI device", errno: errno,
        advice: "it is not a device of the kernel's spidev driver; name one such as /dev/spidev0.0 in the board file")
    default:
      DisplaySetupError(.system, device: path, operation: "open the SPI device", errno: errno, advice: advice)
    }
  }

  /// spidev's module parameter `bufsiz`; its default, 4,096, if it cannot be read.
  static var maximumTransferByteCount: Int32 {
    var text = ShortText()
    _ = text.fill {
      ag_read_text(cString("/sys/module/spidev/parameters/bufsiz"), cString(""), cString(""), $0, $1)
    }
    text.dropLineEnd()
    return maximumTransferByteCount(parameter: text)
  }

  static func maximumTransferByteCount(parameter text: ShortText) -> Int32 {
    guard let number = text.withCString({ DecimalNumber($0) }), number.decimals == 0, number.digits > 0 else {
      return 4096
    }
    return Int32(clamping: number.digits)
  }
}
