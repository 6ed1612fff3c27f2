import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews

/// Labels on buttons and toggles that are filled with their tint.
@Suite struct LabelContrastTests {
  private static let tints: [Color] =
    [
      .red, .orange, .yellow, .green, .mint, .teal, .cyan, .blue, .indigo, .purple, .pink, .brown, .gray, .white,
      .black,
    ]
    + [Color(white: 0.5), Color(hex: 0x20_0040), .green.opacity(0.5), .blue.opacity(0.3), .primary, .secondary]

  private enum Look: CaseIterable {
    case dark, light, vibrant, greyInk

    /// Least contrast of a label: on paper that of text, on a panel that emits light that of large text.
    var least: Double { self == .greyInk ? 4.5 : 3 }

    func change(_ environment: inout EnvironmentValues) {
      environment.colorScheme = isOnWhite ? .light : .dark
      if self == .vibrant { environment.widgetRenderingMode = .vibrant }
      environment.accessibilityInvertColors = self == .greyInk
    }

    private var isOnWhite: Bool { self == .light || self == .greyInk }

    private var palette: Palette {
      var palette = Palette(
        renderingMode: self == .vibrant ? .vibrant : .fullColor,
        surface: self == .greyInk ? .reflective(.shades) : .emissive, colorScheme: isOnWhite ? .light : .dark)
      if self == .light { palette.backgroundArgb = 0xFFFF_FFFF }
      return palette
    }

    /// The colour of an item as the panel shows it, before the ground.
    func shown(_ item: DrawItem) -> Color {
      var argb: UInt32 = 0
      switch item.style.storage {
      case .color(let own): argb = palette.color(own, isBackground: false, isShape: !item.isGlyphs).argb
      case .hierarchical(let level): argb = palette.color(of: level).argb
      case .background: argb = palette.background.argb
      default: Issue.record("\(item.style)")
      }
      let color = PixelColor(argb: argb)
      let ground = isOnWhite ? 255 : 0
      func part(_ code: UInt8) -> UInt8 {
        UInt8((Int(code) * Int(color.alpha) + ground * (255 - Int(color.alpha))) / 255)
      }
      return Color(red: part(color.red), green: part(color.green), blue: part(color.blue))
    }
  }

  private func contrast(_ control: some View, in look: Look) throws -> Double {
    let items = try laidOut(control, width: 200, height: 60) { look.change(&$0) }.items
      .filter { $0.toggle?.isShown ?? true }
    let label = try #require(items.first { $0.isGlyphs })
    let fill = try #require(items.first { !$0.isGlyphs })
    return look.shown(label).contrast(with: look.shown(fill))
  }

  @Test(arguments: tints) func `a label can be read on any tint`(_ tint: Color) throws {
    for look in Look.allCases {
      let toggle = try contrast(Toggle("Title", isOn: true).toggleStyle(.button).tint(tint), in: look)
      let button = try contrast(Button("Title") {}.buttonStyle(.borderedProminent).tint(tint), in: look)
      #expect(toggle >= look.least && button >= look.least, "\(tint) \(look): \(toggle), \(button)")
    }
  }

  private func label(on tint: Color) throws -> Color {
    let button = Button("Title") {}.buttonStyle(.borderedProminent).tint(tint)
    let items = try laidOut(button, width: 200, height: 60) { Look.dark.change(&$0) }.items
    return Look.dark.shown(try #require(items.first { $0.isGlyphs }))
  }

  @Test(arguments: [Color.blue, .indigo, .purple, .red, .pink])
  func `a label is white where white can be read`(tint: Color) throws {
    #expect(try label(on: tint).contrast(with: .black) > 20)
  }

  @Test(arguments: [Color.yellow, .green, .orange, .white])
  func `a label on a light fill is black`(tint: Color) throws {
    #expect(try label(on: tint).contrast(with: .white) > 20)
  }

  @Test func `a destructive label can be read`() throws {
    for look in Look.allCases {
      let button = try contrast(Button("Title", role: .destructive) {}.buttonStyle(.borderedProminent), in: look)
      #expect(button >= look.least, "\(look): \(button)")
    }
  }

  @Test func `what the host colours leaves a label its opacity`() throws {
    let items = try laidOut(
      Toggle("Title", isOn: true).toggleStyle(.button).tint(.green), width: 200, height: 60
    ) { $0.widgetRenderingMode = .accented }.items.filter { $0.toggle?.isShown ?? true }
    let alphas = items.map { item -> UInt32 in
      if case .color(let argb) = item.style.storage { argb >> 24 } else { 0 }
    }
    #expect(alphas.count == 2 && alphas[0] < 100 && alphas[1] == 255)
  }
}

extension DrawItem {
  fileprivate var isGlyphs: Bool { if case .glyphs = kind { true } else { false } }
}
