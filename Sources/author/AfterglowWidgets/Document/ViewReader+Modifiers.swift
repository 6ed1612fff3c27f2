import Afterglow
import AfterglowDocuments
import Foundation

/// A modifier of a view that has been made.
typealias ViewChange = @Sendable (AnyView, ViewScope) -> AnyView

/// Modifiers are keys next to a node's kind, in any order. They are applied in one fixed order: type and styles,
/// padding, frame, background, overlay, clip, then the rest; a `group` around a view gives another order.
extension ViewReader {
  /// All modifiers of a node as one.
  func modifiers(_ decoder: inout StrictDecoder) -> ViewChange {
    var changes: [ViewChange] = []
    typeChanges(&decoder, &changes)
    styleChanges(&decoder, &changes)
    sizeChanges(&decoder, &changes)
    layerChanges(&decoder, &changes)
    placeChanges(&decoder, &changes)
    return { [changes] view, scope in changes.reduce(view) { $1($0, scope) } }
  }

  /// Appends what `change` does with a value that is there.
  private func add<T: Sendable>(
    _ value: T?, to changes: inout [ViewChange], _ change: @escaping @Sendable (AnyView, T) -> some View
  ) {
    guard let value else { return }
    changes.append { view, _ in AnyView(change(view, value)) }
  }

  /// Appends what `change` does with something that values may decide.
  private func change<Value: Sendable>(
    _ value: ViewValue<Value>?, _ changes: inout [ViewChange],
    _ change: @escaping @Sendable (AnyView, Value) -> some View
  ) {
    guard let value else { return }
    changes.append { view, scope in AnyView(change(view, value(scope))) }
  }

  // MARK: Type

  private func typeChanges(_ decoder: inout StrictDecoder, _ changes: inout [ViewChange]) {
    change(font(&decoder, "font"), &changes) { $0.font($1) }
    change(choice(&decoder, "fontWeight", ViewStyles.weights, otherwise: .regular), &changes) { $0.fontWeight($1) }
    add(decoder.boolean("monospacedDigit"), to: &changes) { $1 ? AnyView($0.monospacedDigit()) : $0 }
    add(decoder.integer("lineLimit", in: 1...100), to: &changes) { $0.lineLimit($1) }
    add(decoder.number("minimumScaleFactor", in: 0.1...1), to: &changes) { $0.minimumScaleFactor($1) }
    change(flag(&decoder, "strikethrough"), &changes) { $0.strikethrough($1) }
    let modes: [(String, Text.TruncationMode)] = [("head", .head), ("middle", .middle), ("tail", .tail)]
    add(decoder.choice("truncationMode", modes), to: &changes) { $0.truncationMode($1) }
    let alignments: [(String, TextAlignment)] = [("leading", .leading), ("center", .center), ("trailing", .trailing)]
    add(decoder.choice("multilineTextAlignment", alignments), to: &changes) { $0.multilineTextAlignment($1) }
    let cases: [(String, Text.Case)] = [("uppercase", .uppercase), ("lowercase", .lowercase)]
    add(decoder.choice("textCase", cases), to: &changes) { $0.textCase($1) }
    let directions: [(String, LayoutDirection)] = [("leftToRight", .leftToRight), ("rightToLeft", .rightToLeft)]
    add(decoder.choice("layoutDirection", directions), to: &changes) { $0.environment(\.layoutDirection, $1) }
  }

  /// A text style by name, `{size, weight}` in points, each in the font of a file, if one is named; or a mapping in which
  /// values decide.
  private func font(_ decoder: inout StrictDecoder, _ key: String) -> ViewValue<Font>? {
    guard case .mapping(let members)? = decoder.node(key)?.value else {
      let styles = ViewStyles.textStyles.map { ($0.0, Font.system($0.1)) }
      return choice(&decoder, key, styles, otherwise: Font.system(.body))
    }
    if members.contains(where: { $0.key == "if" || $0.key == "value" }) {
      return decision(&decoder, key, of: "a font", otherwise: Font.system(.body)) { self.font(&$0, $1) }
    }
    guard var part = decoder.mapping(key) else { return nil }
    let size = fontSize(&part)
    let style = part.choice("style", ViewStyles.textStyles)
    let weight = part.choice("weight", ViewStyles.weights)
    let file = font(in: part.fontFile(in: folder))
    part.finish()
    if part.contains("size") && part.contains("style") {
      part.fail("style", "expected either \"size\" or \"style\" in \"font\", found both")
    } else if !part.contains("size") && !part.contains("style") {
      part.missing("size", "a number from 11 to 1000 pt, or \"style\"")
    }
    if let size { return { Font.system(size: size($0), weight: weight ?? .regular).file(file) } }
    guard let style else { return nil }
    return { _ in Font.system(style, weight: weight).file(file) }
  }

