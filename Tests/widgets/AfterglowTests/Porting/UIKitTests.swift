import Foundation
import Testing

@testable import AfterglowCompiler
@testable import AfterglowPorting
@testable import AfterglowViews

/// UIKit's names, as widgets use them.
@Suite struct UIKitTests {
  /// Reads while the body of a view is evaluated.
  private struct Reading: View {
    let read: () -> Void

    var body: some View {
      let _ = read()
      Color.clear
    }
  }

  /// A value as a view reads it whose environment has a setting.
  private func inBody<Setting, Value>(
    _ path: WritableKeyPath<EnvironmentValues, Setting>, _ setting: Setting, read: @escaping () -> Value
  ) throws -> Value {
    var value: Value?
    _ = try laidOut(Reading { value = read() }, width: 10, height: 10) { $0[keyPath: path] = setting }
    return try #require(value)
  }

  private func bounds(_ item: DrawItem) -> Rect {
    guard case .shape(let geometry, _) = item.kind else { return item.frame }
    var path = Path()
    path.geometry = geometry
    return path.bounds
  }

  private func isNear(_ one: CGFloat, _ other: CGFloat) -> Bool { abs(one - other) < 0.003 }

  // MARK: colours

  @Test func `colours have components`() {
    let color = UIColor(red: 1, green: 0.5, blue: 0, alpha: 0.25)
    var (red, green, blue, alpha) = (CGFloat(0), CGFloat(0), CGFloat(0), CGFloat(0))
    color.getRed(&red, green: &green, blue: &blue, alpha: &alpha)
    #expect(red == 1 && isNear(green, 0.5) && blue == 0 && isNear(alpha, 0.25))
    var (hue, saturation, brightness) = (CGFloat(0), CGFloat(0), CGFloat(0))
    color.getHue(&hue, saturation: &saturation, brightness: &brightness, alpha: nil)
    #expect(isNear(hue, 1 / 12) && saturation == 1 && brightness == 1)
    var white: CGFloat = 0
    let isGrey = UIColor(white: 0.4, alpha: 1).getWhite(&white, alpha: nil)
    #expect(isGrey && isNear(white, 0.4))
    let isOrangeGrey = color.getWhite(&white, alpha: nil)
    #expect(!isOrangeGrey && isNear(white, 0.4), "nothing is written")
    #expect(color.cgColor.components?.count == 4 && color.cgColor.numberOfComponents == 4)
    #expect(UIColor(cgColor: UIColor.green.cgColor) == .green)
    #expect(Color(UIColor.green) == Color(red: 0, green: 1, blue: 0))
  }

  @Test func `a colour can depend on the appearance`() throws {
    let color = UIColor { $0.userInterfaceStyle == .dark ? .white : .black }
    #expect(color.resolvedColor(with: UITraitCollection(userInterfaceStyle: .light)) == .black)
    #expect(color.resolvedColor(with: UITraitCollection(userInterfaceStyle: .dark)) == .white)
    let drawn = try laidOut(Color(color), width: 10, height: 10) { $0.colorScheme = .light }
    #expect(drawn.items.first?.style == AnyShapeStyle(storage: .color(0xFF00_0000)))
    let style = try inBody(\.colorScheme, .light) { UITraitCollection.current.userInterfaceStyle }
    #expect(style == .light)
  }

  // MARK: pictures

  @Test func `a symbol is a picture in its font's size and its tint`() throws {
    #expect(UIImage(systemName: "no.such.symbol") == nil)
    let configuration = UIImage.SymbolConfiguration(pointSize: 30, weight: .bold)
    let image = try #require(UIImage(systemName: "star.fill", withConfiguration: configuration))
    let own = try drawn(Image(uiImage: image), width: 100, height: 100)
    let plain = try drawn(Image(systemName: "star.fill").font(.system(size: 30)), width: 100, height: 100)
    #expect(own.map(\.frame) == plain.map(\.frame) && !own.isEmpty)
    let tinted = try drawn(Image(uiImage: image.withTintColor(.red)), width: 100, height: 100)
    #expect(tinted.map(\.style) == [AnyShapeStyle(storage: .color(0xFFFF_0000))])
    // As a template it has the colour of its place.
    let template = Image(uiImage: image.withTintColor(.red, renderingMode: .alwaysTemplate)).foregroundStyle(Color.blue)
    let styles = try drawn(template, width: 100, height: 100).map(\.style)
    #expect(styles == [AnyShapeStyle(storage: .color(Color.blue.argb))])
  }

  @Test func `a drawing has its size, and is drawn in the size of its frame`() throws {
    let image = UIGraphicsImageRenderer(size: CGSize(width: 40, height: 20)).image { context in
      UIColor.red.setFill()
      context.fill(CGRect(x: 10, y: 5, width: 20, height: 10))
    }
    #expect(image.size == CGSize(width: 40, height: 20) && image.pngData() == nil)
    let own = try laidOut(Image(uiImage: image), width: 200, height: 100, scale: 1)
    #expect(own.size == Size(width: 40, height: 20))
    #expect(own.items.map(bounds) == [Rect(x: 90, y: 45, width: 20, height: 10)])
    #expect(own.items[0].style == AnyShapeStyle(storage: .color(0xFFFF_0000)))
    let large = try laidOut(Image(uiImage: image).resizable().scaledToFit(), width: 200, height: 100, scale: 1)
    #expect(large.items.map(bounds) == [Rect(x: 50, y: 25, width: 100, height: 50)])
  }

