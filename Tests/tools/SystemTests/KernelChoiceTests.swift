import Foundation
import Testing

/// Which kernel the hardware rig is set up with (docs/hardware-in-the-loop.md), for package lists as archives have them.
@Suite struct KernelChoiceTests {
  /// apt with lists and an archive of this test's own.
  private final class Archive {
    let folder: URL
    private let bin: URL

    /// - Parameters:
    ///   - lists: lines PACKAGE VERSION.
    ///   - stock: the release that linux-image-amd64 depends on.
    init(_ lists: [String], stock: String = "6.1.0-56-amd64") throws {
      folder = FileManager.default.temporaryDirectory.appending(path: "ag-apt-\(UInt32.random(in: 0...UInt32.max))")
      bin = folder.appending(path: "bin")
      for path in [bin, folder.appending(path: "debs")] {
        try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
      }
      try put(lists, in: "lists")
      try put([], in: "gone")
      try program(
        "apt-cache",
        """
        case $1 in
          depends) echo linux-image-amd64; [ ! -s "$here/lists" ] || echo "  Depends: linux-image-\(stock)" ;;
          search) sed -nE 's/^(linux-image-[^ ]+) .*/\\1 - Linux 6.1 for 64-bit PCs/p' "$here/lists" | sort -u ;;
          madison) shift; for name; do
            awk -v name="$name" '$1 == name { printf "%s | %s | http://archive bookworm/main amd64 Packages\\n", $1, $2 }' "$here/lists"
          done ;;
        esac
        """)
      try program(
        "apt-get",
        """
        case $* in
          *update*) echo update >>"$here/calls"; [ ! -e "$here/new" ] || cp "$here/new" "$here/lists"; exit ;;
        esac
        while [ "$1" != download ]; do shift; done; shift
        for part; do
          grep -qxF "${part%=*} ${part#*=}" "$here/lists" || exit 100
          ! grep -qxF "$part" "$here/gone" || exit 100
          : >"${part%=*}_${part#*=}_amd64.deb"
        done
        """)
      try program("sudo", #"exec "$@""#)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func program(_ name: String, _ text: String) throws {
      let path = bin.appending(path: name)
      try "#!/bin/sh\nhere='\(folder.path)'\n\(text)\n".write(to: path, atomically: true, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path.path)
    }

    func put(_ lines: [String], in file: String) throws {
      try lines.map { $0 + "\n" }.joined().write(
        to: folder.appending(path: file), atomically: true, encoding: .utf8)
    }

    /// How often the lists were read again.
    var updateCount: Int {
      let calls = (try? String(contentsOf: folder.appending(path: "calls"), encoding: .utf8)) ?? ""
      return calls.split(separator: "\n").count
    }

    /// The files that a fetch has left, without their endings.
    var fetched: Set<String> {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "debs").path)) ?? []
      return Set(names.filter { $0.hasSuffix(".deb") }.map { $0.replacing("_amd64.deb", with: "") })
    }

    func fetch() throws -> (status: Int32, release: String, errors: String) {
      let process = Process()
      process.executableURL = HouseRulesTests.root.appending(path: "hil/fetch-kernel.sh")
      process.arguments = [folder.appending(path: "debs").path]
      process.environment = ["PATH": "\(bin.path):/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8"]
      let (output, errors) = (Pipe(), Pipe())
      (process.standardOutput, process.standardError) = (output, errors)
      try process.run()
      let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      let release = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      return (process.terminationStatus, release.trimmingCharacters(in: .whitespacesAndNewlines), said)
    }
  }

  /// Image and headers of a kernel.
  private static func kernel(_ number: Int, _ version: String) -> [String] {
    [
      "linux-image-6.1.0-\(number)-amd64 \(version)", "linux-headers-6.1.0-\(number)-amd64 \(version)",
      "linux-headers-6.1.0-\(number)-common \(version)",
    ]
  }

  private static func source(_ versions: String...) -> [String] { versions.map { "linux-source-6.1 \($0)" } }
  private static func build(_ versions: String...) -> [String] { versions.map { "linux-kbuild-6.1 \($0)" } }

  /// The packages of a fetched kernel.
  private static func files(_ number: Int, _ version: String, build: String) -> Set<String> {
    Set(
      (kernel(number, version) + source(version) + self.build(build)).map { $0.replacing(" ", with: "_") })
  }

  @Test func `a kernel whose parts have one version is taken`() throws {
    let archive = try Archive(
      Self.kernel(55, "6.1.192-1") + Self.kernel(56, "6.1.192-2") + Self.source("6.1.192-1", "6.1.192-2")
        + Self.build("6.1.192-2"))
    let result = try archive.fetch()
    #expect(result.status == 0 && result.release == "6.1.0-56-amd64", "\(result)")
    #expect(archive.fetched == Self.files(56, "6.1.192-2", build: "6.1.192-2"))
    #expect(archive.updateCount == 0)
  }

  @Test func `the source has the image's own version, and newer build programs serve`() throws {
    let archive = try Archive(
      Self.kernel(56, "6.1.192-2") + Self.source("6.1.176-1", "6.1.192-2", "6.1.192-3")
        + Self.build("6.1.176-1", "6.1.192-3"))
    let result = try archive.fetch()
    #expect(result.status == 0 && result.release == "6.1.0-56-amd64", "\(result)")
    #expect(archive.fetched == Self.files(56, "6.1.192-2", build: "6.1.192-3"))
  }

  /// Versions are compared as Debian does: 6.1.99 is older than 6.1.176.
  @Test func `of build programs that are new enough the oldest serve`() throws {
    let archive = try Archive(
      Self.kernel(56, "6.1.176-1") + Self.source("6.1.176-1") + Self.build("6.1.99-1", "6.1.192-3", "6.1.176-1"))
    #expect(try archive.fetch().status == 0)
    #expect(archive.fetched == Self.files(56, "6.1.176-1", build: "6.1.176-1"))
  }

  @Test(arguments: ["linux-source-6.1 6.1.192-2", "linux-headers-6.1.0-56-common 6.1.192-2"])
  func `where the stock kernel lacks a package the newest whole one is taken`(lacking: String) throws {
    let lists =
      Self.kernel(56, "6.1.192-2") + Self.kernel(54, "6.1.190-1") + Self.kernel(55, "6.1.192-1")
      + Self.source("6.1.190-1", "6.1.192-1", "6.1.192-2", "6.1.192-3") + Self.build("6.1.192-3")
    let archive = try Archive(lists.filter { $0 != lacking })
    let result = try archive.fetch()
    #expect(result.status == 0 && result.release == "6.1.0-55-amd64", "\(result)")
    #expect(archive.fetched == Self.files(55, "6.1.192-1", build: "6.1.192-3"))
  }

  @Test func `build programs that are older do not serve`() throws {
    let archive = try Archive(
      Self.kernel(56, "6.1.192-2") + Self.kernel(50, "6.1.176-1") + Self.source("6.1.192-2", "6.1.176-1")
        + Self.build("6.1.176-1"))
    let result = try archive.fetch()
    #expect(result.status == 0 && result.release == "6.1.0-50-amd64", "\(result)")
    #expect(archive.fetched == Self.files(50, "6.1.176-1", build: "6.1.176-1"))
  }

  @Test func `a kernel that the archive no longer has is skipped, and leaves no file`() throws {
    let archive = try Archive(
      Self.kernel(56, "6.1.192-2") + Self.kernel(55, "6.1.192-1") + Self.source("6.1.192-1", "6.1.192-2")
        + Self.build("6.1.192-3"))
    try archive.put(["linux-source-6.1=6.1.192-2"], in: "gone")
    let result = try archive.fetch()
    #expect(result.status == 0 && result.release == "6.1.0-55-amd64", "\(result)")
    #expect(archive.fetched == Self.files(55, "6.1.192-1", build: "6.1.192-3"))
  }

  @Test(arguments: [[], kernel(56, "6.1.192-2")])
  func `lists without a whole kernel are read anew, once`(lists: [String]) throws {
    let archive = try Archive(lists)
    try archive.put(
      Self.kernel(57, "6.1.193-1") + Self.source("6.1.193-1") + Self.build("6.1.193-1"), in: "new")
    let result = try archive.fetch()
    #expect(result.status == 0 && result.release == "6.1.0-57-amd64", "\(result)")
    #expect(archive.updateCount == 1)
  }

  @Test func `where no kernel is whole the packages that lack are named`() throws {
    let archive = try Archive(Self.kernel(56, "6.1.192-2") + Self.source("6.1.192-3") + Self.build("6.1.176-1"))
    let result = try archive.fetch()
    #expect(result.status == 69 && result.release.isEmpty && archive.fetched.isEmpty, "\(result)")
    #expect(
      result.errors.contains(
        "the kernel 6.1.0-56-amd64 at 6.1.192-2 without linux-source-6.1=6.1.192-2 linux-kbuild-6.1>=6.1.192-2"),
      "\(result)")
    #expect(archive.updateCount == 1)
  }

  /// Debian's newer kernels lie in the lists of the same release.
  @Test func `another kernel than the release's own is none`() throws {
    let archive = try Archive([
      "linux-image-6.12.100+deb12-amd64 6.12.100-1", "linux-image-6.1.0-56-cloud-amd64 6.1.192-2",
      "linux-image-6.1.0-56-rt-amd64 6.1.192-2", "linux-image-6.1.0-56-amd64-dbg 6.1.192-2",
    ])
    let result = try archive.fetch()
    #expect(result.status == 69 && result.errors.contains("no kernel 6.1 can be fetched whole"), "\(result)")
  }
}
