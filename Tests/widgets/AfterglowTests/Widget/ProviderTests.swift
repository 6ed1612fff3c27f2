import Foundation
import PixelSupport
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews

/// A provider as on iOS, whose callback does what the test says.
private struct CallbackProvider: TimelineProvider {
  let call: @Sendable (@escaping @Sendable (Timeline<PlainEntry>) -> Void) -> Void

  func placeholder(in context: Context) -> PlainEntry { PlainEntry(date: context.date, words: "Placeholder") }
  func getSnapshot(in context: Context, completion: @escaping (PlainEntry) -> Void) {
    completion(PlainEntry(date: context.date, words: "Snapshot"))
  }
  func getTimeline(in context: Context, completion: @escaping @Sendable (Timeline<PlainEntry>) -> Void) {
    call(completion)
  }
}

private struct EmptyProvider: TimelineProvider {
  func placeholder(in context: Context) -> PlainEntry { PlainEntry(date: context.date) }
}

private actor Counter {
  var count = 0
  func next() -> Int {
    count += 1
    return count
  }
}

private let oneEntry = Timeline(entries: [PlainEntry(date: noon)], policy: .never)

@Suite struct ProviderTests {
  private let context = TimelineProviderContext(
    family: .systemSmall, displaySize: Size(width: 170, height: 170), date: noon)

  private func timeline(_ provider: some TimelineProvider) throws -> WidgetTimeline {
    try StaticConfiguration(kind: "test", provider: provider) { _ in Text("Hello") }.descriptor.timeline([:], context)
  }

  /// Waits without keeping one of the few threads that tests have: a task of the work comes after all tests that wait for one.
  private func onOwnThread<R: Sendable>(_ work: @escaping @Sendable () throws -> R) async throws -> R {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result { try work() }) }
    }
  }

  @Test func `completion handlers may be called at once, later, or twice`() async throws {
    #expect(try timeline(CallbackProvider { $0(oneEntry) }).entryCount == 1)
    let later = CallbackProvider { completion in DispatchQueue.global().async { completion(oneEntry) } }
    #expect(try timeline(later).entryCount == 1)
    let twice = CallbackProvider { completion in
      completion(oneEntry)
      completion(Timeline(entries: [], policy: .never))
    }
    #expect(try timeline(twice).entryCount == 1)
    let task = CallbackProvider { completion in
      Task {
        await Task.yield()
        completion(oneEntry)
      }
    }
    #expect(try await onOwnThread { try self.timeline(task).entryCount } == 1)
  }

  @Test func `a completion handler that is never called is an error`() {
    let expected = CompileError("getTimeline(in:completion:) ended without calling its completion")
    #expect(throws: expected) { try timeline(CallbackProvider { _ in }) }
    #expect(throws: expected) { try timeline(EmptyProvider()) }
  }

  @Test func `snapshots may call back too`() throws {
    let descriptor = StaticConfiguration(kind: "test", provider: CallbackProvider { $0(oneEntry) }) { Text($0.words) }
      .descriptor
    #expect(try descriptor.snapshot([:], context).date == noon)
  }

  @Test func `asynchronous work runs while its host waits`() throws {
    let counter = Counter()
    let sum = try CallingThread.value {
      try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<10 {
          group.addTask {
            try await Task.sleep(nanoseconds: 1)
            return await counter.next()
          }
        }
        return try await group.reduce(0, +)
      }
    }
    #expect(sum == 55)
    #expect(throws: CancellationError.self) {
      try CallingThread.value { () async throws -> Int in throw CancellationError() }
    }
  }

  @Test func `waiting needs no thread of the pool, and works inside of tasks`() async {
    let values = await withTaskGroup(of: Int.self) { group in
      for number in 0..<64 {
        group.addTask {
          CallingThread.value {
            await Task.yield()
            return CallingThread.value { number }
          }
        }
      }
      return await group.reduce(into: Set<Int>()) { $0.insert($1) }
    }
    #expect(values.count == 64)
  }

  @Test func `work stays on the thread that waits, with its task's values`() {
    enum Local { @TaskLocal static var name = "none" }
    let thread = Thread.current
    nonisolated(unsafe) let here = thread
    let (isSame, name) = Local.$name.withValue("mine") {
      CallingThread.value { () async -> (Bool, String) in
        await Task.yield()
        return (isOn(here), Local.name)
      }
    }
    #expect(isSame && name == "mine")
  }

  @Test func `bundles may be some widget, and hold other bundles`() {
    struct Inner: WidgetBundle {
      var body: [any Widget] { PlainWidget { Text($0.words) } }
    }
    struct Outer: WidgetBundle {
      @WidgetBundleBuilder var body: some Widget {
        PlainWidget { Text($0.words) }
        Inner()
        if #available(iOS 18.0, *) { PlainWidget { Text($0.words) } }
      }
    }
    #expect(Outer().body.bundledWidgets.map(\.descriptor.kind) == ["plain", "plain", "plain"])
    #expect(Outer().body.descriptor.hasTimeline == false)
  }

  @Test func `the widget center knows what its process was asked for`() async throws {
    let values: [String: ConfigurationValue] = ["name": "Tejo"]
    WidgetCenter.shared.note(WidgetInfo(kind: "center", family: .systemSmall, values: values))
    WidgetCenter.shared.note(WidgetInfo(kind: "center", family: .systemSmall, values: values))
    let found = try await WidgetCenter.shared.currentConfigurations().filter { $0.kind == "center" }
    #expect(found.count == 1 && found[0].family == .systemSmall)
    #expect(found[0].widgetConfigurationIntent(of: CenterSettings.self)?.name == "Tejo")
    let kinds = await withCheckedContinuation { continuation in
      WidgetCenter.shared.getCurrentConfigurations {
        continuation.resume(returning: (try? $0.get())?.map(\.kind) ?? [])
      }
    }
    #expect(kinds.contains("center"))
  }

  @Test func `a background that is not removable stays where others are removed`() throws {
    struct Backed: Widget {
      var isRemovable: Bool
      var body: some WidgetConfiguration {
        StaticConfiguration(kind: "backed", provider: PlainProvider()) { _ in
          Text("Hello").containerBackground(Color.green, for: .widget)
        }
        .supportedFamilies([.systemSmall]).containerBackgroundRemovable(isRemovable)
      }
    }
    func greenCount(_ isRemovable: Bool) throws -> Int {
      var scene = testScene([Backed(isRemovable: isRemovable)])
      scene.context = .standBy
      return try shown(try SceneCompiler().compile(scene, at: noon)).pixels.greenCount
    }
    #expect(try greenCount(true) == 0)
    #expect(try greenCount(false) > 10_000)
  }
}

private struct CenterSettings: WidgetConfigurationIntent {
  @Parameter(title: "Name") var name: String
}

/// Not available in asynchronous functions.
private func isOn(_ thread: Thread) -> Bool { Thread.current == thread }
