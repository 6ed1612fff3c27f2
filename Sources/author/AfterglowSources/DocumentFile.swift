import AfterglowDocuments
import AfterglowErrors
import Foundation

/// The kind of a document, which limits its size.
public enum DocumentKind: Sendable {
  /// A board or scene, YAML, 256 KiB.
  case settings
  /// A forecast or a list of reminders, 1 MiB.
  case content
  /// Dated values, 2 MiB, enough for ten thousand of them.
  case timeline
  /// A calendar or a history, 16 MiB, enough for many years.
  case calendar
  /// A feed of news, 4 MiB: some hold the whole text of all that they list.
  case feed

  /// The maximum size in bytes, checked before parsing, so that a runaway writer cannot exhaust the author's memory
  /// (docs/data-files.md).
  public var maximumByteCount: Int {
    switch self {
    case .settings: 256 * 1024
    case .content: 1024 * 1024
    case .timeline: 2 * 1024 * 1024
    case .calendar: 16 * 1024 * 1024
    case .feed: 4 * 1024 * 1024
    }
  }
}

/// Reads document files completely or not at all.
public enum DocumentFile {
  /// The file's bytes.
  /// - Throws: `Problem` if it is missing, not a regular file, unreadable or larger than its kind allows.
  public static func read(_ path: String, kind: DocumentKind) throws(Problem) -> [UInt8] {
    do throws(RegularFile.Failure) {
      return try RegularFile.read(path, limit: kind.maximumByteCount)
    } catch {
      throw Problem(file: path, message: message(error, path, limit: kind.maximumByteCount))
    }
  }

  private static func message(_ failure: RegularFile.Failure, _ path: String, limit: Int) -> String {
    switch failure {
    case .system(ENOENT): "the file does not exist" + neighbour(of: path)
    case .system(let code): "expected a readable file, but \(ErrnoWords.sentence(code))"
    case .notRegular(let isFolder):
      "expected a regular file, found \(isFolder ? "a folder" : "a device, pipe or socket")"
    case .tooLarge(let byteCount): "expected at most \(sizeText(limit)), found \(sizeText(byteCount))"
    }
  }

  /// Names a file in the same folder that differs in its ending or in capital letters, such as `scene.yml`.
  private static func neighbour(of path: String) -> String {
    let url = URL(fileURLWithPath: path)
    let stem = url.deletingPathExtension().lastPathComponent.lowercased()
    let others = (try? FileManager.default.contentsOfDirectory(atPath: url.deletingLastPathComponent().path)) ?? []
    let found = others.sorted().first { ($0 as NSString).deletingPathExtension.lowercased() == stem }
    return found.map { ", but \"\($0)\" does; rename that file, or correct the name" } ?? ""
  }

  private static func sizeText(_ bytes: Int) -> String {
    let kib = (bytes + 1023) / 1024
    return kib % 1024 == 0 ? "\(kib / 1024) MiB" : "\(kib) KiB"
  }
}

extension DocumentFile {
  /// The same, for callers that throw all problems of a document together.
  ///
  /// - Throws: `DocumentError` with the one problem.
  public static func bytes(_ path: String, kind: DocumentKind = .content) throws(DocumentError) -> [UInt8] {
    do throws(Problem) {
      return try read(path, kind: kind)
    } catch {
      throw DocumentError(problems: [error])
    }
  }
}

extension StrictDecoder {
  /// Reads the file within its size limit and opens it as a mapping.
  ///
  /// - Returns: nil, with the reasons in `problems`, if it cannot be read or is not a mapping.
  public static func open(path: String, kind: DocumentKind, problems: ProblemCollector) -> StrictDecoder? {
    do throws(Problem) {
      return open(bytes: try DocumentFile.read(path, kind: kind), file: path, problems: problems)
    } catch {
      problems.add(error)
      return nil
    }
  }
}
