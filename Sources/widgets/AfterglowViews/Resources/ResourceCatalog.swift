import Foundation
import Synchronization

/// The pictures and colours of a bundle by their names: files, and the sets of asset catalogues.
struct ResourceCatalog: Sendable {
  private(set) var pictures: [String: PictureAsset] = [:]
  private(set) var colors: [String: ColorAsset] = [:]

  private static let known = Mutex<[String: ResourceCatalog]>([:])

  /// That of a bundle; without one, of the program's own resources: the folders `*.resources` next to it.
  static func of(_ bundle: Bundle?) -> ResourceCatalog {
    let folders = ResourceFolders.of(bundle)
    let key = folders.joined(separator: "\n")
    if let catalog = known.withLock({ $0[key] }) { return catalog }
    var catalog = ResourceCatalog()
    for folder in folders { catalog.add(folder) }
    known.withLock { $0[key] = catalog }
    return catalog
  }

  /// - Parameter folder: of a bundle's resources.
  init(folder: String) { add(folder) }

  private init() {}

  private mutating func add(_ folder: String) {
    guard let files = FileManager.default.enumerator(atPath: folder) else { return }
    var count = 0
    while let path = files.nextObject() as? String, count < ResourceFolders.maximumFileCount {
      count += 1
      switch (path as NSString).pathExtension.lowercased() {
      case "imageset":
        files.skipDescendants()
        if let asset = PictureAsset(set: "\(folder)/\(path)") { pictures[name(ofSet: path, in: folder)] = asset }
      case "colorset":
        files.skipDescendants()
        if let asset = ColorAsset(set: "\(folder)/\(path)", name: name(ofSet: path, in: folder)) {
          colors[asset.name] = asset
        }
      case "png", "jpg", "jpeg": addFile("\(folder)/\(path)")
      default: break
      }
    }
  }

  private mutating func addFile(_ path: String) {
    let file = ((path as NSString).lastPathComponent as NSString).deletingPathExtension
    let (name, scale) = Self.scaled(file)
    var asset = pictures[name] ?? PictureAsset()
    asset.files.append(PictureAsset.File(path: path, scale: scale, isDark: nil))
    pictures[name] = asset
    // With the extension, as `Image("photo.jpg")`.
    pictures[(path as NSString).lastPathComponent] = asset
  }

  /// `Logo@2x` is Logo at two pixels per point.
  private static func scaled(_ file: String) -> (name: String, scale: Double) {
    for scale in [2, 3] where file.hasSuffix("@\(scale)x") { return (String(file.dropLast(3)), Double(scale)) }
    return (file, 1)
  }

  /// Names of sets in folders that provide a namespace begin with the folders' names.
  private func name(ofSet path: String, in folder: String) -> String {
    var parts = [((path as NSString).lastPathComponent as NSString).deletingPathExtension]
    var parent = (path as NSString).deletingLastPathComponent
    while !parent.isEmpty, (parent as NSString).pathExtension != "xcassets" {
      if AssetContents(folder: "\(folder)/\(parent)")?.properties?.providesNamespace == true {
        parts.insert((parent as NSString).lastPathComponent, at: 0)
      }
      parent = (parent as NSString).deletingLastPathComponent
    }
    return parts.joined(separator: "/")
  }
}

/// A picture by its name: files for scales and appearances.
struct PictureAsset: Hashable, Sendable {
  struct File: Hashable, Sendable {
    var path: String
    /// Pixels per point.
    var scale: Double
    /// nil for both appearances.
    var isDark: Bool?
  }

  var files: [File] = []
  var isTemplate = false

  init() {}

  /// - Parameter folder: an `.imageset`.
  fileprivate init?(set folder: String) {
    guard let contents = AssetContents(folder: folder) else { return nil }
    for image in AssetContents.ofPanels(contents.images) {
      guard let file = image.filename else { continue }
      let scale = image.scale.flatMap { Double($0.dropLast()) } ?? 1
      files.append(
        File(path: "\(folder)/\(file)", scale: max(1, scale), isDark: AssetContents.isDark(image.appearances)))
    }
    if files.isEmpty { return nil }
    isTemplate = contents.properties?.templateRenderingIntent == "template"
  }

  /// The file for an appearance and a number of pixels per point: the smallest that is large enough, else the largest.
  func file(in scheme: ColorScheme, scale: Double) -> File? {
    let own = files.filter { $0.isDark == (scheme == .dark) }
    let shown = own.isEmpty ? files.filter { $0.isDark != (scheme == .light) } : own
    let sorted = (shown.isEmpty ? files : shown).sorted { $0.scale < $1.scale }
    return sorted.first { $0.scale >= scale - 0.01 } ?? sorted.last
  }
}

