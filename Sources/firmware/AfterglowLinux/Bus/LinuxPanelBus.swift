// System calls of this bus after set-up, for the renderer's system-call filter:
//
//   ioctl  0x40206b00  SPI_IOC_MESSAGE(1)        on the spidev descriptor
//   ioctl  0xc010b40e  GPIO_V2_LINE_GET_VALUES   on BUSY's descriptor
//   ioctl  0xc010b40f  GPIO_V2_LINE_SET_VALUES   on the descriptors of the other lines
//   ppoll, read                                  BUSY's events
//   clock_gettime

import AfterglowCore
import AfterglowDevice
import CLinux

/// An open bus with its lines, inherited by the renderer.
public struct PanelBusWiring {
  /// Descriptor of the spidev device.
  public internal(set) var spi: Int32 = -1
  /// Of the bus.
  public fileprivate(set) var clockHz: UInt32 = 0
  /// spidev's limit for one message.
  public fileprivate(set) var maximumTransferByteCount: Int32 = 4096
  var dataCommand = PanelBusWiring.noLine
  var reset = PanelBusWiring.noLine
  var busy = PanelBusWiring.noLine
  /// Whether BUSY's descriptor becomes readable when its level changes. Lines of some chips, such as most expanders on a
  /// bus, have no interrupt: they are looked at.
  var reportsEdges = false
  /// None where the supply cannot be switched.
  var power = PanelBusWiring.noLine
  /// When the bus was opened and its panel had supply already: a process that was killed may have left it in the middle
  /// of a refresh. Boot time in ms; 0 = it had none.
  public internal(set) var foundSuppliedAtMs: Int64 = 0

  private static var noLine: ag_line { ag_line(descriptor: -1) }

  init() {}

  /// Adds the descriptors that this panel's renderer uses, at most five: the bus and the panel's lines.
  public func keepDescriptors(_ kept: inout RetainedDescriptors) {
    kept.keep(spi)
    kept.keep(dataCommand.descriptor)
    kept.keep(reset.descriptor)
    kept.keep(busy.descriptor)
    kept.keep(power.descriptor)
  }
}

/// Bus and lines of an e-paper controller, owned by the guard. When a renderer ends, the lines keep their levels, and
/// the next renderer begins with a reset.
public struct PanelBusDevice: ~Copyable {
  /// The open descriptors, for a renderer to inherit.
  public private(set) var wiring = PanelBusWiring()
  private var chip: Int32 = -1

  /// Opens bus and lines with the supply as it is, RST high and D/C low.
  ///
  /// A panel that has supply keeps it, and so do panels whose supply cannot be switched: what drives their pixels may not
  /// be cut off (`PanelBusWiring.foundSuppliedAtMs`).
  ///
  /// - Throws: `DisplaySetupError` with the device or line that could not be opened.
  public static func open(_ request: BusRequest) throws(DisplaySetupError) -> PanelBusDevice {
    var device = PanelBusDevice()
    try device.openBus(request)
    try device.openLines(request)
    return device
  }

  private init() {}

  /// Switches the supply off, sets RST high and releases everything; lines of a Raspberry Pi keep their level.
  deinit {
    if wiring.power.descriptor >= 0 { _ = ag_line_set(wiring.power, 0) }
    if wiring.reset.descriptor >= 0 { _ = ag_line_set(wiring.reset, 1) }
    closeDescriptor(wiring.dataCommand.descriptor)
    closeDescriptor(wiring.reset.descriptor)
    closeDescriptor(wiring.busy.descriptor)
    closeDescriptor(wiring.power.descriptor)
    closeDescriptor(chip)
    closeDescriptor(wiring.spi)
  }

  private mutating func openBus(_ request: BusRequest) throws(DisplaySetupError) {
    let path = request.path[0] == 0 ? SPISearch.first() : FixedText<96>(cString: request.path)
    if path.isEmpty {
      throw DisplaySetupError(
        .noDevice, device: FixedText("/dev/spidev*"), operation: "find an SPI device", errno: ENODEV,
        advice: SPISearch.advice)
    }
    let descriptor = path.withCString { ag_spi_open($0) }
    if descriptor < 0 { throw SPISearch.refusal(path, errno: -descriptor) }
    wiring.spi = descriptor
    wiring.clockHz = request.clockHz
    wiring.maximumTransferByteCount = SPISearch.maximumTransferByteCount
    let configured = ag_spi_configure(descriptor, request.clockHz)
    if configured < 0 {
      throw DisplaySetupError(
        .system, device: path, operation: "set mode, word size and clock of the bus", errno: -configured,
        advice: "its controller must offer mode 0 with 8 bits; name another SPI device in the board file")
    }
  }

