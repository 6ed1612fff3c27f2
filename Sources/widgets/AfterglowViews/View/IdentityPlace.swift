/// A view whose place in the tree is that of its identity: a touch finds it wherever it stands among others.
package struct IdentityPlace<Content: View>: View, PrimitiveView {
  private let identity: String
  private let content: Content

  package init(_ identity: String, @ViewBuilder content: () -> Content) {
    self.identity = identity
    self.content = content()
  }

  package static var isStructure: Bool { true }

  package func elements(in context: ResolveContext) -> [any Element] {
    var inner = context
    // FNV-1a, which is the same in every process.
    inner.path = identity.utf8.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 }
    return resolve(content, in: inner)
  }
}
