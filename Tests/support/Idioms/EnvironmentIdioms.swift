import Afterglow
import Foundation

// Values of the environment, as read and set in widgets for iOS.

struct AccentKey: EnvironmentKey { static let defaultValue: Color = .blue }

extension EnvironmentValues {
  var accent: Color {
    get { self[AccentKey.self] }
    set { self[AccentKey.self] = newValue }
  }
}

struct EnvironmentIdioms: View {
  @Environment(\.widgetFamily) var family: WidgetFamily
  @Environment(\.colorScheme) var colorScheme
  @Environment(\.widgetRenderingMode) var renderingMode
  @Environment(\.showsWidgetContainerBackground) var showsBackground
  @Environment(\.widgetContentMargins) var margins
  @Environment(\.redactionReasons) var redactionReasons
  @Environment(\.dynamicTypeSize) var typeSize
  @Environment(\.accent) var accent
  @Environment(\.displayScale) var displayScale
  @Environment(\.pixelLength) var pixelLength
  @Environment(\.legibilityWeight) var legibilityWeight
  @Environment(\.calendar) var calendar
  @Environment(\.locale) var locale
  @Environment(\.timeZone) var timeZone
  @ScaledMetric(relativeTo: .body) var side: CGFloat = 20

  var body: some View {
    Text(family == .systemLarge ? "8 rows" : "3 rows")
    Text("Hi").foregroundColor(colorScheme == .dark ? .white : .black)
    switch renderingMode {
    case .fullColor: Color.orange
    case .accented, .vibrant: Color.white
    }
    Text("12:40").font(showsBackground ? .title : .largeTitle)
    Text("Agenda").padding(.leading, margins.leading).padding(margins)
    if redactionReasons.contains(.privacy) { Image(systemName: "lock") } else { Text("€ 1,204") }
    Text("Agenda").lineLimit(typeSize >= .accessibility1 ? 1 : 2)
    Image(systemName: "bell").frame(width: side, height: side)
    Text("A").fontWeight(legibilityWeight == .bold ? .bold : .regular).environment(\.accent, .red)
    Rectangle().fill(accent).frame(height: 1 / displayScale).padding(pixelLength)
    Text("B").transformEnvironment(\.lineLimit) { $0 = 2 }
    Text("C").environment(\.calendar, Calendar(identifier: .iso8601))
  }
}
