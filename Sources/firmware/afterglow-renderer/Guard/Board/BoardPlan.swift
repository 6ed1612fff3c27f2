import AfterglowArchive
import AfterglowCore
import AfterglowEPaper
import AfterglowLight
import AfterglowLinux

/// A board of an archive, with copies of its strings, so that it outlives the archive. Used by guard and simulation.
struct BoardPlan: ~Copyable {
  let board: BoardRecord
  /// The strings in the order of `BoardString`, each terminated by a zero byte.
  private let strings: ReservedMemory

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
    var byteCount = 0
    var counted = BoardString.all
    while let string = counted.next() { byteCount += Int(board[string].count) + 1 }
    let memory: ReservedMemory
    do throws(SystemError) { memory = try ReservedMemory(byteCount: byteCount) } catch { throw .system(error) }
    var free = memory.bytes.baseAddress!
    var copied = BoardString.all
    while let string = copied.next() {
      let bytes = archive.strings(board[string])
      if let source = bytes.baseAddress { free.copyMemory(from: source, byteCount: bytes.count) }
      // The memory is zeroed, so each string is terminated.
      free += bytes.count + 1
    }
    self.board = board
    strings = memory
  }

  /// A string of the board as a C string, which lives as long as the plan; empty if the board does not set it.
  subscript(_ wanted: BoardString) -> UnsafePointer<CChar> {
    var place = UnsafeRawPointer(strings.bytes.baseAddress!)
    var all = BoardString.all
    while let string = all.next(), string != wanted {
      place += Int(board[string].count) + 1
    }
    return place.assumingMemoryBound(to: CChar.self)
  }

  /// Whether a running renderer of this board can accept `archive`: everything that it reserved, opened or received at
  /// startup is equal.
  func isSame(as archive: Archive) -> Bool {
    let other = archive.board
    if !board.isSameHardware(as: other) || !board.hasSameSettings(as: other) { return false }
    if board.constantMillilux != other.constantMillilux { return false }
    // A board that gets another name is the same board.
    var all = BoardString.all
    while let string = all.next() {
      if string == .name { continue }
      if !BoardPlan.isEqual(self[string], archive.strings(other[string])) { return false }
    }
    return true
  }

  private static func isEqual(_ string: UnsafePointer<CChar>, _ bytes: UnsafeRawBufferPointer) -> Bool {
    for index in 0..<bytes.count where UInt8(bitPattern: string[index]) != bytes[index] { return false }
    return string[bytes.count] == 0
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
    case .iio: SensorRequest(name: self[.distanceDevice], quantity: .distance)
    case .counts: SensorRequest(name: self[.distanceDevice], quantity: .proximity)
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
