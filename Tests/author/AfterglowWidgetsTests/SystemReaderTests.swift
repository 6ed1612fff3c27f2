import Foundation
import Testing

@testable import AfterglowWidgets

/// A kernel's files as folders of a test.
private final class KernelTree {
  let root = FileManager.default.temporaryDirectory.appending(path: "kernel-\(UUID().uuidString)").path

  init(_ files: [String: String] = [:]) throws {
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    for (path, text) in files { try write(path, text) }
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  func write(_ path: String, _ text: String) throws {
    let file = root + path
    try FileManager.default.createDirectory(
      atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try text.write(toFile: file, atomically: false, encoding: .utf8)
  }

  func read() -> SystemReading { SystemReader(root: root).read() }

  static let raspberryPi = [
    "/proc/device-tree/model": "Raspberry Pi 4 Model B Rev 1.4\0",
    "/proc/meminfo": "MemTotal:        3884372 kB\nMemFree:          200000 kB\nMemAvailable:    2913279 kB\n",
    "/proc/loadavg": "0.52 0.58 0.59 2/345 12345\n", "/proc/uptime": "350735.47 234388.90\n",
    "/proc/stat":
      "cpu  100 0 100 700 100 0 0 0 0 0\ncpu0 50 0 50 350 50 0 0 0 0 0\ncpu1 50 0 50 350 50 0 0 0 0 0\nintr 1\n",
    "/proc/net/dev": """
    Inter-|   Receive                                                |  Transmit
     face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed
        lo: 1000 10 0 0 0 0 0 0 1000 10 0 0 0 0 0 0
      eth0: 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
     wlan0:123456 10 0 0 0 0 0 0 654321 10 0 0 0 0 0 0
    """,
    "/proc/net/wireless": """
    Inter-| sta-|   Quality        |   Discarded packets               | Missed | WE
     face | tus | link level noise |  nwid  crypt   frag  retry   misc | beacon | 22
     wlan0: 0000   54.  -56.  -256        0      0      0      0      0        0
    """,
    "/sys/class/net/wlan0/operstate": "up\n", "/sys/class/net/eth0/operstate": "down\n",
    "/sys/class/thermal/thermal_zone0/type": "cpu-thermal\n", "/sys/class/thermal/thermal_zone0/temp": "48312\n",
    "/sys/class/hwmon/hwmon0/name": "cpu_thermal\n", "/sys/class/hwmon/hwmon0/temp1_input": "48312\n",
    "/sys/class/hwmon/hwmon1/name": "rpi_volt\n", "/sys/class/hwmon/hwmon1/in0_lcrit_alarm": "0\n",
    "/sys/devices/platform/soc/soc:firmware/get_throttled": "50005\n",
  ]
}

@Suite struct SystemReaderTests {
  @Test func `every value of a Raspberry Pi is read`() throws {
    let tree = try KernelTree(KernelTree.raspberryPi)
    let reading = tree.read()
    #expect(reading.model == "Raspberry Pi 4 Model B Rev 1.4")
    #expect(reading.temperatureCelsius == 48.312)
    let memory = try #require(reading.memory)
    #expect(memory.totalByteCount == 3_884_372 * 1024 && abs(memory.usedShare - 0.25) < 0.0001)
    #expect(reading.load == [0.52, 0.58, 0.59] && reading.uptimeSeconds == 350_735.47 && reading.processorCount == 2)
    #expect(
      reading.interfaces == [
        .init(
          name: "eth0", isUp: false, isWireless: false, receivedByteCount: 0, sentByteCount: 0, signalLevel: nil),
        .init(
          name: "wlan0", isUp: true, isWireless: true, receivedByteCount: 123_456, sentByteCount: 654_321,
          signalLevel: -56),
      ])
    let disk = try #require(reading.disks.first)
    #expect(disk.path == "/" && disk.totalByteCount > 0 && (0...1).contains(disk.usedShare))
  }

  @Test func `undervoltage is shown now and since boot`() throws {
    let tree = try KernelTree(KernelTree.raspberryPi)
    // The sensor asks the firmware at each reading, and says that it is over.
    #expect(tree.read().power == .init(isUnderVoltage: false, wasUnderVoltage: true, isThrottled: true))
    try tree.write("/sys/class/hwmon/hwmon1/in0_lcrit_alarm", "1\n")
    #expect(tree.read().power.isUnderVoltage == true)
  }

  @Test func `the processor's sensor counts even where another is hotter`() throws {
    let tree = try KernelTree([
      "/sys/class/hwmon/hwmon0/name": "nvme", "/sys/class/hwmon/hwmon0/temp1_input": "71000",
      "/sys/class/hwmon/hwmon1/name": "coretemp", "/sys/class/hwmon/hwmon1/temp1_input": "50000",
      "/sys/class/hwmon/hwmon1/temp2_input": "52000",
      "/sys/class/thermal/thermal_zone0/type": "acpitz", "/sys/class/thermal/thermal_zone0/temp": "-273200",
    ])
    #expect(tree.read().temperatureCelsius == 52)
    try tree.write("/sys/class/hwmon/hwmon1/name", "unheard-of")
    #expect(tree.read().temperatureCelsius == 71)
  }

  @Test func `a battery shows whether it is in use`() throws {
    let tree = try KernelTree([
      "/sys/class/power_supply/BAT0/type": "Battery", "/sys/class/power_supply/BAT0/capacity": "87",
      "/sys/class/power_supply/BAT0/status": "Discharging", "/sys/class/power_supply/AC/type": "Mains",
      "/sys/class/power_supply/AC/online": "0", "/sys/class/power_supply/mouse/type": "Battery",
      "/sys/class/power_supply/mouse/scope": "Device", "/sys/class/power_supply/mouse/capacity": "3",
    ])
    #expect(tree.read().power == .init(isOnBattery: true, batteryShare: 0.87))
    try tree.write("/sys/class/power_supply/BAT0/status", "Charging")
    try tree.write("/sys/class/power_supply/AC/online", "1")
    #expect(tree.read().power == .init(isOnBattery: false, batteryShare: 0.87))
  }

  @Test func `what is shown is read out for a reading`() {
    var reading = SystemReading(load: [3, 2, 1], processorCount: 4)
    #expect(reading.loadShare == 0.75 && reading.isConnected == nil && reading.powerTrouble == nil)
    reading.interfaces = [
      .init(name: "eth0", isUp: false, isWireless: false, receivedByteCount: 0, sentByteCount: 0)
    ]
    #expect(reading.isConnected == false)
    reading.power.wasUnderVoltage = true
    #expect(reading.powerTrouble == .wasLow)
    reading.power.isThrottled = true
    #expect(reading.powerTrouble == .slowedDown)
    reading.power.isUnderVoltage = true
    #expect(reading.powerTrouble == .tooLow)
  }

  @Test func `what the kernel does not report is unknown and not zero`() throws {
    for tree in [
      try KernelTree(),
      try KernelTree([
        "/proc/meminfo": "MemTotal: many kB\n", "/proc/loadavg": "nan 1 2", "/proc/uptime": "-5", "/proc/stat": "cpu 1",
        "/proc/net/dev": "::\n: 1\neth0: a b c d e f g h i j k\n", "/sys/class/thermal/thermal_zone0/temp": "hot",
        "/sys/class/power_supply/BAT0/capacity": "300", "/proc/net/wireless": "wlan0: x y\n",
      ]),
    ] {
      let reading = tree.read()
      #expect(reading.temperatureCelsius == nil && reading.memory == nil && reading.load.isEmpty)
      #expect(reading.uptimeSeconds == nil && reading.interfaces.isEmpty)
      #expect(reading.power == .init() && reading.model == nil)
    }
  }

  @Test func `this machine is read too`() {
    let reading = SystemReader().read()
    #expect(reading.memory != nil && reading.uptimeSeconds ?? 0 > 0 && reading.load.count == 3)
  }
}
