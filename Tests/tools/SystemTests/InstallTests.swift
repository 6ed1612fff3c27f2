import Foundation
import TestSupport
import Testing

/// `make install` and `make uninstall`, into a folder of their own.
@Suite(.serialized) struct InstallTests {
  let folder: URL

  init() throws { folder = try temporaryFolder() }

  private func make(_ target: String, _ variables: [String]) throws -> (status: Int32, output: String) {
    let fixed = ["-C", HouseRulesTests.root.path, target, "INSTALL_RENDERER=/bin/true", "INSTALL_AUTHOR=/bin/true"]
    let run = try FinishedProgram(["/usr/bin/make"] + fixed + variables)
    return (run.status, run.text)
  }

  private func files(_ root: URL) throws -> Set<String> {
    let paths = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)?.allObjects as? [URL] ?? []
    return Set(
      paths.filter { !$0.hasDirectoryPath }.map { String($0.path.dropFirst(root.path.count)) })
  }

  @Test func `what is installed is removed again and nothing else`() throws {
    let destination = folder.appending(path: "root")
    let variables = ["DESTDIR=\(destination.path)", "PREFIX=/usr"]
    #expect(try make("install", variables).status == 0)
    let first = try files(destination)
    for file in [
      "/usr/bin/afterglow", "/usr/bin/afterglow-renderer", "/usr/share/afterglow/boards/bedside-clock/board.yaml",
      "/usr/share/doc/afterglow/README.md", "/usr/share/doc/afterglow/docs/architecture.md",
      "/usr/share/doc/afterglow/symbols/LICENSE", "/usr/share/doc/afterglow/NOTICE",
      "/usr/lib/systemd/system/afterglow-renderer@.service", "/usr/lib/systemd/system/afterglow@.service",
      "/usr/lib/sysusers.d/afterglow.conf",
    ] {
      #expect(first.contains(file), "\(file)")
    }
    #expect(FileManager.default.isExecutableFile(atPath: destination.path + "/usr/bin/afterglow"))
    #expect(try make("install", variables).status == 0, "a second time")
    #expect(try files(destination) == first)
    try Data("mine".utf8).write(to: destination.appending(path: "usr/share/afterglow/boards/mine"))
    #expect(try make("uninstall", variables).status == 0)
    #expect(try files(destination) == ["/usr/share/afterglow/boards/mine"])
    #expect(try make("uninstall", variables).status == 0, "a second time")
    try FileManager.default.removeItem(at: folder)
  }

  @Test func `links and pictures of installed pages lead to installed files`() throws {
    let destination = folder.appending(path: "root")
    #expect(try make("install", ["DESTDIR=\(destination.path)", "PREFIX=/usr"]).status == 0)
    var count = 0
    for page in try files(destination) where page.hasSuffix(".md") {
      let url = URL(fileURLWithPath: destination.path + page)
      let text = try String(contentsOf: url, encoding: .utf8).replacing(#/(?m)^```[\s\S]*?^```/#, with: "")
      let targets =
        text.matches(of: #/\]\(([^)#:\s]+)(?:#[^)\s]*)?\)/#).map { String($0.1) }
        + text.matches(of: #/src="([^":]+)"/#).map { String($0.1) }
      for target in targets {
        count += 1
        let path = url.deletingLastPathComponent().path + "/" + target
        #expect(FileManager.default.fileExists(atPath: path), "\(page) links to \(target)")
      }
    }
    #expect(count > 100)
    try FileManager.default.removeItem(at: folder)
  }

  @Test func `the firmware is installed without an author where none is named`() throws {
    let destination = folder.appending(path: "root")
    #expect(try make("install", ["DESTDIR=\(destination.path)", "PREFIX=/usr", "INSTALL_AUTHOR="]).status == 0)
    let installed = try files(destination)
    #expect(installed.contains("/usr/bin/afterglow-renderer") && !installed.contains("/usr/bin/afterglow"))
    #expect(installed.contains("/usr/lib/systemd/system/afterglow-renderer@.service"))
    #expect(!installed.contains("/usr/lib/systemd/system/afterglow@.service"))
    #expect(installed.contains("/usr/lib/sysusers.d/afterglow.conf"), "its units name the group")
    #expect(try make("uninstall", ["DESTDIR=\(destination.path)", "PREFIX=/usr"]).status == 0)
    #expect(try files(destination) == [])
    try FileManager.default.removeItem(at: folder)
  }

  @Test func `bash, zsh and fish complete the author's arguments`() throws {
    let destination = folder.appending(path: "root")
    let author = CommandLineProgram.programs.appending(path: "afterglow").path
    let variables = ["DESTDIR=\(destination.path)", "PREFIX=/usr", "INSTALL_AUTHOR=\(author)"]
    #expect(try make("install", variables).status == 0)
    for file in [
      "bash-completion/completions/afterglow", "zsh/site-functions/_afterglow",
      "fish/vendor_completions.d/afterglow.fish",
    ] {
      let text = try String(contentsOf: destination.appending(path: "usr/share/\(file)"), encoding: .utf8)
      #expect(text.contains("always-on") && text.contains("simulate"), "\(file)")
    }
    #expect(try make("uninstall", variables).status == 0)
    #expect(try files(destination) == [])
    // An author for another machine cannot be asked; the rest is installed nevertheless.
    let other = try make("install", ["DESTDIR=\(destination.path)", "PREFIX=/usr"])
    #expect(other.status == 0 && other.output.contains("--generate-completion-script"))
    try FileManager.default.removeItem(at: folder)
  }

  @Test func `units name the prefix and systemd takes them`() throws {
    let prefix = folder.appending(path: "prefix").path
    let units = folder.appending(path: "units").path
    let run = try make("install", ["PREFIX=\(prefix)", "UNIT_DIR=\(units)", "SYSUSERS_DIR=\(prefix)/sysusers"])
    #expect(run.status == 0, "\(run.output)")
    #expect(run.output.contains("systemctl enable --now afterglow-renderer@BOARD"), "no next steps: \(run.output)")
    let names = ["afterglow-renderer@.service", "afterglow@.service"].map { units + "/" + $0 }
    for name in names {
      let text = try String(contentsOfFile: name, encoding: .utf8)
      #expect(!text.contains("@PREFIX@") && text.contains(prefix + "/bin/"))
    }
    if FileManager.default.isExecutableFile(atPath: "/usr/bin/systemd-analyze") {
      let check = try FinishedProgram(["/usr/bin/systemd-analyze", "verify", "--man=no"] + names)
      #expect(check.status == 0 && !check.text.contains("afterglow"), "\(check.text)")
    }
    try FileManager.default.removeItem(at: folder)
  }

  @Test func `a prefix that is no path is refused`() throws {
    let run = try make("install", ["PREFIX=somewhere", "DESTDIR=\(folder.path)"])
    #expect(run.status != 0 && run.output.contains("absolute path"))
  }
}
