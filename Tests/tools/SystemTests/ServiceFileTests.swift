import Foundation
import TestSupport
import Testing

/// The units of both services as text: what they promise to a machine that starts with or without a network, or from
/// storage that cannot be written.
@Suite struct ServiceFileTests {
  /// A unit of `service`.
  struct UnitFile {
    let name: String
    let text: String
    /// The sections, each with its settings in order.
    private(set) var sections: [String: [(key: String, value: String)]] = [:]
    private(set) var comments: [String] = []
    /// Lines that are nothing of a unit.
    private(set) var others: [String] = []

    init(_ name: String) throws {
      self.name = name
      text = try RepositoryText.read("service/\(name).in")
      var section = ""
      for line in text.split(separator: "\n").map(String.init) {
        if line.hasPrefix("#") {
          comments.append(line)
        } else if line.hasPrefix("["), line.hasSuffix("]") {
          section = String(line.dropFirst().dropLast())
        } else if let sign = line.firstIndex(of: "="), !section.isEmpty {
          sections[section, default: []].append((String(line[..<sign]), String(line[line.index(after: sign)...])))
        } else {
          others.append(line)
        }
      }
    }

    /// The values of a setting in any section, in order.
    subscript(key: String) -> [String] {
      ["Unit", "Service", "Install"].flatMap { sections[$0] ?? [] }.filter { $0.key == key }.map { $0.value }
    }
  }

  static let panel = "afterglow-renderer@.service"
  static let author = "afterglow@.service"

  @Test(arguments: [panel, author]) func `a unit is comments, three sections and settings`(_ name: String) throws {
    let unit = try UnitFile(name)
    #expect(unit.others.isEmpty, "\(unit.others)")
    #expect(Set(unit.sections.keys) == ["Unit", "Service", "Install"])
    // Settings that systemd adds up; any other one would have its last value alone.
    let lists: Set = ["ExecStartPre", "Environment", "SystemCallFilter"]
    for (section, settings) in unit.sections {
      let keys = settings.map { $0.key }.filter { !lists.contains($0) }
      #expect(Set(keys).count == keys.count, "[\(section)] has a setting twice: \(keys)")
    }
    #expect(unit["WantedBy"] == ["multi-user.target"])
  }

  @Test(arguments: [panel, author]) func `a service waits for no network at boot`(_ name: String) throws {
    let unit = try UnitFile(name)
    for key in ["After", "Wants", "Requires", "Requisite", "BindsTo"] {
      #expect(unit[key].allSatisfy { !$0.contains("network") && !$0.contains("time-sync") }, "\(key): \(unit[key])")
    }
    #expect(unit["ExecStartPre"].allSatisfy { !$0.contains("wait") && !$0.contains("sleep") })
  }

  @Test(arguments: [panel, author]) func `a service logs to the journal with priorities and a limited rate`(
    _ name: String
  ) throws {
    let unit = try UnitFile(name)
    #expect(unit["StandardOutput"] == ["journal"] && unit["StandardError"] == ["journal"])
    #expect(unit["LogRateLimitIntervalSec"] == ["30s"])
    #expect(unit["LogRateLimitBurst"].compactMap { Int($0) }.allSatisfy { (50...500).contains($0) })
    #expect(unit["LogRateLimitBurst"].count == 1)
    #expect(unit["SyslogLevelPrefix"].isEmpty, "priorities at the beginning of lines are read unless this is off")
  }

  @Test(arguments: [panel, author]) func `a reload sends the signal that reads everything again`(
    _ name: String
  ) throws {
    #expect(try UnitFile(name)["ExecReload"] == ["/bin/sh -c 'kill -HUP ${MAINPID}'"])
  }

  @Test func `the panel's service is started with its first frame, and restarted when frames stop`() throws {
    let unit = try UnitFile(Self.panel)
    #expect(unit["Type"] == ["notify"] && unit["NotifyAccess"] == ["main"] && unit["WatchdogSec"] == ["30"])
    #expect(unit["Restart"] == ["always"] && unit["StartLimitIntervalSec"] == ["0"])
  }

