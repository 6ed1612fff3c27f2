import Foundation

/// A board folder made for a scenario: the bedside clock on another display.
struct PanelBoard: Sendable {
  /// The inside of `display: {…}`.
  var display: String
  var width = 800
  var height = 480
  var rotation = 0
  var pixelFormat = "xrgb8888"
  /// The inside of `light: {…}`.
  var light = "sensor: none"
  /// More lines of board.yaml.
  var more = ""
  var scene = PanelBoard.clockAndWeather

  static func drm(_ width: Int = 800, _ height: Int = 480, connector: String? = nil) -> PanelBoard {
    PanelBoard(
      display: connector.map { "kind: drm, connector: \($0)" } ?? "kind: drm", width: width, height: height)
  }

  static func framebuffer(_ width: Int = 800, _ height: Int = 480) -> PanelBoard {
    PanelBoard(display: "kind: framebuffer, device: /dev/fb0", width: width, height: height)
  }

  /// Zone and language are set in the scene, so that the machine's do not matter.
  static let clockAndWeather = """
    context: standBy
    zone: Europe/Berlin
    locale: en-GB
    widgets:
      - kind: clock
      - kind: weather
        configuration: {file: forecast.json, rebase: true}

    """

  /// board.yaml. Pixels are 0.19 mm wide, as on a seven-inch panel.
  var yaml: String {
    """
    name: Rig
    display: {\(display)}
    size: {width: \(width), height: \(height)}
    physicalSize: {width: \(Double(width) * 0.19), height: \(Double(height) * 0.19)}
    rotation: \(rotation)
    pixelFormat: \(pixelFormat)
    light: {\(light)}
    clock: {trust: always}
    \(more)

    """
  }

  func write(to folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try yaml.write(to: folder.appending(path: "board.yaml"), atomically: true, encoding: .utf8)
    try scene.write(to: folder.appending(path: "scene.yaml"), atomically: true, encoding: .utf8)
    let forecast = folder.appending(path: "forecast.json")
    try? FileManager.default.removeItem(at: forecast)
    try FileManager.default.copyItem(at: Rig.root.appending(path: "boards/bedside-clock/forecast.json"), to: forecast)
  }
}
