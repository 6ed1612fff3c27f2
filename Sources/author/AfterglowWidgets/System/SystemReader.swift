import AfterglowSources
import Foundation

/// Reads the board's state from the kernel's files. Each is small and read within a bound; a missing one, or one with
/// unexpected content, leaves its part out.
struct SystemReader: Sendable {
  /// Prefix of /proc and /sys; a folder of their own in tests.
  var root = ""
  /// Folders whose file systems are reported.
  var disks = ["/"]

  static let maximumFileByteCount = 64 * 1024
  private static let maximumEntryCount = 256

  func read() -> SystemReading {
    SystemReading(
      temperatureCelsius: temperature(), memory: memory(), disks: disks.prefix(16).compactMap(disk),
      interfaces: interfaces(), load: load(), processorCount: processorCount(),
      uptimeSeconds: uptime(), power: power(), model: model())
  }

  // MARK: files

  /// A small file as text; nil when it cannot be read. Reading a sensor's file makes the driver read the sensor, which
  /// may fail.
  func text(_ path: String) -> String? {
    let descriptor = open(root + path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: Self.maximumFileByteCount)
    var count = 0
    while count < bytes.count {
      let got = bytes.withUnsafeMutableBytes { Foundation.read(descriptor, $0.baseAddress! + count, $0.count - count) }
      if got < 0 && errno == EINTR { continue }
      if got < 0 { return nil }
      if got == 0 { break }
      count += got
    }
    return String(decoding: bytes[..<count], as: UTF8.self)
  }

  func word(_ path: String) -> String? {
    guard let words = text(path)?.trimmingCharacters(in: .whitespacesAndNewlines.union(["\0"])), !words.isEmpty else {
      return nil
    }
    return words
  }

  func integer(_ path: String) -> Int64? { word(path).flatMap { Int64($0) } }

  /// The names in a folder that begin so, sorted as people count.
  func entries(_ path: String, prefix: String = "") -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root + path)) ?? []
    return Array(
      names.filter { $0.hasPrefix(prefix) }.sorted(by: NaturalOrder.areInOrder).prefix(Self.maximumEntryCount))
  }

  // MARK: parts

  /// Names of sensors of the processor, best first: Raspberry Pi and most ARM boards, Intel, AMD.
  private static let processorSensors = [
    "cpu-thermal", "cpu_thermal", "soc-thermal", "soc_thermal", "x86_pkg_temp", "coretemp", "k10temp", "zenpower",
  ]
  /// °C that a sensor of a running board can report; others are broken, or not connected.
  private static let plausibleTemperatures = -40.0...150.0

  private func temperature() -> Double? {
    var found: [(name: String, celsius: Double)] = []
    for zone in entries("/sys/class/thermal", prefix: "thermal_zone") {
      let folder = "/sys/class/thermal/\(zone)"
      if let value = integer(folder + "/temp") { found.append((word(folder + "/type") ?? "", Double(value) / 1000)) }
    }
    for device in entries("/sys/class/hwmon", prefix: "hwmon") {
      let folder = "/sys/class/hwmon/\(device)"
      let name = word(folder + "/name") ?? ""
      for file in entries(folder, prefix: "temp") where file.hasSuffix("_input") {
        if let value = integer("\(folder)/\(file)") { found.append((name, Double(value) / 1000)) }
      }
    }
    found.removeAll { !Self.plausibleTemperatures.contains($0.celsius) }
    for name in Self.processorSensors {
      if let hottest = found.filter({ $0.name == name }).map(\.celsius).max() { return hottest }
    }
    return found.map(\.celsius).max()
  }

  private func memory() -> SystemReading.Memory? {
    var values: [Substring: Int64] = [:]
    for line in (text("/proc/meminfo") ?? "").split(separator: "\n") {
      let words = line.split(whereSeparator: { $0 == ":" || $0 == " " })
      guard words.count >= 2, let kib = Int64(words[1]), (0...(1 << 40)).contains(kib) else { continue }
      values[words[0]] = kib * 1024
    }
    guard let total = values["MemTotal"], total > 0 else { return nil }
    // Kernels before 3.14 do not report what is available.
    let unused = ["MemFree", "Buffers", "Cached"].map { values[$0] ?? 0 }.reduce(0, +)
    let available = values["MemAvailable"] ?? unused
    return .init(totalByteCount: total, availableByteCount: min(available, total))
  }

  private func disk(_ path: String) -> SystemReading.Disk? {
    var status = statvfs()
    guard statvfs(path, &status) == 0, status.f_blocks > 0 else { return nil }
    let unit = Int64(clamping: status.f_frsize)
    return .init(
      path: path, totalByteCount: Int64(clamping: status.f_blocks) &* unit,
      availableByteCount: Int64(clamping: status.f_bavail) &* unit)
  }

  private func interfaces() -> [SystemReading.NetworkInterface] {
    let signals = signals()
    var found: [SystemReading.NetworkInterface] = []
    for line in (text("/proc/net/dev") ?? "").split(separator: "\n").prefix(Self.maximumEntryCount) {
      guard let colon = line.lastIndex(of: ":") else { continue }
      let name = line[..<colon].trimmingCharacters(in: .whitespaces)
      let values = line[line.index(after: colon)...].split(separator: " ").map { Int64($0) }
      guard name != "lo", !name.isEmpty, !name.contains("/"), values.count >= 9, let received = values[0],
        let sent = values[8]
      else { continue }
      let folder = "/sys/class/net/\(name)"
      found.append(
        .init(
          name: name, isUp: word(folder + "/operstate") == "up",
          isWireless: signals[name] != nil || !entries(folder, prefix: "wireless").isEmpty,
          receivedByteCount: received, sentByteCount: sent, signalLevel: signals[name]))
    }
    return found
  }

  private func signals() -> [String: Double] {
    var levels: [String: Double] = [:]
    for line in (text("/proc/net/wireless") ?? "").split(separator: "\n") {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let words = line[line.index(after: colon)...].split(separator: " ")
      guard words.count >= 3, let level = Double(words[2]), (-120...0).contains(level) else { continue }
      levels[line[..<colon].trimmingCharacters(in: .whitespaces)] = level
    }
    return levels
  }

  private func load() -> [Double] {
    let words = (text("/proc/loadavg") ?? "").split(separator: " ").prefix(3).compactMap { Double($0) }
    return words.count == 3 && words.allSatisfy { $0.isFinite && $0 >= 0 } ? words : []
  }

  private func uptime() -> Double? {
    guard let word = (text("/proc/uptime") ?? "").split(separator: " ").first, let seconds = Double(word),
      seconds.isFinite, seconds >= 0
    else { return nil }
    return seconds
  }

  private func processorCount() -> Int {
    let count = (text("/proc/stat") ?? "").split(separator: "\n")
      .count { $0.hasPrefix("cpu") && $0.dropFirst(3).first?.isNumber == true }
    return max(1, count)
  }

  private func model() -> String? {
    (word("/proc/device-tree/model") ?? word("/sys/class/dmi/id/product_name")).flatMap(OneLine.of)
  }
}

