import Foundation

/// Why a line of the simulated chip could not be used.
struct LineProblem: Error, CustomStringConvertible {
  var path: String
  var code: Int32

  var description: String { "\(path): \(String(cString: strerror(code)))" }
}

/// The other side of gpio-sim's lines: outputs are read, BUSY is driven.
struct SimulatedLines {
  private let dataCommand: Int32
  private let reset: Int32
  private let power: Int32
  private let busy: Int32
  private let busyPull: Int32

  init(folder: String, dataCommand: Int, reset: Int, busy: Int, power: Int) throws {
    func open(_ line: Int, _ file: String, _ flags: Int32) throws -> Int32 {
      let path = "\(folder)/sim_gpio\(line)/\(file)"
      let descriptor = Glibc.open(path, flags)
      if descriptor < 0 { throw LineProblem(path: path, code: errno) }
      return descriptor
    }
    self.dataCommand = try open(dataCommand, "value", O_RDONLY)
    self.reset = try open(reset, "value", O_RDONLY)
    self.power = power < 0 ? -1 : try open(power, "value", O_RDONLY)
    self.busy = try open(busy, "value", O_RDONLY)
    busyPull = try open(busy, "pull", O_WRONLY)
  }

  private func level(_ descriptor: Int32) -> Bool {
    var byte: UInt8 = 0
    return pread(descriptor, &byte, 1, 0) == 1 && byte == UInt8(ascii: "1")
  }

  var isData: Bool { level(dataCommand) }
  var resetLevel: Bool { level(reset) }
  var isSupplied: Bool { power < 0 || level(power) }

  /// Drives BUSY. gpio-sim knows pulls only: a process that takes the line with a bias of its own changes its level,
  /// which then is set again.
  func setBusy(_ isHigh: Bool) {
    if level(busy) == isHigh { return }
    let text = isHigh ? "pull-up" : "pull-down"
    _ = pwrite(busyPull, text, text.utf8.count, 0)
  }
}
