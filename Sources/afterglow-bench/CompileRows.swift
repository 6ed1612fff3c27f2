import Afterglow
import AfterglowBoards
import Foundation

/// The author's side: from a loaded board to an archive, with fonts and glyphs already known.
func benchCompile(_ bench: inout Bench) {
  let name = "author compile bedside clock, warm"
  guard bench.wants(name) else { return }
  guard let scene = BoardFolder.load("bedside-clock").folder?.panelScene() else {
    return bench.add(Row(name: name, value: 0, fault: "boards/bedside-clock cannot be loaded"))
  }
  let date = Date(timeIntervalSince1970: 1_792_620_000)
  var archives: Set<[UInt8]> = []
  let time = Bench.median(15) {
    archives.insert((try? SceneCompiler().compile(scene, at: date).archive) ?? [])
  }
  let isSame = archives.count == 1 && archives.first?.isEmpty == false
  bench.add(
    Row(name: name, value: time, limit: 100_000, fault: isSame ? nil : "equal input gave different archives"))
}
