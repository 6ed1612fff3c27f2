import Foundation
import Testing

@testable import AfterglowSources

/// Which changes of files are detected, with which neighbours, and what is reported if the kernel does not help.
@Suite struct ContentWatchTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "watch-\(UInt32.random(in: 0...UInt32.max))")
    try FileManager.default.createDirectory(at: folder.appending(path: "board"), withIntermediateDirectories: true)
  }

  private func path(_ name: String) -> String { folder.appending(path: name).path }

  private func write(_ text: String, _ name: String) throws {
    try Data(text.utf8).write(to: folder.appending(path: name))
  }

  /// Next to its destination, then renamed over it.
  private func replace(_ text: String, _ name: String) throws {
    try Data(text.utf8).write(to: folder.appending(path: name), options: .atomic)
  }

  private func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(at: folder.appending(path: name), withIntermediateDirectories: true)
  }

  @Test func `a neighbour's change is ignored, a file's own is not`() throws {
    try write("1", "board/value.json")
    let watch = ContentWatch([path("board/value.json")])
    for name in ["board/notes.txt", "board/.value.json.tmp", "board/value.json~", "elsewhere"] { try write("x", name) }
    try makeFolder("board/more")
    #expect(!watch.hasChanged(nowMs: 0))
    try write("2", "board/value.json")
    #expect(watch.hasChanged(nowMs: 0) && !watch.hasChanged(nowMs: 0))
    try replace("3", "board/value.json")
    #expect(watch.hasChanged(nowMs: 0))
    try FileManager.default.removeItem(atPath: path("board/value.json"))
    #expect(watch.hasChanged(nowMs: 0))
    #expect(watch.nextLook(nowMs: 0) == nil, "it looks all the time")
  }

  @Test func `beside three thousand others a file is noticed`() throws {
    for index in 0..<3_000 { try write("", "board/a-\(index)") }
    try write("1", "board/value.json")
    let watch = ContentWatch([path("board/value.json")])
    for index in 0..<1_000 { try write("new", "board/a-\(index)") }
    #expect(!watch.hasChanged(nowMs: 0))
    try replace("2", "board/value.json")
    #expect(watch.hasChanged(nowMs: 0))
  }

  @Test func `what is not there yet counts once it comes, folders included`() throws {
    let file = path("later/still/value.json")
    let watch = ContentWatch([file])
    try write("", "other")
    #expect(!watch.hasChanged(nowMs: 0), "all that happens beside the missing folder counts")
    for name in ["later", "later/still"] {
      try makeFolder(name)
      #expect(watch.hasChanged(nowMs: 0), "\(name)")
      let begun = Date()
      watch.begin()
      watch.follow([file], readSince: begun)
      _ = watch.hasChanged(nowMs: 0)
    }
    try write("1", "later/still/value.json")
    #expect(watch.hasChanged(nowMs: 0))
  }

  @Test func `a link's target counts, and the link itself`() throws {
    for place in ["first", "second"] {
      try makeFolder(place)
      try write(place, "\(place)/value.json")
    }
    let link = path("current")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "first")
    let watch = ContentWatch([link + "/value.json"])
    try write("new", "first/value.json")
    #expect(watch.hasChanged(nowMs: 0))
    // The usual way of switching configurations: a new link, renamed over the old one.
    try FileManager.default.createSymbolicLink(atPath: path("next"), withDestinationPath: "second")
    #expect(!watch.hasChanged(nowMs: 0))
    #expect(rename(path("next"), link) == 0)
    #expect(watch.hasChanged(nowMs: 0))
  }

  @Test func `a folder that is exchanged takes its files along`() throws {
    try write("1", "board/value.json")
    let watch = ContentWatch([path("board/value.json")])
    try makeFolder("new")
    try write("2", "new/value.json")
    #expect(!watch.hasChanged(nowMs: 0))
    #expect(rename(path("board"), path("old")) == 0 && rename(path("new"), path("board")) == 0)
    #expect(watch.hasChanged(nowMs: 0))
  }

  /// The usual way of installing releases: next to the running one, then exchanged.
  @Test func `a parent folder that is exchanged takes its files along, its neighbours wake nothing`() throws {
    for release in ["rel", "new"] {
      try makeFolder("\(release)/boards/k")
      try write(release, "\(release)/boards/k/value.json")
    }
    let watch = ContentWatch([path("rel/boards/k/value.json")])
    for name in ["notes", "rel/notes", "rel/boards/notes"] { try write("x", name) }
    var entry = pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0)
    #expect(poll(&entry, 1, 0) == 0, "a neighbour of a folder on the way wakes the reader")
    #expect(rename(path("rel"), path("old")) == 0 && rename(path("new"), path("rel")) == 0)
    #expect(watch.hasChanged(nowMs: 0))
  }

  @Test func `what changes while the files are read is news afterwards`() throws {
    for name in ["a", "b"] { try write("1", "board/\(name)") }
    let watch = ContentWatch([path("board/a")])
    let begun = Date().addingTimeInterval(-0.1)
    watch.begin()
    // The file refers to another one, which changes before it is watched.
    try write("2", "board/b")
    watch.follow([path("board/a"), path("board/b")], readSince: begun)
    #expect(watch.nextLook(nowMs: 5) == 5, "it is not asked for")
    #expect(watch.hasChanged(nowMs: 5))
    #expect(!watch.hasChanged(nowMs: 5) && watch.nextLook(nowMs: 5) == nil)
  }

  @Test func `what the reading itself writes is no news, what others write meanwhile is`() throws {
    for name in ["a", "cache"] { try write("1", "board/\(name)") }
    let files = [path("board/a"), path("board/cache")]
    let watch = ContentWatch(files)
    for (name, isNews) in [("cache", false), ("a", true)] {
      let begun = Date()
      watch.begin()
      try replace("by the reading", "board/\(name)")
      watch.follow(files, readSince: begun, own: [path("board/cache")])
      #expect(watch.hasChanged(nowMs: 0) == isNews, "\(name)")
    }
    try write("by another program", "board/cache")
    #expect(watch.hasChanged(nowMs: 0))
  }

  @Test func `of a folder of pictures every picture counts, at any depth, and nothing else`() throws {
    try makeFolder("photos/2019/july")
    for index in 0..<1_500 { try write("", "photos/\(index).jpg") }
    let watch = ContentWatch([path("photos")])
    try write("x", "photos/index.db")
    #expect(!watch.hasChanged(nowMs: 0))
    try write("x", "photos/z-last.jpg")
    #expect(watch.hasChanged(nowMs: 0))
    try write("x", "photos/2019/july/lake.PNG")
    #expect(watch.hasChanged(nowMs: 0))
    // The panel names those that it does not show.
    try write("x", "photos/2019/july/IMG_0001.HEIC")
    #expect(watch.hasChanged(nowMs: 0))
    try makeFolder("photos/2020")
    #expect(watch.hasChanged(nowMs: 0))
    watch.follow([path("photos")], readSince: Date())
    _ = watch.hasChanged(nowMs: 0)
    try write("x", "photos/2020/new.jpg")
    #expect(watch.hasChanged(nowMs: 0))
    try FileManager.default.removeItem(atPath: path("photos/0.jpg"))
    #expect(watch.hasChanged(nowMs: 0))
  }

  /// Root may list every folder, so there is nothing to test.
  @Test(.enabled(if: getuid() != 0, "root lists every folder"))
  func `a folder that cannot be listed is reported, its files polled`() throws {
    try write("1", "board/value.json")
    #expect(chmod(path("board"), 0o311) == 0)
    defer { chmod(path("board"), 0o755) }
    let watch = ContentWatch([path("board/value.json")])
    #expect(
      watch.problems.count == 1 && watch.problems[0].contains("cannot watch \(path("board"))"), "\(watch.problems)")
    #expect(watch.nextLook(nowMs: 0) != nil)
    try write("22", "board/value.json")
    #expect(watch.hasChanged(nowMs: 10_000))
  }

  @Test func `where watches are used up files are polled, and it is reported`() throws {
    try write("1", "board/value.json")
    let watch = ContentWatch([path("board/value.json")], notifier: -EMFILE)
    #expect(watch.descriptor < 0 && watch.problems.count == 1, "\(watch.problems)")
    #expect(!watch.hasChanged(nowMs: 10_000))
    try write("22", "board/value.json")
    #expect(!watch.hasChanged(nowMs: 10_001), "it looks without rest")
    #expect(watch.hasChanged(nowMs: 20_000))
  }

  @Test func `many folders that cannot be watched for one reason are reported in one sentence`() throws {
    let files = try (0..<50).map { index in
      try makeFolder("tree/\(index)")
      return path("tree/\(index)/value.json")
    }
    let notifier = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    let watch = ContentWatch(files, notifier: notifier) { _, _, _ in -ENOSPC }
    #expect(watch.problems.count == 1, "\(watch.problems)")
    #expect(watch.problems.first?.contains("tree/0 and 49 more: the kernel's limit is used up") == true)
    #expect(watch.nextLook(nowMs: 0) != nil)
  }

  @Test func `a network disk is known by its mount`() {
    var status = stat()
    #expect(stat(folder.path, &status) == 0)
    let device = UInt64(status.st_dev)
    let number = "\(device >> 8 & 0xFFF):\(device & 0xFF | (device >> 12) & 0xFFFF_FF00)"
    for (kind, isRemote) in [("ext4", false), ("tmpfs", false), ("nfs4", true), ("fuse.sshfs", true), ("cifs", true)] {
      let disks = RemoteDisks(mounts: "36 35 \(number) / /mnt rw,noatime master:1 - \(kind) server:/x rw\n")
      #expect(disks.hold(folder.path) == isRemote, "\(kind)")
    }
    #expect(!RemoteDisks(mounts: "36 35 1:2 / /mnt rw - nfs x rw").hold(folder.path))
  }
}
