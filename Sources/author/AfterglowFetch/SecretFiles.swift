import AfterglowErrors
import AfterglowPrograms
import AfterglowSources
import Foundation

/// Secrets in files, one in each, which only the author's own user can read.
public struct SecretFiles: Sendable {
  /// Folders that are searched in order.
  private let folders: [String]
  /// A folder whose permissions systemd keeps (systemd.exec(5), Credentials).
  private let credentials: String?

  /// Maximum size of a secret, in bytes.
  static let maximumByteCount = 16 << 10

  /// - Parameters:
  ///   - folders: those of secrets, in the order in which they are searched.
  ///   - credentials: the folder of the service manager's credentials; nil = there is none.
  public init(folders: [String], credentials: String? = nil) {
    self.folders = folders
    self.credentials = credentials
  }

  /// systemd's credentials, this user's configuration folder, then the system's.
  public static var standard: SecretFiles {
    let environment = ProcessInfo.processInfo.environment
    func folder(_ name: String) -> String? { environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
    let own = folder("XDG_CONFIG_HOME") ?? folder("HOME").map { $0 + "/.config" }
    return SecretFiles(
      folders: [own.map { $0 + "/afterglow/secrets" }, "/etc/afterglow/secrets"].compactMap(\.self),
      credentials: folder("CREDENTIALS_DIRECTORY"))
  }

  /// Keeps programs and widget processes that are started from now on from these folders and from the content of sources.
  /// Called once, at the start.
  public func hideFromChildren() {
    ProgramChild.protect(folders + [credentials].compactMap(\.self) + [SourceFolder.standard.root])
  }

  /// Whether the kernel can hide them: Linux since 5.13, if it was built with Landlock.
  public static var canHide: Bool { ProgramChild.isConfined }

  /// Whether there is any secret.
  public var areThere: Bool {
    (folders + [credentials].compactMap(\.self)).contains {
      (try? FileManager.default.contentsOfDirectory(atPath: $0))?.isEmpty == false
    }
  }

  /// The text of a secret without the line break at its end.
  ///
  /// - Throws: `FetchFailure.secret` if there is none, or if others could read it.
  public func text(_ name: String) throws(FetchFailure) -> String {
    for folder in [credentials].compactMap(\.self) + folders {
      let path = folder + "/" + name
      guard let status = FileMark.status(path, followsLinks: true) else { continue }
      if status.st_mode & S_IFMT == S_IFDIR {
        throw .secret("expected a file with one line at \(path), found a folder")
      }
      if folder != credentials && status.st_mode & 0o077 != 0 {
        throw .secret("the secret \"\(name)\" can be read by other users: chmod 600 \(path)")
      }
      return try read(path, name)
    }
    let places = folders.map { $0 + "/" + name }.joined(separator: " or ")
    throw .secret("expected the secret \"\(name)\" in \(places), found nothing")
  }

  /// Why a secret cannot be used, in one sentence; nil = it can.
  func problem(_ name: String) -> String? {
    do throws(FetchFailure) {
      _ = try text(name)
      return nil
    } catch {
      return error.description
    }
  }

  private static func words(_ failure: RegularFile.Failure) -> String {
    switch failure {
    case .system(let code): ErrnoWords.sentence(code)
    case .notRegular: "expected a file with one line, found a device, pipe or socket"
    case .tooLarge: "expected at most \(maximumByteCount >> 10) KiB, found more"
    }
  }

  private func read(_ path: String, _ name: String) throws(FetchFailure) -> String {
    let bytes: [UInt8]
    do throws(RegularFile.Failure) {
      bytes = try RegularFile.read(path, limit: Self.maximumByteCount)
    } catch {
      throw .secret("the secret \"\(name)\" cannot be read: \(Self.words(error)) (\(path))")
    }
    let text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .newlines)
    guard !text.isEmpty, text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
      throw .secret("expected one line of text in \(path), found \(text.isEmpty ? "nothing" : "several")")
    }
    return text
  }
}
