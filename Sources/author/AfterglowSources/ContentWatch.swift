import AfterglowErrors
import Foundation

/// Detects that one of the files that a scene depends on was changed, added or removed; in a folder of pictures, any
/// picture. Other files in the same folders are ignored.
///
/// Uses inotify(7) if available. Otherwise (a folder that may not be listed, an exhausted limit, a network disk, for
/// which the kernel does not report other users' changes) it polls every two seconds. Belongs to one thread; its calls
/// may block on a disk.
public final class ContentWatch {
  /// Readable when there is an event; −1 if inotify is not available.
  public private(set) var descriptor: Int32
  /// What is not detected at once, and why, one sentence each.
  public private(set) var problems: [String] = []

  /// Absolute paths, with the state of each from which the scene was made.
  private var marks: [String: FileMark?] = [:]
  /// Paths that are polled every `lookIntervalMs`.
  private var looked: [String] = []
  private var folders: [Int32: WatchedFolder] = [:]
  private var hasNews = false
  private var nextLookMs: Int64 = 0
  /// The errno of inotify_init1; 0 = it succeeded.
  private let refusal: Int32
  private let addWatch: AddWatch

  /// inotify_add_watch(2): descriptor, folder, events; returns a watch, or −errno.
  typealias AddWatch = (Int32, String, UInt32) -> Int32

  /// A folder with a watch, and the relevant names in it.
  private struct WatchedFolder {
    var path: String
    var names: Set<String> = []
    /// Any picture, and any folder, is relevant.
    var isOfPictures = false

    /// Whether the folder is only part of a path: then only its own removal is relevant.
    var isWay: Bool { names.isEmpty && !isOfPictures }

