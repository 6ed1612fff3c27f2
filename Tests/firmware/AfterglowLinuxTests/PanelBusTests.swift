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

  // GPIO_V2_LINE_GET_VALUES and GPIO_V2_LINE_SET_VALUES (linux/gpio.h). No line's direction or bias is changed any more.
  private static let (asking, setting): (UInt32, UInt32) = (0xC010_B40E, 0xC010_B40F)
  private static let configuring: UInt32 = 0xC110_B40D

  @Test func `a renderer may drive its own panel's lines, and none of the others that its guard holds`() throws {
    for (own, wiring) in Self.panels().enumerated() {
      var rules = RendererRules()
      rules.allow(wiring)
      let machine = FilterMachine(&rules.filter)
      for descriptor in UInt32(3)..<64 {
        let place = Int(descriptor) - 20 - 5 * own
        #expect(try machine.allows(ioctl: Self.asking, on: descriptor) == (place == 3), "asking \(descriptor)")
        #expect(
          try machine.allows(ioctl: Self.setting, on: descriptor) == [1, 2, 4].contains(place), "setting \(descriptor)")
        #expect(try !machine.allows(ioctl: Self.configuring, on: descriptor), "configuring \(descriptor)")
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

  /// A pipe in the place of the line: events of the kernel's size.
  @Test(arguments: [1, 3, 16, 40])
  func `events that are queued are taken, and the next one wakes again`(count: Int) throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let event = [UInt8](repeating: 1, count: 48)
    func isReadable() -> Bool {
      var set = PollSet()
      let place = set.add(ends[0])
      set.wait(timeoutMs: 0)
      return set.isReady(place)
    }
    for _ in 0..<count { #expect(write(ends[1], event, 48) == 48) }
    #expect(isReadable())
    LinuxPanelBus.forgetEvents(of: ends[0])
    #expect(!isReadable())
    // Without one it does not wait.
    LinuxPanelBus.forgetEvents(of: ends[0])
    #expect(write(ends[1], event, 48) == 48 && isReadable())
  }

  @Test func `a line that changes faster than events are read does not keep the process`() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let events = [UInt8](repeating: 1, count: 48 * 100)
    #expect(write(ends[1], events, events.count) == events.count)
    LinuxPanelBus.forgetEvents(of: ends[0])
    var left: Int32 = 0
    #expect(ioctl(ends[0], UInt(FIONREAD), &left) == 0)
    #expect(left == 48 * (100 - 64))
  }

  @Test func `a board without a PWR line has none, and one with line 0 has`() {
    let without = BusRequest(path: cString(""), chip: cString(""), dataCommand: 25, reset: 17, busy: 24, power: -1)
    #expect(without.power == nil)
    let with = BusRequest(path: cString(""), chip: cString(""), dataCommand: 25, reset: 17, busy: 24, power: 0)
    #expect(with.power == BusLine(0))
    #expect(with.busyBias == .pullDown)
  }
}
