import Foundation

/// A picture in memory, as widgets of UIKit's time load it. ``Image`` takes it.
public final class UIImage: Sendable {
  /// The source of the picture's pixels.
  package enum Content: Sendable {
    case picture(PictureSource)
    /// A view of a fixed size in points.
    case view(Image, CGSize)
  }

  package let content: Content
  /// Pixels per point.
  public let scale: CGFloat

  /// A picture without size.
  public convenience init() { self.init(content: .view(Image(ImageDrawing(size: .zero) { _ in }), .zero), scale: 1) }

  /// The picture of a PNG or JPEG file's bytes; nil for anything else.
  public convenience init?(data: Data) { self.init(data: data, scale: 1) }

  public convenience init?(data: Data, scale: CGFloat) {
    guard !data.isEmpty, (try? PictureSource.data(data).file.header()) != nil else { return nil }
    self.init(content: .picture(.data(data)), scale: max(1, scale))
  }

  /// The picture of a file; nil if there is none.
  public convenience init?(contentsOfFile path: String) {
    guard (try? PictureSource.file(path).file.header()) != nil else { return nil }
    self.init(content: .picture(.file(path)), scale: 1)
  }

  /// A picture of the resources; nil if none has the name.
  public convenience init?(named name: String, in bundle: Bundle? = nil) {
    guard let file = ResourceCatalog.of(bundle).pictures[name]?.file(in: .dark, scale: 2) else { return nil }
    self.init(content: .picture(.file(file.path)), scale: file.scale)
  }

  /// A picture of the resources, shown in its variant for the appearance. A missing one is reported where it is shown.
  public convenience init(resource: ImageResource) {
    let named = UIImage(named: resource.name, in: resource.bundle)
    self.init(content: .view(Image(resource), named?.size ?? .zero), scale: named?.scale ?? 1)
  }

  package init(content: Content, scale: CGFloat) {
    self.content = content
    self.scale = scale
  }

  /// In points.
  public var size: CGSize {
    switch content {
    case .view(_, let size): return size
    case .picture(let source):
      guard let size = try? source.file.header().size else { return .zero }
      return CGSize(width: Double(size.width) / scale, height: Double(size.height) / scale)
    }
  }
}

extension Image {
  /// A picture in memory.
  public init(uiImage: UIImage) {
    switch uiImage.content {
    case .picture(let source): self.init(source: source, scale: uiImage.scale)
    case .view(let image, _): self = image
    }
  }
  /// A picture in memory.
  public init(nsImage: UIImage) { self.init(uiImage: nsImage) }
}

/// A colour as UIKit names it. ``Color`` takes it.
public final class UIColor: Hashable, Sendable {
  package let color: Color

