import Foundation
import SocketSupport
import Testing

@testable import AfterglowLinux

/// The folder of a panel's files: created again if it was removed, and used if its owner is unchanged.
@Suite struct RuntimeFolderTests {
  let base: URL
  let outer: String
  let inner: String
  private let file: UnsafePointer<CChar>

  init() throws {
    base = FileManager.default.temporaryDirectory.appending(path: "afterglow-\(UUID().uuidString)")
    outer = base.appending(path: "run").path
    inner = outer + "/panel"
    try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: true)
    file = UnsafePointer(strdup(inner + "/panel.vfb")!)
  }

  private func remove() { try? FileManager.default.removeItem(at: base) }

  private func restore(_ folder: RuntimeFolder) -> Int32 {
    ownUmask()
    do throws(SystemError) {
      try folder.restore()
      return 0
    } catch {
      return error.errno
    }
  }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test func `both folders are made anew, for this user alone`() throws {
    defer { remove() }
    let folder = RuntimeFolder(of: file)
    try FileManager.default.removeItem(atPath: outer)
    #expect(restore(folder) == 0)
    #expect(try mode(outer) == 0o700 && mode(inner) == 0o700)
    #expect(restore(folder) == 0)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a folder away"))
  func `another user's parent folder is refused, and nothing is made in it`() throws {
    defer { remove() }
    let folder = RuntimeFolder(of: file)
    try FileManager.default.removeItem(atPath: outer)
    try FileManager.default.createDirectory(atPath: outer, withIntermediateDirectories: false)
    try #require(chown(outer, 12_345, 12_345) == 0 && chmod(outer, 0o777) == 0)
    #expect(restore(folder) == EPERM)
    #expect(!FileManager.default.fileExists(atPath: inner))
    // Nor if that user created both.
    try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: false)
    #expect(restore(folder) == EPERM)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a folder away"))
  func `another user's link in its place is refused`() throws {
    defer { remove() }
    let folder = RuntimeFolder(of: file)
    let elsewhere = base.appending(path: "elsewhere").path
    try FileManager.default.createDirectory(atPath: elsewhere, withIntermediateDirectories: false)
    try FileManager.default.removeItem(atPath: inner)
    try #require(symlink(elsewhere, inner) == 0 && lchown(inner, 12_345, 12_345) == 0)
    #expect(restore(folder) == EPERM)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a folder away"))
  func `a folder that was another user's from the start stays good, but not a third one's`() throws {
    defer { remove() }
    try #require(chown(inner, 12_345, 12_345) == 0 && chmod(inner, 0o770) == 0)
    let folder = RuntimeFolder(of: file)
    #expect(restore(folder) == 0)
    try #require(chown(inner, 12_346, 12_346) == 0)
    #expect(restore(folder) == EPERM)
  }

  @Test func `a file in the working folder needs none`() {
    defer { remove() }
    let plain = strdup("panel.vfb")!
    defer { free(plain) }
    #expect(restore(RuntimeFolder(of: plain)) == 0)
  }
}

/// A display's file, if other programs have used the path before.
@Suite struct DisplayFileTests {
  @Test func `a link where the new file is prepared leads nowhere`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "afterglow-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let victim = folder.appending(path: "victim")
    try Data("keep this".utf8).write(to: victim)
    let path = strdup(folder.appending(path: "panel.vfb").path)!
    defer { free(path) }
    try #require(symlink(victim.path, String(cString: path) + ".new") == 0)
    let display = try DisplayFile(path: path, byteCount: 8_192, magic: 1)
    let isInPlace = display.isInPlace
    #expect(isInPlace)
    #expect(try Data(contentsOf: victim) == Data("keep this".utf8))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["panel.vfb", "victim"])
  }

  /// The kernel reports a removal while the name still leads to the file, which has no link any more; a link to an open file
  /// that was removed is such a name that lasts.
  @Test func `a file without links is gone, although its name still leads to it`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "afterglow-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = strdup(folder.appending(path: "panel.vfb").path)!
    defer { free(path) }
    let display = try DisplayFile(path: path, byteCount: 8_192, magic: 1)
    let file = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    try #require(file >= 0 && unlink(path) == 0 && symlink("/proc/self/fd/\(file)", path) == 0)
    var (named, opened) = (stat(), stat())
    try #require(stat(path, &named) == 0 && fstat(file, &opened) == 0 && named.st_ino == opened.st_ino)
    let isInPlace = display.isInPlace
    #expect(!isInPlace)
  }
}
