import AfterglowCore
import AfterglowPictures
import Foundation

/// A cache of decoded pictures, valid until their files change. Not thread-safe: the compiler holds a lock around it,
/// as around the typesetter.
final class PictureStore {
  /// Identifies a state of a file.
  private struct State: Hashable {
    var device: UInt
    var inode: UInt
    var byteCount: Int
    var seconds: Int
    var nanoseconds: Int
  }

  private struct Key: Hashable {
    var source: PictureSource
    var state: State?
    var width: Int32 = 0
    var height: Int32 = 0
    var crop: PictureCrop?
  }

  private var sizes: [Key: Result<PixelSize, PictureError>] = [:]
  private var pictures: [Key: Result<ScaledPicture, PictureError>] = [:]
  /// Keys used since the last `age`.
  private var used: Set<Key> = []
  /// The wallpaper that was rendered last; its source is not cached.
  private var backdrop: (key: Key, colors: [UInt32], backdrop: Backdrop, painted: ScaledPicture)?
  /// Pictures that could not be shown, since the last `takeProblems`.
  private var problems: [String] = []

  /// Number of cached pictures.
  var count: Int { pictures.count + (backdrop == nil ? 0 : 1) }

  /// Evicts all pixels except those of the last compile: an hour's photographs would take more memory than everything
  /// else. Call it between compiles.
  func age() {
    pictures = pictures.filter { used.contains($0.key) }
    if backdrop.map({ !used.contains($0.key) }) ?? false { backdrop = nil }
    used = []
  }

  func takeProblems() -> [String] {
    defer { problems = [] }
    return problems
  }

  /// The picture's size in its own pixels, upright; nil if there is no picture.
  func size(of source: PictureSource) -> PixelSize? {
    let key = Key(source: source, state: state(of: source))
    if let known = sizes[key] { return try? known.get() }
    if sizes.count > 1000 { sizes.removeAll() }
    let result = Result<PixelSize, PictureError> { () throws(PictureError) in try source.file.header().size }
    sizes[key] = result
    return try? result.get()
  }

  /// The pixels for a frame; nil, with a problem recorded, if they are not available.
  func pixels(_ request: PictureRequest, size: PixelSize) -> ScaledPicture? {
    let key = Key(
      source: request.source, state: state(of: request.source), width: size.width, height: size.height,
      crop: request.crop)
    used.insert(key)
    let result = pictures[key] ?? decode(request, size)
    pictures[key] = result
    switch result {
    case .success(let picture): return picture
    case .failure(let error):
      let message = "the picture \(request.source.name) is not shown: \(error). A plain shape is shown instead."
      if !problems.contains(message) { problems.append(message) }
      return nil
    }
  }

  /// A wallpaper with its materials; the last one is cached, so that a recompile for new content does not render it
  /// again.
  func backdrop(
    _ wallpaper: WallpaperPicture, size: PixelSize, over colors: [UInt32], _ materials: Backdrop
  ) throws(PictureError) -> ScaledPicture {
    let request = PictureRequest(source: .file(wallpaper.path), crop: wallpaper.crop)
    let key = Key(
      source: request.source, state: state(of: request.source), width: size.width, height: size.height,
      crop: request.crop)
    used.insert(key)
    if let known = backdrop, known.key == key && known.colors == colors && known.backdrop == materials {
      return known.painted
    }
    let picture = try (pictures[key] ?? decode(request, size)).get()
    let painted = materials.painted(on: picture.opaque(over: colors))
    backdrop = (key, colors, materials, painted)
    return painted
  }

  private func decode(_ request: PictureRequest, _ size: PixelSize) -> Result<ScaledPicture, PictureError> {
    Result<ScaledPicture, PictureError> { () throws(PictureError) in
      let file = request.source.file
      guard let crop = request.crop else { return try file.scaled(to: size) }
      return try file.filling(size, crop: crop)
    }
  }

  private func state(of source: PictureSource) -> State? {
    guard case .file(let path) = source else { return nil }
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return State(
      device: UInt(status.st_dev), inode: UInt(status.st_ino), byteCount: Int(status.st_size),
      seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
  }
}
