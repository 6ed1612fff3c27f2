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

  /// Replaces a file of the folder, as programs do: by another one of its name.
  private func write(_ text: String, to path: String) throws {
    let file = folder.appending(path: path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
  }

  @Test func `each script is read by its shell and stops at the first failure`() throws {
    let files = RepositoryText.files(in: "make/dist", ["sh", "in"]) + ["make/dist/debian/place-archive"]
    let scripts = try files.filter { try RepositoryText.read($0).hasPrefix("#!") || $0.hasSuffix("/common.sh") }
    #expect(scripts.count > 18)
    for script in scripts {
      let text = try RepositoryText.read(script)
      let isBash = text.hasPrefix("#!/usr/bin/env bash") || script.hasSuffix("/common.sh")
      #expect(text.contains(isBash ? "\nset -euo pipefail\n" : "\nset -e"), "\(script)")
      let read = try FinishedProgram([isBash ? "bash" : "sh", "-n", script], in: HouseRulesTests.root)
      #expect(read.status == 0, "\(read.text)")
    }
    try FileManager.default.removeItem(at: folder)
  }

  /// Packages of a firmware, without an author.
  ///
  /// - Parameter settings: commands of the shell before.
  /// - Returns: names and checksums of the files.
  private func packages(_ name: String, after settings: String) throws -> String {
    let out = "'\(folder.path)/\(name)'"
    let made = try shell(
      """
      \(settings)
      make/dist/package.sh trixie amd64 --renderer /bin/true --documents '\(folder.path)' --out \(out)
      make/dist/tarball.sh amd64 /bin/true '\(folder.path)' \(out)
      """,
      [
        "AFTERGLOW_COMPRESSION": "-Zgzip -z1", "AFTERGLOW_MAINTAINER": "A person <person@example.org>",
        "VERSION": "9.8.7-rc.1",
      ])
    #expect(made.status == 0, "\(made.text)")
    return try shell("cd \(out); sha256sum *").text
  }

  @Test func `two runs make the same packages, whatever the settings of their user are`() throws {
    try write(".TH AFTERGLOW-RENDERER 1\n", to: "man/afterglow-renderer.1")
    for board in ["wall", "bedside"] { try write("an archive", to: "archives/\(board).archive") }
    let first = try packages("first", after: "umask 022")
    // Files of another order, time and mode.
    for path in ["archives/bedside.archive", "archives/wall.archive"] { try write("an archive", to: path) }
    let second = try packages("second", after: "umask 077; export TZ=Asia/Tokyo; chmod 600 '\(folder.path)'/archives/*")
    #expect(first == second)
    for name in [
      "afterglow-renderer_9.8.7~rc.1-1~deb13_amd64.deb", "afterglow-boards_9.8.7~rc.1-1~deb13_all.deb",
      "afterglow-renderer-9.8.7-rc.1-amd64.tar.gz",
    ] {
      #expect(first.contains("  \(name)\n"), "\(first)")
    }
    let deb = "'\(folder.path)'/first/*_amd64.deb"
    let contents = try shell("dpkg-deb --info \(deb); dpkg-deb --contents \(deb)", ["TZ": "UTC"]).text
    for words in [
      "Version: 9.8.7~rc.1-1~deb13", "./usr/share/afterglow/archives/wall.archive", "root/root",
      "2025-11-30 10:00 ./usr/bin/afterglow-renderer", "./usr/libexec/afterglow-renderer/place-archive",
    ] {
      #expect(contents.contains(words), "\(words) is not in \(contents)")
    }
    let unit = "./usr/lib/systemd/system/afterglow-renderer@.service"
    let filled = try shell(
      """
      dpkg-deb --ctrl-tarfile \(deb) | tar --extract --to-stdout ./preinst ./postinst ./prerm ./postrm
      dpkg-deb --fsys-tarfile \(deb) | tar --extract --to-stdout \(unit)
      """)
    #expect(filled.status == 0 && filled.text.contains("ExecStart=/usr/bin/afterglow-renderer"), "\(filled.text)")
    #expect(!filled.text.contains(#/@[A-Z_]+@/#), "a name of a template is left: \(filled.text)")
    try FileManager.default.removeItem(at: folder)
  }

  @Test func `a panel without a scene shows the package's archive, also that of a newer package`() throws {
    let script = "'\(Self.scripts)/debian/place-archive'"
    let places = ["AFTERGLOW_ARCHIVES": "\(folder.path)/made", "AFTERGLOW_STATE": "\(folder.path)/state"]
    let scene = "state/kitchen/scene.archive"
    func place(_ board: String = "kitchen") throws {
      let placed = try shell("\(script) \(board)", places)
      #expect(placed.status == 0 && placed.text.isEmpty, "\(placed.text)")
    }
    try write("first", to: "made/kitchen.archive")
    try place()
    #expect(try text(scene) == "first")
    try write("second", to: "made/kitchen.archive")
    try place()
    #expect(try text(scene) == "second")
    // The power was cut before the last step.
    let own = "'\(folder.path)/state/kitchen'"
    #expect(try shell("mv \(own)/.package.archive \(own)/.package.new").status == 0)
    try write("third", to: "made/kitchen.archive")
    try place()
    #expect(try text(scene) == "third")
    try write("mine", to: scene)
    try place()
    #expect(try text(scene) == "mine")
    #expect(try shell("ls -A \(own)").text == "scene.archive\n", "what marked the package's archive is left")
    try place("hall")
    #expect(
      !FileManager.default.fileExists(atPath: "\(folder.path)/state/hall"), "no board of the package has this name")
    #expect(try shell(script, places).status == 64)
    try FileManager.default.removeItem(at: folder)
  }

  @Test func `a bill of materials lists what is linked, with its licence`() throws {
    try write("libpango-1.0.so.0\tlibpango-1.0-0\t1.56.3-1\t/usr/lib/libpango-1.0.so.0\n", to: "libraries")
    let bill = try shell(
      "make/dist/sbom.py afterglow 9.8.7 /bin/true --static swift=6.2.3 --libraries '\(folder.path)/libraries'")
    #expect(bill.status == 0, "\(bill.text)")
    for words in [
      #""spdxVersion": "SPDX-2.3""#, #""created": "2025-11-30T10:00:00Z""#, #""Apache-2.0 WITH Swift-exception""#,
      #""pkg:deb/debian/libpango-1.0-0@1.56.3-1""#, #""LGPL-2.0-or-later""#,
    ] {
      #expect(bill.text.contains(words), "\(words) is not in \(bill.text)")
    }
    try FileManager.default.removeItem(at: folder)
  }

  /// An archive of three sections, whose records are of one byte.
  private func archive(_ sections: [String], seal: UInt8) -> Data {
    func word(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    var header: [UInt8] = Array("AFTERGLW".utf8) + word(5) + word(Int(seal)) + word(0) + word(sections.count)
    header += [UInt8](repeating: 0, count: 64 - header.count)
    var body: [UInt8] = []
    for (number, section) in sections.enumerated() {
      let start = 64 + sections.count * 16 + body.count
      header += word(number) + word(1) + word(start) + word(section.utf8.count)
      body += Array(section.utf8)
    }
    return Data(header + body)
  }

  @Test func `two archives are compared part by part`() throws {
    let files = [
      "one": archive(["board", "names", "pango 1.50"], seal: 1),
      "other": archive(["board", "names", "pango 1.56"], seal: 2),
      "longer": archive(["board", "names of", "pango 1.50"], seal: 1), "none": Data("not an archive".utf8),
    ]
    for (name, file) in files { try file.write(to: folder.appending(path: name)) }
    func difference(_ first: String, _ second: String) throws -> FinishedProgram {
      try shell("make/dist/archive-difference.py '\(folder.path)/\(first)' '\(folder.path)/\(second)'")
    }
    let same = try difference("one", "one")
    #expect(same.status == 0 && same.text == "0 bytes\n", "\(same.text)")
    let other = try difference("one", "other")
    #expect(other.status == 1 && other.text == "2 bytes: header 1, provenance 1\n", "\(other.text)")
    let longer = try difference("one", "longer")
    #expect(longer.status == 1 && longer.text == "5 bytes: section table 2, strings 3\n", "\(longer.text)")
    #expect(try difference("one", "none").status == 65)
    try FileManager.default.removeItem(at: folder)
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
    // A library that no package of the release has would be missing on the owner's machine.
    for path in ["root/var/lib/dpkg/info/empty.list", "root/var/lib/dpkg/status"] { try write("", to: path) }
    let missing = try shell("make/dist/depends.py '\(folder.path)/root' /bin/bash")
    #expect(missing.status == 1 && missing.text.contains("libc.so.6, which no package"), "\(missing.text)")
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
    #expect(first.text.contains("systemctl enable afterglow-renderer@rpi-dsi-720x1280.service"), "\(first.text)")
    #expect(first.text.contains("systemctl --no-block start afterglow-renderer@rpi-dsi-720x1280.service"))
    try Data("board=rpi-dsi-720x1280\nplace=Lisbon\ntimezone=Europe/Lisbon\n".utf8).write(to: settings)
    let second = try shell(script, ["AFTERGLOW_ROOT": folder.path])
    #expect(second.text.contains("afterglow new /etc/afterglow/boards/home --panel rpi-dsi-720x1280 --place Lisbon"))
    #expect(second.text.contains("systemctl enable afterglow@home.service"))
    #expect(try text("etc/timezone") == "Europe/Lisbon\n")
    try FileManager.default.removeItem(at: folder)
  }

  @Test func `the trial in a booted machine asks only what its host answers`() throws {
    let guest = try RepositoryText.read("make/dist/boot-guest.sh")
    let host = try RepositoryText.read("hil/host/machine.py") + RepositoryText.read("make/dist/boot.py")
    let words = Set(guest.matches(of: #/(?:ask "|printf ')([A-Z]+)\b/#).map { String($0.1) })
    #expect(words.isSuperset(of: ["UP", "EXIT", "MATCH", "HOLD", "SAY", "SNAP"]), "\(words)")
    for word in words { #expect(host.contains("word == \"\(word)\""), "\(word)") }
    let help = try FinishedProgram(["/usr/bin/python3", "make/dist/boot.py", "--help"], in: HouseRulesTests.root)
    #expect(help.status == 0 && help.text.contains("{amd64,arm64}"), "\(help.text)")
    try FileManager.default.removeItem(at: folder)
  }

  @Test func `a release that does not fit the source is refused with every reason`() throws {
    let refused = try shell("make/dist/release.sh 9.8.7")
    #expect(refused.status == 65, "\(refused.text)")
    #expect(refused.text.contains("AfterglowVersion.swift") && refused.text.contains("## [9.8.7]"), "\(refused.text)")
    try FileManager.default.removeItem(at: folder)
  }
}
