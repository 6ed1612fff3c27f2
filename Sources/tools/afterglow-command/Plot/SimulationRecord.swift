import AfterglowBoards
import AfterglowCore
import AfterglowDaemon
import AfterglowKit
import AfterglowLight
import Foundation

/// The files of `afterglow simulate`, read back.
struct SimulationRecord {
  /// The board's limits, from the first line of `light.jsonl`.
  struct Head: Decodable {
    var board: String
    var zone: String
    /// Enter and leave, in lux.
    var night: [Double]
    var alwaysOn: [Double]
    /// Seconds.
    var filterTimeConstant: Double
    /// cd/m².
    var peakLuminance: Double
    var from: String
    var to: String
  }

  /// A line of `light.jsonl`.
  struct Light {
    /// Seconds since 1970.
    var at: Double
    /// 0 = day, 1 = always-on, 2 = night.
    var rank: Int
    var reason: String
    /// The sensor's reading in lux; nil = unknown.
    var lux: Double?
    /// Smoothed, without the panel's own light.
    var room: Double?
    var own: Double
  }

  /// A line of `events.jsonl`.
  struct Frame {
    var at: Double
    /// Mean of the panel in cd/m²; nil = it emits nothing.
    var luminance: Double?
  }

  /// A line of `dimming.jsonl`: a level of the simulated backlight.
  struct Dimming {
    var at: Double
    /// Of white, in cd/m².
    var white: Double
    /// Mean of the panel in cd/m²; nil before the first frame.
    var luminance: Double?
  }

  let head: Head
  let from: Double
  let to: Double
  let lights: [Light]
  let frames: [Frame]
  /// Empty without a backlight.
  let dimmings: [Dimming]

  /// Largest file in bytes: a year of one reading a second.
  private static let maximumByteCount = 6 << 30

  init(folder: String) throws {
    try Self.check(folder)
    let light = SimulationFile.light.path(in: folder)
    var lines = try Self.lines(light)
    guard !lines.isEmpty else {
      throw Failure(.badInput, "\(light): expected the board's limits, found nothing")
    }
    head = try Self.decode(lines.removeFirst(), 1, light)
    guard head.night.count == 2, head.alwaysOn.count == 2 else {
      throw Failure(.badInput, "\(light):1: expected two limits for night and for always-on")
    }
    from = try Self.seconds(head.from, 1, light)
    to = try Self.seconds(head.to, 1, light)
    lights = try lines.enumerated().map { try Self.light($1, $0 + 2, light) }
    let events = SimulationFile.events.path(in: folder)
    frames = try Self.lines(events).enumerated().map { try Self.frame($1, $0 + 1, events) }
    let dimming = SimulationFile.dimming.path(in: folder)
    dimmings =
      FileManager.default.fileExists(atPath: dimming)
      ? try Self.lines(dimming).enumerated().map { try Self.dimming($1, $0 + 1, dimming) } : []
    guard from < to else { throw Failure(.badInput, "\(light):1: expected \"to\" later than \"from\"") }
  }

  /// - Throws: `Failure` for a folder that no simulation has written, with what it is instead.
  private static func check(_ folder: String) throws(Failure) {
    func isThere(_ path: String) -> Bool { access(path, F_OK) == 0 }
    if isThere(SimulationFile.light.path(in: folder)) { return }
    let simulate = "`afterglow simulate BOARD --out DIR` writes one"
    guard isThere(folder) else { throw Failure(.badInput, "\(folder): there is no such folder; \(simulate)") }
    guard isThere(folder + "/.") else {
      throw Failure(
        .badInput, "\(folder): expected the folder of a simulation, or a file that ends in .refreshes; \(simulate)")
    }
    if isThere(folder + "/board.yaml") {
      throw Failure(
        .badInput,
        "\(folder): expected the folder of a simulation, found a board; "
          + "`afterglow simulate \(folder.shellWord) --out DIR` writes one")
    }
    throw Failure(.badInput, "\(folder): expected the folder of a simulation, found none of its files; \(simulate)")
  }

  private struct LightLine: Decodable {
    var t: String
    var mode: String
    var reason: String
    var lux: Double?
    var room: Double?
    var own: Double
  }

  private struct FrameLine: Decodable {
    var t: String
    var luminance: Double?
  }

  private struct DimmingLine: Decodable {
    var t: String
    var white: Double
    var luminance: Double?
  }

  private static func lines(_ path: String) throws -> [Substring] {
    String(decoding: try Files.read(path, limit: maximumByteCount), as: UTF8.self).split(separator: "\n")
  }

  private static func light(_ line: Substring, _ number: Int, _ path: String) throws -> Light {
    let read: LightLine = try decode(line, number, path)
    guard let rank = LightMode.named.firstIndex(where: { $0.0 == read.mode }) else {
      throw Failure(
        .badInput, "\(path):\(number): expected \(LightMode.choices) for \"mode\", found \"\(read.mode)\"")
    }
    return Light(
      at: try seconds(read.t, number, path), rank: rank, reason: read.reason, lux: read.lux, room: read.room,
      own: read.own)
  }

  private static func frame(_ line: Substring, _ number: Int, _ path: String) throws -> Frame {
    let read: FrameLine = try decode(line, number, path)
    return Frame(at: try seconds(read.t, number, path), luminance: read.luminance)
  }

  private static func dimming(_ line: Substring, _ number: Int, _ path: String) throws -> Dimming {
    let read: DimmingLine = try decode(line, number, path)
    return Dimming(at: try seconds(read.t, number, path), white: read.white, luminance: read.luminance)
  }

  private static func decode<T: Decodable>(_ line: Substring, _ number: Int, _ path: String) throws -> T {
    do {
      return try JSONDecoder().decode(T.self, from: Data(line.utf8))
    } catch {
      throw Failure(.badInput, "\(path):\(number): not a line that afterglow simulate writes")
    }
  }

  private static func seconds(_ text: String, _ number: Int, _ path: String) throws -> Double {
    guard let instant = try? Input.instant(text) else {
      throw Failure(.badInput, "\(path):\(number): expected an instant, found \"\(text)\"")
    }
    return Double(instant.milliseconds) / 1000
  }
}
