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

  func write(to text: inout some TextSink & ~Copyable) {
    switch self {
    case .system(let error): text.write(error)
    case .archive(let error): text.write(error)
    }
  }
}

extension TextSink where Self: ~Copyable {
  /// Why an archive was refused, and where.
  mutating func write(_ error: ArchiveError) {
    write(error.shortDescription)
    write(", at byte ")
    write(Int64(error.byteOffset))
  }
}

/// A whole archive file, while it is looked at: a private copy, whose bytes nobody else can change.
struct ArchiveFile: ~Copyable {
  /// Larger than any archive that a board could hold; bounds what is read before the board is known.
  static var maximumByteCount: Int64 { 1 << 26 }

  private let view: FileView

  static func read(_ file: borrowing FileDescriptor) throws(IntakeError) -> ArchiveFile {
    do throws(SystemError) { return try ArchiveFile(file) } catch { throw .system(error) }
  }

  private init(_ file: borrowing FileDescriptor) throws(SystemError) {
    let size = try file.byteCount()
    if size > ArchiveFile.maximumByteCount { throw SystemError("take over the archive", errno: SystemError.tooLarge) }
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

  /// What its board asks for, before the rest of it has been looked at.
  func plan() throws(IntakeError) -> BoardPlan {
    let archive: Archive
    do throws(ArchiveError) { archive = try Archive.validateBoard(bytes) } catch { throw .archive(error) }
    return try BoardPlan(archive)
  }

  /// What the file's board asks for, it seems: nothing of it has been looked at, and what stands in the file may change.
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

  /// Looks at the rest, once `plan` was had.
  func checkContent() throws(IntakeError) {
    do throws(ArchiveError) { try Archive.reopen(bytes).validateContent() } catch { throw .archive(error) }
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
