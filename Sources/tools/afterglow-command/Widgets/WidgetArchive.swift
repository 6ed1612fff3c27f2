import AfterglowFetch
import AfterglowKit
import Foundation

/// A tar archive of a widget's package, compressed or not. What it would write is checked before it is unpacked.
struct WidgetArchive {
  /// Absolute.
  let path: String
  /// A path or an address, as a person named it.
  let name: String
  let transport: any FetchTransport

  static let maximumFileByteCount = 64 << 20
  private static let maximumEntryCount = 20_000
  private static let maximumByteCount = 256 << 20

  /// The kind of an archive.
  enum Format {
    case tar
    /// Not unpacked here.
    case zip
  }

  /// How many bytes at the beginning of a file show its format.
  static let headByteCount = 262

  /// The format of a file that begins with some bytes; nil = it is no archive.
  static func format(of head: ArraySlice<UInt8>) -> Format? {
    if head.starts(with: [0x50, 0x4B, 0x03, 0x04]) { return .zip }
    // gzip, bzip2, xz and Zstandard.
    let compressed: [[UInt8]] = [
      [0x1F, 0x8B], [0x42, 0x5A, 0x68], [0xFD, 0x37, 0x7A, 0x58, 0x5A], [0x28, 0xB5, 0x2F, 0xFD],
    ]
    if compressed.contains(where: { head.starts(with: $0) }) { return .tar }
    return head.dropFirst(257).starts(with: "ustar".utf8) ? .tar : nil
  }

  /// Unpacks it into a folder of packages, in place of what that has of the same name. What was built of the old package
  /// stays, so that the next build is short.
  ///
  /// - Returns: the package's folder.
  /// - Throws: `Failure` for an archive without a package, or with more than files and folders of its own; otherwise the
  ///   error of a file operation.
  func unpack(into packages: URL, as folder: String) throws -> URL {
    try check()
    let files = FileManager.default
    let draft = packages.appendingPathComponent(".\(folder).\(getpid()).new")
    try files.createDirectory(at: draft, withIntermediateDirectories: true)
    defer { try? files.removeItem(at: draft) }
    try extract(to: draft)
    let fresh = try package(in: draft)
    let target = packages.appendingPathComponent(folder)
    let (old, kept) = (target.appendingPathComponent(".build"), fresh.appendingPathComponent(".build"))
    try? files.removeItem(at: kept)
    if files.fileExists(atPath: old.path) { try files.moveItem(at: old, to: kept) }
    if files.fileExists(atPath: target.path) { try files.removeItem(at: target) }
    try files.moveItem(at: fresh, to: target)
    return target
  }

  // MARK: what is in it

  private func check() throws(Failure) {
    let words = ["tar", "--list", "--verbose", "--numeric-owner", "--force-local", "--file", path]
    let job = FetchJob(identifier: 1, kind: .program(words), limitBytes: 8 << 20, timeoutSeconds: 120)
    switch transport.outcome(of: job) {
    case .output(let bytes): try check(String(decoding: bytes, as: UTF8.self).split(separator: "\n"))
    case .failure(let failure): throw Failure(.badInput, "\(name): \(failure)")
    case .answer: throw Failure(.badInput, "\(name): expected the list of an archive")
    }
  }

  /// - Parameter lines: type and permissions, owner, size, date, time, name.
  private func check(_ lines: [Substring]) throws(Failure) {
    guard lines.count <= Self.maximumEntryCount else {
      throw Failure(.badInput, "\(name): expected at most \(Self.maximumEntryCount) files, found \(lines.count)")
    }
    var byteCount = 0
    for line in lines {
      let parts = line.split(separator: " ", maxSplits: 5)
      let entry = parts.count == 6 ? parts[5] : line
      guard let type = line.first, "-d".contains(type), parts.count == 6, let size = Int(parts[2]) else {
        throw Failure(
          .badInput, "\(name): expected files and folders, found \"\(entry)\", which is a link or a device")
      }
      guard !entry.hasPrefix("/"), !entry.split(separator: "/").contains("..") else {
        throw Failure(.badInput, "\(name): expected files below the archive's own folder, found \"\(entry)\"")
      }
      byteCount += min(max(size, 0), Self.maximumByteCount + 1)
    }
    guard byteCount <= Self.maximumByteCount else {
      throw Failure(.badInput, "\(name): expected at most \(Self.maximumByteCount >> 20) MiB unpacked, found more")
    }
  }

  private func extract(to folder: URL) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "tar", "--extract", "--no-same-owner", "--no-same-permissions", "--force-local", "--file", path, "--directory",
      folder.path,
    ]
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(.badInput, "\(name): tar ended with status \(process.terminationStatus)")
    }
  }

  /// The package at the top of an unpacked archive, or in the only folder there.
  private func package(in folder: URL) throws -> URL {
    func isPackage(_ folder: URL) -> Bool {
      FileManager.default.fileExists(atPath: folder.appendingPathComponent("Package.swift").path)
    }
    if isPackage(folder) { return folder }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let only = names.count == 1 ? folder.appendingPathComponent(names[0]) : folder
    guard isPackage(only) else {
      throw Failure(
        .badInput, "\(name): expected Package.swift at the top of the archive or in its only folder, found none")
    }
    return only
  }
}
