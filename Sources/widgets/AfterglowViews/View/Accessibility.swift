import Foundation

/// The description of a view for someone who does not see it: `afterglow render --layout` lists it. No panel speaks.
public struct AccessibilityNode: Codable, Hashable, Sendable {
  /// The name of the view.
  public var label: String?
  /// The value that the view shows.
  public var value: String?
  /// The purpose of the view.
  public var hint: String?
  /// Names of ``AccessibilityTraits``, sorted.
  public var traits: [String] = []
  /// The view's frame, in points of its widget.
  public var framePt: Rect
}

/// The kind of a view, for someone who does not see it.
public struct AccessibilityTraits: SetAlgebra, Hashable, Sendable {
  private var names: Set<String> = []

  public init() {}
  private init(_ name: String) { names = [name] }

  public static let isButton = AccessibilityTraits("isButton")
  public static let isHeader = AccessibilityTraits("isHeader")
  public static let isSelected = AccessibilityTraits("isSelected")
  public static let isLink = AccessibilityTraits("isLink")
  public static let isSearchField = AccessibilityTraits("isSearchField")
  public static let isImage = AccessibilityTraits("isImage")
  public static let playsSound = AccessibilityTraits("playsSound")
  public static let isKeyboardKey = AccessibilityTraits("isKeyboardKey")
  public static let isStaticText = AccessibilityTraits("isStaticText")
  public static let isSummaryElement = AccessibilityTraits("isSummaryElement")
  public static let updatesFrequently = AccessibilityTraits("updatesFrequently")
  public static let startsMediaSession = AccessibilityTraits("startsMediaSession")
  public static let allowsDirectInteraction = AccessibilityTraits("allowsDirectInteraction")
  public static let causesPageTurn = AccessibilityTraits("causesPageTurn")
  public static let isModal = AccessibilityTraits("isModal")
  public static let isToggle = AccessibilityTraits("isToggle")
  public static let isTabBar = AccessibilityTraits("isTabBar")

  var sorted: [String] { names.sorted() }

  public func contains(_ member: AccessibilityTraits) -> Bool { member.names.isSubset(of: names) }
  public func union(_ other: AccessibilityTraits) -> AccessibilityTraits { changed { $0.formUnion(other.names) } }
  public func intersection(_ other: AccessibilityTraits) -> AccessibilityTraits {
    changed { $0.formIntersection(other.names) }
  }
  public func symmetricDifference(_ other: AccessibilityTraits) -> AccessibilityTraits {
    changed { $0.formSymmetricDifference(other.names) }
  }
  public mutating func formUnion(_ other: AccessibilityTraits) { self = union(other) }
  public mutating func formIntersection(_ other: AccessibilityTraits) { self = intersection(other) }
  public mutating func formSymmetricDifference(_ other: AccessibilityTraits) { self = symmetricDifference(other) }
  @discardableResult
  public mutating func insert(
    _ newMember: AccessibilityTraits
  ) -> (inserted: Bool, memberAfterInsert: AccessibilityTraits) {
    defer { formUnion(newMember) }
    return (!contains(newMember), newMember)
  }
  @discardableResult
  public mutating func remove(_ member: AccessibilityTraits) -> AccessibilityTraits? {
    let found = intersection(member)
    names.subtract(member.names)
    return found.names.isEmpty ? nil : found
  }
  @discardableResult
  public mutating func update(with newMember: AccessibilityTraits) -> AccessibilityTraits? {
    let found = intersection(newMember)
    formUnion(newMember)
    return found.names.isEmpty ? nil : found
  }

  private func changed(_ change: (inout Set<String>) -> Void) -> AccessibilityTraits {
    var copy = self
    change(&copy.names)
    return copy
  }
}

/// The treatment of the views inside of an accessibility element.
public struct AccessibilityChildBehavior: Hashable, Sendable {
  fileprivate enum Kind { case ignore, contain, combine }

  fileprivate let kind: Kind

  /// They say nothing.
  public static let ignore = AccessibilityChildBehavior(kind: .ignore)
  /// They stay elements of their own.
  public static let contain = AccessibilityChildBehavior(kind: .contain)
  /// Their words are those of one element, one after another.
  public static let combine = AccessibilityChildBehavior(kind: .combine)
}

/// How important a headline is.
public enum AccessibilityHeadingLevel: UInt, Hashable, Sendable { case unspecified, h1, h2, h3, h4, h5, h6 }

/// What modifiers say of a view.
struct AccessibilityChange {
  var label: Text?
  var value: Text?
  var hint: Text?
  var added = AccessibilityTraits()
  var removed = AccessibilityTraits()
  var priority: Double?
}

