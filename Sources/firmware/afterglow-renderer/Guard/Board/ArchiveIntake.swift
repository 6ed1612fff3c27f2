import AfterglowArchive
import AfterglowCore
import AfterglowEPaper
import AfterglowLinux

/// Why an archive was rejected.
enum IntakeError: Error {
  case system(SystemError)
  case archive(ArchiveError)
  /// A value of its e-paper panel could harm the glass.
  case preset(PresetError)

  var exitCode: ExitCode {
    switch self {
    case .system: .inputOutput
    case .archive, .preset: .badData
    }
  }

  func write(to text: inout some TextSink & ~Copyable) {
    switch self {
    case .system(let error): text.write(error)
    case .archive(let error): text.write(error)
    case .preset(let error): text.write(error)
    }
  }
}

extension TextSink where Self: ~Copyable {
  /// Writes why an archive was refused, and where in the file.
  mutating func write(_ error: ArchiveError) {
    write(error.shortDescription)
    write(", at byte ")
    write(Int64(error.byteOffset))
  }
}

extension TextSink where Self: ~Copyable {
  /// Writes why a panel was refused.
  mutating func write(_ error: PresetError) {
    switch error {
    case .outOfRange(let name, let value):
      write("the e-paper panel's ")
      write(name.name)
      write(" is ")
      write(value)
      write(", which its controller must not get")
    case .unknownController(let number):
      write("no e-paper controller has the number ")
      write(Int64(number))
    case .unusedValue: write("the e-paper panel has a value that its controller does not know")
    }
  }
}

/// An archive file while it is validated: a sealed private copy, whose bytes cannot change. `PanelSupervisor` uses it
/// for each archive from disk or from an author.
struct ArchiveFile: ~Copyable {
  private let view: FileView

  static func read(_ file: borrowing FileDescriptor) throws(IntakeError) -> ArchiveFile {
    do throws(SystemError) { return try ArchiveFile(file) } catch { throw .system(error) }
  }

  private init(_ file: borrowing FileDescriptor) throws(SystemError) {
    let size = try file.byteCount()
    if size > Int64(Archive.maximumByteCount) {
      throw SystemError("take over the archive", errno: SystemError.tooLarge)
    }
    view = try FileView(file, byteCount: Int(size))
  }

  var bytes: UnsafeRawBufferPointer { view.bytes }
  var byteCount: Int { view.bytes.count }

  func validated() throws(IntakeError) -> Archive {
    do throws(ArchiveError) {
      return try Archive.validate(bytes)
    } catch {
      throw .archive(error)
    }
  }

  /// The plan of its board, which is validated before the rest of the file.
  ///
  /// - Throws: `IntakeError.archive` when header or board is invalid.
  func plan() throws(IntakeError) -> BoardPlan {
    let archive: Archive
    do throws(ArchiveError) { archive = try Archive.validateBoard(bytes) } catch { throw .archive(error) }
    return try BoardPlan(archive)
  }

  /// The board according to the file's first bytes. Nothing is validated, and the file may still change.
  static func boardHint(of file: borrowing FileDescriptor) -> BoardRecord? {
    var head = InlineArray<128, UInt64>(repeating: 0)
    return withUnsafeMutableBytes(of: &head) { bytes in
      do throws(SystemError) {
        let count = try file.read(into: bytes)
        return Archive.boardHint(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
      } catch {
        return nil
      }
    }
  }

  /// Validates the rest, after `plan`.
  ///
  /// - Throws: `IntakeError.archive` with the first fault.
  func checkContent() throws(IntakeError) {
    do throws(ArchiveError) { try Archive.reopen(bytes).validateContent() } catch { throw .archive(error) }
  }
}

/// A sealed private copy of the archive at `path`.
///
/// - Throws: `IntakeError.system` when the file cannot be read or is too large.
func openArchive(_ path: UnsafePointer<CChar>) throws(IntakeError) -> FileDescriptor {
  do throws(SystemError) {
    return try FileDescriptor.open(forReading: path).privateCopy(limit: Int64(Archive.maximumByteCount))
  } catch {
    throw .system(error)
  }
}
