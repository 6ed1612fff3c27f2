import Afterglow
import AfterglowLight
import AfterglowPreview
import Foundation

@testable import AfterglowGuide

extension Offences {
  mutating func plantPictures() {
    plantLogos()
    plantWriting()
    data(.farAway, "{image: plain.png, frame: {width: 146, height: 146}}", says: "a picture") {
      ["plain.png": Self.logo]
    }
    data(
      .farAway, "{hstack: [{image: plain.png, frame: {width: 14, height: 14}}, {text: Kitchen, font: {size: 12}}]}",
      says: "seen from across a room"
    ) {
      ["plain.png": Self.logo]
    }
    swift(.farAway, "a rich picture", picture: Self.logo) { $0.frame(width: 146, height: 146) }
  }

  /// A plain square.
  private static let logo = Data(
    base64Encoded:
      "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAGklEQVR42mPUqLjDQApgYiARjGoY1TB0NAAAvGABnFBePVwAAAAASUVORK5CYII="
  )!

  private mutating func plantLogos() {
    for view in [
      "{image: logo.png, frame: {width: 80, height: 80}}",
      "{vstack: [{image: acme-wordmark.png, frame: {width: 40, height: 20}}, spacer, {text: \"21°\", font: {size: 30}}], alignment: leading}",
      "{vstack: [{text: \"21°\", font: {size: 30}}, {image: logo.png, frame: {width: 24, height: 24}}]}",
    ] {
      data(.brand, view) { ["logo.png": Self.logo, "acme-wordmark.png": Self.logo] }
    }
    swift(.brand, "a large logo", picture: Self.logo) {
      $0.frame(width: 80, height: 80).accessibilityIdentifier("logo")
    }
    swift(.brand, "a logo by its spoken label", picture: Self.logo) { image in
      VStack {
        image.frame(width: 40, height: 40).accessibilityLabel("Acme logo")
        Text("21°").font(.title)
      }
    }
    swift(.brand, "a word mark below", picture: Self.logo) { image in
      VStack {
        Text("21°").font(.title)
        image.frame(width: 24, height: 24).accessibilityIdentifier("wordmark")
      }
    }
  }

  private mutating func plantWriting() {
    let writings = [
      "chairs": "Bring the garden chairs inside", "milk": "Buy milk and bread on the way home",
      "glass": "Paper and glass go out tomorrow morning",
    ]
    for (name, words) in writings {
      data(.writingInPictures, "{image: \(name).png}") { ["\(name).png": try Self.writing(words)] }
      swift(.writingInPictures, words, picture: try Self.writing(words)) { $0.scaledToFit() }
    }
  }

  /// A picture of the panel with words on it.
  private static func writing(_ words: String) throws -> Data {
    let folder = FileManager.default.temporaryDirectory.appending(path: "writing-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.copyItem(
      at: Lint.root.appending(path: "boards/bedside-clock/board.yaml"), to: folder.appending(path: "board.yaml"))
    let scene = "context: standBy\nwidgets:\n  - {kind: note, configuration: {text: \(words)}}\n  - kind: clock\n"
    try Data(scene.utf8).write(to: folder.appending(path: "scene.yaml"))
    let board = try BoardSource(folder.path).compile(at: Lint.instant)
    return Data(try StillFrame(board, at: Lint.instant, lux: nil, override: .day).picture.png())
  }
}
