import AfterglowArchive
import AfterglowCore
import Foundation
import Testing

import struct AfterglowViews.Color

@testable import AfterglowCompiler
@testable import AfterglowViews

/// Values that views pass up, keep while they are laid out, and that change with time.
@Suite struct PreferenceTests {
  private struct WidthKey: PreferenceKey {
    static let defaultValue: CGFloat = 0
    static func reduce(value: inout CGFloat, nextValue: () -> CGFloat) { value = max(value, nextValue()) }
  }

  private struct NamesKey: PreferenceKey {
    static var defaultValue: [String] { [] }
    static func reduce(value: inout [String], nextValue: () -> [String]) { value += nextValue() }
  }

  private struct BoundsKey: PreferenceKey {
    static var defaultValue: Anchor<CGRect>? { nil }
    static func reduce(value: inout Anchor<CGRect>?, nextValue: () -> Anchor<CGRect>?) { value = value ?? nextValue() }
  }

  /// Labels as wide as the widest, by measuring.
  private struct EqualWidths: View {
    @State private var width: CGFloat?
    let names: [String]

    var body: some View {
      VStack(alignment: .leading) {
        ForEach(names, id: \.self) { name in
          Text(name)
            .background(GeometryReader { Color.clear.preference(key: WidthKey.self, value: $0.size.width) })
            .frame(width: width).background(.red, in: .rect(cornerRadius: 3))
        }
      }
      .onPreferenceChange(WidthKey.self) { width = $0 }
    }
  }

  @Test func `a state that the layout's own preference sets lays the widget out again`() throws {
    let widget = PlainWidget { _ in EqualWidths(names: ["Hi", "A long name"]) }
    let compiled = try SceneCompiler().compile(testScene([widget], widthPx: 340, heightPx: 340), at: noon)
    #expect(compiled.diagnostics.isEmpty)
    // The same in each look.
    let boxes = Set(
      compiled.layout.nodes.filter { $0.kind == "roundedRectangle" && $0.slot != nil }.map(\.framePt)
        .filter { $0.height < 40 })
    #expect(boxes.count == 2, "\(boxes)")
    #expect(Set(boxes.map(\.width)).count == 1 && boxes.allSatisfy { $0.width > 80 }, "\(boxes)")
  }

  @Test func `a state that never settles ends after a few times`() throws {
    struct Restless: View {
      @State private var width: CGFloat = 10
      var body: some View {
        Color.red.frame(width: width, height: 10)
          .background(GeometryReader { Color.clear.preference(key: WidthKey.self, value: $0.size.width) })
          .onPreferenceChange(WidthKey.self) { width = $0 + 1 }
      }
    }
    let widget = PlainWidget { _ in Restless() }
    let compiled = try SceneCompiler().compile(testScene([widget], widthPx: 340, heightPx: 340), at: noon)
    #expect(compiled.layout.nodes.contains { $0.kind == "rectangle" && $0.framePt.width == 13 })
  }

  private func words(_ view: @escaping @Sendable () -> some View) throws -> Set<String> {
    let widget = PlainWidget { _ in view() }
    let compiled = try SceneCompiler().compile(testScene([widget], widthPx: 340, heightPx: 340), at: noon)
    #expect(compiled.diagnostics.isEmpty)
    return Set(compiled.layout.nodes.filter { $0.slot != nil }.compactMap(\.text))
  }

  @Test func `what a view sets when it appears is drawn, and it appears once`() throws {
    struct Appearing: View {
      @State private var words = "before"
      @State private var isShown = false
      var body: some View {
        VStack {
          Text(words).onAppear { words += ", after" }
          // It appears in the second layout only, and is invisible in the first.
          if words != "before" {
            Text("late").onAppear { isShown = true }.opacity(isShown ? 1 : 0)
          }
        }
      }
    }
    #expect(try words { Appearing() } == ["before, after", "late"])
  }

  @Test func `an action reads the environment of its view`() throws {
    struct Reading: View {
      @Environment(\.widgetFamily) private var family
      @State private var words = ""
      var body: some View { Text(words).onAppear { words = "\(family)" }.onAppear { words += "!" } }
    }
    #expect(try words { Reading() } == ["\(WidgetFamily.systemSmall)!"])
  }

  @Test func `of several views only the one that fits appears`() throws {
    struct Choice: View {
      @State private var words = ""
      var body: some View {
        ViewThatFits {
          Text("A line that is far too long for any small widget").lineLimit(1).onAppear { words += "wide" }
          Text(words.isEmpty ? "none" : words).onAppear { words += "narrow" }
        }
      }
    }
    #expect(try words { Choice() } == ["narrow"])
  }

