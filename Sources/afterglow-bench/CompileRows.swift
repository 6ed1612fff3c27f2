import Afterglow
import AfterglowBoards
import Foundation

/// The author's side: from a board's folder to an archive.
func benchCompile(_ bench: inout Bench) {
  benchCompile(&bench, "bedside-clock", "author compile bedside clock, warm", limit: 100_000)
  benchCompile(&bench, "wall-display-1080p", "author compile wall display 1080p, warm", limit: 150_000)
  benchColdCompile(&bench, "wall-display-1080p", "author compile wall display 1080p, cold", limit: 600_000)
}

private let compiledAt = Date(timeIntervalSince1970: 1_792_620_000)

/// Warm: as the daemon compiles again, with fonts and glyphs known; content is read anew.
private func benchCompile(_ bench: inout Bench, _ board: String, _ name: String, limit: Double) {
  guard bench.wants(name) else { return }
  guard let scene = BoardFolder.load(board).folder?.panelScene() else {
    return bench.add(Row(name: name, value: 0, fault: "boards/\(board) cannot be loaded"))
  }
  var archive: [UInt8] = []
  var before: [UInt8]?
  var isSame = true
  let time = Bench.median(15) {
    archive = (try? SceneCompiler().compile(scene, at: compiledAt).archive) ?? []
  } check: {
    if archive.isEmpty || archive != before ?? archive { isSame = false }
    before = archive
  }
  bench.add(
    Row(name: name, value: time, limit: limit, fault: isSame ? nil : "equal input gave different archives"))
}

/// Cold: a process of its own from its start to its end, which loads the board, finds fonts and shapes all text. Only the
/// kernel's page cache is warm: how fast a card reads is no matter of ours.
private func benchColdCompile(_ bench: inout Bench, _ board: String, _ name: String, limit: Double) {
  guard bench.wants(name) else { return }
  let program = CommandLine.arguments[0]
  var times: [Double] = []
  for _ in 0..<6 {
    guard let run = ChildProcess([program, "--compile-once", board])?.wait(), run.status == 0 else {
      return bench.add(Row(name: name, value: 0, fault: "\(program) --compile-once \(board) failed"))
    }
    times.append(run.microseconds)
  }
  // The first one reads files into the page cache.
  bench.add(Row(name: name, value: Bench.middle(Array(times.dropFirst())), limit: limit))
}

/// What `benchColdCompile` measures. 0 when there is an archive.
func compileOnce(_ board: String) -> Int32 {
  guard let scene = BoardFolder.load(board).folder?.panelScene(),
    let compiled = try? SceneCompiler().compile(scene, at: compiledAt)
  else { return 1 }
  return compiled.archive.isEmpty ? 1 : 0
}
