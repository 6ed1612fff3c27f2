import AfterglowPreview
import Foundation

/// A Swift package of a widget, and the program that it builds.
struct WidgetPackage {
  let path: String

  /// The package's executable, freshly built; an executable file is used directly.
  ///
  /// - Throws: `Failure` when the build fails or has no single executable.
  func program() throws -> URL {
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
    let name = try executable(in: url)
    Report.say("building \(name); the first time takes a few minutes")
    // With the runtime inside: another user, such as the services', may not read this one's toolchain.
    let build = ["build", "-c", "release", "--static-swift-stdlib", "--package-path", url.path]
    try swift(build + ["--product", name], shows: true)
    let folder = try swift(build + ["--show-bin-path"], shows: false)
    return URL(fileURLWithPath: folder.trimmingCharacters(in: .whitespacesAndNewlines)).appendingPathComponent(name)
  }

  private struct Description: Decodable {
    struct Product: Decodable {
      var name: String
      var type: [String: [String]?]
    }
    var products: [Product]
  }

  private func executable(in folder: URL) throws -> String {
    let text = try swift(["package", "--package-path", folder.path, "describe", "--type", "json"], shows: false)
    let start = text.firstIndex(of: "{") ?? text.startIndex
    let description = try JSONDecoder().decode(Description.self, from: Data(text[start...].utf8))
    let names = description.products.filter { $0.type.keys.contains("executable") }.map(\.name)
    guard names.count == 1, let name = names.first else {
      throw Failure(
        .badInput,
        "\(path): expected one executable product, found \(names.isEmpty ? "none" : names.joined(separator: ", "))")
    }
    return name
  }

  /// Runs `swift` and returns its standard output; its errors, and with `shows` its progress, go to this program's.
  ///
  /// - Throws: `Failure` when it fails.
  @discardableResult private func swift(_ arguments: [String], shows: Bool) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["swift"] + arguments
    let output = Pipe()
    process.standardOutput = shows ? FileHandle.standardError : output
    try process.run()
    let data = shows ? Data() : output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(.badInput, "\(path): swift \(arguments[0]) failed with status \(process.terminationStatus)")
    }
    return String(decoding: data, as: UTF8.self)
  }
}
