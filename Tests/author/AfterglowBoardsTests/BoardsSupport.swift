import Foundation

@testable import AfterglowBoards

let goodBoard = """
  name: Test
  display: {kind: virtual-framebuffer}
  size: {width: 800, height: 480}
  physicalSize: {width: 154.1, height: 85.9}
  """
let goodScene = """
  context: standBy
  zone: Europe/Lisbon
  locale: en-GB
  widgets:
    - kind: clock
    - kind: clock
  """

/// The instant at which content is examined: 2026-11-21T10:00:00Z.
let examined = Date(timeIntervalSince1970: 1_795_255_200)

/// Writes a board into a temporary folder and loads it; problems are reported without the folder's path.
///
/// The kernel has no displays unless a test sets others.
func load(
  board: String = goodBoard, scene: String = goodScene, files: [String: String] = [:],
  kernel: KernelDisplays = KernelDisplays(root: "/nonexistent")
) -> (folder: BoardFolder?, problems: [String]) {
  let path = FileManager.default.temporaryDirectory.path + "/board-\(UUID().uuidString)"
  try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: path) }
  for (name, text) in files.merging(["board.yaml": board, "scene.yaml": scene], uniquingKeysWith: { $1 }) {
    try? Data(text.utf8).write(to: URL(fileURLWithPath: path + "/" + name))
  }
  let (folder, problems) = BoardFolder.load(path, kernel: kernel, at: examined)
  return (folder, problems.map { $0.description.replacing(path + "/", with: "") })
}

/// A folder like `/sys/class`, removed with the last reference.
final class KernelTree {
  let root = FileManager.default.temporaryDirectory.path + "/sys-\(UUID().uuidString)"

  deinit { try? FileManager.default.removeItem(atPath: root) }

  var kernel: KernelDisplays { KernelDisplays(root: root) }

  func write(_ bytes: [UInt8], to name: String) {
    let url = URL(fileURLWithPath: root + "/" + name)
    try? FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try? Data(bytes).write(to: url)
  }

  /// A connector with the files that drivers give it: `card1-HDMI-A-1` and so on.
  func add(_ name: String, _ status: String = "connected", modes: [String] = [], edid: [UInt8] = []) {
    write(Array("\(status)\n".utf8), to: "drm/\(name)/status")
    write(Array(modes.map { $0 + "\n" }.joined().utf8), to: "drm/\(name)/modes")
    write(edid, to: "drm/\(name)/edid")
  }
}

/// An EDID base block like that of a 24-inch monitor of 1920×1080, with the sizes given by a test.
func monitorEDID(timingMm: (Int, Int) = (531, 299), centimetres: (Int, Int) = (53, 30)) -> [UInt8] {
  var block: [UInt8] = [0, 255, 255, 255, 255, 255, 255, 0]
  // Manufacturer, product, serial number, week and year, version 1.3.
  block += [0x10, 0xAC, 0x7B, 0xA0, 0x4C, 0x36, 0x33, 0x30, 0x1B, 0x18, 1, 3]
  // Digital input, size in cm, gamma, features.
  block += [0x80, UInt8(centimetres.0), UInt8(centimetres.1), 0x78, 0xEA]
  block += [0xEE, 0x95, 0xA3, 0x54, 0x4C, 0x99, 0x26, 0x0F, 0x50, 0x54]
  block += [0xA5, 0x4B, 0x00] + [UInt8](repeating: 1, count: 16)
  // 148.5 MHz, 1920 + 280, 1080 + 45, sync, size in mm, no border, digital separate sync.
  block += [0x02, 0x3A, 0x80, 0x18, 0x71, 0x38, 0x2D, 0x40, 0x58, 0x2C, 0x45, 0x00]
  block += [UInt8(timingMm.0 & 255), UInt8(timingMm.1 & 255), UInt8((timingMm.0 >> 8) << 4 | timingMm.1 >> 8)]
  block += [0, 0, 0x1E]
  // Three text descriptors instead of timings.
  for tag: UInt8 in [0xFF, 0xFC, 0xFD] { block += [0, 0, 0, tag, 0] + [UInt8](repeating: 0x20, count: 13) }
  block += [0]
  precondition(block.count == 127)
  return block + [0 &- block.reduce(0, &+)]
}
