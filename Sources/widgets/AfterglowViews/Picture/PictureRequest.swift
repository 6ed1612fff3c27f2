import AfterglowCore
import AfterglowPictures
import Foundation

/// The source of a view's picture.
package enum PictureSource: Hashable, Codable, Sendable {
  case file(String)
  case data(Data)

  /// The name in messages.
  package var name: String {
    switch self {
    case .file(let path): "“\(path)”"
    case .data(let data): "of \(data.count) bytes"
    }
  }

  var file: PictureFile {
    switch self {
    case .file(let path): PictureFile(path: path)
    case .data(let data): PictureFile(bytes: Array(data))
    }
  }
}

/// A picture requested by a view for a frame.
package struct PictureRequest: Hashable, Codable, Sendable {
  package var source: PictureSource
  /// nil: the whole picture, or its `part`, is stretched to the frame.
  var crop: PictureCrop?
  /// The part in the frame of a picture that reaches beyond it; nil = all of it.
  var part: PicturePart?
  package var accentedMode: WidgetAccentedRenderingMode?
  /// Changes of its colours, one after another; nil for none.
  package var filters: [ColorMatrix]?
  private var flips: Bool?
  private var paper: Bool?

  package init(
    source: PictureSource, crop: PictureCrop? = nil, accentedMode: WidgetAccentedRenderingMode? = nil
  ) {
    self.source = source
    self.crop = crop
    self.accentedMode = accentedMode
  }

  /// Flipped horizontally.
  package var isMirrored: Bool {
    get { flips == true }
    set { flips = newValue ? true : nil }
  }

  /// Whether what is transparent shows white.
  package var isOnPaper: Bool {
    get { paper == true }
    set { paper = newValue ? true : nil }
  }
}
