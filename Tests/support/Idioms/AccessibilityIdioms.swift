import Afterglow
import Foundation

// What views say, move and pass on, as written for SwiftUI.

struct AccessibilityIdioms: View {
  var steps = 8412

  var body: some View {
    Image(systemName: "cloud.rain").accessibilityLabel("Rain")
    Circle().accessibilityLabel(Text("Steps")).accessibilityValue("\(steps) of 10,000")
    Circle().fill(.blue).accessibilityHidden(true)
    VStack {
      Text("Rome")
      Text("18°")
    }
    .accessibilityElement(children: .combine)
    Text("Tomorrow").font(.headline).accessibilityAddTraits(.isHeader)
    Text("12").accessibilityHint("In kilometres").accessibilitySortPriority(2)
    Color.red.accessibilityRepresentation { Text("A red field") }
  }
}

struct MotionIdioms: View {
  var count = 12
  var progress = 0.6
  var title = "Title"
  @Namespace private var space

  var body: some View {
    Text("\(count)").contentTransition(.numericText(value: Double(count)))
    ProgressView(value: progress).animation(.spring(duration: 0.4), value: progress)
    Text(title).id(title).transition(.push(from: .bottom))
    Text("\(count)").invalidatableContent()
    Text(title).matchedGeometryEffect(id: "title", in: space).geometryGroup()
  }
}

struct LabelWidthKey: PreferenceKey {
  static let defaultValue: CGFloat = 0
  static func reduce(value: inout CGFloat, nextValue: () -> CGFloat) { value = max(value, nextValue()) }
}

struct PreferenceIdioms: View {
  @State private var labelWidth: CGFloat = 60
  @AppStorage("name", store: UserDefaults(suiteName: "group.com.example")) private var name = "–"

  var body: some View {
    Text(name).background(GeometryReader { Color.clear.preference(key: LabelWidthKey.self, value: $0.size.width) })
      .frame(minWidth: labelWidth, alignment: .leading)
      .onPreferenceChange(LabelWidthKey.self) { labelWidth = $0 }
    Text("Inset").safeAreaInset(edge: .bottom) { Text("Foot").font(.caption2) }
    Text("Half").containerRelativeFrame(.horizontal, count: 4, span: 1, spacing: 4)
    Text("Tagged").tag(1).help("A tip").allowsHitTesting(false).onAppear {}
  }
}

extension EnvironmentValues {
  @Entry var isCompact: Bool = false
  @Entry var unit: String?
}

struct EntryIdioms: View {
  @Environment(\.isCompact) private var isCompact
  @Environment(\.unit) private var unit

  var body: some View { Text(isCompact ? "Wed" : "Wednesday" + (unit ?? "")) }
}

#Preview("Badge") { Text("3").padding() }
#Preview { EntryIdioms().environment(\.isCompact, true) }

struct Idiom_Previews: PreviewProvider {
  static var previews: some View {
    Text("Hello").previewContext(WidgetPreviewContext(family: .systemMedium)).previewDisplayName("Medium")
  }
}