  @Test func `no missing or read-only folder keeps the panel's service from starting`() throws {
    let unit = try UnitFile(Self.panel)
    let writable = unit["ReadWritePaths"].flatMap { $0.split(separator: " ") }
    #expect(!writable.isEmpty && writable.allSatisfy { $0.hasPrefix("-") }, "\(writable)")
    for key in ["StateDirectory", "CacheDirectory", "LogsDirectory", "ConfigurationDirectory", "BindPaths"] {
      #expect(unit[key].isEmpty, "\(key)= ends the start where its folder cannot be made")
    }
    for command in unit["ExecStartPre"] where !command.contains(" /run/") {
      #expect(command.hasPrefix("-+"), "\(command) may fail")
    }
  }

  @Test func `the author's files of a run are in memory, and only its state is stored`() throws {
    let unit = try UnitFile(Self.author)
    #expect(unit["RuntimeDirectory"] == ["afterglow-author/%i"])
    #expect(unit["Environment"] == ["XDG_STATE_HOME=/var/lib", "XDG_RUNTIME_DIR=/run/afterglow-author/%i"])
    #expect(unit["StateDirectory"] == ["afterglow afterglow/%i"])
    #expect(unit["ReadWritePaths"] == ["-/run/afterglow"])
  }

  // MARK: Exposure

  private static let analyzer = "/usr/bin/systemd-analyze"

  /// The version of systemd; 0 = there is none.
  private static let version: Int = {
    guard FileManager.default.isExecutableFile(atPath: analyzer),
      let run = try? FinishedProgram([analyzer, "--version"]), run.status == 0
    else { return 0 }
    return run.text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  }()

  /// A row of the list that `systemd-analyze security` prints.
  private struct Point: Decodable {
    var name: String
    var exposure: String?
  }

  /// Rates a unit as systemd does.
  ///
  /// - Parameter limit: the highest exposure that passes, in tenths.
  /// - Returns: whether it passes, and the points that remain.
  private func rating(_ unit: UnitFile, limit: Int) throws -> (passes: Bool, points: [Point]) {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: unit.name)
    try Data(unit.text.replacing("@PREFIX@", with: "/usr").utf8).write(to: file)
    let run = try FinishedProgram([
      Self.analyzer, "security", "--offline=yes", "--json=short", "--no-pager", "--threshold=\(limit)", file.path,
    ])
    let start = try #require(run.text.firstRange(of: "[{")?.lowerBound, "\(run.text)")
    let end = try #require(run.text.lastIndex(of: "]"), "\(run.text)")
    let rows = try JSONDecoder().decode([Point].self, from: Data(run.text[start...end].utf8))
    return (run.status == 0, rows.filter { $0.exposure != nil })
  }

  @Test(.enabled(if: version >= 250, "systemd-analyze 250 or later rates units without a service manager"))
  func `systemd rates the author's service at most 2, and the panel's at most 2 and a half`() throws {
    for (name, limit) in [(Self.author, 20), (Self.panel, 25)] {
      let unit = try UnitFile(name)
      let result = try rating(unit, limit: limit)
      #expect(result.passes, "\(name): \(result.points.map { "\($0.name) \($0.exposure ?? "")" })")
      let strict = try rating(unit, limit: 5)
      #expect(!strict.passes, "\(name) passes whatever the limit is")
    }
  }

  /// Other versions name some points differently.
  @Test(.enabled(if: version == 252, "the units explain the points of systemd 252"), arguments: [panel, author])
  func `a unit explains each point that remains`(_ name: String) throws {
    let unit = try UnitFile(name)
    let points = try rating(unit, limit: 100).points
    #expect(points.count > 5)
    for point in points {
      #expect(unit.comments.contains { $0.contains(point.name) }, "\(name): \(point.name) is not explained")
    }
  }
}
