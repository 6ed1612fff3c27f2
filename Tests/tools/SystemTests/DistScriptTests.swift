import Foundation
import TestSupport
import Testing

/// The scripts of `make dist` and `make release` that need neither root nor a network.
@Suite struct DistScriptTests {
  let folder: URL

  init() throws { folder = try temporaryFolder() }

  private static let scripts = HouseRulesTests.root.path + "/make/dist"

  private static var environment: [String: String] {
    FinishedProgram.environment(with: ["SOURCE_DATE_EPOCH": "1764496800"])
  }

  private func shell(_ script: String, _ variables: [String: String] = [:]) throws -> FinishedProgram {
    try FinishedProgram(
      ["/bin/bash", "-o", "pipefail", "-euc", script], in: HouseRulesTests.root,
      environment: Self.environment.merging(variables) { $1 })
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: folder.appending(path: path), encoding: .utf8)
  }

  @Test func `each command of the author has a man page with its options`() throws {
    let author = CommandLineProgram.programs.appending(path: "afterglow").path
    let made = try shell(
      "'\(author)' --experimental-dump-help | make/dist/manual.py 9.8.7 '\(folder.path)'")
    #expect(made.status == 0, "\(made.text)")
    let main = try text("afterglow.1")
    #expect(main.contains("Afterglow 9.8.7") && main.contains(".SH EXIT STATUS"))
    let commands = main.matches(of: #/afterglow\\-([a-z\\-]+)\\fR\(1\)/#).map { $0.1.replacing("\\-", with: "-") }
    #expect(Set(commands).count > 20, "\(commands)")
    for command in Set(commands) where command != "renderer" {
      let page = try text("afterglow-\(command).1")
      for section in ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS"] {
        #expect(page.contains("\n.SH \(section)\n"), "\(command) has no \(section)")
      }
    }
    let run = try text("afterglow-run.1")
    #expect(run.contains("\\fB\\-\\-headless\\fR") && run.contains("\\fB\\-\\-control\\fR \\fIsocket\\fR"))
    #expect(try text("afterglow-widgets.1").contains("\\fBafterglow widgets remove\\fR"))
    try FileManager.default.removeItem(at: folder)
  }

  @Test func `the firmware's man page has every option of its help`() throws {
    let renderer = CommandLineProgram.programs.appending(path: "afterglow-renderer").path
    let made = try shell(
      "'\(renderer)' --help | make/dist/manual.py --text afterglow-renderer 9.8.7 '\(folder.path)'")
    #expect(made.status == 0, "\(made.text)")
    let page = try text("afterglow-renderer.1").replacing("\\-", with: "-")
    let help = try FinishedProgram([renderer, "--help"]).text
    let options = help.matches(of: #/(?m)^  (--[a-z-]+)/#).map { String($0.1) }
    #expect(options.count > 8)
    for option in options { #expect(page.contains("\\fB\(option)"), "\(option)") }
    try FileManager.default.removeItem(at: folder)
  }

  /// Debian computed the same for its shell.
  @Test func `a program's packages are those that Debian names`() throws {
    let found = try shell("make/dist/depends.py / /bin/bash")
    let named = try shell("dpkg-query --show --showformat '${Pre-Depends}' bash")
    #expect(found.status == 0 && named.status == 0, "\(found.text)")
    let words = { (text: String) in
      Set(text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespacesAndNewlines) })
    }
    #expect(words(found.text) == words(named.text))
    try FileManager.default.removeItem(at: folder)
  }

  @Test func `the first boot reports each line that it cannot use and shows a board`() throws {
    let paths = [
      "usr/share/afterglow/boards/rpi-dsi-720x1280/board.yaml", "usr/share/zoneinfo/Europe/Lisbon", "usr/bin/afterglow",
    ]
    for path in paths + ["boot/firmware/afterglow.txt", "etc/hostname", "var/lib/x"] {
      let file = folder.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data().write(to: file)
    }
    let settings = folder.appending(path: "boot/firmware/afterglow.txt")
    let script = "'\(Self.scripts)/image/first-boot.sh'"
    let slips = "timezone=Europe/Lissabon\r\ncolour=red\nkitchen\nhostname=Bad Name"
    try Data("\u{FEFF}# mine\r\nboard=rpi-dsi-720x1280\r\n\(slips)".utf8).write(to: settings)
    let first = try shell(script, ["AFTERGLOW_ROOT": folder.path])
    #expect(first.status == 0, "\(first.text)")
    for line in [
      "line 3: no time zone", "line 4: colour is no setting", "line 5 is not KEY=VALUE", "line 6: a host name",
    ] {
      #expect(first.text.contains(line), "\(line): \(first.text)")
    }
    #expect(first.text.contains("enable --now afterglow-renderer@rpi-dsi-720x1280.service"), "\(first.text)")
    try Data("board=rpi-dsi-720x1280\nplace=Lisbon\ntimezone=Europe/Lisbon\n".utf8).write(to: settings)
    let second = try shell(script, ["AFTERGLOW_ROOT": folder.path])
    #expect(second.text.contains("afterglow new /etc/afterglow/boards/home --panel rpi-dsi-720x1280 --place Lisbon"))
    #expect(second.text.contains("enable --now afterglow@home.service"))
    #expect(try text("etc/timezone") == "Europe/Lisbon\n")
    try FileManager.default.removeItem(at: folder)
  }

  @Test func `a release that does not fit the source is refused with every reason`() throws {
    let refused = try shell("make/dist/release.sh 9.8.7")
    #expect(refused.status == 65, "\(refused.text)")
    #expect(refused.text.contains("AfterglowVersion.swift") && refused.text.contains("## [9.8.7]"), "\(refused.text)")
    try FileManager.default.removeItem(at: folder)
  }
}
