import AfterglowCore
import AfterglowPictures
import Foundation
import Testing

/// One virtual machine and its run: boards compiled and pictures drawn beforehand by `afterglow`, a script that runs
/// the firmware inside, and its output.
///
/// In the script: the functions of hil/guest/panel.sh and board.sh; `$OUT` (/out in the machine) contains NAME.archive
/// of each board and NAME.ppm of each expected picture.
final class Scenario {
  let name: String
  let folder: URL
  let screen: Screen
  private var boards: [String: PanelBoard] = [:]

  init(_ name: String, screen: Screen) throws {
    self.name = name
    self.screen = screen
    folder = Rig.out.appending(path: name)
    try? FileManager.default.removeItem(at: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  func path(_ file: String) -> String { folder.appending(path: file).path }

  /// Compiles a board as of `instant` into NAME.archive.
  func board(_ board: PanelBoard, named name: String = "clock", at instant: String) throws {
    boards[name] = board
    try board.write(to: folder.appending(path: name))
    let built = try afterglow(["build", path(name), "--at", instant, "--out", path("\(name).archive")])
    try #require(built.status == 0, "\(built.output)")
  }

  /// Draws NAME.ppm: the expected panel pixels at `instant`.
  func picture(
    _ picture: String, of board: String = "clock", at instant: String, lux: Double? = nil, alwaysOn: Bool = false,
    metres: Double? = nil
  ) throws {
    let light = (lux.map { ["--lux", "\($0)"] } ?? []) + (metres.map { ["--distance", "\($0)"] } ?? [])
    let drawn = try afterglow(
      ["render", path(board), "--at", instant, "--out", path("\(picture).png")] + light
        + (alwaysOn ? ["--always-on"] : []))
    try #require(drawn.status == 0, "\(drawn.output)")
    let seen = try PNG.decode([UInt8](Data(contentsOf: folder.appending(path: "\(picture).png"))))
    let turned = seen.turned(clockwise: boards[board]?.rotation ?? 0)
    try Data(turned.ppm).write(to: folder.appending(path: "\(picture).ppm"))
  }

  func afterglow(_ arguments: [String]) throws -> Finished {
    try runProgram(
      Rig.programs.appending(path: "afterglow"), arguments,
      environment: ["TZ": "Europe/Berlin", "LC_ALL": "C.UTF-8", "LANG": "C.UTF-8"])
  }

  /// Boots the machine with its clock at `instant` and runs the script.
  func run(at instant: String, options: [String] = [], within seconds: Int = 60, _ script: String) throws
    -> ScenarioRun
  {
    let start = try #require(ISO8601DateFormatter().date(from: instant), "no instant: \(instant)")
    let text = """
      export OUT=/out FIRMWARE=\(Rig.firmware) TZ=UTC
      . /hil/guest/board.sh
      . /hil/guest/panel.sh
      \(script)
      """
    try text.write(to: folder.appending(path: "script.sh"), atomically: true, encoding: .utf8)
    Rig.machines.wait()
    defer { Rig.machines.signal() }
    let utc = ISO8601DateFormatter().string(from: start)
    let finished = try runProgram(
      Rig.root.appending(path: "hil/boot.sh"),
      screen.arguments + [
        "--size", sizeArgument, "--rtc", utc, "--out", folder.path, "--timeout", "\(seconds)", "--retry", "1",
        "--quiet",
        "--cmd", "bash /out/script.sh",
      ] + options)
    let log = (try? String(contentsOf: folder.appending(path: "cmd.log"), encoding: .utf8)) ?? ""
    return ScenarioRun(name: name, folder: folder, status: finished.status, log: log, host: finished.output)
  }

  private var sizeArgument: String {
    let board = boards["clock"]
    let isTurned = board.map { $0.rotation % 180 != 0 } ?? false
    let (width, height) = (board?.width ?? 800, board?.height ?? 480)
    return isTurned ? "\(height)x\(width)" : "\(width)x\(height)"
  }
}

/// The output of a scenario.
struct ScenarioRun {
  var name: String
  var folder: URL
  var status: Int32
  /// The script's output.
  var log: String
  /// The host's output.
  var host: String

  /// The last `name=value` line of the log.
  func value(_ name: String) -> String? {
    log.split(separator: "\n").last { $0.hasPrefix("\(name)=") }.map { String($0.dropFirst(name.count + 1)) }
  }

  func number(_ name: String) throws -> Double {
    try #require(value(name).flatMap(Double.init), "no number \(name) in the log:\n\(report)")
  }

  /// The numbers of all `name=value` lines.
  func numbers(_ name: String) -> [Double] {
    log.split(separator: "\n").filter { $0.hasPrefix("\(name)=") }.compactMap { Double($0.dropFirst(name.count + 1)) }
  }

  /// The firmware's output.
  var firmware: String {
    (try? String(contentsOf: folder.appending(path: "panel.log"), encoding: .utf8)) ?? ""
  }

  /// Shown on failure.
  var report: String {
    let panel = firmware
    return """
      \(name): exit status \(status); pictures and logs in \(folder.path)
      --- script
      \(log.suffix(4000))
      --- firmware
      \(panel.suffix(2000))
      --- host
      \(host.suffix(2000))
      """
  }

  /// Fails the test with all output, and with pictures of the differences, unless the script succeeded.
  func expectGood(_ location: SourceLocation = #_sourceLocation) {
    if status == 0 { return }
    let differences = (try? drawDifferences()) ?? []
    Issue.record("\(report)\n\(differences.joined(separator: "\n"))", sourceLocation: location)
  }

  /// NAME.difference.png next to every NAME.ppm that differs from the screen.
  private func drawDifferences() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".seen.png") }.map { file in
      let name = file.replacing(".seen.png", with: "")
      let seen = try PNG.decode([UInt8](Data(contentsOf: folder.appending(path: file))))
      let expected = try Picture(ppm: [UInt8](Data(contentsOf: folder.appending(path: "\(name).ppm"))))
      let difference = try PNG.difference(expected, seen)
      let out = folder.appending(path: "\(name).difference.png")
      try Data(PNG.encode(difference.picture)).write(to: out)
      return
        "\(difference.differingPixels) pixels differ in \(difference.bounds), by at most \(difference.largestDifference): \(out.path)"
    }
  }
}
