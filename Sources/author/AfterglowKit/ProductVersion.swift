import AfterglowCore

/// The version of this release, for users.
package enum ProductVersion {
  package static let text = AfterglowVersion.number.description
}
