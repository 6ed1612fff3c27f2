import AfterglowArchive
import AfterglowCore
import AfterglowDistance
import AfterglowEPaper
import AfterglowLight
import AfterglowLinux

/// A board of an archive, with copies of its names, so that it outlives the archive. Used by guard and simulation.
struct BoardPlan: ~Copyable {
  let board: BoardRecord
  /// A C string, like all names here; empty if not set by the board.
  let displayPath: UnsafePointer<CChar>
  let lightSourcePath: UnsafePointer<CChar>
  let connector: UnsafePointer<CChar>
  let mode: UnsafePointer<CChar>
  let backlight: UnsafePointer<CChar>
  let input: UnsafePointer<CChar>
  let lineChip: UnsafePointer<CChar>
  let distanceDevice: UnsafePointer<CChar>
  let monitor: UnsafePointer<CChar>
  /// File that gets a recording of an e-paper panel's wires.
  let recording: UnsafePointer<CChar>
  private let names: ReservedMemory

  /// Reads and validates a whole archive, then closes it.
  ///
  /// - Throws: `IntakeError`.
  init(reading file: borrowing FileDescriptor) throws(IntakeError) {
    let bytes = try ArchiveFile.read(file)
    self = try BoardPlan(bytes.validated())
  }

  /// - Throws: `IntakeError.preset` for an e-paper panel whose values its controller must not get.
  init(_ archive: Archive) throws(IntakeError) {
    let board = archive.board
    if DisplayKind(rawValue: board.displayKind)?.isPaper == true {
      do throws(PresetError) { _ = try AnyController(board.panel) } catch { throw .preset(error) }
    }
    let memory: ReservedMemory
    do throws(SystemError) {
      memory = try ReservedMemory(byteCount: BoardPlan.nameByteCount(board))
    } catch {
      throw .system(error)
    }
    var free = memory.bytes.baseAddress!
    func keep(_ range: RecordRange) -> UnsafePointer<CChar> {
      let name = free
      let bytes = archive.strings(range)
      if let source = bytes.baseAddress { name.copyMemory(from: source, byteCount: bytes.count) }
      // The memory is zeroed, so each name is terminated.
      free += bytes.count + 1
      return UnsafePointer(name.assumingMemoryBound(to: CChar.self))
    }
    self.board = board
    displayPath = keep(board.displayPath)
    lightSourcePath = keep(board.lightSourcePath)
    connector = keep(board.connector)
    mode = keep(board.mode)
    backlight = keep(board.backlight)
    input = keep(board.input)
    lineChip = keep(board.lineChip)
    distanceDevice = keep(board.sensor.distanceDevice)
    monitor = keep(board.monitor)
    recording = keep(board.recording)
    names = memory
  }

  private static func nameByteCount(_ board: BoardRecord) -> Int {
    let first = Int(board.displayPath.count) + Int(board.lightSourcePath.count) + Int(board.connector.count)
    let second = Int(board.mode.count) + Int(board.backlight.count) + Int(board.input.count)
    let third = Int(board.lineChip.count) + Int(board.sensor.distanceDevice.count) + Int(board.monitor.count)
    return first + second + third + Int(board.recording.count) + 10
  }

  /// Whether a running renderer of this board can accept `archive`: everything that it reserved, opened or received at
  /// startup is equal.
  func isSame(as archive: Archive) -> Bool {
    let other = archive.board
    func same(_ name: UnsafePointer<CChar>, _ range: RecordRange) -> Bool {
      let bytes = archive.strings(range)
      for index in 0..<bytes.count where UInt8(bitPattern: name[index]) != bytes[index] { return false }
      return name[bytes.count] == 0
    }
    return board.isSameHardware(as: other) && board.hasSameSettings(as: other)
      && board.constantMillilux == other.constantMillilux
      && same(displayPath, other.displayPath) && same(lightSourcePath, other.lightSourcePath)
      && same(connector, other.connector) && same(mode, other.mode) && same(backlight, other.backlight)
      && same(input, other.input) && same(lineChip, other.lineChip)
      && same(distanceDevice, other.sensor.distanceDevice) && same(monitor, other.monitor)
      && same(recording, other.recording)
  }

  /// The e-paper panel's controller; nil = the display is none.
  var controller: AnyController? {
    do throws(PresetError) { return displayKind.isPaper ? try AnyController(board.panel) : nil } catch { return nil }
  }

  /// How the room of an e-paper panel becomes dark.
  var night: PaperNight { PaperNight(isSensed: board.sensesDarkness, isScheduled: board.schedulesDarkness) }

  var rotation: Rotation { Rotation(rawValue: board.rotation) ?? .none }

  /// The panel's pixel grid, before rotation maps the scene to it.
  var panelSize: PixelSize {
    rotation.swapsAxes
      ? PixelSize(width: board.heightPx, height: board.widthPx)
      : PixelSize(width: board.widthPx, height: board.heightPx)
  }

  /// Size of the virtual framebuffer that shows the panel, in px: the panel's pixel grid, or for e-paper the scene's
  /// size, in viewing orientation.
  var windowSize: PixelSize {
    controller == nil ? panelSize : PixelSize(width: board.widthPx, height: board.heightPx)
  }

  var pixelFormat: PixelFormat { PixelFormat(rawValue: board.pixelFormat) ?? .xrgb8888 }
  var displayKind: DisplayKind { DisplayKind(rawValue: board.displayKind) ?? .virtualFramebuffer }
  var lightSource: LightSourceKind { LightSourceKind(rawValue: board.lightSource) ?? .none }

  /// The lux per count of the light sensor; nil = it reports lux itself.
  var intensityCalibration: IntensityCalibration? {
    IntensityCalibration(
      channelByte: board.sensor.intensityChannel, microluxPerCount: board.sensor.microluxPerCount)
  }

  /// The sensor that measures the viewer's distance; nil = none.
  var distanceRequest: SensorRequest? {
    switch board.sensor.distanceKind {
    case .none, .constant, .external: nil
    case .iio: SensorRequest(name: distanceDevice, quantity: .distance)
    case .counts: SensorRequest(name: distanceDevice, quantity: .proximity)
    }
  }

  /// How long a reported light level is valid, in ms: without limit if the board has a light source, which the report
  /// replaces.
  var externalLightMs: Int64 { lightSource == .external ? Int64(board.sensor.externalValidMs) : Int64.max }
  var externalDistanceMs: Int64 {
    board.sensor.distanceKind == .external ? Int64(board.sensor.externalDistanceValidMs) : Int64.max
  }

  var clockTrust: ClockTrustWatch.Rule {
    ClockTrust(rawValue: board.clockTrust) == .synchronised ? .synchronised : .always
  }
}
