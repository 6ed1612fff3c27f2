// swift-format-ignore-file
//
//  Lighthouse.swift
//  LighthouseWidget
//
//  Ships near the lighthouse, from a store that an app shares with its widget.
//

import Combine
import Foundation
import SwiftUI
import WidgetKit
import os
import os.log

private let logger = Logger(subsystem: "com.example.lighthouse", category: "store")

// MARK: - Model

struct Ship: Codable, Hashable, Identifiable {
    let id: Int
    let name: String
    let berth: String
}

final class LighthouseStore: ObservableObject {
    static let shared = LighthouseStore()

    @Published var ships: [Ship] = []
    @Published private(set) var names = ""
    @Published var isLoading = false

    private let session: URLSession
    private let refreshes = PassthroughSubject<Void, Never>()
    private var cancellables = Set<AnyCancellable>()
    private var request: AnyCancellable?
    private var lock = os_unfair_lock()

    init(session: URLSession = .shared) {
        self.session = session
        $ships
            .map { $0.map(\.name).joined(separator: ", ") }
            .removeDuplicates()
            .assign(to: &$names)
        refreshes
            .debounce(for: .seconds(0.5), scheduler: DispatchQueue.main)
            .sink { [weak self] in self?.load() }
            .store(in: &cancellables)
        $isLoading.combineLatest($ships)
            .filter { isLoading, _ in !isLoading }
            .sink { _, ships in os_log("%d ships", log: .default, type: .debug, ships.count) }
            .store(in: &cancellables)
    }

    deinit { cancellables.forEach { $0.cancel() } }

    func refresh() { refreshes.send() }

    func load() {
        guard let url = URL(string: "https://example.com/ships.json") else { return }
        os_unfair_lock_lock(&lock)
        defer { os_unfair_lock_unlock(&lock) }
        isLoading = true
        request = session.dataTaskPublisher(for: url)
            .map(\.data)
            .decode(type: [Ship].self, decoder: JSONDecoder())
            .receive(on: DispatchQueue.main)
            .sink(
                receiveCompletion: { [weak self] completion in
                    self?.isLoading = false
                    if case .failure(let error) = completion {
                        logger.error("Could not load: \(error.localizedDescription, privacy: .public)")
                    }
                },
                receiveValue: { [weak self] in self?.ships = $0 })
    }

    func fetch() -> AnyPublisher<[Ship], Error> {
        guard let url = URL(string: "https://example.com/ships.json") else {
            return Fail(error: URLError(.badURL)).eraseToAnyPublisher()
        }
        return session.dataTaskPublisher(for: url)
            .tryMap { data, response in
                guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw URLError(.badServerResponse) }
                return data
            }
            .decode(type: [Ship].self, decoder: JSONDecoder())
            .retry(1)
            .eraseToAnyPublisher()
    }

    /// The same for callers that wait.
    func current() async throws -> [Ship] {
        for try await ships in fetch().values { return ships }
        return []
    }
}

/// A counter of several threads.
final class Counter: @unchecked Sendable {
    private let count = OSAllocatedUnfairLock(initialState: 0)

    func increment() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }
}

// MARK: - Provider

struct LighthouseEntry: TimelineEntry {
    let date: Date
    let ships: [Ship]
}

private let counter = Counter()
private var requests: Set<AnyCancellable> = []

struct LighthouseProvider: TimelineProvider {
    func placeholder(in context: Context) -> LighthouseEntry {
        LighthouseEntry(date: Date(), ships: [Ship(id: 1, name: "Aurora", berth: "A1")])
    }

    func getSnapshot(in context: Context, completion: @escaping (LighthouseEntry) -> ()) {
        completion(placeholder(in: context))
    }

    func getTimeline(in context: Context, completion: @escaping (Timeline<LighthouseEntry>) -> ()) {
        logger.notice("Timeline number \(counter.increment())")
        LighthouseStore.shared.fetch()
            .replaceError(with: [])
            .map { ships in Timeline(entries: [LighthouseEntry(date: Date(), ships: ships)], policy: .atEnd) }
            .sink(receiveValue: completion)
            .store(in: &requests)
    }
}

// MARK: - Views

struct LighthouseView: View {
    @ObservedObject var store = LighthouseStore.shared
    let entry: LighthouseEntry

    var body: some View {
        VStack(alignment: .leading) {
            ForEach(entry.ships) { ship in Text("\(ship.name) at \(ship.berth)") }
            if store.isLoading { ProgressView() }
        }
        .onReceive(store.$names) { names in logger.debug("Names: \(names)") }
        .containerBackground(.background, for: .widget)
    }
}

@main
struct LighthouseWidget: Widget {
    var body: some WidgetConfiguration {
        StaticConfiguration(kind: "LighthouseWidget", provider: LighthouseProvider()) { entry in
            LighthouseView(entry: entry)
        }
        .configurationDisplayName("Lighthouse")
        .supportedFamilies([.systemSmall, .systemMedium])
    }
}
