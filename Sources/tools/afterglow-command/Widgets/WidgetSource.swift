import AfterglowBoards
import AfterglowDaemon
import AfterglowFetch
import AfterglowKit
import Foundation

/// What widgets are added from: a package's folder, an archive of one, the address of an archive, or a program.
struct WidgetSource {
  /// A path or an address.
  let name: String
  /// The SHA-256 that the archive must have; nil = none is given.
  let checksum: String?
  /// A clone of Afterglow for the package of an archive; nil = one is looked for.
  let clone: URL?
  /// Whether a package is built for debugging, or a program was.
  let isDebug: Bool
  let registry = WidgetRegistry.standard

  /// Whether it is on the web.
  private var isAddress: Bool { name.contains("://") }

  /// Builds what is to be built, and adds its widgets.
  ///
  /// - Returns: their kinds, with the folder of each.
  /// - Throws: `Failure`, `CompileError`, or the error of a file operation.
  func add() throws -> [(kind: String, folder: String)] {
    if isAddress { return try add(downloaded: WidgetDownload(address: name, transport: LiveTransport()).bytes()) }
    let path = URL(fileURLWithPath: name).standardizedFileURL.path
    if try isArchive(path) {
      let sum = try checked(Files.read(path, limit: WidgetArchive.maximumFileByteCount))
      return try add(archive: path, WidgetOrigin(source: path, checksum: sum, isDebug: isDebug))
    }
    guard checksum == nil else {
      throw Failure(.usage, "\(name): --checksum is for an archive, and has no effect on a folder or a program")
    }
    return try add(name, WidgetOrigin(source: path, isDebug: isDebug))
  }

  /// Adds the widgets that came from it again: of a folder as it is now, and of an archive that has changed; otherwise of
  /// the package that was unpacked. What is at an address is fetched with a checksum only.
  ///
  /// - Parameter origin: where they came from; its source is this one.
  /// - Returns: their kinds, with the folder of each.
  /// - Throws: `Failure`, `CompileError`, or the error of a file operation.
  func update(_ origin: WidgetOrigin) throws -> [(kind: String, folder: String)] {
    guard let package = origin.folder, checksum == nil, FileManager.default.fileExists(atPath: package),
      isAddress || !hasChanged(origin)
    else { return try add() }
    try linkClone()
    return try add(package, origin)
  }

  /// Whether an archive is there, and another than the one that was unpacked.
  private func hasChanged(_ origin: WidgetOrigin) -> Bool {
    let bytes = try? Files.read(origin.source, limit: WidgetArchive.maximumFileByteCount)
    return bytes.map { SHA256.hex($0) != origin.checksum } ?? false
  }

  private func add(_ path: String, _ origin: WidgetOrigin) throws -> [(kind: String, folder: String)] {
    let program = try WidgetPackage(path: path).program(isDebug ? .debug : .release) { Report.say($0) }
    return try registry.add(program, from: origin)
  }

  // MARK: archives

  private func isArchive(_ path: String) throws -> Bool {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue else {
      return false
    }
    switch WidgetArchive.format(of: try Files.head(path, count: WidgetArchive.headByteCount)) {
    case .tar: return true
    case .zip:
      throw Failure(.badInput, "\(name): expected a tar archive, found a ZIP archive; unpack it and add its folder")
    case nil: return false
    }
  }

  private func add(downloaded bytes: [UInt8]) throws -> [(kind: String, folder: String)] {
    let sum = try checked(bytes)
    guard WidgetArchive.format(of: bytes.prefix(WidgetArchive.headByteCount)) == .tar else {
      throw Failure(.badInput, "\(name): expected a tar archive, found something else")
    }
    try Files.makeFolder(registry.packages.path)
    let file = registry.packages.appendingPathComponent(".\(folder).\(getpid()).archive").path
    defer { unlink(file) }
    try Files.replace(file, with: bytes, isDurable: false)
    return try add(archive: file, WidgetOrigin(source: name, checksum: sum, isDebug: isDebug))
  }

  private func add(archive path: String, _ origin: WidgetOrigin) throws -> [(kind: String, folder: String)] {
    let packages = registry.packages
    let archive = WidgetArchive(path: path, name: name, transport: LiveTransport())
    let package = try archive.unpack(into: packages, as: folder)
    try linkClone()
    var origin = origin
    origin.folder = packages.appendingPathComponent(folder).path
    return try add(package.path, origin)
  }

  /// Puts Afterglow next to the package, where `../afterglow` leads. A package may name another place, so that none need
  /// be found.
  private func linkClone() throws {
    let link = registry.packages.appendingPathComponent("afterglow")
    guard let clone = clone ?? AfterglowClone.find(beside: registry.packages) else { return }
    guard clone.path != link.path else { return }
    try? FileManager.default.removeItem(at: link)
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: clone)
  }

  /// The checksum of an archive.
  ///
  /// - Throws: `Failure` for another than the given one, and without one for what came over the network.
  private func checked(_ bytes: [UInt8]) throws(Failure) -> String {
    let found = SHA256.hex(bytes)
    if let checksum, checksum != found {
      throw Failure(.badInput, "\(name): expected the SHA-256 \(checksum), found \(found)")
    }
    guard checksum != nil || !isAddress else {
      throw Failure(
        .usage,
        "\(name): expected --checksum with the SHA-256 that its author publishes; what is there now has \(found)")
    }
    return found
  }

  /// A name for the package's folder: the archive's, and a part that no other source has.
  private var folder: String {
    let file = name.prefix { !"?#".contains($0) }.split(separator: "/").last ?? ""
    let stem = file.prefix { $0 != "." }.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
    let place = isAddress ? name : URL(fileURLWithPath: name).standardizedFileURL.path
    return "\(stem.isEmpty ? "package" : stem.prefix(40))-\(SHA256.hex(Array(place.utf8)).prefix(8))"
  }
}