  @Test func `values are joined in the order of the views, and read by those around them`() throws {
    let widget = PlainWidget { _ in
      HStack {
        Text("a").preference(key: NamesKey.self, value: ["a"])
        Text("b").preference(key: NamesKey.self, value: ["b"]).transformPreference(NamesKey.self) { $0.append("c") }
      }
      .overlayPreferenceValue(NamesKey.self) { Text($0.joined()) }
    }
    let compiled = try SceneCompiler().compile(testScene([widget], widthPx: 340, heightPx: 340), at: noon)
    let words = compiled.layout.nodes.filter { $0.slot != nil }.compactMap(\.text)
    #expect(words.contains("abc"), "\(words)")
  }

  @Test func `an anchor is a place in the coordinates of its reader`() throws {
    let widget = PlainWidget { _ in
      HStack(spacing: 0) {
        Color.red.frame(width: 30, height: 20)
        Color.green.frame(width: 10, height: 10).anchorPreference(key: BoundsKey.self, value: .bounds) { $0 }
      }
      .backgroundPreferenceValue(BoundsKey.self) { anchor in
        GeometryReader { geometry in
          if let anchor { Color.blue.frame(width: geometry[anchor].minX, height: geometry[anchor].minY) }
        }
      }
    }
    let compiled = try SceneCompiler().compile(testScene([widget], widthPx: 340, heightPx: 340), at: noon)
    #expect(
      compiled.layout.nodes.contains { $0.framePt.width == 30 && $0.framePt.height == 5 },
      "\(compiled.layout.nodes.map(\.framePt))")
  }

  @Test func `a timeline view is drawn for the next dates of its schedule, and the provider is asked after the last`()
    throws
  {
    let widget = PlainWidget { _ in
      TimelineView(.periodic(from: noon.addingTimeInterval(-90), by: 60)) { context in
        Text("\(Int(context.date.timeIntervalSince(noon)))")
      }
    }
    let compiled = try SceneCompiler().compile(testScene([widget], widthPx: 340, heightPx: 340), at: noon)
    #expect(compiled.diagnostics.isEmpty)
    let words = compiled.layout.nodes.filter { $0.slot != nil }.compactMap(\.text)
    #expect(words.prefix(3) == ["-30", "30", "90"], "\(words)")
    #expect(words.count == 1 + Moments.maximumCount)
    // Half a minute after the last of them.
    let last = noon.addingTimeInterval(30 + Double(Moments.maximumCount) * 60)
    #expect(compiled.nextReload == last, "\(String(describing: compiled.nextReload))")
    try withArchive(compiled) { archive in
      #expect(archive.widget(1).entries.count == 1 + Moments.maximumCount)
      #expect(archive.entry(2).dateMs == Int64(noon.addingTimeInterval(30).timeIntervalSince1970 * 1000))
    }
  }

  @Test func `the dates of a schedule`() {
    let explicit = ExplicitTimelineSchedule([noon.addingTimeInterval(60), noon, noon.addingTimeInterval(-60)])
    #expect(explicit.entries(from: noon.addingTimeInterval(1), mode: .normal) == [noon, noon.addingTimeInterval(60)])
    let minutes = Array(
      EveryMinuteTimelineSchedule().entries(from: noon.addingTimeInterval(61), mode: .normal).prefix(2))
    #expect(minutes == [noon.addingTimeInterval(60), noon.addingTimeInterval(120)])
  }

  @Test func `progress along a time is drawn in steps until its end`() throws {
    let interval = noon.addingTimeInterval(-60)...noon.addingTimeInterval(60)
    let widget = PlainWidget { _ in
      ProgressView(timerInterval: interval, countsDown: false) {
        EmptyView()
      } currentValueLabel: {
        EmptyView()
      }
      .progressViewStyle(.linear)
    }
    let compiled = try SceneCompiler().compile(testScene([widget], widthPx: 340, heightPx: 340), at: noon)
    let bars = compiled.layout.nodes.filter { $0.slot != nil && $0.role == "accent" }.map(\.framePt.width)
    #expect(compiled.nextReload == nil)
    try withArchive(compiled) { #expect($0.widget(1).entries.count == 1 + Moments.maximumCount) }
    #expect(bars.count >= 1)
    let progress = TimerProgress(interval: interval, countsDown: true)
    #expect(progress.share(at: noon) == 0.5 && progress.share(at: interval.upperBound) == 0)
    #expect(progress.changes(after: noon).last == interval.upperBound)
    #expect(progress.changes(after: interval.upperBound).isEmpty)
  }
}