  @Test func `a drawing keeps and returns its state, and ends at its edges`() throws {
    let image = UIGraphicsImageRenderer(size: CGSize(width: 20, height: 20)).image { context in
      let graphics = context.cgContext
      graphics.saveGState()
      graphics.translateBy(x: 10, y: 0)
      graphics.setFillColor(UIColor.green.cgColor)
      graphics.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
      graphics.restoreGState()
      graphics.fillEllipse(in: CGRect(x: 0, y: 0, width: 4, height: 4))
      UIColor.blue.setStroke()
      let path = UIBezierPath()
      path.lineWidth = 2
      path.move(to: CGPoint(x: 0, y: 10))
      path.addLine(to: CGPoint(x: 20, y: 10))
      path.stroke()
    }
    let drawn = try laidOut(Image(uiImage: image), width: 20, height: 20, scale: 1)
    #expect(drawn.problems.isEmpty)
    let colors: [UInt32] = [0xFF00_FF00, 0xFF00_0000, 0xFF00_00FF]
    let shapes = drawn.items.filter { if case .shape = $0.kind { true } else { false } }
    #expect(shapes.map(\.style) == colors.map { AnyShapeStyle(storage: .color($0)) })
    #expect(bounds(shapes[0]) == Rect(x: 10, y: 0, width: 4, height: 4))
    #expect(bounds(shapes[1]).minX < 1)

    let outside = UIGraphicsImageRenderer(size: CGSize(width: 10, height: 10)).image { context in
      context.fill(CGRect(x: -50, y: -50, width: 100, height: 100))
    }
    let clipped = try laidOut(Image(uiImage: outside), width: 10, height: 10, scale: 1)
    #expect(clipped.items.contains { if case .beginClip = $0.kind { true } else { false } })
  }

  @Test func `the functions that begin and end an image make one`() throws {
    #expect(UIGraphicsGetCurrentContext() == nil && UIGraphicsGetImageFromCurrentImageContext() == nil)
    UIGraphicsBeginImageContextWithOptions(CGSize(width: 8, height: 8), true, 0)
    UIColor.white.set()
    UIBezierPath(rect: CGRect(x: 2, y: 2, width: 4, height: 4)).fill()
    let image = try #require(UIGraphicsGetImageFromCurrentImageContext())
    UIGraphicsEndImageContext()
    #expect(UIGraphicsGetCurrentContext() == nil)
    let styles = try drawn(Image(uiImage: image), width: 8, height: 8).map(\.style)
    let colors: [UInt32] = [0xFF00_0000, 0xFFFF_FFFF]
    #expect(styles == colors.map { AnyShapeStyle(storage: .color($0)) })
  }

  // MARK: the device

  @Test func `the idiom is a phone's, and a pad's in the families that phones do not have`() throws {
    func idiom(_ family: WidgetFamily) throws -> UIUserInterfaceIdiom {
      try inBody(\.widgetFamily, family) { UIDevice.current.userInterfaceIdiom }
    }
    #expect(try idiom(.systemLarge) == .phone)
    #expect(try idiom(.systemExtraLarge) == .pad)
    let model = try inBody(\.widgetFamily, .systemExtraLarge) { UIDevice.current.model }
    #expect(model == "iPad")
    #expect(UIScreen.main.bounds == CGRect(x: 0, y: 0, width: 430, height: 932))
  }

  @Test func `lengths and fonts scale with the type size`() throws {
    func scaled(_ size: DynamicTypeSize) throws -> CGFloat {
      try inBody(\.dynamicTypeSize, size) { UIFontMetrics(forTextStyle: .body).scaledValue(for: 17) }
    }
    #expect(try scaled(.large) == 17)
    #expect(try scaled(.accessibility5) == 53)
    let traits = UITraitCollection(preferredContentSizeCategory: .accessibilityExtraExtraExtraLarge)
    #expect(UIFontMetrics.default.scaledValue(for: 34, compatibleWith: traits) == 106)
    #expect(UIFont.preferredFont(forTextStyle: .caption1, compatibleWith: traits).pointSize == 43)
    #expect(UIFontMetrics.default.scaledFont(for: .systemFont(ofSize: 17), maximumPointSize: 12).pointSize == 12)
    #expect(Font(UIFont.boldSystemFont(ofSize: 20)) == Font.system(size: 20, weight: .bold))
  }

  @Test func `content size categories are type sizes`() throws {
    #expect(UIContentSizeCategory.small < .accessibilityMedium)
    #expect(UIContentSizeCategory.accessibilityMedium.isAccessibilityCategory)
    #expect(!UIContentSizeCategory.extraExtraExtraLarge.isAccessibilityCategory)
    #expect(DynamicTypeSize(UIContentSizeCategory.extraLarge) == .xLarge)
    #expect(DynamicTypeSize(UIContentSizeCategory.unspecified) == nil)
    #expect(UIContentSizeCategory(ContentSizeCategory.accessibilityLarge) == .accessibilityLarge)
    let current = try inBody(\.dynamicTypeSize, .accessibility1) {
      UITraitCollection.current.preferredContentSizeCategory
    }
    #expect(current == .accessibilityMedium)
    let size = try inBody(\.sizeCategory, .accessibilityMedium) { EnvironmentValues.ofBody.dynamicTypeSize }
    #expect(size == .accessibility1)
  }
}