extension ColorAsset {
  /// - Parameter folder: a `.colorset`.
  fileprivate init?(set folder: String, name: String) {
    guard let contents = AssetContents(folder: folder) else { return nil }
    self.init(name: name)
    var plain: UInt32?
    var systemDark: UInt32?
    for entry in AssetContents.ofPanels(contents.colors) {
      guard let pair = entry.color?.pair else { continue }
      switch AssetContents.isDark(entry.appearances) {
      case true?: dark = dark ?? pair.dark
      case false?: light = light ?? pair.light
      case nil:
        if plain == nil, pair.dark != pair.light { systemDark = pair.dark }
        plain = plain ?? pair.light
      }
    }
    // A system's colour for any appearance has a variant of its own for the dark one. One for any appearance is that of each
    // that has none.
    dark = dark ?? systemDark ?? (light == nil ? nil : plain)
    light = light ?? plain
    if isMissing { return nil }
  }
}

/// A picture or a colour of a set, for some devices.
private protocol AssetVariant: Decodable {
  /// The kind of device, such as `iphone`; nil for any.
  var idiom: String? { get }
}

/// `Contents.json` of an asset catalogue.
private struct AssetContents: Decodable {
  struct Appearance: Decodable {
    var appearance: String
    var value: String
  }

  struct Picture: AssetVariant {
    var idiom: String?
    var filename: String?
    var scale: String?
    var appearances: [Appearance]?
  }

  struct Entry: AssetVariant {
    var idiom: String?
    var color: Value?
    var appearances: [Appearance]?
  }

  struct Value: Decodable {
    var space: String?
    var components: [String: String]?
    /// A colour of a system, such as `systemRedColor`.
    var reference: String?

    private enum CodingKeys: String, CodingKey {
      case space = "color-space"
      case components, reference
    }

    /// 0xAARRGGBB in light and dark appearance; nil without components and a known reference.
    var pair: (light: UInt32, dark: UInt32)? {
      if let argb { return (argb, argb) }
      return reference.flatMap(SystemColorNames.pair)
    }

    /// 0xAARRGGBB; nil without components.
    private var argb: UInt32? {
      guard let components else { return nil }
      func part(_ name: String) -> Double? { components[name].flatMap(Self.share) }
      let alpha = part("alpha") ?? 1
      if let white = part("white") { return Color(white: white, opacity: alpha).argb }
      guard let red = part("red"), let green = part("green"), let blue = part("blue") else { return nil }
      let known: Color.RGBColorSpace =
        space == "display-p3" ? .displayP3 : space?.contains("linear") == true ? .sRGBLinear : .sRGB
      return Color(known, red: red, green: green, blue: blue, opacity: alpha).argb
    }

    /// "0x1E", "30" and "0.118" are the same.
    private static func share(_ text: String) -> Double? {
      if text.hasPrefix("0x") { return Int(text.dropFirst(2), radix: 16).map { Double($0) / 255 } }
      return text.contains(".") ? Double(text) : Double(text).map { $0 / ($0 > 1 || text.count > 1 ? 255 : 1) }
    }
  }

  struct Properties: Decodable {
    var templateRenderingIntent: String?
    var providesNamespace: Bool?

    private enum CodingKeys: String, CodingKey {
      case templateRenderingIntent = "template-rendering-intent"
      case providesNamespace = "provides-namespace"
    }
  }

  var images: [Picture]?
  var colors: [Entry]?
  var properties: Properties?

  private static let maximumByteCount = 1 << 20

  /// nil where there is none, or it cannot be read.
  init?(folder: String) {
    guard let data = ResourceFolders.data("\(folder)/Contents.json", limit: Self.maximumByteCount),
      let contents = try? JSONDecoder().decode(AssetContents.self, from: data)
    else { return nil }
    self = contents
  }

  /// Variants for phones, tablets and any device; all of them where there are only others.
  static func ofPanels<Variant: AssetVariant>(_ variants: [Variant]?) -> [Variant] {
    let all = variants ?? []
    let own = all.filter { ["universal", "iphone", "ipad"].contains($0.idiom ?? "universal") }
    return own.isEmpty ? all : own
  }

  static func isDark(_ appearances: [Appearance]?) -> Bool? {
    appearances?.first { $0.appearance == "luminosity" }.map { $0.value == "dark" }
  }
}
