import Afterglow
import AfterglowBoards
import AfterglowCompiler
import Foundation

/// The author's side: from a board's folder to an archive.
func benchCompile(_ bench: inout Bench) {
  benchCompile(&bench, "bedside-clock", "author compile bedside clock, warm", limit: 300e6)
  benchCompile(&bench, "wall-display-1080p", "author compile wall display 1080p, warm", limit: 1_200e6)
  benchColdCompile(&bench, "wall-display-1080p", "author compile wall display 1080p, cold", limit: 4_500e6)
  benchChange(&bench, "wall-display-1080p", slot: "note", name: "author change one value, wall display 1080p")
  benchGrowth(&bench, "bedside-clock", scene: nil, "author growth a compile, bedside clock")
  let scene = NSTemporaryDirectory() + "afterglow-home-\(getpid()).yaml"
  defer { unlink(scene) }
  try? homeScene.write(toFile: scene, atomically: true, encoding: .utf8)
  benchGrowth(&bench, "bedside-clock", scene: scene, "author growth a compile, dark home")
}

private let compiledAt = Date(timeIntervalSince1970: 1_792_620_000)

/// Warm: a recompile as in the daemon, with fonts and glyphs cached; content is read again.
private func benchCompile(_ bench: inout Bench, _ board: String, _ name: String, limit: Double) {
  guard bench.wants(name) else { return }
  guard let scene = BoardFolder.load(board).folder?.panelScene() else {
    return bench.add(Row(name: name, value: 0, fault: "boards/\(board) cannot be loaded"))
  }
  bench.count(name, a: "compile", limit: limit) { _ = try? SceneCompiler().compile(scene, at: compiledAt) }
  if bench.isCounting { return }
  var archive: [UInt8] = []
  var before: [UInt8]?
  var isSame = true
  let time = Bench.median(15) {
    archive = (try? SceneCompiler().compile(scene, at: compiledAt).archive) ?? []
  } check: {
    if archive.isEmpty || archive != before ?? archive { isSame = false }
    before = archive
  }
  bench.add(Row(name: name, value: time, fault: isSame ? nil : "equal input gave different archives"))
}

/// One widget's provider has new content, the others keep theirs, a second after the compile before.
private func benchChange(_ bench: inout Bench, _ board: String, slot: String, name: String) {
  guard bench.wants(name) else { return }
  guard var scene = BoardFolder.load(board).folder?.panelScene() else {
    return bench.add(Row(name: name, value: 0, fault: "boards/\(board) cannot be loaded"))
  }
  let store = DrawingStore()
  var date = compiledAt
  func change() -> [UInt8] {
    let compiled = try? SceneCompiler().compile(scene, at: date, reusing: store)
    for index in scene.slots.indices where scene.slots[index].identifier != slot {
      scene.slots[index].kept = compiled?.contents[scene.slots[index].identifier]
    }
    date += 1
    return compiled?.archive ?? []
  }
  _ = change()
  bench.count(name, a: "change", limit: 255e6) { _ = change() }
  if bench.isCounting { return }
  var isGood = true
  let time = Bench.median(15) {
    if change().isEmpty { isGood = false }
  } check: {
  }
  bench.add(Row(name: name, value: time, fault: isGood ? nil : "\(board) is not compiled"))
  bench.add(Row(name: "\(name), kept drawings", value: Double(store.byteCount) / 1024, unit: "KiB", limit: 4096))
}

/// Cold: a separate process from start to exit, which loads the board, finds fonts and shapes all text. Only the
/// kernel's page cache is warm, because the speed of the storage is not measured.
private func benchColdCompile(_ bench: inout Bench, _ board: String, _ name: String, limit: Double) {
  guard bench.wants(name), !bench.isCounting else { return }
  let program = CommandLine.arguments[0]
  var times: [Double] = []
  for _ in 0..<6 {
    guard let run = ChildProcess([program, "--compile-once", board])?.wait(), run.status == 0 else {
      return bench.add(Row(name: name, value: 0, fault: "\(program) --compile-once \(board) failed"))
    }
    times.append(run.microseconds)
  }
  bench.add(Row(counting: [program, "--compile-once", board], "\(name), instructions", limit: limit))
  // The first one fills the page cache.
  bench.add(Row(name: name, value: Bench.middle(Array(times.dropFirst()))))
}

/// The memory growth of compiles, with everything read again each time: none, once caches are full.
private func benchGrowth(_ bench: inout Bench, _ board: String, scene: String?, _ name: String) {
  guard bench.wants(name), !bench.isCounting else { return }
  func compile(times: Int) -> Bool {
    (0..<times).allSatisfy { _ in
      guard let scene = BoardFolder.load(board, scenePath: scene).folder?.panelScene() else { return false }
      return (try? SceneCompiler().compile(scene, at: compiledAt)) != nil
    }
  }
  let isWarm = compile(times: 10)
  let before = anonymousKiB()
  let isGood = compile(times: 40)
  let grown = anonymousKiB() - before
  // A leak of one widget's tree is some 50 KiB; a few pages are not a leak.
  bench.add(
    Row(
      name: name, value: Double(max(0, grown)) / 40, unit: "KiB", limit: 4,
      fault: isWarm && isGood ? nil : "\(board) is not compiled"))
}

/// A home screen at night, whose widgets have their own backgrounds.
private let homeScene = """
  context: home
  appearance: dark
  widgets:
    - {kind: clock, family: systemSmall}
    - {kind: countdown, family: systemSmall, configuration: {title: New Year, date: "2030-01-01"}}
  """

/// Private memory of this process, without free blocks of the heap.
private func anonymousKiB() -> Int {
  _ = releaseFree(0)
  let text = (try? String(contentsOfFile: "/proc/self/smaps_rollup", encoding: .utf8)) ?? ""
  let line = text.split(separator: "\n").first { $0.hasPrefix("Anonymous:") } ?? ""
  return line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
}

/// <malloc.h>, which Swift's module of the C library omits.
@_silgen_name("malloc_trim") private func releaseFree(_ pad: Int) -> Int32

/// The work measured by `benchColdCompile`. 0 if there is an archive.
func compileOnce(_ board: String) -> Int32 {
  guard let scene = BoardFolder.load(board).folder?.panelScene(),
    let compiled = try? SceneCompiler().compile(scene, at: compiledAt)
  else { return 1 }
  return compiled.archive.isEmpty ? 1 : 0
}