extension SystemReader {
  /// The bits of the Raspberry Pi firmware's `get_throttled` (documentation of `vcgencmd`).
  private struct Throttling {
    let bits: UInt64
    var isUnderVoltage: Bool { bits & 1 << 0 != 0 }
    /// Frequency capped, throttled, or at the soft limit of temperature.
    var isThrottled: Bool { bits & 0b1110 != 0 }
    var wasUnderVoltage: Bool { bits & 1 << 16 != 0 }
  }

  func power() -> SystemReading.Power {
    var power = SystemReading.Power()
    if let word = word("/sys/devices/platform/soc/soc:firmware/get_throttled"), let bits = UInt64(word, radix: 16) {
      let throttling = Throttling(bits: bits)
      power.isUnderVoltage = throttling.isUnderVoltage
      power.wasUnderVoltage = throttling.wasUnderVoltage
      power.isThrottled = throttling.isThrottled
    }
    for device in entries("/sys/class/hwmon", prefix: "hwmon") {
      let folder = "/sys/class/hwmon/\(device)"
      guard word(folder + "/name") == "rpi_volt", let alarm = integer(folder + "/in0_lcrit_alarm") else { continue }
      power.isUnderVoltage = alarm != 0
    }
    battery(&power)
    return power
  }

  private func battery(_ power: inout SystemReading.Power) {
    var isOnline: Bool?
    for name in entries("/sys/class/power_supply") {
      let folder = "/sys/class/power_supply/\(name)"
      // A keyboard's battery is not the board's.
      if word(folder + "/scope") == "Device" { continue }
      switch word(folder + "/type") {
      case "Battery":
        if let share = integer(folder + "/capacity"), (0...100).contains(share) {
          power.batteryShare = Double(share) / 100
        }
        if word(folder + "/status") == "Discharging" { power.isOnBattery = true }
      case "Mains", "USB", "Wireless":
        if let online = integer(folder + "/online") { isOnline = isOnline == true || online != 0 }
      default: break
      }
    }
    if power.isOnBattery == nil, power.batteryShare != nil { power.isOnBattery = isOnline.map { !$0 } ?? false }
  }
}
