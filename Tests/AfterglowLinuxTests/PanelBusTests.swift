import Foundation
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
      error.write(to: &message)
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

  /// Four panels of one guard, each with a bus and four lines.
  private static func panels() -> [PanelBusWiring] {
    (0..<4).map { panel in
      var wiring = PanelBusWiring()
      let first = Int32(20 + 5 * panel)
      wiring.spi = first
      wiring.dataCommand.descriptor = first + 1
      wiring.reset.descriptor = first + 2
      wiring.busy.descriptor = first + 3
      wiring.power.descriptor = first + 4
      return wiring
    }
  }

  // GPIOHANDLE_GET/SET_LINE_VALUES and GPIO_V2_LINE_GET/SET_VALUES (linux/gpio.h).
  private static let asking: [UInt32] = [0xC040_B408, 0xC010_B40E]
  private static let setting: [UInt32] = [0xC040_B409, 0xC010_B40F]

  @Test func `a renderer may drive its own panel's lines, and none of the others that its guard holds`() throws {
    for (own, wiring) in Self.panels().enumerated() {
      var rules = RendererRules()
      rules.allow(wiring)
      let machine = FilterMachine(&rules.filter)
      for descriptor in UInt32(3)..<64 {
        let place = Int(descriptor) - 20 - 5 * own
        for request in Self.asking {
          #expect(try machine.allows(ioctl: request, on: descriptor) == (place == 3), "asking \(descriptor)")
        }
        for request in Self.setting {
          #expect(try machine.allows(ioctl: request, on: descriptor) == [1, 2, 4].contains(place), "\(descriptor)")
        }
      }
    }
  }

  @Test func `a renderer keeps its bus and its own lines, and with its guard's line that is far from too much`() {
    var kept = RetainedDescriptors()
    kept.keep(3)
    Self.panels()[3].keepDescriptors(&kept)
    #expect(kept.count == 6 && kept.count <= RetainedDescriptors.capacity)
    var without = PanelBusWiring()
    without.spi = 9
    var few = RetainedDescriptors()
    without.keepDescriptors(&few)
    #expect(few.count == 1)
  }

  @Test func `more descriptors than can be kept are refused with a sentence, and nothing is closed`() throws {
    let bystander = dup(2)
    defer { close(bystander) }
    var kept = RetainedDescriptors()
    for number in 0...Int32(RetainedDescriptors.capacity) { kept.keep(1_000 + number) }
    do throws(SystemError) {
      try Lockdown.closeDescriptors(except: kept)
      Issue.record("they were kept")
    } catch {
      #expect(error.errno == 24)
      #expect(fcntl(bystander, F_GETFD) >= 0, "one that was not named is closed")
    }
  }

  @Test func `a board without a PWR line has none, and one with line 0 has`() {
    let without = BusRequest(path: cString(""), chip: cString(""), dataCommand: 25, reset: 17, busy: 24, power: -1)
    #expect(without.power == nil)
    let with = BusRequest(path: cString(""), chip: cString(""), dataCommand: 25, reset: 17, busy: 24, power: 0)
    #expect(with.power == BusLine(0))
    #expect(with.busyBias == .pullDown)
  }
}
