import Afterglow
import AfterglowArchive
import AfterglowBoards
import AfterglowCompiler
import AfterglowCore
import Foundation

/// Content that costs much: from a board's folder to the panel's picture, each in a process of its own. The count
/// includes the process's start, fonts and the picture, whose share is in the first row.
func benchInputs(_ bench: inout Bench) {
  if bench.isCounting { return }
  for input in CostlyInput.all { bench.add(input) }
}

extension Bench {
  fileprivate mutating func add(_ input: CostlyInput) {
    let name = "author input, \(input.name)"
    guard wants("\(name), instructions") else { return }
    var row = Row(name: "\(name), instructions", value: 0, unit: "", limit: input.limit)
    let folder = NSTemporaryDirectory() + "afterglow-input-\(getpid())"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    do { try input.write(to: folder) } catch {
      row.fault = "\(error)"
      return add(row)
    }
    let words = [CommandLine.arguments[0], "--show-once", folder, input.name]
    let errors = folder + "/errors"
    guard let run = ChildProcess(words, errors: errors)?.wait(), run.status == 0 else {
      let reason = try? String(contentsOfFile: errors, encoding: .utf8)
      row.fault = "it failed: \((reason ?? "").split(separator: "\n").last ?? "no reason")"
      return add(row)
    }
    add(Row(counting: words, row.name, limit: input.limit))
    add(Row(name: name, value: run.microseconds))
  }
}

/// The work that a row of `benchInputs` measures.
///
/// - Parameter name: the input that the folder was made of.
/// - Returns: the exit status: 0 if the panel shows what it must.
func showOnce(_ folder: String, _ name: String) -> Int32 {
  var fault: String? = "there is no input \(name)"
  if let input = CostlyInput.all.first(where: { $0.name == name }) {
    do { fault = try input.fault(in: folder) } catch { fault = "\(error)" }
  }
  guard let fault else { return 0 }
  FileHandle.standardError.write(Data("\(fault)\n".utf8))
  return 1
}

extension CostlyInput {
  /// Reads, compiles and shows the board.
  ///
  /// - Returns: what differs from the proof; nil = nothing does.
  /// - Throws: if there is no archive, or no picture of it.
  fileprivate func fault(in folder: String) throws -> String? {
    let date = Date(timeIntervalSince1970: TimeInterval(Self.start))
    let (board, problems) = BoardFolder.load(folder, at: date)
    guard let board else { return "the board cannot be used: \(problems.map(\.description))" }
    let compiled = try SceneCompiler().compile(board.panelScene(), at: date)
    let rig = try EngineRig(try EngineScene(compiled: compiled.archive, start: Self.start))
    rig.show(0)
    let nodes = compiled.layout.nodes.filter { $0.slot != nil }
    if proof.isWhole, let problem = problems.first { return "a problem is reported: \(problem.description)" }
    if proof.isWhole, nodes.contains(where: { $0.name == "incomplete" }) { return "the panel says incomplete" }
    if let part = proof.problem, !problems.contains(where: { $0.description.contains(part) }) {
      return "no problem has \(part): \(problems.prefix(3).map(\.description))"
    }
    if let name = proof.node, !nodes.contains(where: { $0.name == name }) { return "there is no node \(name)" }
    guard let words = proof.words else {
      return compiled.diagnostics.isEmpty ? "the content was not refused" : nil
    }
    guard let node = nodes.first(where: { $0.text?.contains(words) == true }) else {
      return "no text has \(words): \(nodes.prefix(40).compactMap(\.text))"
    }
    return rig.draws(node) ? nil : "\(words) is not in the picture"
  }
}

extension EngineScene {
  /// The archive of a compiled scene.
  ///
  /// - Parameter start: second 0 of a rig that shows it, in seconds since 1970.
  /// - Throws: if the archive is not valid.
  init(compiled archive: [UInt8], start: Int64) throws {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: archive.count, alignment: 64)
    defer { memory.deallocate() }
    memory.copyBytes(from: archive)
    self.init(board: try Archive.validate(UnsafeRawBufferPointer(memory)).board, archive: archive, start: start)
  }
}

extension EngineRig {
  /// Whether the frame that was shown last has more than one colour where a node is.
  fileprivate func draws(_ node: LayoutNode) -> Bool {
    let (width, height) = (Int(scene.board.widthPx), Int(scene.board.heightPx))
    let frame = node.framePx
    let (left, right) = (max(0, Int(frame.minX)), min(width, Int(frame.maxX)))
    let (top, bottom) = (max(0, Int(frame.minY)), min(height, Int(frame.maxY)))
    guard left < right, top < bottom else { return false }
    let first = pixels[top * width + left]
    return (top..<bottom).contains { y in (left..<right).contains { pixels[y * width + $0] != first } }
  }
}