// `accessibilityIdentifier` is with the other modifiers.
extension View {
  /// Sets what the view is called. Symbols and pictures have no words of their own.
  public func accessibilityLabel(_ label: Text) -> some View { accessibility { $0.label = label } }
  public func accessibilityLabel(_ key: LocalizedStringKey) -> some View { accessibilityLabel(Text(key)) }
  @_disfavoredOverload
  public func accessibilityLabel(_ label: some StringProtocol) -> some View { accessibilityLabel(Text(label)) }
  /// Sets what the view is called by other views; their words are used if they are texts.
  public func accessibilityLabel(@ViewBuilder content: (PlaceholderContentView<Self>) -> some View) -> some View {
    let view = content(PlaceholderContentView())
    return (view as? Text).map { AnyView(accessibilityLabel($0)) } ?? AnyView(self)
  }

  /// Sets what the view shows.
  public func accessibilityValue(_ valueDescription: Text) -> some View {
    accessibility { $0.value = valueDescription }
  }
  public func accessibilityValue(_ key: LocalizedStringKey) -> some View { accessibilityValue(Text(key)) }
  @_disfavoredOverload
  public func accessibilityValue(_ value: some StringProtocol) -> some View { accessibilityValue(Text(value)) }

  /// Sets what the view is for.
  public func accessibilityHint(_ hint: Text) -> some View { accessibility { $0.hint = hint } }
  public func accessibilityHint(_ key: LocalizedStringKey) -> some View { accessibilityHint(Text(key)) }
  @_disfavoredOverload
  public func accessibilityHint(_ hint: some StringProtocol) -> some View { accessibilityHint(Text(hint)) }

  /// Adds to what kind of thing the view is.
  public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View {
    accessibility { $0.added.formUnion(traits) }
  }

  /// Removes from what kind of thing the view is.
  public func accessibilityRemoveTraits(_ traits: AccessibilityTraits) -> some View {
    accessibility { $0.removed.formUnion(traits) }
  }

  /// Makes the view a headline.
  public func accessibilityHeading(_ level: AccessibilityHeadingLevel) -> some View {
    accessibilityAddTraits(.isHeader)
  }

  /// Sets the place among its siblings: higher ones are first; 0 by default.
  public func accessibilitySortPriority(_ sortPriority: Double) -> some View {
    accessibility { $0.priority = sortPriority }
  }

  /// Leaves the view out.
  public func accessibilityHidden(_ hidden: Bool) -> some View {
    ElementModifier(content: self) { child, context in
      hidden ? AccessibilityElement(child: child, identity: context, isHidden: true) : child
    }
  }

  /// Makes the view one element, with or without those inside of it.
  public func accessibilityElement(children: AccessibilityChildBehavior = .ignore) -> some View {
    ElementModifier(content: self) { child, context in
      children.kind == .contain
        ? child
        : AccessibilityElement(child: child, identity: context, combines: children.kind == .combine, isWhole: true)
    }
  }

  /// Makes the views of another view what this one says.
  public func accessibilityRepresentation(@ViewBuilder representation: () -> some View) -> some View {
    let other = AnyView(representation())
    return ElementModifier(content: self) { child, context in
      AccessibilityElement(
        child: child, identity: context, isHidden: true, represented: resolveOne(other, in: context.attachment(10)))
    }
  }

  /// Makes the views of another view the elements inside of this one.
  public func accessibilityChildren(@ViewBuilder children: () -> some View) -> some View {
    accessibilityRepresentation(representation: children)
  }

  /// Accepted without effect: nothing is spoken.
  public func accessibilityInputLabels(_ inputLabels: [Text]) -> some View { self }
  /// Accepted without effect: nothing is spoken.
  public func accessibilityInputLabels(_ inputLabels: [LocalizedStringKey]) -> some View { self }
  /// Accepted without effect: nothing is spoken.
  public func accessibilityAction(named name: LocalizedStringKey, _ handler: @escaping () -> Void) -> some View { self }
  /// Accepted without effect: nothing is spoken.
  @_disfavoredOverload
  public func accessibilityAction(named name: some StringProtocol, _ handler: @escaping () -> Void) -> some View {
    self
  }
  /// Accepted without effect: nothing is spoken.
  public func accessibilityAction(_ action: @escaping () -> Void) -> some View { self }
  /// Accepted without effect: nothing is spoken.
  public func accessibilityAction(named name: Text, _ handler: @escaping () -> Void) -> some View { self }
  /// Accepted without effect: colours are those of the host.
  public func accessibilityIgnoresInvertColors(_ active: Bool = true) -> some View { self }
  /// Accepted without effect: there is no large content viewer.
  public func accessibilityShowsLargeContentViewer() -> some View { self }
  /// Accepted without effect: nothing is spoken.
  public func accessibilityRespondsToUserInteraction(_ respondsToUserInteraction: Bool = true) -> some View { self }
  /// Accepted without effect: nothing is spoken.
  public func speechAlwaysIncludesPunctuation(_ value: Bool = true) -> some View { self }
  /// Accepted without effect: nothing is spoken.
  public func accessibilityTextContentType(_ value: AccessibilityTextContentType) -> some View { self }

