import AfterglowArchive
import AfterglowBoards
import AfterglowCore
import AfterglowDaemon
import AfterglowKit
import AfterglowLinux
import AfterglowSources
import ArgumentParser
import Foundation

/// A report that replaces a sensor, as an argument.
enum ExternalReading: Equatable {
  /// In thousandths of the unit: millilux, millimetres.
  case reading(thousandths: Int64)
  case unknown
  case automatic

  /// Parses a report.
  ///
  /// - Parameter number: parses a number; its error lists valid values.
  /// - Throws: the error of `number`.
  init(_ text: String, _ number: (String) throws -> Int64) throws {
    switch text {
    case "unknown": self = .unknown
    case "auto": self = .automatic
    default: self = .reading(thousandths: try number(text))
    }
  }

  func message(_ kind: ControlKind, seconds: Int?) -> ControlMessage {
    let reading: Reading<Int64> =
      switch self {
      case .reading(let thousandths): .value(thousandths)
      case .unknown: .unknown
      case .automatic: .absent
      }
    var message = ControlMessage(kind, reading: reading)
    message.validForMs = Int64(seconds ?? 0) * 1000
    return message
  }
}

/// Reports readings that replace a sensor to a running panel, for `afterglow light` and `afterglow distance`.
struct ExternalSource {
  let kind: ControlKind
  let target: ExternalTarget
  /// Parses a reading to thousandths, or throws an error that lists valid values.
  let number: (String) throws -> Int64
  /// A reading in its unit, for messages.
  let words: (Int64) -> String

  static let longestSeconds = 86_400

  func check(_ word: String) throws {
    if let board = target.running.board, isExchanged(word, board) {
      let command = kind == .distance ? "distance" : "light"
      throw ValidationError(
        "expected the \(command) before the board, found \"\(word)\" before \"\(board)\": "
          + "`afterglow \(command) \(board.shellWord) \(word.shellWord)`")
    }
    if word != "-" { _ = try ExternalReading(word, number) }
    if let seconds = target.duration, !(1...Self.longestSeconds).contains(seconds) {
      throw ValidationError("--for \(seconds): expected 1 to \(Self.longestSeconds) seconds")
    }
  }

  /// Whether the board is written before the value: also where the board's name is a number.
  private func isExchanged(_ word: String, _ board: String) -> Bool {
    func isValue(_ text: String) -> Bool { (try? ExternalReading(text, number)) != nil }
    guard isValue(board), word != "-" else { return false }
    let boards = BoardLookup.standard
    return !isValue(word) || boards.find(board) == nil && boards.find(word) != nil
  }

  func send(_ word: String) throws {
    if word == "-" { return try sendLines() }
    let reading = try ExternalReading(word, number)
    let running = try RunningGuard(target.running)
    try running.send(reading.message(kind, seconds: target.duration))
    let limit = target.duration.map { " for \($0) s" } ?? ""
    switch reading {
    case .reading(let thousandths): Report.say("\(running.board): \(words(thousandths))\(limit)")
    case .unknown: Report.say("\(running.board): unknown\(limit)")
    case .automatic:
      Report.say("\(running.board): \(Self.ownSource(kind, board: running.board, folder: running.folder))")
    }
  }

  /// The words for the light that decides a board's mode once no report replaces its source. Without a source it is the last one.
  ///
  /// - Parameters:
  ///   - board: the board's name for users.
  ///   - folder: the board's folder; nil if it is unknown.
  static func ownSource(_ kind: ControlKind, board: String, folder: String?) -> String {
    guard kind == .lux, let folder,
      let bytes = try? Files.read(folder + "/board.yaml", limit: DocumentKind.settings.maximumByteCount),
      let settings = BoardFolder.settings(in: bytes, file: folder + "/board.yaml").settings,
      settings.record.lightSource == LightSourceKind.none.rawValue
    else { return "its own source again" }
    return "it has no light source of its own, so it keeps its mode; set a light, such as `afterglow light 300 "
      + "\(board.shellWord)`"
  }

  /// Sends the lines of standard input. An invalid line, and a guard that is not running, are reported and do not end
  /// it: a source runs for years.
  ///
  /// - Throws: `Failure` when there is no such board.
  private func sendLines() throws {
    var limit = RateLimit()
    _ = try RunningGuard(target.running)
    while let line = readLine() {
      let text = line.trimmingCharacters(in: .whitespaces)
      if text.isEmpty { continue }
      do {
        let message = try ExternalReading(text, number).message(kind, seconds: target.duration)
        try RunningGuard(target.running).send(message)
      } catch {
        let words = (error as? Failure)?.lines.joined(separator: "; ") ?? "\"\(text.prefix(40))\": \(error)"
        if limit.allows(words, about: "source", nowMs: SystemTime.boottimeMs) { Report.complain(words) }
      }
    }
  }
}