  private mutating func openLines(_ request: BusRequest) throws(DisplaySetupError) {
    let found = try GPIOChip.open(request.chip)
    chip = found.descriptor
    wiring.reset = try found.line(request.reset, .output(level: true), "RST")
    wiring.dataCommand = try found.line(request.dataCommand, .output(level: false), "D/C")
    do throws(DisplaySetupError) {
      wiring.busy = try found.line(request.busy, .input(request.busyBias, reportsEdges: true), "BUSY")
      wiring.reportsEdges = true
    } catch {
      wiring.busy = try found.line(request.busy, .input(request.busyBias, reportsEdges: false), "BUSY")
    }
    var isSupplied = true
    if let power = request.power {
      wiring.power = try found.line(power, .outputAsIs, "PWR")
      isSupplied = ag_line_get(wiring.power) == 1
    }
    if isSupplied { wiring.foundSuppliedAtMs = SystemTime.boottimeMs }
  }
}

/// The real bus: spidev, GPIO lines and the kernel's clock. Every transfer is one ioctl on memory reserved in advance.
public struct LinuxPanelBus: ~Copyable, PanelBus {
  private var wiring: PanelBusWiring
  /// The level that D/C is driven at; nil before the first transfer.
  private var isDataDriven: Bool?

  /// A bus over open descriptors, whose `PanelBusDevice` outlives it in this process or in its parent.
  public init(_ wiring: PanelBusWiring) { self.wiring = wiring }

  public var maximumTransferByteCount: Int { Int(wiring.maximumTransferByteCount) }

  public var switchesSupply: Bool { wiring.power.descriptor >= 0 }

  public var busySignal: Int32 { wiring.reportsEdges ? wiring.busy.descriptor : -1 }

  /// Sends the bytes by SPI_IOC_MESSAGE, after setting D/C if it changes.
  ///
  /// - Throws: `BusError.line` or `BusError.transfer` with the kernel's errno.
  public mutating func transfer(_ bytes: UnsafeRawBufferPointer, isData: Bool) throws(BusError) {
    if isDataDriven != isData {
      let result = ag_line_set(wiring.dataCommand, isData ? 1 : 0)
      if result < 0 { throw .line(errno: -result) }
      isDataDriven = isData
    }
    guard let base = bytes.baseAddress, bytes.count > 0 else { return }
    let sent = ag_spi_send(wiring.spi, base, Int32(clamping: bytes.count), wiring.clockHz)
    if sent < 0 { throw .transfer(errno: -sent) }
    if sent != Int32(clamping: bytes.count) { throw .transfer(errno: EIO) }
  }

  /// - Throws: `BusError.line` with the kernel's errno.
  public mutating func setReset(_ level: Bool) throws(BusError) {
    let result = ag_line_set(wiring.reset, level ? 1 : 0)
    if result < 0 { throw .line(errno: -result) }
  }

  /// Does nothing without a PWR line.
  ///
  /// - Throws: `BusError.line` with the kernel's errno.
  public mutating func setPower(_ isOn: Bool) throws(BusError) {
    if wiring.power.descriptor < 0 { return }
    let result = ag_line_set(wiring.power, isOn ? 1 : 0)
    if result < 0 { throw .line(errno: -result) }
  }

  /// - Throws: `BusError.line` with the kernel's errno.
  public mutating func busyLevel() throws(BusError) -> Bool {
    // In this order: a change after the look is a new event.
    if wiring.reportsEdges { LinuxPanelBus.forgetEvents(of: wiring.busy.descriptor) }
    let level = ag_line_get(wiring.busy)
    if level < 0 { throw .line(errno: -level) }
    return level == 1
  }

  static func forgetEvents(of line: Int32) { ag_line_forget_events(line) }

  /// `CLOCK_BOOTTIME`.
  public mutating func now() -> MonotonicInstant { MonotonicInstant(milliseconds: SystemTime.boottimeMs) }
}
