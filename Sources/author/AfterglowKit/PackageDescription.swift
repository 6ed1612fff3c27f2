/// A package as `swift package describe` lists it.
struct PackageDescription: Decodable {
  struct Product: Decodable {
    var name: String
    var type: [String: [String]?]
  }

  struct Target: Decodable {
    struct Resource: Decodable {
      var path: String
    }

    var name: String
    /// `executable`, `library`, `test`, `macro` or another kind.
    var type: String
    /// The target's folder, from that of the package.
    var path: String
    /// Sources, from the target's folder.
    var sources: [String]?
    /// The resources that the manifest declares.
    var resources: [Resource]?
    /// Products that contain the target.
    var products: [String]?

    private enum CodingKeys: String, CodingKey {
      case name, type, path, sources, resources
      case products = "product_memberships"
    }
  }

  var products: [Product]
  private var targets: [Target]

  private enum CodingKeys: String, CodingKey { case products, targets }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    products = try values.decode([Product].self, forKey: .products)
    // Another version of the package manager may describe targets in another way; a build does not need them.
    targets = (try? values.decode([Target].self, forKey: .targets)) ?? []
  }

  /// The targets whose code is in a product.
  func targets(of product: String) -> [Target] {
    targets.filter { ["executable", "library"].contains($0.type) && $0.products?.contains(product) == true }
  }
}
