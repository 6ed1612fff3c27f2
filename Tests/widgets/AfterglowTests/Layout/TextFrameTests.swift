import Foundation
import Testing

@testable import AfterglowViews

/// Relations of texts to their rooms that hold in any font, as SwiftUI's documentation describes them.
@Suite struct TextFrameTests {
  private typealias Leaf = LayoutLeaf

  private static let words = "Light winds from the south west and a calm sea until the evening"

  private func size(_ view: some View, width: Double = 60, height: Double = 200) throws -> Size {
    try laidOut(view, width: width, height: height).size
  }

  @Test func `lines may be reserved`() throws {
    let one = try size(Text("One"))
    let two = try size(Text("One").lineLimit(2, reservesSpace: true))
    #expect(two.width == one.width && two.height > one.height * 1.5)
  }

  @Test func `a limit of one line cuts a text at its room`() throws {
    let one = try size(Text("One"))
    let cut = try size(Text(Self.words).lineLimit(1))
    // A text that is cut may be half a point wider than its room.
    #expect(cut.height == one.height && cut.width <= 60.5)
    #expect(try size(Text(Self.words)).height > one.height * 1.5)
  }

  @Test func `a text that may shrink is less high in a narrow room`() throws {
    let whole = try size(Text("Incomprehensible").lineLimit(1), width: 600)
    let shrunk = try size(Text("Incomprehensible").lineLimit(1).minimumScaleFactor(0.2))
    #expect(whole.width > 60 && shrunk.width <= 60.1 && shrunk.height < whole.height)
  }

  @Test func `a word that may not be divided shrinks, and is cut only where it may not shrink`() throws {
    let whole = try size(Text("Steps"), width: 600)
    let room = whole.width * 0.9
    let shrunk = try drawn(Text("Steps").minimumScaleFactor(0.5), width: room, height: 200)
    let cut = try drawn(Text("Steps"), width: room, height: 200)
    func isCut(_ items: [DrawItem]) -> Bool? {
      if case .glyphs(let text)? = items.first?.kind { text.isTruncated && text.lines.count == 1 } else { nil }
    }
    #expect(isCut(shrunk) == false && isCut(cut) == true)
    #expect(shrunk[0].frame.height < whole.height && cut[0].frame.height == whole.height)
  }

  @Test func `a timer of seconds leaves the word before it whole, and one of hours keeps its room`() throws {
    let seconds = Text(noon.addingTimeInterval(30), style: .timer)
    let (word, timer) = (try size(Text("Timer:"), width: 600).width, try size(seconds, width: 600).width)
    let row = HStack(spacing: 8) {
      Text("Timer:")
      seconds
      Spacer(minLength: 8)
    }
    let room = word + timer * 0.8 + 24
    let items = try drawn(row, width: room, height: 40)
    guard case .glyphs(let text)? = items.first?.kind else { throw CompileError("no text") }
    #expect(!text.isTruncated && text.lines.count == 1)
    #expect(items[1].frame.width >= timer * 0.6 && items[1].frame.maxX <= room - 8)
    #expect(try drawn(row, width: 600, height: 40)[1].frame.width == timer)
    let hours = Text(noon.addingTimeInterval(7200), style: .timer)
    #expect(try size(hours, width: 20).width == timer)
    let past = Text(noon.addingTimeInterval(-600), style: .timer)
    #expect(try size(past, width: 20).width == timer, "it shows an hour in fifty minutes")
  }

  @Test func `a text of fixed size ignores its room and stays in the middle of it`() throws {
    let view = Text(Self.words).fixedSize().background { Leaf.a }
    let frame = try #require(try leafFrames(view, in: Size(width: 20, height: 20))[.a])
    #expect(frame.width > 20 && abs(frame.midX - 10) < 1e-6 && abs(frame.midY - 10) < 1e-6)
    #expect(try size(Text("One")).height == frame.height)
  }

  @Test func `a label has its icon before its title`() throws {
    let label = Label {
      Text("Harbour").background { Leaf.b }
    } icon: {
      Leaf.a.box(10, 10)
    }
    let frames = try leafFrames(label, in: Size(width: 200, height: 100))
    let (icon, title) = (try #require(frames[.a]), try #require(frames[.b]))
    #expect(icon.maxX <= title.minX && icon.maxY > title.minY && icon.minY < title.maxY)
  }
}
