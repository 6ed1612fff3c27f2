import Foundation
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews

/// What is allowed in a block of views.
@Suite struct ViewBuilderTests {
  private struct Mixed: View {
    enum Weather { case sun, rain, snow }
    let weather: Weather
    let words: String?

    var body: some View {
      VStack {
        if #available(macOS 15, *) { Text("new") }
        if weather == .sun { Text("sun") } else if weather == .rain { Text("rain") } else { Text("else") }
        switch weather {
        case .sun: Text("1")
        case .rain:
          Text("2")
          Text("3")
        case .snow: EmptyView()
        }
        if let words { Text(words) }
        for index in 0..<2 { Text("n\(index)") }
        ForEach(["a", "b"], id: \.self) { Text($0) }
        let local = words ?? "none"
        Text(local)
      }
    }
  }

  private func texts(_ view: some View) throws -> [String] {
    try drawn(view, width: 200, height: 600).compactMap { item in
      if case .glyphs(let text) = item.kind { text.text } else { nil }
    }
  }

  @Test func `conditions, switches and loops`() throws {
    #expect(try texts(Mixed(weather: .sun, words: nil)) == ["new", "sun", "1", "n0", "n1", "a", "b", "none"])
    #expect(try texts(Mixed(weather: .rain, words: "w")) == ["new", "rain", "2", "3", "w", "n0", "n1", "a", "b", "w"])
    #expect(try texts(Mixed(weather: .snow, words: nil)) == ["new", "else", "n0", "n1", "a", "b", "none"])
  }

  @Test func `upper case and designs are taken from the surroundings`() throws {
    #expect(try texts(Text("Straße").textCase(.uppercase)) == ["STRASSE"])
    #expect(try texts(Text("x").font(.system(.title, design: .rounded, weight: .bold))) == ["x"])
  }
}
