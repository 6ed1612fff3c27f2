import AfterglowArchive
import AfterglowDocuments
import AfterglowSources
import AfterglowVirtual
import Foundation

/// The file that a board with `sensor: trace` refers to, parsed as its renderer will.
enum LightTrace {
  /// The faults of the file; none for a board with another sensor.
  ///
  /// - Parameters:
  ///   - folder: the board's, to which the file's name is relative.
  ///   - boardPath: path of `board.yaml`, which refers to the file.
  static func problems(_ board: BoardSettings, folder: URL, boardPath: String) -> [Problem] {
    let name = board.strings[.lightSourcePath]
    guard board.record.lightSource == LightSourceKind.trace.rawValue, !name.isEmpty else { return [] }
    let path = FilePath.of(name, in: folder)
    let bytes: [UInt8]
    do throws(Problem) {
      bytes = try DocumentFile.read(path, kind: .calendar)
    } catch {
      let place = board.lightFilePlace ?? DocumentPosition(line: 0, column: 0)
      return [
        Problem(
          file: boardPath, line: place.line, column: place.column,
          message: "\"light.file\": \(path): \(error.message)")
      ]
    }
    return parse(bytes).map {
      [Problem(file: path, line: Int($0.line), column: 1, message: "\($0.reason.description)")]
    }
      ?? []
  }

  private static func parse(_ bytes: [UInt8]) -> LuxTraceError? {
    bytes.withUnsafeBytes { text -> LuxTraceError? in
      let memory = UnsafeMutableBufferPointer<LuxSample>.allocate(capacity: LuxTrace.capacity(for: text))
      defer { memory.deallocate() }
      do throws(LuxTraceError) {
        _ = try LuxTrace.parse(text, into: memory)
        return nil
      } catch {
        return error
      }
    }
  }
}
