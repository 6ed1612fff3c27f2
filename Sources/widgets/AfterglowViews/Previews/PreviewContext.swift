/// The family in which `afterglow widgets previews` draws a view.
public struct WidgetPreviewContext: Sendable {
  let family: WidgetFamily

  public init(family: WidgetFamily) { self.family = family }
}

/// Views for previews, which `afterglow widgets previews` draws in the families that they name.
public protocol PreviewProvider {
  associatedtype Previews: View
  @ViewBuilder @MainActor static var previews: Previews { get }
}

extension View {
  /// Names the family in which `afterglow widgets previews` draws the view.
  public func previewContext(_ context: WidgetPreviewContext) -> some View {
    PreviewContextView(content: self, family: context.family)
  }

  /// Names the preview for `afterglow widgets previews`.
  public func previewDisplayName(_ value: String?) -> some View { environment(\.previewName, value) }
}

extension EnvironmentValues {
  private struct PreviewNameKey: EnvironmentKey {
    static let defaultValue: String? = nil
  }

  fileprivate var previewName: String? {
    get { self[PreviewNameKey.self] }
    set { self[PreviewNameKey.self] = newValue }
  }
}

/// Collects the views of a provider of previews while they are resolved.
final class PreviewCollector: @unchecked Sendable {
  /// A view in its family.
  struct Found {
    let name: String?
    let family: WidgetFamily
    let view: AnyView
  }

  /// Set while a provider's views are collected; nil = they are drawn.
  @TaskLocal static var current: PreviewCollector?

  private(set) var found: [Found] = []

  fileprivate func add(_ view: some View, _ family: WidgetFamily, _ name: String?) {
    found.append(Found(name: name, family: family, view: AnyView(view)))
  }
}

private struct PreviewContextView<Content: View>: View, PrimitiveView {
  let content: Content
  let family: WidgetFamily

  static var isStructure: Bool { true }

  func elements(in context: ResolveContext) -> [any Element] {
    guard let collector = PreviewCollector.current else { return resolve(content, in: context) }
    collector.add(content, family, context.environment.previewName)
    return []
  }
}
