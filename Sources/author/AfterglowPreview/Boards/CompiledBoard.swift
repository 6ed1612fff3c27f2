import Afterglow
import AfterglowArchive
import AfterglowCompiler
import AfterglowCore
import AfterglowDocuments
import AfterglowEngine
import AfterglowKit
import Foundation

/// An archive and its sources.
package struct CompiledBoard: Sendable {
  /// Differs for each compile.
  package final class Mark: Sendable {}

  package let mark = Mark()
  package let name: String
  package private(set) var scene: PanelScene
  package private(set) var compiled: CompiledScene
  /// The page that frames show, of which alone the scene and the layout are; nil = all pages, and frames of the page that the
  /// panel shows at their instant.
  package private(set) var page: Int?
  /// The board before one of its pages was chosen.
  private var whole: Whole?
  /// As in the archive.
  package let record: BoardRecord
  /// Problems of the board's content, although there is an archive.
  package let problems: [AfterglowDocuments.Problem]
  /// Remarks on valid settings that may not be intended.
  package let advice: [AfterglowDocuments.Problem]

  package init(
    name: String, scene: PanelScene, compiled: CompiledScene, problems: [AfterglowDocuments.Problem],
    advice: [AfterglowDocuments.Problem] = []
  ) throws {
    self.name = name
    self.scene = scene
    self.compiled = compiled
    self.problems = problems
    self.advice = advice
    do {
      record = try Self.open(compiled) { $0.board }
    } catch let error as ArchiveError {
      throw Failure(.badInput, "\(name): the archive is not valid; this is a defect: \(error.description)")
    }
    let limit = Int(record.archiveBankByteCount)
    guard archive.count <= limit else {
      throw Failure(
        CompileError(
          "the archive is too large: \(byteText(archive.count)), \(byteText(archive.count - limit)) over the board's "
            + "\(byteText(limit)); show less, or raise memory.archive in board.yaml", about: .memory),
        in: scene, called: name)
    }
  }

  /// The frame of each slot's widget in scene pixels, by its identifier.
  package var slotFramesPx: [String: Rect] { compiled.layout.slotFramesPx }

  package var archive: [UInt8] { compiled.archive }

  /// Passes the archive to `body`; it was completely validated by the compiler and cannot have changed since.
  ///
  /// - Throws: `Failure` if it cannot be opened.
  package func withArchive<R>(_ body: (Archive) -> R) throws -> R { try Self.open(compiled, body) }

  private static func open<R>(_ compiled: CompiledScene, _ body: (Archive) -> R) throws -> R {
    try compiled.archive.withUnsafeBytes { body(try Archive.reopen($0)) }
  }

  /// The board as one of its pages: the scene and the layout are those of that page, and frames show it.
  package func showing(page: Int) -> CompiledBoard {
    var board = self
    board.whole = whole ?? Whole(board: self)
    board.page = page
    board.scene = scene.onPage(page)
    let own = Set(board.scene.slots.map(\.identifier))
    board.compiled.layout = compiled.layout.keeping(own)
    return board
  }

  private final class Whole: Sendable {
    let board: CompiledBoard

    init(board: CompiledBoard) { self.board = board }
  }

  /// The board with all of its pages.
  package var ofAllPages: CompiledBoard { whole?.board ?? self }

  /// Each page as a board of its own.
  package var pages: [CompiledBoard] { scene.pages.names.indices.map(showing) }

  /// The index of a page by its name, or else by its number from 1.
  ///
  /// - Throws: `Failure` where the scene has no such page.
  package func page(named name: String) throws -> Int {
    let names = scene.pages.names
    if let index = PanelPages.index(of: name, in: names) { return index }
    throw Failure(.usage, "\(self.name): expected one of the pages \(names.joined(separator: ", ")), found \"\(name)\"")
  }

  package var nextReload: Instant? { compiled.nextReload.map { Instant(roundingUp: $0) } }

  /// Problems that no diagnostic of a widget gives as its reason, one of each kind.
  private var unreportedProblems: [AfterglowDocuments.Problem] {
    let isReported = { (problem: AfterglowDocuments.Problem) in
      compiled.diagnostics.contains { $0.unlabelled.contains(problem.description) }
    }
    let reported = Set(problems.filter(isReported).map(\.kind))
    return problems.filter { !reported.contains($0.kind) }.summarized
  }

  /// Messages for the user: problems in content, and what the compiler noticed.
  package var notices: [String] {
    (unreportedProblems + advice).map(\.description)
      + compiled.diagnostics.map { $0.place == nil ? "\(name): \($0)" : "\($0)" }
  }

  /// The same for a log, which labels each line with its severity. Content that has not come yet is no line of it: it
  /// comes by itself, or its source is reported.
  package var logged: [Diagnostic] {
    (unreportedProblems + advice).map { Diagnostic(.warning, slot: nil, $0.description) }
      + compiled.diagnostics.filter { $0.severity != .notice }.map {
        Diagnostic($0.severity, slot: nil, $0.place == nil ? "\(name): \($0.unlabelled)" : $0.unlabelled)
      }
  }

  /// Lux of a board with a constant light.
  package var constantLight: Illuminance? {
    record.lightSource == LightSourceKind.constant.rawValue
      ? Illuminance(millilux: Int64(record.constantMillilux)) : nil
  }

  /// The trace that the board refers to as its light source.
  package func boardTrace() throws -> LuxTraceFile? {
    guard record.lightSource == LightSourceKind.trace.rawValue else { return nil }
    return try LuxTraceFile(path: scene.strings[.lightSourcePath])
  }

  var sizeText: String { "\(record.widthPx)×\(record.heightPx) px" }

  /// `archive 123.4 KiB of the 512.0 KiB that the board allows`.
  package var budgetText: String {
    "archive \(byteText(archive.count)) of the \(byteText(Int(record.archiveBankByteCount))) that the board allows"
  }

  /// `renderer 5.2 MiB`: everything that it reserves before its first frame, and two display buffers.
  package var memoryText: String {
    let bits = Int(PixelFormat(rawValue: record.pixelFormat)?.bitsPerPixel ?? 32)
    let buffers = 2 * Int(record.widthPx) * Int(record.heightPx) * bits / 8
    return "renderer \(byteText(Engine.workingByteCount(for: record) + buffers)) with two display buffers"
  }

  /// `known ahead: clock 36 h, weather 24 h, value not at all`: how far ahead of now each widget says what is to come; nil where
  /// the panel shows no coming moments.
  package var reachText: String? {
    if record.showsAhead == 0 { return nil }
    let slots = scene.pages.names.indices.flatMap { scene.onPage($0).slots.map(\.identifier) }
    return "known ahead: " + slots.map { "\($0) \(reach(of: $0))" }.joined(separator: ", ")
  }

  private func reach(of slot: String) -> String {
    let minutes = Int((compiled.reaches[slot] ?? ComingHours.seconds) / 60)
    return minutes < 1 ? "not at all" : minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h"
  }

  /// `800×480 px, standBy: clock, weather`; of several pages each with its size, as in `800×480 px, page home 40.1 KiB,
  /// standBy: clock, weather; page 2 12.0 KiB, home: news; details 31.0 KiB`.
  package var summary: String {
    let names = scene.pages.names
    let pages = names.indices.map { index in
      let page = scene.onPage(index)
      let slots = page.slots.map(\.identifier).joined(separator: ", ")
      let sizes = compiled.pageByteCounts
      let head = names.count > 1 ? "page \(names[index]) \(byteText(sizes[index])), " : ""
      return "\(head)\(page.context.rawValue): \(slots)"
    }
    let details = compiled.details.slots.isEmpty ? [] : ["details \(byteText(compiled.details.byteCount))"]
    return "\(sizeText), \((pages + details).joined(separator: "; "))"
  }
}

extension Failure {
  /// Why a scene has no archive, with the positions to be changed; without a position, under the board's name.
  package init(_ error: CompileError, in scene: PanelScene, called name: String) {
    let errors = [error] + error.others
    let problems = errors.compactMap { error in
      scene.origin.place(of: error.subject).map {
        AfterglowDocuments.Problem(file: $0.file, line: $0.line, column: $0.column, message: error.message)
      }
    }
    guard problems.count == errors.count else {
      self.init(.badInput, lines: errors.map { "\(name): \($0.message)" })
      return
    }
    self.init(problems)
  }
}
