import Afterglow
import Foundation

// What authors of widgets write to arrange views, as for SwiftUI: it must compile unchanged. Behaviour is tested
// elsewhere.

struct StackIdioms: View {
  let levels: [Double]
  let names: [String]
  let minutes: Int?

  var body: some View {
    VStack(alignment: .leading, spacing: 4) {
      Text("Standup").font(.headline)
      Text("Room 4")
    }
    HStack(alignment: .firstTextBaseline, spacing: 2) {
      Text("8.4").font(.title)
      Text("km").font(.caption)
    }
    VStack {
      Text("Top")
      Spacer(minLength: 0)
      Text("Bottom")
    }
    Text("Agenda").padding([.horizontal, .top], 12).padding(.bottom, 6)
    ViewThatFits(in: .horizontal) {
      Text("Monday")
      Text("Mo")
    }
    Text("24").padding(8).background { RoundedRectangle(cornerRadius: 8).fill(.quaternary) }
    ForEach(Array(names.enumerated()), id: \.offset) { index, name in Text("\(index + 1). \(name)") }
    if let minutes { Text("\(minutes) min") } else { Text("No trains") }
  }
}

struct PlaceIdioms: View {
  let shift = CGSize(width: 4, height: -4)
  let place: CGPoint = .init(x: 20, y: 30)
  let width: CGFloat? = nil

  var body: some View {
    ZStack {
      Circle().frame(width: 8).offset(shift)
      Circle().frame(width: 8).position(place)
      Circle().frame(width: width).position(.zero).offset(.zero)
    }
    GeometryReader { geo in
      let side: CGFloat = min(geo.size.width, geo.size.height)
      Circle().frame(width: side * 0.8).position(x: geo.frame(in: .local).midX, y: side / 2)
    }
    GeometryReader { geo in
      Path { path in
        path.move(to: .zero)
        path.addLine(to: CGPoint(x: geo.size.width, y: geo.frame(in: .global).maxY))
      }
      .stroke(.red, lineWidth: 1)
    }
    HStack {
      Text("Amsterdam").lineLimit(1)
      Text("12:04").layoutPriority(1)
    }
    VStack(alignment: .leading) {
      Text("Total")
      Text("12").alignmentGuide(.leading) { dimensions in dimensions[.leading] - 8 }
    }
    Image(systemName: "leaf").aspectRatio(CGSize(width: 3, height: 2), contentMode: .fill)
    Image(systemName: "leaf").aspectRatio(1, contentMode: .fit).aspectRatio(contentMode: .fill)
    ZStack {
      Color.black.ignoresSafeArea()
      Text("Night")
    }
    .ignoresSafeArea(.container, edges: .top)
  }
}

struct GridIdioms: View {
  let levels: [Double]

  var body: some View {
    Grid(alignment: .leading, horizontalSpacing: 12, verticalSpacing: 4) {
      GridRow {
        Text("Wind")
        Text("12 km/h")
      }
      GridRow {
        Text("Humidity")
        Text("64%")
      }
    }
    let rows = [GridItem](repeating: GridItem(.fixed(10)), count: 7)
    LazyHGrid(rows: rows, spacing: 3) {
      ForEach(levels.indices, id: \.self) { i in
        Rectangle().fill(.green.opacity(levels[i])).frame(width: 10)
      }
    }
    let columns = Array(repeating: GridItem(.flexible(minimum: 20), spacing: 2), count: 3)
    LazyVGrid(columns: columns, alignment: .leading, spacing: 2) { Text("1") }
  }
}

enum LoadState {
  case loading
  case failed(String)
  case loaded(Int)
}

struct BuilderIdioms: View {
  let state: LoadState
  let change: Double
  let isLarge: Bool

  @ViewBuilder var content: some View {
    Text("Steps")
    if isLarge { Text("8,412").font(.title) }
  }

  var arrow: AnyView {
    if change == 0 { return AnyView(EmptyView()) }
    return AnyView(Image(systemName: change > 0 ? "arrow.up" : "arrow.down"))
  }

  var body: some View {
    switch state {
    case .loading: ProgressView()
    case .failed(let message): Text(message)
    case .loaded(let count): Text(count, format: .number)
    }
    content.padding()
    arrow.font(.caption)
    Tile(title: "Steps") { Text("8,412") }.cardStyle().id(change)
  }
}

struct Tile<Content: View>: View {
  let title: String
  @ViewBuilder let content: Content

  var body: some View {
    VStack(alignment: .leading) {
      Text(title).font(.caption)
      content
    }
  }
}

struct CardStyle: ViewModifier {
  @Environment(\.colorScheme) var colorScheme
  var radius: CGFloat = 8

  func body(content: Content) -> some View {
    content.padding(10).clipShape(RoundedRectangle(cornerRadius: radius))
  }
}

extension View {
  func cardStyle() -> some View { modifier(CardStyle()) }
  func plain() -> ModifiedContent<Self, EmptyModifier> { modifier(EmptyModifier()) }
}

struct LayoutIdioms: View {
  @Environment(\.widgetFamily) var family

  var body: some View {
    let layout = family == .systemSmall ? AnyLayout(VStackLayout(spacing: 4)) : AnyLayout(HStackLayout())
    layout {
      Text("A")
      Text("B").layoutValue(key: Weight.self, value: 2)
    }
    Columns { Text("A") }
    Flow(spacing: 4) { Text("A") }
    ZStackLayout(alignment: .topLeading) { Text("A") }
  }
}

struct Columns: Layout {
  func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) -> CGSize {
    proposal.replacingUnspecifiedDimensions()
  }

  func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) {
    for (index, subview) in subviews.enumerated() {
      subview.place(at: CGPoint(x: bounds.minX + CGFloat(index) * 40, y: bounds.minY), proposal: .unspecified)
    }
  }
}

struct Weight: LayoutValueKey { static let defaultValue = 1.0 }

struct Flow: Layout {
  struct Cache { var sizes: [CGSize] }
  var spacing: CGFloat

  static var layoutProperties: LayoutProperties {
    var properties = LayoutProperties()
    properties.stackOrientation = .horizontal
    return properties
  }

  func makeCache(subviews: Subviews) -> Cache { Cache(sizes: subviews.map { $0.sizeThatFits(.unspecified) }) }

  func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache) -> CGSize {
    let width = cache.sizes.map(\.width).reduce(0, +) + spacing * CGFloat(max(0, subviews.count - 1))
    return CGSize(width: min(width, proposal.width ?? .infinity), height: cache.sizes.map(\.height).max() ?? 0)
  }

  func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache) {
    var x = bounds.minX
    for index in subviews.indices {
      let dimensions = subviews[index].dimensions(in: .unspecified)
      subviews[index].place(
        at: CGPoint(x: x, y: bounds.midY - dimensions[VerticalAlignment.center]), anchor: .topLeading,
        proposal: ProposedViewSize(cache.sizes[index]))
      x += dimensions.width + spacing * subviews[index][Weight.self]
    }
  }
}

private struct FirstThird: AlignmentID {
  static func defaultValue(in context: ViewDimensions) -> CGFloat { context.height / 3 }
}

extension VerticalAlignment {
  static let firstThird = VerticalAlignment(FirstThird.self)
}
