import AfterglowArchive
import AfterglowCore
import AfterglowLinux

/// Why an archive was not taken.
enum IntakeError: Error {
  case system(SystemError)
  case archive(ArchiveError)

  var exitCode: ExitCode {
    switch self {
    case .system: .inputOutput
    case .archive: .badData
    }
  }

  func write(to text: inout TextWriter) {
    switch self {
    case .system(let error): text.write(error)
    case .archive(let error): text.write(error)
    }
  }
}

extension TextWriter {
  /// Why an archive was refused, and where.
  mutating func write(_ error: ArchiveError) {
    write("not shown: ")
    write(error.shortDescription)
    write(", at byte ")
    write(Int64(error.byteOffset))
  }
}

extension ControlMessage {
  /// Why an archive was refused, and where.
  mutating func append(_ error: ArchiveError) {
    appendText(error.shortDescription)
    appendText(", at byte ")
    appendText(decimal: Int64(error.byteOffset))
  }
}

/// A whole archive file in memory, while it is looked at.
struct ArchiveFile: ~Copyable {
  /// Larger than any archive that a board could hold; bounds what is read before the board is known.
  static var maximumByteCount: Int64 { 1 << 28 }

  private let memory: ReservedMemory
  let byteCount: Int

  static func read(_ file: borrowing FileDescriptor) throws(IntakeError) -> ArchiveFile {
    do throws(SystemError) { return try ArchiveFile(file) } catch { throw .system(error) }
  }

  private init(_ file: borrowing FileDescriptor) throws(SystemError) {
    let size = try file.byteCount()
    if size > ArchiveFile.maximumByteCount { throw SystemError("take over the archive", errno: SystemError.tooLarge) }
    let memory = try ReservedMemory(byteCount: Int(size) + 64)
    byteCount = try file.read(into: UnsafeMutableRawBufferPointer(rebasing: memory.bytes[0..<Int(size)]))
    self.memory = memory
  }

  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: memory.bytes[0..<byteCount]) }

  func validated() throws(IntakeError) -> Archive {
    do throws(ArchiveError) {
      return try Archive.validate(bytes)
    } catch {
      throw .archive(error)
    }
  }
}

/// A private copy of the archive at `path`, whose bytes nobody else can change.
func openArchive(_ path: UnsafePointer<CChar>) throws(IntakeError) -> FileDescriptor {
  do throws(SystemError) {
    return try FileDescriptor.open(forReading: path).privateCopy(limit: ArchiveFile.maximumByteCount)
  } catch {
    throw .system(error)
  }
}

/// What guard and simulation keep of an archive's board, names included.
/// Kept as long as the process lives.
struct BoardPlan {
  let board: BoardRecord
  let displayPath: UnsafePointer<CChar>
  let lightSourcePath: UnsafePointer<CChar>

  /// Reads and validates a whole archive, and lets go of it again.
  init(reading file: borrowing FileDescriptor) throws(IntakeError) {
    let bytes = try ArchiveFile.read(file)
    self = try BoardPlan(bytes.validated())
  }

  init(_ archive: Archive) throws(IntakeError) {
    let board = archive.board
    let display = archive.strings(board.displayPath)
    let light = archive.strings(board.lightSourcePath)
    let base: UnsafeMutableRawPointer
    do throws(SystemError) {
      // Zeroed memory ends each name.
      base = try ReservedMemory.forLife(byteCount: display.count + light.count + 2).baseAddress!
    } catch {
      throw .system(error)
    }
    if let source = display.baseAddress { base.copyMemory(from: source, byteCount: display.count) }
    if let source = light.baseAddress {
      (base + display.count + 1).copyMemory(from: source, byteCount: light.count)
    }
    self.board = board
    displayPath = UnsafePointer(base.assumingMemoryBound(to: CChar.self))
    lightSourcePath = UnsafePointer((base + display.count + 1).assumingMemoryBound(to: CChar.self))
  }

  var rotation: Rotation { Rotation(rawValue: board.rotation) ?? .none }

  /// Size of the virtual framebuffer that shows the panel: its own pixel grid, before rotation turns the scene onto it;
  /// for simulated glass the scene's, as people look at it.
  var windowSize: PixelSize {
    let isTurned = rotation.swapsAxes && displayKind.virtualCounterpart == .virtualFramebuffer
    return PixelSize(
      width: isTurned ? board.heightPx : board.widthPx, height: isTurned ? board.widthPx : board.heightPx)
  }

  var pixelFormat: PixelFormat { PixelFormat(rawValue: board.pixelFormat) ?? .xrgb8888 }
  var displayKind: DisplayKind { DisplayKind(rawValue: board.displayKind) ?? .virtualFramebuffer }
  var lightSource: LightSourceKind { LightSourceKind(rawValue: board.lightSource) ?? .none }

  var clockTrust: ClockTrustWatch.Rule {
    ClockTrust(rawValue: board.clockTrust) == .synchronised ? .synchronised : .always
  }
}