  public init(_ color: Color) { self.color = color }
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(Color(red: red, green: green, blue: blue, opacity: alpha))
  }
  public convenience init(displayP3Red red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(Color(.displayP3, red: red, green: green, blue: blue, opacity: alpha))
  }
  public convenience init(white: CGFloat, alpha: CGFloat) { self.init(Color(white: white, opacity: alpha)) }
  public convenience init(hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat) {
    self.init(Color(hue: hue, saturation: saturation, brightness: brightness, opacity: alpha))
  }
  /// A colour of the resources; nil if none has the name.
  public convenience init?(named name: String, in bundle: Bundle? = nil) {
    guard let asset = ResourceCatalog.of(bundle).colors[name] else { return nil }
    self.init(Color(storage: .named(asset)))
  }
  /// A colour of the resources. A missing one is transparent, and reported where it is shown.
  public convenience init(resource: ColorResource) { self.init(Color(resource)) }

  public static func == (one: UIColor, other: UIColor) -> Bool { one.color == other.color }
  public func hash(into hasher: inout Hasher) { hasher.combine(color) }

  public func withAlphaComponent(_ alpha: CGFloat) -> UIColor { UIColor(color.opacity(alpha)) }

  /// A colour with a value for light and one for dark appearance (HIG, Color), each 0xAARRGGBB.
  package static func pair(_ light: UInt32, _ dark: UInt32) -> UIColor {
    UIColor(Color(storage: .named(ColorAsset(name: "", light: light, dark: dark))))
  }

  public static let label = UIColor(.primary)
  public static let secondaryLabel = UIColor(.secondary)
  public static let tertiaryLabel = UIColor(Color(storage: .level(2)))
  public static let quaternaryLabel = UIColor(Color(storage: .level(2)))
  public static let placeholderText = UIColor(Color(storage: .level(2)))
  // swift-format-ignore: DontRepeatTypeInStaticProperties
  public static let tintColor = UIColor(.accentColor)
  public static let link = UIColor(.accentColor)
  public static let separator = pair(0x4A3C_3C43, 0x9954_5458)
  public static let opaqueSeparator = pair(0xFFC6_C6C8, 0xFF38_383A)
  public static let systemBackground = pair(0xFFFF_FFFF, 0xFF00_0000)
  public static let secondarySystemBackground = pair(0xFFF2_F2F7, 0xFF1C_1C1E)
  public static let tertiarySystemBackground = pair(0xFFFF_FFFF, 0xFF2C_2C2E)
  public static let systemGroupedBackground = pair(0xFFF2_F2F7, 0xFF00_0000)
  public static let secondarySystemGroupedBackground = pair(0xFFFF_FFFF, 0xFF1C_1C1E)
  public static let tertiarySystemGroupedBackground = pair(0xFFF2_F2F7, 0xFF2C_2C2E)
  public static let systemFill = pair(0x3378_7880, 0x5C78_7880)
  public static let secondarySystemFill = pair(0x2878_7880, 0x5278_7880)
  public static let tertiarySystemFill = pair(0x1E76_7680, 0x3D76_7680)
  public static let quaternarySystemFill = pair(0x1474_7480, 0x2E76_7680)
  public static let systemRed = UIColor(Color.red)
  public static let systemOrange = UIColor(Color.orange)
  public static let systemYellow = UIColor(Color.yellow)
  public static let systemGreen = UIColor(Color.green)
  public static let systemMint = UIColor(Color.mint)
  public static let systemTeal = UIColor(Color.teal)
  public static let systemCyan = UIColor(Color.cyan)
  public static let systemBlue = UIColor(Color.blue)
  public static let systemIndigo = UIColor(Color.indigo)
  public static let systemPurple = UIColor(Color.purple)
  public static let systemPink = UIColor(Color.pink)
  public static let systemBrown = UIColor(Color.brown)
  public static let systemGray = UIColor(Color.gray)
  public static let systemGray2 = pair(0xFFAE_AEB2, 0xFF63_6366)
  public static let systemGray3 = pair(0xFFC7_C7CC, 0xFF48_484A)
  public static let systemGray4 = pair(0xFFD1_D1D6, 0xFF3A_3A3C)
  public static let systemGray5 = pair(0xFFE5_E5EA, 0xFF2C_2C2E)
  public static let systemGray6 = pair(0xFFF2_F2F7, 0xFF1C_1C1E)
  public static let clear = UIColor(.clear)
  public static let black = UIColor(.black)
  public static let white = UIColor(.white)
  public static let darkGray = UIColor(Color(white: 1 / 3))
  public static let lightGray = UIColor(Color(white: 2 / 3))
  public static let gray = UIColor(Color(white: 0.5))
  public static let red = UIColor(Color(red: 1, green: 0, blue: 0))
  public static let green = UIColor(Color(red: 0, green: 1, blue: 0))
  public static let blue = UIColor(Color(red: 0, green: 0, blue: 1))
  public static let cyan = UIColor(Color(red: 0, green: 1, blue: 1))
  public static let yellow = UIColor(Color(red: 1, green: 1, blue: 0))
  public static let magenta = UIColor(Color(red: 1, green: 0, blue: 1))
  public static let orange = UIColor(Color(red: 1, green: 0.5, blue: 0))
  public static let purple = UIColor(Color(red: 0.5, green: 0, blue: 0.5))
  public static let brown = UIColor(Color(red: 0.6, green: 0.4, blue: 0.2))
}

extension Color {
  /// A colour of UIKit.
  public init(uiColor: UIColor) { self = uiColor.color }
  /// A colour of UIKit.
  public init(nsColor: UIColor) { self = nsColor.color }
  /// A colour of UIKit: `Color(.systemBackground)`.
  @_disfavoredOverload
  public init(_ color: UIColor) { self = color.color }
}