  private func accessibility(_ change: @escaping (inout AccessibilityChange) -> Void) -> some View {
    ElementModifier(content: self) { child, context in
      var own = AccessibilityChange()
      change(&own)
      return AccessibilityElement(child: child, identity: context, change: own)
    }
  }
}

/// Stands for a view in a closure that makes words for it.
public struct PlaceholderContentView<Value>: View, PrimitiveView {
  package func elements(in context: ResolveContext) -> [any Element] { [] }
}

/// The kind of a text. Accepted without effect.
public enum AccessibilityTextContentType: Sendable {
  case plain, console, fileSystem, messaging, narrative, sourceCode, spreadsheet, wordProcessing
}

/// Collects what views say, in the order in which they are read.
package final class AccessibilityList {
  fileprivate struct Item {
    var node: AccessibilityNode
    var priority = 0.0
  }

  fileprivate var items: [Item] = []

  /// Those with words, in order of their priorities.
  package var nodes: [AccessibilityNode] {
    items.enumerated().sorted { ($1.element.priority, $0.offset) < ($0.element.priority, $1.offset) }
      .map(\.element.node).filter { $0.label != nil || $0.value != nil }
  }

  func add(_ node: AccessibilityNode) { items.append(Item(node: node)) }

  /// Those that were added since, in order of their priorities.
  fileprivate func taking(_ draw: () -> Void) -> [Item] {
    let start = items.count
    draw()
    let drawn = Array(items[start...])
    items.removeSubrange(start...)
    return drawn
  }
}

/// Changes what its child says.
private struct AccessibilityElement: WrapperElement {
  let child: any Element
  let identity: ResolveContext
  var change = AccessibilityChange()
  var isHidden = false
  var combines = false
  /// Whether it is one element, whatever is in it.
  var isWhole = false
  var represented: (any Element)?

  func draw(in rect: Rect, proposed: Proposal, into canvas: inout DrawCanvas) {
    let list = identity.container.accessibility
    var inner = list.taking { child.draw(in: rect, proposed: proposed, into: &canvas) }
    if let represented {
      var other = DrawCanvas()
      list.items += list.taking {
        represented.draw(in: place(represented, in: rect, .center), proposed: Proposal(rect.size), into: &other)
      }
    }
    if isHidden { return }
    if isWhole { inner = [joined(inner, rect)] }
    if inner.isEmpty, change.label != nil || change.value != nil {
      inner = [AccessibilityList.Item(node: AccessibilityNode(framePt: rect))]
    }
    // A label of a view with several elements is that of one element around them.
    if inner.count > 1, change.label != nil { inner = [joined(inner, rect)] }
    list.items += inner.map(changed)
  }

  private func joined(_ items: [AccessibilityList.Item], _ rect: Rect) -> AccessibilityList.Item {
    guard combines else { return AccessibilityList.Item(node: AccessibilityNode(framePt: rect)) }
    let sorted = items.enumerated().sorted { ($1.element.priority, $0.offset) < ($0.element.priority, $1.offset) }
      .map(\.element.node)
    func words(_ part: (AccessibilityNode) -> String?) -> String? {
      let found = sorted.compactMap(part)
      return found.isEmpty ? nil : found.joined(separator: ", ")
    }
    let traits = Set(sorted.flatMap(\.traits)).sorted()
    return AccessibilityList.Item(
      node: AccessibilityNode(
        label: words(\.label), value: words(\.value), hint: words(\.hint), traits: traits, framePt: rect))
  }

  private func changed(_ item: AccessibilityList.Item) -> AccessibilityList.Item {
    var item = item
    if let label = change.label { item.node.label = words(label) }
    if let value = change.value { item.node.value = words(value) }
    if let hint = change.hint { item.node.hint = words(hint) }
    let traits = Set(item.node.traits).union(change.added.sorted).subtracting(change.removed.sorted)
    item.node.traits = traits.sorted()
    item.priority = change.priority ?? item.priority
    return item
  }

  private func words(_ text: Text) -> String { text.words(in: identity) }
}

extension Text {
  /// What it says at the time of the compile, also of what ticks.
  func words(in context: ResolveContext) -> String {
    switch storage {
    case .joined(let parts): parts.map { $0.words(in: context) }.joined()
    case .localized(let make): make(context.environment).words(in: context)
    case .image: ""
    case .timer(let interval, _, _): DateText.interval(interval, in: context.environment)
    case .dated(let date, _): stillWords(context.environment) ?? DateText.string(date, .time, in: context.environment)
    case .clock: DateText.string(context.spokenDate, .time, in: context.environment)
    case .age(let date, _), .distance(let date, _): DateText.string(date, .time, in: context.environment)
    case .reference(let style):
      stillWords(context.environment) ?? DateText.string(style.date, .time, in: context.environment)
    case .plain, .formatted: stillWords(context.environment) ?? ""
    }
  }
}
