import Afterglow
import AfterglowDocuments
import Foundation

/// Words, symbols and shapes.
extension ViewReader {
  func words(_ decoder: inout StrictDecoder) -> ViewMaker? {
    guard let template = template(&decoder, "text", required: true) else { return nil }
    return made { template.text(in: $0) }
  }

  static let clockFormats: [(String, ClockFormat)] = [
    ("hourMinute", .hourMinute), ("hourMinute24", .hourMinute24), ("hour", .hour), ("hour24", .hour24),
    ("minute", .minute), ("second", .second), ("hourMinuteSecond", .hourMinuteSecond), ("dayPeriod", .dayPeriod),
    ("weekday", .weekday), ("weekdayAbbreviated", .weekdayAbbreviated), ("day", .day), ("month", .month),
    ("dayMonth", .dayMonth), ("weekdayDayMonth", .weekdayDayMonth),
  ]

  func clock(_ decoder: inout StrictDecoder) -> ViewMaker? {
    let format = decoder.choice("clock", Self.clockFormats, required: true)
    var zone: TimeZone?
    if let name = decoder.text("zone", maximumCount: 64) {
      zone = ZoneName.zone(name)
      if zone == nil {
        let hint = ZoneName.suggestion(for: name)
        decoder.fail("zone", "expected an IANA time zone such as Europe/Lisbon for \"zone\", found \"\(name)\"\(hint)")
      }
    }
    guard let format else { return nil }
    return made { [zone] _ in Text(clock: format, in: zone) }
  }

  func symbol(_ decoder: inout StrictDecoder) -> ViewMaker? {
    guard let name = symbolName(&decoder, "symbol", required: true) else { return nil }
    return made { Image(systemName: name.symbol(in: $0)) }
  }

  /// A symbol's name, or text with a value that becomes one.
  func symbolName(_ decoder: inout StrictDecoder, _ key: String, required: Bool = false) -> ViewText? {
    guard let name = template(&decoder, key, required: required) else { return nil }
    if let words = name.words, Symbol(named: words) == nil {
      decoder.fail(
        key,
        "expected a symbol's name such as drop or house for \"\(key)\", found \"\(words.prefix(40))\""
          + Symbol.hint(for: words))
      return nil
    }
    return name
  }

  func label(_ decoder: inout StrictDecoder) -> ViewMaker? {
    guard var label = decoder.mapping("label", required: "a mapping with \"title\" and \"symbol\"") else { return nil }
    let title = template(&label, "title", required: true)
    let symbol = symbolName(&label, "symbol", required: true)
    label.finish()
    guard let title, let symbol else { return nil }
    return made { scope in
      Label {
        title.text(in: scope)
      } icon: {
        Image(systemName: symbol.symbol(in: scope))
      }
    }
  }

  func spacer(_ decoder: inout StrictDecoder) -> ViewMaker? {
    let length = decoder.number("spacer", in: Self.lengths, unit: "pt")
    return made { _ in Spacer(minLength: length.map { CGFloat($0) }) }
  }

  func divider(_ decoder: inout StrictDecoder) -> ViewMaker? {
    if decoder.node("divider") != nil { decoder.fail("divider", "expected no value for \"divider\"") }
    return made { _ in Divider() }
  }

  func shape(_ decoder: inout StrictDecoder) -> ViewMaker? {
    let kind = decoder.choice("shape", ViewShape.names.map { ($0, $0) }, required: true)
    let radius = decoder.number("radius", in: 0...1000, unit: "pt")
    let fill = style(&decoder, "fill")
    let stroke = style(&decoder, "stroke")
    let width = decoder.number("lineWidth", in: 0...200, unit: "pt") ?? 1
    guard let kind else { return nil }
    if radius != nil && kind != "roundedRectangle" {
      decoder.fail("radius", "expected \"radius\" only with roundedRectangle, found it with \(kind)")
    }
    let shape = ViewShape(name: kind, radius: radius ?? 8)
    return made { scope in
      ZStack {
        if fill != nil || stroke == nil { shape.filled(fill?(scope)) }
        if let stroke { shape.stroked(stroke(scope), width) }
      }
    }
  }
}

extension ViewText {
  /// The name of a symbol; one that a value gives and that is none is noted.
  fileprivate func symbol(in scope: ViewScope) -> String {
    let name = plainText(in: scope)
    if words == nil, !name.isEmpty, Symbol(named: name) == nil, let position {
      scope.ledger.note(
        ViewFault(
          message: "expected a symbol's name from values, found \"\(name.prefix(40))\"\(Symbol.hint(for: name))",
          position: position))
    }
    return name
  }
}

/// A shape by its name.
struct ViewShape: Sendable {
  var name: String
  var radius: Double

  static let names = ["rectangle", "roundedRectangle", "circle", "capsule", "ellipse", "containerRelative"]

  /// How a shape is used: filled, stroked or as a clip.
  private enum Use {
    /// In the surrounding foreground style where none is given.
    case fill(AnyShapeStyle?)
    case stroke(AnyShapeStyle, Double)
    case clip(AnyView)
  }

  func filled(_ style: AnyShapeStyle?) -> AnyView { made(.fill(style)) }
  func stroked(_ style: AnyShapeStyle, _ width: Double) -> AnyView { made(.stroke(style, width)) }
  func clipping(_ view: AnyView) -> AnyView { made(.clip(view)) }

  private func made(_ use: Use) -> AnyView {
    switch name {
    case "roundedRectangle": Self.made(RoundedRectangle(cornerRadius: radius), use)
    case "circle": Self.made(Circle(), use)
    case "capsule": Self.made(Capsule(), use)
    case "ellipse": Self.made(Ellipse(), use)
    case "containerRelative": Self.made(ContainerRelativeShape(), use)
    default: Self.made(Rectangle(), use)
    }
  }

  private static func made(_ shape: some InsettableShape, _ use: Use) -> AnyView {
    switch use {
    case .fill(nil): AnyView(shape)
    case .fill(let style?): AnyView(shape.fill(style))
    case .stroke(let style, let width): AnyView(shape.strokeBorder(style, lineWidth: width))
    case .clip(let view): AnyView(view.clipShape(shape))
    }
  }
}
