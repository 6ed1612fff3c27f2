// Made by `afterglow widgets add` of this package's resources, whenever they change. Do not edit it.
// swift-format-ignore-file
import Foundation

#if canImport(SwiftUI)
  import SwiftUI
#else
  import Afterglow
#endif

extension ColorResource {
  static let brand = ColorResource(name: "BrandColor", bundle: .main)
  static let deepSea = ColorResource(name: "deep-sea", bundle: .main)
}

extension ImageResource {
  static let anchor = ImageResource(name: "Anchor", bundle: .main)
}

extension ShapeStyle where Self == Color {
  @_disfavoredOverload static var brand: Color { Color(ColorResource.brand) }
  @_disfavoredOverload static var deepSea: Color { Color(ColorResource.deepSea) }
}

// In this module these functions take the place of Foundation's, which on Linux look next to the program, and for strings in
// English only.

func NSLocalizedString(
  _ key: String, tableName: String? = nil, bundle: Bundle = .main, value: String = "", comment: String
) -> String {
  PackageResources.string(key, value: value, table: tableName, bundle: bundle)
}

extension Bundle {
  func localizedString(forKey key: String, value: String?, table tableName: String?) -> String {
    PackageResources.string(key, value: value, table: tableName, bundle: self)
  }
  var infoDictionary: [String: Any]? { PackageResources.info(of: self) }
  func object(forInfoDictionaryKey key: String) -> Any? { PackageResources.info(key, of: self) }
  var bundleIdentifier: String? { PackageResources.info(of: self)?["CFBundleIdentifier"] as? String }
  func url(forResource name: String?, withExtension ext: String?) -> URL? {
    PackageResources.file(name, ext, bundle: self)
  }
  func url(forResource name: String?, withExtension ext: String?, subdirectory subpath: String?) -> URL? {
    PackageResources.file(name, ext, folder: subpath, bundle: self)
  }
  func path(forResource name: String?, ofType ext: String?) -> String? {
    PackageResources.file(name, ext, bundle: self)?.path
  }
  func path(forResource name: String?, ofType ext: String?, inDirectory subpath: String?) -> String? {
    PackageResources.file(name, ext, folder: subpath, bundle: self)?.path
  }
}

// Foundation declares these parameters as shared; with another type the functions would be ambiguous.
extension String {
  init(format: __shared String, _ arguments: any CVarArg...) {
    self = PackageResources.formatted(format, arguments)
  }
  init(format: __shared String, arguments: __shared [any CVarArg]) {
    self = PackageResources.formatted(format, arguments)
  }
  init(format: __shared String, locale: __shared Locale?, _ arguments: any CVarArg...) {
    self = PackageResources.formatted(format, arguments, locale: locale)
  }
  init(format: __shared String, locale: __shared Locale?, arguments: __shared [any CVarArg]) {
    self = PackageResources.formatted(format, arguments, locale: locale)
  }
  static func localizedStringWithFormat(_ format: String, _ arguments: any CVarArg...) -> String {
    PackageResources.formatted(format, arguments, locale: .current)
  }
}

// Foundation's own is that of no country on Linux. In this module it is the board's.

extension Locale {
  static var current: Locale { PackageResources.locale }
  static var autoupdatingCurrent: Locale { PackageResources.locale }
}

// This module has functions that those of Afterglow's TimelineProvider would hide. WidgetKit's has none of their names.

#if canImport(SwiftUI)
  typealias TimelineProvider = SwiftUI.CallbackTimelineProvider
#else
  typealias TimelineProvider = Afterglow.CallbackTimelineProvider
#endif