    var events: UInt32 {
      let own = UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF)
      if isWay { return own }
      let files = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CREATE | IN_ATTRIB
      return own | UInt32(files)
    }
  }

  /// Polling interval, in ms.
  public static let lookIntervalMs: Int64 = 2_000
  /// Maximum number of folders watched below a folder of pictures: a mistaken `/` must not create a million watches.
  private static let maximumFolderCount = 1_000

  /// - Parameter paths: files, and folders of pictures. Missing ones are detected once they appear.
  public convenience init(_ paths: [String]) {
    let notifier = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    self.init(paths, notifier: notifier < 0 ? -errno : notifier)
  }

  /// - Parameter notifier: the result of inotify_init1: a descriptor, or −errno.
  init(_ paths: [String], notifier: Int32, addWatch: @escaping AddWatch = ContentWatch.addToKernel) {
    descriptor = max(-1, notifier)
    refusal = max(0, -notifier)
    self.addWatch = addWatch
    set(paths)
    marks = Self.marks(of: paths)
  }

  /// Adds to the events of an existing watch, because a folder may be reached by two paths.
  private static func addToKernel(_ notifier: Int32, _ path: String, _ events: UInt32) -> Int32 {
    let watch = inotify_add_watch(notifier, path, events | UInt32(IN_MASK_ADD))
    return watch < 0 ? -errno : watch
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  // MARK: news

  /// When to call `hasChanged` although nothing is readable; nil = only then.
  public func nextLook(nowMs: Int64) -> Int64? {
    // Detected while the files were read; no event reports it.
    if hasNews { return nowMs }
    return looked.isEmpty ? nil : max(nowMs, nextLookMs)
  }

  /// Whether anything changed since the last call.
  public func hasChanged(nowMs: Int64) -> Bool {
    drain()
    if !looked.isEmpty && nowMs >= nextLookMs {
      let begin = ContinuousClock.now
      let now = Self.marks(of: looked)
      if now.contains(where: { marks[$0.key] != $0.value }) { hasNews = true }
      marks.merge(now) { $1 }
      // Limits how often a slow disk with many pictures is polled.
      let tookMs = Int64((ContinuousClock.now - begin) / .milliseconds(1))
      nextLookMs = nowMs + max(Self.lookIntervalMs, 50 * tookMs)
    }
    defer { hasNews = false }
    return hasNews
  }

  /// Notes that the files are about to be read: their current state becomes the known one.
  public func begin() { marks = Self.marks(of: Array(marks.keys)) }

  /// Sets the files to watch, after they were read since `begin`. Changes made meanwhile are reported.
  ///
  /// - Parameters:
  ///   - readSince: when reading started, by the wall clock.
  ///   - own: files that reading itself may have written. Their state becomes the known one; otherwise reading would
  ///     repeat endlessly.
  public func follow(_ paths: [String], readSince: Date, own: Set<String> = []) {
    drain(passingOver: Set(own.flatMap { NamedPlace.way(of: $0).places }))
    let before = marks
    set(paths)
    marks = Self.marks(of: paths)
    for (path, mark) in marks where !own.contains(path) {
      if let known = before[path] {
        if known != mark { hasNews = true }
      } else if let mark, mark.isNewer(than: readSince) {
        hasNews = true
      }
    }
  }

  // MARK: what is watched

  private func set(_ paths: [String]) {
    var wanted: [String: WatchedFolder] = [:]
    var polled: Set<String> = []
    problems.removeAll()
    func want(_ folder: String, _ change: (inout WatchedFolder) -> Void) {
      change(&wanted[folder, default: WatchedFolder(path: folder)])
    }
    for path in Set(paths) {
      let way = NamedPlace.way(of: path)
      for folder in way.folders { want(folder) { _ in } }
      for place in way.places { want(place.folder) { $0.names.insert(place.name) } }
      guard let status = FileMark.status(path, followsLinks: true), status.st_mode & S_IFMT == S_IFDIR else { continue }
      let all = PictureFolders.all(in: path, atMost: Self.maximumFolderCount)
      for folder in all { want(folder) { $0.isOfPictures = true } }
      if all.count >= Self.maximumFolderCount { polled.insert(path) }
    }
    let failed = watch(Array(wanted.values))
    let remote = RemoteDisks.now
    for path in Set(paths) {
      let way = NamedPlace.way(of: path)
      let folders = way.places.map(\.folder) + way.folders + [path]
      let isUnwatched = folders.contains { failed.contains($0) || remote.hold($0) }
      if isUnwatched || failed.contains(where: { $0.hasPrefix(path + "/") }) { polled.insert(path) }
    }
    looked = polled.sorted()
  }

  /// Returns the folders that cannot be watched.
  private func watch(_ wanted: [WatchedFolder]) -> Set<String> {
    guard descriptor >= 0 else {
      problems.append(Self.problem("files", refusal))
      return Set(wanted.map(\.path))
    }
    var now: [Int32: WatchedFolder] = [:]
    var refused: [Int32: [String]] = [:]
    var failed: Set<String> = []
    for folder in wanted {
      let watch = addWatch(descriptor, folder.path, folder.events)
      if watch < 0 {
        failed.insert(folder.path)
        // A folder that is only part of a path may be inaccessible, as home folders are; it is polled without a
        // warning.
        if !folder.isWay { refused[-watch, default: []].append(folder.path) }
      } else if let other = now[watch] {
        // Two paths to the same folder.
        now[watch]!.names.formUnion(folder.names)
        now[watch]!.isOfPictures = other.isOfPictures || folder.isOfPictures
      } else {
        now[watch] = folder
      }
    }
    problems += refused.sorted { $0.key < $1.key }.map { Self.problem(Self.list($1.sorted()), $0) }
    for gone in folders.keys where now[gone] == nil { inotify_rm_watch(descriptor, gone) }
    folders = now
    return failed
  }

  /// The first path, and the number of others.
  private static func list(_ paths: [String]) -> String {
    paths.count == 1 ? paths[0] : "\(paths[0]) and \(paths.count - 1) more"
  }

  private static func problem(_ what: String, _ code: Int32) -> String {
    let reason =
      code == ENOSPC ? "the kernel's limit is used up (fs.inotify.max_user_watches)" : ErrnoWords.cause(code)
    return "cannot watch \(what): \(reason); what changes there is looked for every \(lookIntervalMs / 1000) s"
  }

  private static func marks(of paths: [String]) -> [String: FileMark?] {
    Dictionary(uniqueKeysWithValues: Set(paths).map { ($0, PictureFolders.mark(of: $0)) })
  }

  // MARK: events

  private func drain(passingOver places: Set<NamedPlace> = []) {
    guard descriptor >= 0 else { return }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count <= 0 { return }
      buffer.withUnsafeBytes { bytes in
        var offset = 0
        while offset + 16 <= count {
          offset += handle(UnsafeRawBufferPointer(rebasing: bytes[offset..<count]), places)
        }
      }
    }
  }

  /// Handles the bytes of events (inotify(7): watch, mask, cookie, length of the name, name).
  private func handle(_ bytes: UnsafeRawBufferPointer, _ passedOver: Set<NamedPlace>) -> Int {
    let watch = bytes.loadUnaligned(as: Int32.self)
    let mask = bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self)
    let length = min(Int(bytes.loadUnaligned(fromByteOffset: 12, as: UInt32.self)), bytes.count - 16)
    let name = String(decoding: bytes[16..<(16 + length)].prefix { $0 != 0 }, as: UTF8.self)
    if !hasNews && isNews(watch, mask, name, besides: passedOver) { hasNews = true }
    return 16 + length
  }

  private func isNews(_ watch: Int32, _ mask: UInt32, _ name: String, besides passedOver: Set<NamedPlace>) -> Bool {
    if mask & UInt32(IN_Q_OVERFLOW) != 0 { return true }
    guard let folder = folders[watch] else { return false }
    if !passedOver.isEmpty && passedOver.contains(NamedPlace(folder: folder.path, name: name)) { return false }
    // When a folder is removed, so are its files.
    if mask & UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT) != 0 { return true }
    let isFolder = mask & UInt32(IN_ISDIR) != 0
    guard folder.names.contains(name) || folder.isOfPictures && (isFolder || PictureFolders.isWatched(name)) else {
      return false
    }
    // A new empty file is yet to be written; a file that is linked or moved into place has no further events.
    if mask & UInt32(IN_CREATE) != 0 && !isFolder {
      return (FileMark.status(folder.path + "/" + name, followsLinks: false)?.st_size ?? 0) > 0
    }
    return true
  }
}
