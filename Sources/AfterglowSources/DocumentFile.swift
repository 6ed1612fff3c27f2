import AfterglowDocuments
import Foundation

/// What a document is, and how large one may be.
public enum DocumentKind: Sendable {
  /// A board or scene, YAML, 256 KiB.
  case settings
  /// A timeline or forecast, JSON, 1 MiB.
  case content
  /// A calendar or a history, 16 MiB: those of many years.
  case calendar

  /// Checked before a byte is parsed, so that a runaway writer cannot take the author's memory.
  public var maximumByteCount: Int {
    switch self {
    case .settings: 256 * 1024
    case .content: 1024 * 1024
    case .calendar: 16 * 1024 * 1024
    }
  }
}

/// Reads document files, all or nothing.
public enum DocumentFile {
  /// The file's bytes.
  /// - Throws: `Problem` when it is missing, not a regular file, unreadable or larger than its kind allows.
  public static func read(_ path: String, kind: DocumentKind) throws(Problem) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      let code = errno
      throw Problem(
        file: path, message: "expected a readable file, found \(code == ENOENT ? "nothing" : systemText(code))")
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw Problem(file: path, message: "expected a readable file, found \(systemText(errno))")
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      let found = status.st_mode & S_IFMT == S_IFDIR ? "a folder" : "a device, pipe or socket"
      throw Problem(file: path, message: "expected a regular file, found \(found)")
    }
    let limit = kind.maximumByteCount
    guard status.st_size <= limit else { throw tooLarge(path, Int(status.st_size), limit) }
    return try readAll(descriptor, path: path, size: Int(status.st_size), limit: limit)
  }

  private static func readAll(_ descriptor: Int32, path: String, size: Int, limit: Int) throws(Problem) -> [UInt8] {
    // As large as the file is, not as it may be: the kernel clears every page that is asked for. One byte more, so that one
    // that grows while it is read is caught as well.
    var bytes = [UInt8](repeating: 0, count: min(max(size, 0), limit) + 1)
    var count = 0
    while count <= limit {
      if count == bytes.count {
        bytes += [UInt8](repeating: 0, count: min(max(4096, bytes.count), limit + 1 - bytes.count))
      }
      let got = bytes.withUnsafeMutableBytes { Foundation.read(descriptor, $0.baseAddress! + count, $0.count - count) }
      if got < 0 && errno == EINTR { continue }
      guard got >= 0 else { throw Problem(file: path, message: "expected a readable file, found \(systemText(errno))") }
      if got == 0 { break }
      count += got
    }
    guard count <= limit else { throw tooLarge(path, count, limit) }
    return Array(bytes[..<count])
  }

  private static func tooLarge(_ path: String, _ size: Int, _ limit: Int) -> Problem {
    Problem(file: path, message: "expected at most \(sizeText(limit)), found \(sizeText(size))")
  }

  private static func systemText(_ code: Int32) -> String { "\"\(String(cString: strerror(code)))\"" }

  private static func sizeText(_ bytes: Int) -> String {
    let kib = (bytes + 1023) / 1024
    return kib % 1024 == 0 ? "\(kib / 1024) MiB" : "\(kib) KiB"
  }
}

extension DocumentFile {
  /// The same, for a document that throws all of its problems together.
  public static func bytes(_ path: String, kind: DocumentKind = .content) throws(DocumentError) -> [UInt8] {
    do throws(Problem) {
      return try read(path, kind: kind)
    } catch {
      throw DocumentError(problems: [error])
    }
  }
}

extension StrictDecoder {
  /// Reads the file within its size limit and opens it.
  public static func open(path: String, kind: DocumentKind, problems: ProblemCollector) -> StrictDecoder? {
    do throws(Problem) {
      return open(bytes: try DocumentFile.read(path, kind: kind), file: path, problems: problems)
    } catch {
      problems.add(error)
      return nil
    }
  }
}
