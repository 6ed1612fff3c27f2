import AfterglowDocuments
import Foundation

/// A Swift package of a widget, and the program that it builds.
package struct WidgetPackage {
  package let path: String

  package init(path: String) { self.path = path }

  /// A way in which a package is built.
  package enum Build {
    /// Optimised.
    case release
    /// Not optimised, so that a crash has a message and a backtrace.
    case debug
    /// With its previews, not optimised: nothing is left out that only a preview uses. In a folder of its own, because the
    /// compiler does not see the variable that keeps them.
    case previews

    fileprivate func arguments(_ folder: URL) -> [String] {
      switch self {
      case .release: ["-c", "release"]
      case .debug: ["-c", "debug"]
      case .previews: ["-c", "debug", "--scratch-path", folder.appendingPathComponent(".build/previews").path]
      }
    }

    fileprivate var environment: [String: String] {
      switch self {
      case .release, .debug: [:]
      case .previews: ["AFTERGLOW_WIDGET_PREVIEWS": "1"]
      }
    }
  }

  /// The package's executable, freshly built; an executable file is used directly.
  ///
  /// - Parameter progress: gets a line before a build whose own progress goes to standard error; nil = the build is
  ///   silent, and what the compiler refuses is the failure's problems.
  /// - Throws: `Failure` when the build fails or has no single executable.
  package func program(_ way: Build = .release, progress: ((String) -> Void)? = nil) throws -> URL {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw Failure(.usage, "\(path): expected a package's folder or an executable, found nothing")
    }
    let url = URL(fileURLWithPath: path).standardizedFileURL
    if !isFolder.boolValue {
      guard FileManager.default.isExecutableFile(atPath: url.path) else {
        throw Failure(.badInput, "\(path): expected a package's folder or an executable, found a file that is neither")
      }
      return url
    }
    guard FileManager.default.fileExists(atPath: url.appendingPathComponent("Package.swift").path) else {
      throw Failure(.badInput, "\(path): expected a Swift package, found a folder without Package.swift")
    }
    let description = try describe(url)
    let name = try executable(description)
    let targets = try prepareResources(description.targets(of: name), progress)
    progress?("building \(name); the first time takes a few minutes")
    // With the runtime inside: another user, such as the services', may not read this one's toolchain.
    let build = ["build"] + way.arguments(url) + ["--static-swift-stdlib", "--package-path", url.path]
    try swift(build + ["--product", name], way.environment, shows: progress != nil)
    let output = try swift(build + ["--show-bin-path"], shows: false)
    let folder = URL(fileURLWithPath: output.trimmingCharacters(in: .whitespacesAndNewlines))
    for target in targets { try target.files.stage(in: folder, product: target.isProgram ? name : nil) }
    return folder.appendingPathComponent(name)
  }

  /// Writes what a target's sources need of its resources (``GeneratedSource``).
  ///
  /// - Returns: the files of each target.
  /// - Throws: the error of a file operation.
  private func prepareResources(
    _ targets: [PackageDescription.Target], _ progress: ((String) -> Void)?
  ) throws -> [(files: TargetFiles, isProgram: Bool)] {
    let root = URL(fileURLWithPath: path).standardizedFileURL
    let found = targets.map { target in
      TargetFiles(
        name: target.name, folder: root.appendingPathComponent(target.path),
        declared: (target.resources ?? []).map(\.path))
    }
    let hasResources = zip(targets, found).contains { target, files in
      target.resources?.isEmpty == false || !files.undeclared.isEmpty || files.propertyList != nil
    }
    for (target, files) in zip(targets, found) {
      let sources = (target.sources ?? []).filter { ($0 as NSString).lastPathComponent != GeneratedSource.fileName }
      let texts = sources.compactMap {
        try? Files.read("\(files.folder.path)/\($0)", limit: Self.maximumSourceByteCount)
      }
      let generated = GeneratedSource(
        sources: texts.map { String(decoding: $0, as: UTF8.self) },
        assets: AssetNames(catalogs: files.catalogs.map { "\(files.folder.path)/\($0)" }), hasResources: hasResources)
      if try generated.write(in: files.folder) {
        progress?("wrote \(files.folder.path)/\(GeneratedSource.fileName) for the resources of \(target.name)")
      }
    }
    return zip(targets, found).map { ($1, $0.type == "executable") }
  }

  private static let maximumSourceByteCount = 4 << 20

  private func describe(_ folder: URL) throws -> PackageDescription {
    let text = try swift(["package", "--package-path", folder.path, "describe", "--type", "json"], shows: false)
    let start = text.firstIndex(of: "{") ?? text.startIndex
    return try JSONDecoder().decode(PackageDescription.self, from: Data(text[start...].utf8))
  }

  private func executable(_ description: PackageDescription) throws -> String {
    let names = description.products.filter { $0.type.keys.contains("executable") }.map(\.name)
    guard names.count == 1, let name = names.first else {
      throw Failure(
        .badInput,
        "\(path): expected one executable product, found \(names.isEmpty ? "none" : names.joined(separator: ", "))")
    }
    return name
  }

  /// Runs `swift` and returns its standard output; with `shows` its progress and errors go to this program's.
  ///
  /// - Throws: `Failure` when it fails.
  @discardableResult private func swift(
    _ arguments: [String], _ environment: [String: String] = [:], shows: Bool
  ) throws -> String {
    let process = Process()
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["swift"] + arguments
    let output = Pipe()
    process.standardOutput = shows ? FileHandle.standardError : output
    try process.run()
    let data = shows ? Data() : output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let text = String(decoding: data, as: UTF8.self)
    guard process.terminationStatus == 0 else {
      let problems = Self.problems(in: text)
      if !problems.isEmpty { throw Failure(problems) }
      throw Failure(.badInput, "\(path): swift \(arguments[0]) failed with status \(process.terminationStatus)")
    }
    return text
  }

  /// The errors of a compiler's output, `file:line:column: error: message`, each once.
  package static func problems(in text: String) -> [Problem] {
    var problems: [Problem] = []
    for line in text.split(separator: "\n") {
      guard let found = line.wholeMatch(of: #/(.+?):(\d+):(\d+): error: (.+)/#) else { continue }
      let problem = Problem(
        file: String(found.1), line: Int(found.2) ?? 0, column: Int(found.3) ?? 0, message: String(found.4))
      if !problems.contains(problem) { problems.append(problem) }
    }
    return problems
  }

  /// The files that its program is made of, up to a limit.
  package var sources: [String] {
    let root = URL(fileURLWithPath: path).standardizedFileURL
    let found = FileManager.default.enumerator(
      at: root.appendingPathComponent("Sources"), includingPropertiesForKeys: nil, options: [.skipsHiddenFiles])
    var files = [root.appendingPathComponent("Package.swift").path]
    while files.count < Self.maximumSourceCount, let url = found?.nextObject() as? URL { files.append(url.path) }
    // A file that a build writes is no reason for another one.
    return files.filter { !$0.hasSuffix("/" + GeneratedSource.fileName) }
  }

  private static let maximumSourceCount = 2_000
}
