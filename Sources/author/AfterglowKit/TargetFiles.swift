import Foundation

/// Files of a package's target that are no sources. Xcode makes all files of a folder resources of its target; Swift's package
/// manager only those that the manifest declares.
package struct TargetFiles {
  /// The target's folder.
  package let folder: URL
  private let name: String
  /// Asset catalogues, declared or not, from the target's folder.
  package private(set) var catalogs: [String] = []
  /// Files and catalogues that are not declared, from the target's folder.
  package private(set) var undeclared: [String] = []
  /// The property list of the program, from the target's folder.
  package private(set) var propertyList: String?

  private static let maximumCount = 20_000

  /// Strings, pictures, fonts and data.
  private static let endings: Set<String> = [
    "strings", "stringsdict", "xcstrings", "png", "jpg", "jpeg", "ttf", "otf", "ttc", "json", "geojson", "plist", "csv",
    "txt",
  ]
  private static let ignoredEndings: Set<String> = ["xcodeproj", "xcworkspace", "playground", "docc", "resources"]

  /// - Parameters:
  ///   - name: name of the target.
  ///   - folder: the target's folder.
  ///   - declared: paths of resources that the manifest declares.
  package init(name: String, folder: URL, declared: [String] = []) {
    self.name = name
    self.folder = folder.standardizedFileURL
    guard let files = FileManager.default.enumerator(atPath: self.folder.path) else { return }
    var found: [String] = []
    var count = 0
    while let path = files.nextObject() as? String, count < Self.maximumCount {
      count += 1
      let file = path as NSString
      let ending = file.pathExtension.lowercased()
      if file.lastPathComponent.hasPrefix(".") || Self.ignoredEndings.contains(ending) {
        files.skipDescendants()
      } else if ending == "xcassets" {
        files.skipDescendants()
        catalogs.append(path)
        found.append(path)
      } else if file.lastPathComponent == "Info.plist" || file.lastPathComponent.hasSuffix("-Info.plist") {
        propertyList = Self.upper(propertyList, path)
      } else if Self.endings.contains(ending) {
        found.append(path)
      }
    }
    catalogs.sort()
    undeclared = found.sorted().filter { path in
      let whole = "\(self.folder.path)/\(path)"
      return !declared.contains { whole == $0 || whole.hasPrefix($0 + "/") }
    }
  }

  /// The path with fewer folders.
  private static func upper(_ first: String?, _ second: String) -> String {
    guard let first else { return second }
    func rank(_ path: String) -> (Int, String) { (path.count { $0 == "/" }, path) }
    return rank(second) < rank(first) ? second : first
  }

  /// Ending of the folders of files that are not declared.
  static let undeclaredEnding = "_undeclared.resources"

  /// Copies the files that are not declared, and the property list, next to a program, where it finds them as resources.
  ///
  /// - Parameters:
  ///   - builds: the program's folder.
  ///   - product: name of the program; nil leaves the property list out.
  /// - Throws: the error of a file operation.
  package func stage(in builds: URL, product: String?) throws {
    let files = FileManager.default
    let place = builds.appendingPathComponent(name + Self.undeclaredEnding)
    if files.fileExists(atPath: place.path) { try files.removeItem(at: place) }
    let list = product == nil ? nil : propertyList
    if undeclared.isEmpty && list == nil { return }
    try files.createDirectory(at: place, withIntermediateDirectories: true)
    for path in undeclared {
      let target = Self.free(Self.flat(path), in: place)
      try files.createDirectory(at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
      try files.copyItem(at: folder.appendingPathComponent(path), to: target)
    }
    if let list, let product {
      let bytes = try Files.read(folder.appendingPathComponent(list).path, limit: 1 << 20)
      try Data(settled(bytes, product)).write(to: place.appendingPathComponent("Info.plist"))
    }
  }

  /// A path as in an app's bundle: without folders, except that of a language.
  private static func flat(_ path: String) -> String {
    let file = path as NSString
    let parent = (file.deletingLastPathComponent as NSString).lastPathComponent
    return parent.hasSuffix(".lproj") ? "\(parent)/\(file.lastPathComponent)" : file.lastPathComponent
  }

  /// The place of a file; in a folder of its own if another one has its name.
  private static func free(_ path: String, in folder: URL) -> URL {
    var place = folder.appendingPathComponent(path)
    var number = 1
    while FileManager.default.fileExists(atPath: place.path) {
      number += 1
      place = folder.appendingPathComponent("\(number)/\(path)")
    }
    return place
  }

  /// A property list with the variables that Xcode sets: `$(PRODUCT_NAME)` and others. Unknown ones stay.
  private func settled(_ bytes: [UInt8], _ product: String) -> [UInt8] {
    guard let text = String(validating: bytes, as: UTF8.self) else { return bytes }
    let values = [
      "PRODUCT_NAME": product, "EXECUTABLE_NAME": product, "TARGET_NAME": name, "PRODUCT_MODULE_NAME": name,
      "PRODUCT_BUNDLE_IDENTIFIER": "local.\(product)", "DEVELOPMENT_LANGUAGE": "en", "MARKETING_VERSION": "1.0",
      "CURRENT_PROJECT_VERSION": "1", "PRODUCT_BUNDLE_PACKAGE_TYPE": "XPC!",
    ]
    let settled = text.replacing(#/\$[({](\w+)(?::\w+)?[)}]/#) { match -> String in
      guard let value = values[String(match.1)] else { return String(match.0) }
      return value.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    }
    return Array(settled.utf8)
  }
}
