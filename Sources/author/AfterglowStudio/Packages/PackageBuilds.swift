import AfterglowBoards
import AfterglowDocuments
import AfterglowKit
import AfterglowServer
import AfterglowWidgets
import Foundation
import Synchronization

/// How far the build of a package of widgets is, for the page.
struct PackageBuild: Encodable, Sendable {
  enum State: String, Encodable, Sendable {
    case building, done, failed
  }

  struct Line: Encodable, Sendable {
    var file: String
    var line: Int
    var column: Int
    var message: String
    /// The line of the file.
    var text: String?
  }

  /// The folder's name.
  var package: String
  var state: State
  /// Why the last one that has ended failed; none if it did not.
  var lines: [Line] = []
}

/// Packages of widgets that were named when the studio was started: each is built then, and again whenever one of its
/// files changes; its widgets are added as by `afterglow widgets add`.
final class PackageBuilds: @unchecked Sendable {
  private let thread = WorkThread("packages", stackByteCount: 1 << 20)
  private let packages: [WidgetPackage]
  private let states: Mutex<[PackageBuild]>
  private var watch: BoardWatch?
  /// Called with each new state.
  var changed: @Sendable (PackageBuild) -> Void = { _ in }
  /// Called when widgets have been added.
  var added: @Sendable () -> Void = {}

  /// - Throws: `Failure` where one is no package.
  init(paths: [String]) throws {
    for path in paths where !FileManager.default.fileExists(atPath: path + "/Package.swift") {
      throw Failure(.badInput, "\(path): expected a Swift package, found no Package.swift")
    }
    packages = paths.map { WidgetPackage(path: URL(fileURLWithPath: $0).standardizedFileURL.path) }
    states = Mutex(packages.map { PackageBuild(package: Self.name($0), state: .building) })
    if packages.isEmpty { return }
    watch = BoardWatch { [weak self] path in self?.build(WidgetPackage(path: path)) }
  }

  /// Builds all once.
  func start() { for package in packages { build(package) } }

  func end() { watch?.end() }

  var all: [PackageBuild] { states.withLock { $0 } }
  /// The packages' folders.
  var paths: [String] { packages.map(\.path) }

  private static func name(_ package: WidgetPackage) -> String {
    package.path.split(separator: "/").last.map(String.init) ?? package.path
  }

  private func build(_ package: WidgetPackage) {
    thread.async { [self] in
      let begun = Date()
      let name = Self.name(package)
      report(PackageBuild(package: name, state: .building, lines: all.first { $0.package == name }?.lines ?? []))
      do {
        _ = try WidgetRegistry.standard.add(package.program(), from: WidgetOrigin(source: package.path))
        WidgetGallery.reloadStandard()
        report(PackageBuild(package: name, state: .done))
        added()
      } catch {
        report(PackageBuild(package: name, state: .failed, lines: Self.lines(error, package)))
      }
      watch?.follow(package.path, package.sources, readSince: begun)
    }
  }

  private func report(_ build: PackageBuild) {
    states.withLock { states in
      guard let place = states.firstIndex(where: { $0.package == build.package }) else { return }
      states[place] = build
    }
    changed(build)
  }

  private static let maximumLineCount = 5

  private static func lines(_ error: any Error, _ package: WidgetPackage) -> [PackageBuild.Line] {
    guard let failure = error as? Failure else {
      return [PackageBuild.Line(file: "Package.swift", line: 0, column: 0, message: "\(error)")]
    }
    if failure.problems.isEmpty {
      return failure.lines.map { PackageBuild.Line(file: "Package.swift", line: 0, column: 0, message: $0) }
    }
    return failure.problems.prefix(maximumLineCount).map { problem in
      let text = try? String(contentsOfFile: problem.file, encoding: .utf8)
      let lines = text?.split(separator: "\n", omittingEmptySubsequences: false) ?? []
      let inside = problem.file.hasPrefix(package.path + "/")
      return PackageBuild.Line(
        file: inside ? String(problem.file.dropFirst(package.path.count + 1)) : problem.file, line: problem.line,
        column: problem.column, message: problem.message,
        text: lines.indices.contains(problem.line - 1) ? String(lines[problem.line - 1]) : nil)
    }
  }
}

extension HTTPEvent {
  /// The news that a package's build has got further, without this machine's paths: pages of the network receive it too.
  static func build(_ build: PackageBuild, _ veil: PathVeil) -> HTTPEvent {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    let document = veil.veiled(Array((try? encoder.encode(build)) ?? Data()))
    return HTTPEvent("build", String(decoding: document, as: UTF8.self), key: "build \(build.package)")
  }
}
