import AfterglowArchive
import AfterglowPictures
import Foundation
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews
@testable import AfterglowWidgets

/// Pictures that cannot be shown: each has a name, and none takes a turn.
@Suite struct LeftOutPhotoTests {
  private final class Folder {
    let url = FileManager.default.temporaryDirectory.appending(path: "left-out-\(UUID().uuidString)")

    init(_ files: [String: [UInt8]]) throws {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      for (name, bytes) in files { try Data(bytes).write(to: url.appending(path: name)) }
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    var use: WidgetUse { WidgetUse(kind: "photos", configuration: ["folder": .string(url.path)]) }

    /// What `check` says, errors first.
    func report() -> (problems: [String], advice: [String]) {
      var advice: [String] = []
      let problems = WidgetGallery.builtIn.problems(of: use) { advice.append($0.description) }
      return (problems.map { $0.description.replacing(url.path, with: "photos") }, advice)
    }
  }

  private static func png(_ side: Int = 24) -> [UInt8] { TinyPNG(side: side, colorType: 2).bytes }
  private static let heic = Array("\0\0\0\u{18}ftypheic\0\0\0\0".utf8)

  private static let telephone: [String: [UInt8]] = [
    "IMG_0001.HEIC": heic, "IMG_0002.heic": heic, "IMG_0003.MOV": heic, "x.webp": heic, "y.gif": heic,
    "Thumbs.db": heic,
  ]

  @Test func `a folder of a telephone's pictures names each that is not shown`() throws {
    let (problems, advice) = try Folder(Self.telephone).report()
    let text = problems.joined(separator: "\n")
    #expect(problems.first == "photos: expected PNG or JPEG pictures in it, found none that can be shown")
    #expect(
      text.contains("2 HEIC pictures are not shown: IMG_0001.HEIC, IMG_0002.heic; save them as JPEG or PNG"), "\(text)")
    for words in ["1 film is not shown: IMG_0003.MOV", "1 WebP picture is not shown: x.webp; save it", "y.gif"] {
      #expect(text.contains(words), "\(text)")
    }
    #expect(!text.contains("Thumbs") && advice.isEmpty)
  }

  /// The words of a widget by the name of their view, each once: it is drawn in several looks.
  private func words(_ folder: Folder, _ family: WidgetFamily, _ name: String) throws -> Set<String> {
    let item = GalleryItem(kind: "photos", family: family)
    let compiled = try item.compile(item.scene(isPreview: false, configuration: folder.use.configuration))
    #expect(compiled.diagnostics == [])
    return Set(compiled.layout.nodes.filter { $0.slot != nil && $0.name == name }.compactMap(\.text))
  }

  @Test func `the panel names them, as many as there is room for, and counts the others`() throws {
    let folder = try Folder(Self.telephone)
    let large = try words(folder, .systemLarge, "leftOut")
    for name in ["Cannot be shown", "IMG_0001.HEIC", "IMG_0002.heic", "IMG_0003.MOV", "x.webp", "y.gif"] {
      #expect(large.contains(name), "\(large)")
    }
    let small = try words(folder, .systemSmall, "leftOut")
    let shown = small.filter { Self.telephone[$0] != nil }.count
    #expect(shown > 0 && (shown == 5 || small.contains("\(5 - shown) more")), "\(small)")
    #expect(try words(folder, .accessoryRectangular, "leftOut").contains("IMG_0001.HEIC, 4 more"))
    #expect(try words(folder, .systemLarge, "nothing").isEmpty)
    #expect(try words(Folder([:]), .systemLarge, "nothing").count == 2)
  }

  @Test func `over a picture the panel names those that are left out, each first in its turn`() throws {
    let files = [
      "IMG_1.HEIC": Self.heic, "IMG_2.MOV": Self.heic, "good.png": Self.png(),
      "cut.png": Array(Self.png(64).dropLast(20)),
    ]
    // Three entries follow each other.
    let turns = [
      "cut.png, IMG_1.HEIC, IMG_2.MOV", "IMG_1.HEIC, IMG_2.MOV, cut.png", "IMG_2.MOV, cut.png, IMG_1.HEIC",
    ]
    let large = try words(Folder(files), .systemLarge, "notShown")
    #expect(large == Set(turns.map { "Not shown: " + $0 }), "\(large)")
    let small = try words(Folder(files), .systemSmall, "notShown")
    #expect(!small.isEmpty && small.allSatisfy { $0.hasPrefix("Not shown: ") && !$0.contains("…") }, "\(small)")
    #expect(try words(Folder(files), .systemLarge, "leftOut").isEmpty)
  }

