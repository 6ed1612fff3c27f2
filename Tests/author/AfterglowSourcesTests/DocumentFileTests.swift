import AfterglowDocuments
import AfterglowSources
import Foundation
import Testing

@Suite struct DocumentFileTests {
  @Test func `files are read within their limit`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("documents-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("big.yaml").path
    try Data(repeating: 0x23, count: 256 * 1024).write(to: URL(fileURLWithPath: path))
    #expect(try DocumentFile.read(path, kind: .settings).count == 256 * 1024)
    try Data(repeating: 0x23, count: 10 * 1024 * 1024).write(to: URL(fileURLWithPath: path))
    #expect(throws: Problem(file: path, message: "expected at most 256 KiB, found 10 MiB")) {
      try DocumentFile.read(path, kind: .settings)
    }
    #expect(throws: Problem(file: folder.path, message: "expected a regular file, found a folder")) {
      try DocumentFile.read(folder.path, kind: .settings)
    }
    let other = folder.appendingPathComponent("other.yaml").path
    #expect(throws: Problem(file: other, message: "the file does not exist")) {
      try DocumentFile.read(other, kind: .settings)
    }
    for name in ["big.yml", "Big.yaml"] {
      let missing = folder.appendingPathComponent(name).path
      let message = "the file does not exist, but \"big.yaml\" does; rename that file, or correct the name"
      #expect(throws: Problem(file: missing, message: message)) { try DocumentFile.read(missing, kind: .settings) }
    }
  }
}
