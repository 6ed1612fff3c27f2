import Foundation

extension Color {
  /// A colour of the resources, by the name of its set in an asset catalogue, with its own value for dark appearance.
  ///
  ///     Color("BrandOrange", bundle: .main)
  ///
  /// A name that no set has is transparent, and an error of what is drawn in it.
  ///
  /// - Parameters:
  ///   - name: with the names of folders that provide a namespace: `Brand/Orange`.
  ///   - bundle: `nil` and `.main` are all resource bundles next to the program.
  public init(_ name: String, bundle: Bundle? = nil) {
    self.init(storage: .named(ResourceCatalog.of(bundle).colors[name] ?? ColorAsset(name: name)))
  }

  /// A colour of the resources.
  public init(_ resource: ColorResource) { self.init(resource.name, bundle: resource.bundle) }
}

/// A colour of a bundle by its name: `Color(.brand)`. `afterglow widgets add` writes one for each set of the package that its sources
/// name, as Xcode does.
public struct ColorResource: Hashable, @unchecked Sendable {
  let name: String
  let bundle: Bundle

  public init(name: String, bundle: Bundle) {
    self.name = name
    self.bundle = bundle
  }
}

/// A picture of a bundle by its name, as ``ColorResource`` is for colours.
public struct ImageResource: Hashable, @unchecked Sendable {
  let name: String
  let bundle: Bundle

  public init(name: String, bundle: Bundle) {
    self.name = name
    self.bundle = bundle
  }
}