  private static let fontSizes = 11.0...1000

  /// A number of points, or a computation of one, which is limited to the sizes that there are.
  private func fontSize(_ part: inout StrictDecoder) -> ViewValue<Double>? {
    guard let node = part.node("size") else { return nil }
    if case .scalar(let text, false) = node.value, ScalarText.isNumber(text) {
      guard let size = part.number("size", in: Self.fontSizes, unit: "pt") else { return nil }
      return { _ in size }
    }
    guard let size = number(&part, "size") else { return nil }
    return { scope in
      guard let found = size.number(in: scope) else { return Font.TextStyle.body.size }
      if !Self.fontSizes.contains(found) {
        scope.note(
          "expected a font's size of 11 to 1000 pt from \"\(size.text)\", found \(ScalarText.format(found))", size.path,
          at: size.position)
      }
      return min(max(found, Self.fontSizes.lowerBound), Self.fontSizes.upperBound)
    }
  }

  /// Notes it, and what is wrong with it.
  private func font(in named: NamedFont?) -> FontFile? {
    guard let named else { return nil }
    fonts.insert(named.font.path)
    if let problem = named.font.problem {
      fontProblems.append(
        Problem(
          file: named.place.file, line: named.place.line, column: named.place.column,
          message: "\(named.font.path): \(problem)"))
    }
    return named.font
  }

  // MARK: Styles

  private func styleChanges(_ decoder: inout StrictDecoder, _ changes: inout [ViewChange]) {
    if let style = style(&decoder, "foregroundStyle") {
      changes.append { view, scope in AnyView(view.foregroundStyle(style(scope))) }
    }
    if let style = style(&decoder, "tint") { changes.append { view, scope in AnyView(view.tint(style(scope))) } }
    add(decoder.boolean("widgetAccentable"), to: &changes) { $0.widgetAccentable($1) }
    add(decoder.boolean("privacySensitive"), to: &changes) { $0.privacySensitive($1) }
  }

  // MARK: Sizes

  private func sizeChanges(_ decoder: inout StrictDecoder, _ changes: inout [ViewChange]) {
    add(decoder.boolean("fixedSize"), to: &changes) { $1 ? AnyView($0.fixedSize()) : $0 }
    add(decoder.number("aspectRatio", in: 0.01...100), to: &changes) { $0.aspectRatio($1, contentMode: .fit) }
    add(padding(&decoder), to: &changes) { $0.padding($1) }
    frame(&decoder, &changes)
  }

  private func padding(_ decoder: inout StrictDecoder) -> EdgeInsets? {
    let range = -1000.0...1000
    guard case .mapping? = decoder.node("padding")?.value else {
      return decoder.number("padding", in: range, unit: "pt").map(EdgeInsets.init(all:))
    }
    guard var part = decoder.mapping("padding") else { return nil }
    let horizontal = part.number("horizontal", in: range, unit: "pt") ?? 0
    let vertical = part.number("vertical", in: range, unit: "pt") ?? 0
    let insets = EdgeInsets(
      top: part.number("top", in: range, unit: "pt") ?? vertical,
      leading: part.number("leading", in: range, unit: "pt") ?? horizontal,
      bottom: part.number("bottom", in: range, unit: "pt") ?? vertical,
      trailing: part.number("trailing", in: range, unit: "pt") ?? horizontal)
    part.finish()
    return insets
  }

  private func frame(_ decoder: inout StrictDecoder, _ changes: inout [ViewChange]) {
    guard var part = decoder.mapping("frame") else { return }
    func length(_ key: String) -> CGFloat? { part.number(key, in: Self.lengths, unit: "pt").map { CGFloat($0) } }
    let width = length("width")
    let height = length("height")
    let minWidth = length("minWidth")
    let minHeight = length("minHeight")
    let maxWidth = greatest(&part, "maxWidth").map { CGFloat($0) }
    let maxHeight = greatest(&part, "maxHeight").map { CGFloat($0) }
    let alignment = part.choice("alignment", Self.alignments) ?? .center
    part.finish()
    changes.append { view, _ in
      var view = view
      if width != nil || height != nil {
        view = AnyView(view.frame(width: width, height: height, alignment: alignment))
      }
      if minWidth != nil || minHeight != nil || maxWidth != nil || maxHeight != nil {
        view = AnyView(
          view.frame(
            minWidth: minWidth, maxWidth: maxWidth, minHeight: minHeight, maxHeight: maxHeight, alignment: alignment))
      }
      return view
    }
  }

