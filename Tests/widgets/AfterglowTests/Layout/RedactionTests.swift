import Foundation
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews

@Suite struct RedactionTests {
  /// Random trees of everything that has a size.
  private struct Trees {
    var state: UInt64

    mutating func pick(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }

    mutating func make(_ depth: Int) -> AnyView {
      if depth == 0 {
        switch pick(5) {
        case 0: return AnyView(Text(["Rain", "Partly cloudy until noon", "7°", ""][pick(4)]))
        case 1: return AnyView(Image(symbol: .sun))
        case 2: return AnyView(Text(clock: .hourMinute).font(.title))
        case 3: return AnyView(Circle().fill(.secondary).frame(width: Double(4 + pick(20)), height: 12))
        default: return AnyView(Text("Long words that wrap here").font(.caption).lineLimit(2))
        }
      }
      let a = make(depth - 1)
      let b = make(depth - 1)
      switch pick(7) {
      case 0:
        return AnyView(
          HStack(alignment: .firstTextBaseline) {
            a
            b
          })
      case 1:
        return AnyView(
          VStack(alignment: .leading) {
            a
            Spacer()
            b
          })
      case 2:
        return AnyView(
          ZStack(alignment: .bottomTrailing) {
            a
            b
          })
      case 3:
        return AnyView(
          Grid {
            GridRow {
              a
              b
            }
            GridRow {
              b
              a
            }
          })
      case 4: return AnyView(a.padding(3).overlay(alignment: .topTrailing) { b })
      case 5:
        return AnyView(
          ViewThatFits {
            HStack {
              a
              b
            }
            VStack {
              a
              b
            }
          })
      default: return AnyView(a.frame(maxWidth: .infinity, alignment: .leading).privacySensitive())
      }
    }
  }

  @Test(arguments: 1...60)
  func `a placeholder moves nothing`(seed: Int) throws {
    var trees = Trees(state: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15)
    let view = trees.make(1 + seed % 4)
    let shown = try laidOut(view, width: 160, height: 160)
    let hidden = try laidOut(view.redacted(reason: .placeholder), width: 160, height: 160)
    #expect(shown.size == hidden.size)
    // Text becomes bars, one or more for each text, inside its frame; everything else keeps its frame, in order.
    let plain = shown.items.filter { if case .shape = $0.kind { true } else { false } }.map(\.frame)
    var rest = hidden.items.map(\.frame)[...]
    for frame in plain {
      let index = try #require(rest.firstIndex(of: frame))
      rest = rest[(index + 1)...]
    }
    for item in hidden.items {
      guard case .shape = item.kind else {
        Issue.record("something is shown in a placeholder")
        continue
      }
      let isInside = shown.items.contains {
        item.frame.minX >= $0.frame.minX - 0.6 && item.frame.maxX <= $0.frame.maxX + 0.6
          && item.frame.minY >= $0.frame.minY - 0.6 && item.frame.maxY <= $0.frame.maxY + 0.6
      }
      #expect(isInside, "\(item.frame) of \(shown.items.map(\.frame))")
    }
  }

  @Test func `lines become bars of their own lengths`() throws {
    let items = try drawn(
      Text("Rain from three until the evening").redacted(reason: .placeholder), width: 120, height: 100)
    #expect(items.count >= 2)
    #expect(Set(items.map { ($0.frame.width * 10).rounded() }).count >= 2)
  }

  @Test func `only what is private is hidden for privacy`() throws {
    let view = VStack {
      Text("Balance")
      Text("1,234.50").privacySensitive()
    }
    let hidden = try drawn(view.redacted(reason: .privacy), width: 100, height: 100)
    let texts = hidden.compactMap { item -> String? in
      if case .glyphs(let text) = item.kind { text.text } else { nil }
    }
    #expect(texts == ["Balance"])
    let shown = try drawn(view, width: 100, height: 100)
    #expect(shown[0].frame == hidden[0].frame)
  }

  @Test func `what is unredacted stays, and reasons reach bodies`() throws {
    struct Told: View {
      @Environment(\.redactionReasons) var reasons
      var body: some View { Text(reasons.contains(.placeholder) ? "waiting" : "there").unredacted() }
    }
    let items = try drawn(Told().redacted(reason: .placeholder), width: 100, height: 40)
    guard case .glyphs(let text)? = items.first?.kind else {
      Issue.record("it was hidden")
      return
    }
    #expect(text.text == "waiting")
  }
}
