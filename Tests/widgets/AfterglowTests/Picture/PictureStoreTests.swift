import AfterglowCore
import AfterglowPictures
import Foundation
import Testing

@testable import AfterglowCompiler
@testable import AfterglowViews

/// Decoded pictures, cached between compiles by an author that runs for years.
@Suite struct PictureStoreTests {
  @Test func `pixels of pictures that are shown no more are dropped`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "store-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let dunes = root.appending(path: "boards/wall-display-1080p/dunes.jpg").path
    let store = PictureStore()
    let size = PixelSize(width: 64, height: 36)
    func ask(_ name: String) throws {
      let path = folder.appending(path: name).path
      if !FileManager.default.fileExists(atPath: path) {
        try FileManager.default.copyItem(atPath: dunes, toPath: path)
      }
      #expect(store.pixels(PictureRequest(source: .file(path), crop: nil), size: size) != nil)
    }
    for hour in 0..<5 {
      try ask("always.jpg")
      try ask("\(hour).jpg")
      #expect(store.count == (hour == 0 ? 2 : 3))
      store.age()
      #expect(store.count == 2)
    }
    store.age()
    #expect(store.count == 0)
  }

  @Test func `a wallpaper is kept as it is painted, and not beside that as it was decoded`() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let wallpaper = PictureRequest(
      source: .file(root.appending(path: "boards/wall-display-1080p/dunes.jpg").path), crop: ImageCrop.best)
    let store = PictureStore()
    let size = PixelSize(width: 64, height: 36)
    var paintings = 0
    func picture(_ recipe: some Equatable) throws -> ScaledPicture {
      try store.painted(wallpaper, size: size, recipe: recipe) {
        paintings += 1
        return $0.mirrored
      }
    }
    let first = try picture("dunes")
    store.age()
    #expect(store.count == 1)
    #expect(try picture("dunes") == first && paintings == 1)
    #expect(try picture("dusk") == first && paintings == 2)
    #expect(try picture(7) == first && paintings == 3)
    store.age()
    store.age()
    #expect(store.count == 0)
  }
}
