import AfterglowErrors
import AfterglowSources
import Foundation

/// A file that could not be read or written, and why.
package struct FileFailure: Error, CustomStringConvertible {
  package enum Operation: String {
    case read, write, create
  }

  package var operation: Operation
  package var path: String
  package var code: Int32

  package init(operation: Operation, path: String, code: Int32) {
    self.operation = operation
    self.path = path
    self.code = code
  }

  /// What kind of error it is for the user.
  package var kind: Failure.Kind {
    switch operation {
    case .read: code == ENOENT ? .badInput : .inputOutput
    case .create: .cannotCreate
    case .write: .inputOutput
    }
  }

  package var description: String {
    let verb = operation == .read ? "read" : "write"
    // A file that is written need not be there, but its folder.
    if code == ENOENT && operation != .read {
      let folder = Files.parent(of: path)
      let isThere = access(folder.isEmpty ? "." : folder, F_OK) == 0
      return isThere
        ? "cannot write \(path): nothing can be created in \(folder.isEmpty ? "this folder" : folder); choose another"
        : "cannot write \(path): its folder is missing; create it first"
    }
    return "cannot \(verb) \(path): \(ErrnoWords.sentence(code))"
  }
}

/// Reads and writes files completely or not at all.
package enum Files {
  /// The whole file, at most `limit` bytes.
  package static func read(_ path: String, limit: Int) throws -> [UInt8] {
    do throws(RegularFile.Failure) {
      return try RegularFile.read(path, limit: limit)
    } catch {
      switch error {
      case .system(let code): throw FileFailure(operation: .read, path: path, code: code)
      case .notRegular:
        throw Failure(.badInput, "cannot read \(path): expected a file, found a folder, device or pipe")
      case .tooLarge(let byteCount):
        throw Failure(
          .badInput, "cannot read \(path): expected at most \(byteText(limit)), found \(byteText(byteCount))")
      }
    }
  }

  /// The first bytes of a file, fewer if it is shorter.
  package static func head(_ path: String, count: Int) throws -> ArraySlice<UInt8> {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw FileFailure(operation: .read, path: path, code: errno) }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: count)
    let got = pread(descriptor, &bytes, count, 0)
    guard got >= 0 || errno != EISDIR else {
      throw Failure(.badInput, "cannot read \(path): expected a file, found a folder")
    }
    guard got >= 0 else { throw FileFailure(operation: .read, path: path, code: errno) }
    return bytes[..<got]
  }

  /// Replaces a file atomically, as `FileReplacement` does.
  ///
  /// - Parameter isDurable: waits until the data is on the medium. Omit it for files that are rewritten every minute on
  ///   an SD card.
  /// - Throws: `FileFailure`; `Failure` for a device, pipe or socket.
  package static func replace(_ path: String, with bytes: [UInt8], isDurable: Bool) throws {
    do throws(FileReplacement.Failure) {
      try FileReplacement.replace(path, with: bytes, isDurable: isDurable)
    } catch {
      switch error {
      case .special(let path):
        throw Failure(.cannotCreate, "cannot write \(path): expected a file's name, found a device, pipe or socket")
      case .create(let path, let code): throw FileFailure(operation: .create, path: path, code: code)
      case .write(let path, let code): throw FileFailure(operation: .write, path: path, code: code)
      }
    }
  }

  /// Removes what earlier runs have left of a file that they were replacing when the power was cut.
  package static func removeLeftovers(of path: String) {
    FileReplacement.removeLeftovers(in: parent(of: path), of: name(of: path))
  }

  /// The last part of a path.
  package static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

  /// The folder of a path: `/` for entries of the root, empty for a plain name.
  package static func parent(of path: String) -> String {
    let trimmed = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    guard let slash = trimmed.lastIndex(of: "/") else { return "" }
    return slash == trimmed.startIndex ? "/" : String(trimmed[..<slash])
  }

  /// Makes a folder and its parents.
  package static func makeFolder(_ path: String, mode: mode_t = 0o755) throws {
    var status = stat()
    if stat(path, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFDIR else {
        throw FileFailure(operation: .create, path: path, code: ENOTDIR)
      }
      return
    }
    let parent = parent(of: path)
    if !parent.isEmpty && parent != path { try makeFolder(parent, mode: mode) }
    guard mkdir(path, mode) == 0 || errno == EEXIST else {
      throw FileFailure(operation: .create, path: path, code: errno)
    }
  }
}
