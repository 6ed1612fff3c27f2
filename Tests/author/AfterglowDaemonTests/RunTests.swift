import AfterglowCore
import AfterglowKit
import Foundation
import Testing

@testable import AfterglowDaemon

/// A run's folders, and the light that it plays.
@Suite struct RunTests {
  @Test func `a lock that was removed is taken anew, with its folder`() throws {
    let folder = try RunFolder()
    let paths = folder.paths()
    let places = try RunPlaces(paths, hasRuntimeFolder: true) { _ in }
    #expect(FileManager.default.fileExists(atPath: paths.authorLock))
    try FileManager.default.removeItem(atPath: paths.folder)
    try places.keep()
    #expect(FileManager.default.fileExists(atPath: paths.authorLock))
  }

  @Test func `where no lock can be taken the panel keeps running`() throws {
    let folder = try RunFolder()
    let paths = folder.paths()
    try FileManager.default.createDirectory(atPath: paths.authorLock, withIntermediateDirectories: true)
    var warnings: [String] = []
    let places = try RunPlaces(paths, hasRuntimeFolder: true) { warnings.append($0) }
    #expect(warnings.count == 1 && warnings[0].hasSuffix("; a second run of this board would not be noticed"))
    try places.keep()
  }

  @Test func `a state folder in which nothing can be written has no lock, and the run no failure`() throws {
    let folder = try RunFolder()
    try FileManager.default.removeItem(atPath: folder.path("state"))
    try folder.write("in the way", to: "state")
    var warnings: [String] = []
    let places = try RunPlaces(folder.paths(), hasRuntimeFolder: true) { warnings.append($0) }
    #expect(warnings == [])
    try places.keep()
  }

  @Test func `the lock of a state folder names its run, and a virtual run and a service's guest have others`() throws {
    let folder = try RunFolder()
    var paths = folder.paths()
    let places = try RunPlaces(paths, hasRuntimeFolder: true) { _ in }
    let lock = try #require(paths.stateLock)
    #expect(try String(contentsOfFile: lock, encoding: .utf8) == "\(getpid())\n\(paths.controlSocket)\n")
    withExtendedLifetime(places) {}
    paths.setApartForVirtual()
    #expect(paths.stateLock != nil && paths.stateLock != lock)
    #expect(folder.paths(socket: "service").stateLock == nil)
  }

  @Test func `a full runtime folder is named, with the variable that moves it`() {
    let full = FileFailure(operation: .write, path: "/run/user/1000/afterglow/wall/board", code: ENOSPC)
    let failure = RuntimePaths.fullFolder("/run/user/1000/afterglow/wall", full) as? Failure
    #expect(failure?.kind == .cannotCreate)
    #expect(failure?.lines.first?.contains("/run/user/1000/afterglow/wall is full") == true, "\(failure?.lines ?? [])")
    #expect(failure?.lines.first?.contains("set XDG_RUNTIME_DIR") == true)
    let other = FileFailure(operation: .write, path: "/run/user/1000/afterglow/wall/board", code: EACCES)
    #expect(RuntimePaths.fullFolder("/run/user/1000/afterglow/wall", other) == nil)
    #expect(FileFailure(operation: .read, path: "a", code: ENOMEM).description.contains("no memory is left"))
  }

  @Test func `each line of a trace is played once, when it is due`() throws {
    let folder = try RunFolder()
    try folder.write("0,0.5\n2,\n3,40\n", to: "trace.csv")
    var player = TracePlayer(try LuxTraceFile(path: folder.path("trace.csv")), startedAtMs: 10_000)
    #expect(player.take(nowMs: 9_999) == nil && player.dueMs == 10_000)
    #expect(player.take(nowMs: 10_000) == .value(Illuminance(millilux: 500)))
    #expect(player.take(nowMs: 11_999) == nil && player.dueMs == 12_000)
    #expect(player.take(nowMs: 60_000) == .unknown)
    #expect(player.take(nowMs: 60_000) == .value(Illuminance(millilux: 40_000)))
    #expect(player.take(nowMs: 60_000) == nil && player.dueMs == nil)
  }
}