  /// A number, or `infinity` for all there is.
  private func greatest(_ decoder: inout StrictDecoder, _ key: String) -> Double? {
    if case .scalar("infinity", _)? = decoder.node(key)?.value { return .infinity }
    guard let node = decoder.node(key) else { return nil }
    guard case .scalar(let text, false) = node.value, ScalarText.isNumber(text) else {
      decoder.fail(
        key,
        "expected a number of points or infinity for \"\(Self.path(decoder, key))\", found \(node.foundDescription)")
      return nil
    }
    return decoder.number(key, in: Self.lengths, unit: "pt")
  }

  // MARK: Layers

  private func layerChanges(_ decoder: inout StrictDecoder, _ changes: inout [ViewChange]) {
    if let background = styleOrViews(&decoder, "background") {
      changes.append { view, scope in AnyView(view.background { background(scope) }) }
    }
    let alignment = decoder.choice("overlayAlignment", Self.alignments) ?? .center
    if let overlay = styleOrViews(&decoder, "overlay") {
      changes.append { view, scope in AnyView(view.overlay(alignment: alignment) { overlay(scope) }) }
    }
    if let background = styleOrViews(&decoder, "containerBackground") {
      changes.append { view, scope in AnyView(view.containerBackground { background(scope) }) }
    }
    if decoder.node("widgetLabel") != nil, let label = views(&decoder, "widgetLabel") {
      changes.append { view, scope in AnyView(view.widgetLabel { label(scope) }) }
    }
    add(decoder.number("cornerRadius", in: 0...1000, unit: "pt"), to: &changes) { $0.cornerRadius($1) }
    let shapes = ["rectangle", "circle", "capsule", "containerRelative"]
    add(decoder.choice("clip", shapes.map { ($0, $0) }), to: &changes) {
      ViewShape(name: $1, radius: 0).clipping($0)
    }
    if let opacity = share(&decoder, "opacity") {
      changes.append { view, scope in AnyView(view.opacity(opacity.share(in: scope))) }
    }
  }

  /// A style for a name, a colour or a gradient, else views.
  private func styleOrViews(_ decoder: inout StrictDecoder, _ key: String) -> ViewMaker? {
    guard let node = decoder.node(key) else { return nil }
    if Self.isStyle(node) { return style(&decoder, key).map { style in made { Rectangle().fill(style($0)) } } }
    return views(&decoder, key)
  }

  private static func isStyle(_ node: DocumentNode) -> Bool {
    switch node.value {
    case .scalar(let text, _): text != "spacer" && text != "divider"
    case .mapping(let members):
      members.contains { ViewStyles.keys.contains($0.key) }
        || members.contains { $0.key == "then" && isStyle($0.value) }
    case .sequence: false
    }
  }

  // MARK: Places

  private func placeChanges(_ decoder: inout StrictDecoder, _ changes: inout [ViewChange]) {
    if var offset = decoder.mapping("offset") {
      let x = offset.number("x", in: Self.offsets, unit: "pt") ?? 0
      let y = offset.number("y", in: Self.offsets, unit: "pt") ?? 0
      offset.finish()
      changes.append { view, _ in AnyView(view.offset(x: x, y: y)) }
    }
    add(decoder.number("scaleEffect", in: 0.1...10), to: &changes) { $0.scaleEffect($1) }
    add(decoder.boolean("flipsForRightToLeftLayoutDirection"), to: &changes) {
      $0.flipsForRightToLeftLayoutDirection($1)
    }
    add(decoder.integer("gridCellColumns", in: 1...100), to: &changes) { $0.gridCellColumns($1) }
    change(choice(&decoder, "gridColumnAlignment", Self.horizontals, otherwise: .leading), &changes) {
      $0.gridColumnAlignment($1)
    }
    add(decoder.number("layoutPriority", in: -1000...1000), to: &changes) { $0.layoutPriority($1) }
    add(decoder.text("accessibilityIdentifier", maximumCount: 64), to: &changes) { $0.accessibilityIdentifier($1) }
    if let label = template(&decoder, "accessibilityLabel") {
      changes.append { view, scope in AnyView(view.accessibilityLabel(label.text(in: scope))) }
    }
    actionChanges(&decoder, &changes)
  }
}
