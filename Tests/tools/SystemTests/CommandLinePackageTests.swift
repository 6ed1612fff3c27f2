import Foundation
import SocketSupport
import TestSupport
import Testing

/// Widgets from archives and from the web. The package manager of these tests builds nothing: it names a program that there
/// is, and writes down what it was asked.
@Suite(.serialized) struct CommandLinePackageTests {
  private let program: CommandLineProgram
  private let environment: [String: String]

  init() throws {
    program = try CommandLineProgram()
    let bin = program.folder.appending(path: "bin")
    try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: true)
    let script = """
      #!/bin/sh
      echo "$*" >> "${0%/*}/asked"
      case "$*" in
        *describe*) echo '{"products": [{"name": "sample-widget", "type": {"executable": null}}]}' ;;
        *--show-bin-path*) echo '\(CommandLineProgram.programs.path)' ;;
      esac
      """
    try program.write(script + "\n", to: "bin/swift")
    chmod(program.path("bin/swift"), 0o755)
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    environment = ["PATH": "\(bin.path):\(path)", "no_proxy": "127.0.0.1"]
  }

  private func run(_ arguments: String...) throws -> CommandLineProgram.Result {
    try program.finish(program.start(["widgets"] + arguments, environment: environment), within: 60)
  }

  /// Makes an archive with a package of one file.
  ///
  /// - Returns: its SHA-256.
  @discardableResult
  private func archive(_ name: String, manifest: String = "// one") throws -> String {
    let folder = program.folder.appending(path: "tides-1.2")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try program.write(manifest, to: "tides-1.2/Package.swift")
    try tar("--create", "--auto-compress", "--file", name, "tides-1.2")
    return String(try FinishedProgram(["sha256sum", name], in: program.folder).text.prefix(64))
  }

  private func tar(_ words: String...) throws {
    let made = try FinishedProgram(["tar"] + words, in: program.folder)
    try #require(made.status == 0, "\(made.text)")
  }

  /// The folders of unpacked packages.
  private var packages: [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: program.path("widgets/.packages"))
    return (names ?? []).filter { $0 != "afterglow" }.sorted()
  }

  private var asked: String { (try? program.text("bin/asked")) ?? "" }

  @Test(arguments: ["tides-1.2.tar", "tides-1.2.tar.gz"])
  func `a package comes from an archive, and goes with its last widget`(_ name: String) throws {
    let sum = try archive(name)
    let clone = CommandLineProgram.root.path
    let added = try run("add", name, "--checksum", sum.uppercased(), "--afterglow", clone)
    #expect(added.status == 0 && added.text.contains("added tides in "), "\(added.text)")
    let package = try #require(packages.first)
    #expect(packages.count == 1 && package.hasPrefix("tides-1-"))
    #expect(try program.text("widgets/.packages/\(package)/Package.swift") == "// one")
    #expect(
      asked.contains("build -c release --static-swift-stdlib --package-path \(program.path("widgets"))/.packages/"))
    let link = program.path("widgets/.packages/afterglow")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link).hasPrefix(clone))
    // A new version keeps what was built of the old one.
    try program.write("built", to: "widgets/.packages/\(package)/.build")
    try archive(name, manifest: "// two")
    #expect(try run("add", name).status == 0)
    #expect(packages == [package])
    #expect(try program.text("widgets/.packages/\(package)/Package.swift") == "// two")
    #expect(try program.text("widgets/.packages/\(package)/.build") == "built")
    let kinds = try run("list").output.matches(of: #/^(\S+) \(added\)/#.anchorsMatchLineEndings()).map { String($0.1) }
    #expect(kinds.count > 1)
    for kind in kinds {
      #expect(packages == [package])
      #expect(try run("remove", kind).status == 0)
    }
    #expect(packages.isEmpty)
  }

  @Test func `an archive writes nothing but files and folders of its own`() throws {
    try program.write("// one", to: "Package.swift")
    try FileManager.default.createSymbolicLink(
      atPath: program.path("boards/out"), withDestinationPath: program.path("run"))
    try tar("--create", "--file", "link.tar", "Package.swift", "boards/out")
    try tar("--create", "--absolute-names", "--file", "above.tar", "Package.swift", "boards/../bin/swift")
    try tar("--create", "--absolute-names", "--file", "root.tar", "Package.swift", program.path("bin/swift"))
    try tar("--create", "--file", "none.tar", "bin")
    try program.write("PK\u{3}\u{4}", to: "package.zip")
    for (name, words) in [
      ("link.tar", "expected files and folders, found \"boards/out -> "),
      ("above.tar", "expected files below the archive's own folder, found \"boards/../bin/swift\""),
      ("root.tar", "expected files below the archive's own folder, found \"/"),
      ("none.tar", "expected Package.swift at the top of the archive or in its only folder"),
      ("package.zip", "expected a tar archive, found a ZIP archive; unpack it and add its folder"),
    ] {
      let added = try run("add", name)
      #expect(added.status == 65 && added.text.contains("\(name): \(words)"), "\(added.text)")
    }
    #expect(packages.isEmpty && asked.isEmpty)
  }

  @Test func `an archive is used with the given checksum only, and a folder has none`() throws {
    let sum = try archive("tides.tar.gz")
    let other = String(repeating: "0", count: 64)
    let changed = try run("add", "tides.tar.gz", "--checksum", other)
    #expect(changed.status == 65, "\(changed.text)")
    #expect(changed.text.contains("tides.tar.gz: expected the SHA-256 \(other), found \(sum)"), "\(changed.text)")
    let short = try run("add", "tides.tar.gz", "--checksum", "abc")
    #expect(short.status == 64 && short.text.contains("expected 64 hexadecimal digits"), "\(short.text)")
    let folder = try run("add", "tides-1.2", "--checksum", sum)
    #expect(folder.status == 64 && folder.text.contains("--checksum is for an archive"), "\(folder.text)")
    #expect(packages.isEmpty && asked.isEmpty)
  }

  @Test func `what is at an address is used with its checksum only`() throws {
    let sum = try archive("tides.tar")
    let body = try program.text("tides.tar")
    let server = try LoopbackServer(
      [.answer(302, "Location: /v1/tides.tar\r\n")], [.answer(200, "", body)], [.answer(404)], [.answer(200, "", body)])
    let address = server.url + "/tides.tar"
    let without = try run("add", address)
    #expect(without.status == 64 && without.text.contains("what is there now has \(sum)"), "\(without.text)")
    #expect(
      server.requests.map { $0.prefix { $0 != "\r\n" } } == ["GET /tides.tar HTTP/1.1", "GET /v1/tides.tar HTTP/1.1"])
    let absent = try run("add", address, "--checksum", sum)
    #expect(absent.status == 69 && absent.text.contains("there is nothing at this address"), "\(absent.text)")
    let other = try run("add", address, "--checksum", String(repeating: "0", count: 64))
    #expect(other.status == 65 && other.text.contains("found \(sum)"), "\(other.text)")
    #expect(packages.isEmpty && asked.isEmpty)
    let added = try run("add", address, "--checksum", sum)
    #expect(added.status == 0 && added.text.contains("added tides in "), "\(added.text)")
    #expect(packages.count == 1 && packages[0].hasPrefix("tides-"), "no draft is left: \(packages)")
    let wrong = try run("add", "ftp://example.org/tides.tar", "--checksum", sum)
    #expect(wrong.status == 64 && wrong.text.contains("expected an address such as https://"), "\(wrong.text)")
  }

  @Test func `a widget is updated from its folder or archive`() throws {
    try archive("tides.tar.gz")
    #expect(try run("add", "tides-1.2").status == 0)
    try FileManager.default.removeItem(atPath: program.path("bin/asked"))
    let built = try run("update", "tides")
    #expect(built.status == 0 && built.text.contains("updated tides in "), "\(built.text)")
    #expect(asked.contains("build -c release --static-swift-stdlib --package-path \(program.path("tides-1.2"))"))
    #expect(try run("add", "tides.tar.gz").status == 0)
    let package = try #require(packages.first)
    try archive("tides.tar.gz", manifest: "// two")
    let updated = try run("update")
    #expect(updated.status == 0 && updated.text.contains("updated ported in "), "\(updated.text)")
    #expect(updated.text.components(separatedBy: "updated tides").count == 2, "once: \(updated.text)")
    #expect(try program.text("widgets/.packages/\(package)/Package.swift") == "// two")
    // Without the archive, what it had is built.
    try FileManager.default.removeItem(atPath: program.path("tides.tar.gz"))
    try FileManager.default.removeItem(atPath: program.path("bin/asked"))
    #expect(try run("update").status == 0)
    #expect(asked.contains("--package-path \(program.path("widgets"))/.packages/\(package)") && packages == [package])
  }

  @Test func `an update fetches what is at an address with a new checksum only`() throws {
    let sum = try archive("tides.tar")
    let old = try program.text("tides.tar")
    let other = try archive("tides.tar", manifest: "// two")
    let server = try LoopbackServer([.answer(200, "", old)], [.answer(200, "", try program.text("tides.tar"))])
    #expect(try run("add", server.url + "/tides.tar", "--checksum", sum).status == 0)
    let package = try #require(packages.first)
    let same = try run("update", "tides")
    #expect(same.status == 0 && server.requests.count == 1, "\(same.text)")
    #expect(try program.text("widgets/.packages/\(package)/Package.swift") == "// one")
    let updated = try run("update", "tides", "--checksum", other)
    #expect(updated.status == 0 && server.requests.count == 2, "\(updated.text)")
    #expect(packages == [package])
    #expect(try program.text("widgets/.packages/\(package)/Package.swift") == "// two")
    let all = try run("update", "--checksum", other)
    #expect(all.status == 64 && all.text.contains("expected the kind of a widget with --checksum"), "\(all.text)")
  }

  @Test func `what cannot be updated is named`() throws {
    try archive("tides.tar")
    #expect(try run("add", "tides-1.2").status == 0)
    let unknown = try run("update", "tidse")
    #expect(unknown.status == 64 && unknown.text.contains("there is no added widget \"tidse\""), "\(unknown.text)")
    // Its package had this widget once.
    try FileManager.default.copyItem(atPath: program.path("widgets/tides"), toPath: program.path("widgets/ebb"))
    let description = try program.text("widgets/ebb/widget.json")
    try program.write(description.replacing("\"tides\"", with: "\"ebb\""), to: "widgets/ebb/widget.json")
    try FileManager.default.removeItem(atPath: program.path("widgets/ported/origin.json"))
    let updated = try run("update")
    #expect(updated.status == 65, "\(updated.text)")
    #expect(updated.text.contains("ported: where it came from is not known; add it again"), "\(updated.text)")
    #expect(updated.text.contains("ebb: \(program.path("tides-1.2")) has no such widget any more"), "\(updated.text)")
    #expect(updated.text.contains("updated ported in "), "with the others of its package: \(updated.text)")
    #expect(try run("update").status == 0)
  }

  @Test func `a package that was added for debugging is built so by an update`() throws {
    try archive("tides.tar")
    #expect(try run("add", "--debug", "tides-1.2").status == 0)
    #expect(asked.contains("build -c debug --static-swift-stdlib --package-path \(program.path("tides-1.2"))"))
    #expect(try run("list").output.contains("tides (added, for debugging): "))
    try FileManager.default.removeItem(atPath: program.path("bin/asked"))
    #expect(try run("update").status == 0)
    #expect(asked.contains("build -c debug") && !asked.contains("build -c release"), "\(asked)")
    #expect(try run("add", "tides-1.2").status == 0)
    #expect(try run("list").output.contains("tides (added): ") && asked.contains("build -c release"), "\(asked)")
  }
}