  @Test func `a picture that turns out to be broken is named over the next one`() throws {
    let photos = PhotosOfDay(others: [PhotoFile(path: "/p/broken.png"), PhotoFile(path: "/p/whole.png")])
    let provider = PhotosProvider(photos: { _, _, _ in photos }, isWhole: { $0.path == "/p/whole.png" })
    let context = TimelineProviderContext(
      family: .systemSmall, displaySize: Size(width: 170, height: 170), date: GalleryItem.now)
    let entries = try provider.timeline(for: PhotosIntent(), in: context).entries
    #expect(entries.allSatisfy { $0.picture == .file("/p/whole.png") && $0.leftOut.allSatisfy { $0 == "broken.png" } })
    #expect(entries.contains { $0.leftOut == ["broken.png"] })
  }

  private static let mixed: [String: [UInt8]] = [
    "IMG_0001.HEIC": heic, "good.png": png(), "cut.png": Array(png(64).dropLast(20)),
    "text.png": Array("no picture".utf8),
    "called.jpg": Array("RIFF\u{1}\u{2}\u{3}\u{4}WEBPVP8 ".utf8), "zero.jpg": [],
  ]

  @Test func `next to a good picture broken files are problems, and other formats are advice`() throws {
    let folder = try Folder(Self.mixed)
    let (problems, advice) = folder.report()
    #expect(problems.count == 4, "\(problems)")
    for (name, words) in [
      ("cut.png", "); copy it again"), ("text.png", "found something else"), ("called.jpg", "found WebP"),
      ("zero.jpg", "is empty"),
    ] {
      #expect(problems.contains { $0.hasPrefix("photos/\(name): ") && $0.contains(words) }, "\(name): \(problems)")
    }
    #expect(advice.count == 1 && advice[0].contains("1 HEIC picture is not shown: IMG_0001.HEIC"), "\(advice)")
  }

  /// Drawings and logos have dark lines on nothing: as on paper they can be read in dark appearance too.
  @Test func `what is transparent in a picture is white`() throws {
    let folder = try Folder(["clear.png": TinyPNG(side: 24, colorType: 6).bytes])
    let item = GalleryItem(kind: "photos", family: .systemSmall)
    let compiled = try item.compile(item.scene(isPreview: false, configuration: folder.use.configuration))
    let pixels = try compiled.archive.withUnsafeBytes { bytes in
      let archive = try Archive.validate(bytes)
      let record = try #require(archive.pictures.first)
      return Array(
        UnsafeBufferPointer(start: archive.picturePixels(0), count: Int(record.width) * Int(record.height)))
    }
    // It is opaque by a sixteenth at most.
    #expect(pixels.allSatisfy { $0 >> 24 == 255 && $0 >> 8 & 255 >= 239 }, "\(pixels.prefix(3))")
  }

  @Test func `a link to a missing picture has a name`() throws {
    let folder = try Folder(["good.png": Self.png()])
    let link = folder.url.appending(path: "gone.jpg").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/nowhere/gone.jpg")
    let gone = "photos/gone.jpg: the picture cannot be read: there is no such file or folder; check the name"
    #expect(folder.report().problems == [gone])
  }

  @Test func `broken files never take a turn, whenever they were broken`() throws {
    var files = Self.mixed
    // Whole by its header and its end; only decoding shows that it is not.
    var damaged = Self.png(64)
    damaged[damaged.count / 2] ^= 0xFF
    files["damaged.png"] = damaged
    files["other.png"] = Self.png(30)
    let folder = try Folder(files)
    var seen: Set<String> = []
    var intent = PhotosIntent()
    intent.folder = folder.url.path
    for hour in 0..<24 {
      let context = TimelineProviderContext(
        family: .systemSmall, displaySize: Size(width: 170, height: 170),
        date: GalleryItem.now.addingTimeInterval(Double(hour) * 3600))
      for entry in try PhotosProvider().timeline(for: intent, in: context).entries {
        guard case .file(let path) = entry.picture else {
          Issue.record("\(entry.picture)")
          return
        }
        seen.insert((path as NSString).lastPathComponent)
      }
    }
    #expect(seen == ["good.png", "other.png"])
  }

  @Test func `where all are broken inside, they are named`() throws {
    var damaged = Self.png(64)
    damaged[damaged.count / 2] ^= 0xFF
    let folder = try Folder(["a.png": damaged])
    #expect(try words(folder, .systemLarge, "leftOut") == ["Cannot be shown", "a.png"])
  }

  @Test func `more names than a sentence holds are counted`() {
    let files = (0..<230).map { LeftOutPhoto(name: "\($0).heic", reason: .format("HEIC")) }
    let broken = (0..<60).map { LeftOutPhoto(name: "\($0).png", reason: .fault(.unknownFormat)) }
    let report = PhotoReport(PhotoFolder.Contents(leftOut: files + broken), folder: "photos")
    let problems = report.problems { _ in }
    #expect(problems.contains { $0.message.contains("199.heic and 30 more; save them") })
    #expect(problems.filter { $0.file.hasSuffix(".png") }.count == 50)
    #expect(problems.contains { $0.message.hasPrefix("10 more files") })
  }
}
