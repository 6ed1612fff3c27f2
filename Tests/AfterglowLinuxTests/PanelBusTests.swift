import Testing

@testable import AfterglowLinux

@Suite struct PanelBusTests {
  static func failure(path: StaticString = "/dev/null", chip: StaticString = "") -> String {
    let request = BusRequest(
      path: cString(path), chip: cString(chip), dataCommand: 25, reset: 17, busy: 24, power: -1)
    do throws(DisplaySetupError) {
      _ = try PanelBusDevice.open(request)
      return "opened"
    } catch {
      var message = ControlMessage(.refused)
      error.append(to: &message)
      return message.text
    }
  }

  @Test func `a device that is not there is named, with what enables it`() {
    let text = Self.failure(path: "/dev/spidev77.0")
    #expect(text.hasPrefix("/dev/spidev77.0: cannot open the SPI device (errno 2,"))
    #expect(text.contains("dtparam=spi=on"))
  }

  @Test func `another kind of device or a file is not an SPI device`() {
    #expect(Self.failure(path: "/dev/null").hasPrefix("/dev/null: cannot set mode, word size and clock of the bus"))
    #expect(Self.failure(path: "/etc/passwd").contains("is not a device of the kernel's spidev driver"))
  }

  @Test(arguments: [
    ("4096", 4096), ("131072", 131_072), ("1", 1), ("", 4096), ("0", 4096), ("-1", 4096), ("lots", 4096), ("4.5", 4096),
    ("99999999999", Int(Int32.max)),
  ])
  func `the longest transfer is the module's parameter, or its default`(parameter: String, byteCount: Int) {
    let text = parameter.withCString { ShortText(cString: $0) }
    #expect(SPISearch.maximumTransferByteCount(parameter: text) == Int32(byteCount))
  }

  @Test func `a board without a PWR line has none, and one with line 0 has`() {
    let without = BusRequest(path: cString(""), chip: cString(""), dataCommand: 25, reset: 17, busy: 24, power: -1)
    #expect(without.power == nil)
    let with = BusRequest(path: cString(""), chip: cString(""), dataCommand: 25, reset: 17, busy: 24, power: 0)
    #expect(with.power == BusLine(0))
    #expect(with.busyBias == .pullDown)
  }
}
