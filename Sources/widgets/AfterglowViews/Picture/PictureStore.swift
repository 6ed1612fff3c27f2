import AfterglowCore
import AfterglowPictures
import Foundation

/// A cache of decoded pictures, valid until their files change. Not thread-safe: the compiler holds a lock around it,
/// as around the typesetter.
package final class PictureStore: CompanionCache {
  /// Identifies a state of a file.
  fileprivate struct State: Hashable {
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
    var part: PicturePart?
    var isOnPaper = false
  }

  private var sizes: [Key: Result<PixelSize, PictureError>] = [:]
  private var pictures: [Key: Result<ScaledPicture, PictureError>] = [:]
  /// Keys used since the last `age`.
  private var used: Set<Key> = []
  /// What was painted last on a picture of the panel's size; its source is not cached.
  private var painted: (key: Key, recipe: any Equatable, picture: ScaledPicture)?
  /// Pictures that could not be shown, since the last `takeProblems`.
  private var problems: [String] = []
  /// The files that were requested since `noting` began; nil outside of it.
  private var noted: Files?

  /// Number of cached pictures.
  var count: Int { pictures.count + (painted == nil ? 0 : 1) }

  /// Evicts all pixels except those of the last compile: an hour's photographs would take more memory than everything
  /// else. Call it between compiles.
  package func age() {
    pictures = pictures.filter { used.contains($0.key) }
    if painted.map({ !used.contains($0.key) }) ?? false { painted = nil }
    used = []
  }

  /// States of the picture files that a drawing depends on.
  struct Files {
    fileprivate var states: [String: State?] = [:]
  }

  /// Runs `body`, and returns the states of the files whose pictures it requested.
  func noting<Result>(_ body: () throws -> Result) rethrows -> (result: Result, files: Files) {
    let outer = noted
    noted = Files()
    defer { noted = outer }
    let result = try body()
    return (result, noted ?? Files())
  }

  /// Whether all of these files are as they were.
  func areUnchanged(_ files: Files) -> Bool {
    files.states.allSatisfy { path, state in Self.state(ofFile: path) == state }
  }

  /// Notes problems of a drawing that is shown again.
  package func note(problems known: [String]) {
    for problem in known where !problems.contains(problem) { problems.append(problem) }
  }

  package func takeProblems() -> [String] {
    defer { problems = [] }
    return problems
  }

  /// The picture's size in its own pixels, upright; nil if there is no picture.
  package func size(of source: PictureSource) -> PixelSize? {
    let key = Key(source: source, state: state(of: source))
    if let known = sizes[key] { return try? known.get() }
    if sizes.count > 1000 { sizes.removeAll() }
    let result = Result<PixelSize, PictureError> { () throws(PictureError) in try source.file.header().size }
    sizes[key] = result
    return try? result.get()
  }

  /// The pixels for a frame; nil, with a problem recorded, if they are not available.
  package func pixels(_ request: PictureRequest, size: PixelSize) -> ScaledPicture? {
    let key = self.key(of: request, size)
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

  /// A picture with something painted on it; the last one is cached, so that a recompile for new content does not paint
  /// a wallpaper again.
  ///
  /// - Parameter recipe: what the result depends on, apart from the picture and its size.
  package func painted<Recipe: Equatable>(
    _ request: PictureRequest, size: PixelSize, recipe: Recipe, _ paint: (ScaledPicture) -> ScaledPicture
  ) throws(PictureError) -> ScaledPicture {
    let key = self.key(of: request, size)
    if let known = painted, known.key == key && known.recipe as? Recipe == recipe { return known.picture }
    let picture = paint(try (pictures[key] ?? decode(request, size)).get())
    painted = (key, recipe, picture)
    return picture
  }

  /// The key of a picture at a size, which counts as used.
  private func key(of request: PictureRequest, _ size: PixelSize) -> Key {
    let key = Key(
      source: request.source, state: state(of: request.source), width: size.width, height: size.height,
      crop: request.crop, part: request.part, isOnPaper: request.isOnPaper)
    used.insert(key)
    return key
  }

  private func decode(_ request: PictureRequest, _ size: PixelSize) -> Result<ScaledPicture, PictureError> {
    Result<ScaledPicture, PictureError> { () throws(PictureError) in
      let file = request.source.file
      let picture =
        if let crop = request.crop {
          try file.filling(size, crop: crop)
        } else {
          try file.scaled(to: size, part: request.part ?? .whole)
        }
      return request.isOnPaper ? picture.onPaper() : picture
    }
  }

  private func state(of source: PictureSource) -> State? {
    guard case .file(let path) = source else { return nil }
    let state = Self.state(ofFile: path)
    if noted != nil { noted?.states[path] = .some(state) }
    return state
  }

  private static func state(ofFile path: String) -> State? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return State(
      device: UInt(status.st_dev), inode: UInt(status.st_ino), byteCount: Int(status.st_size),
      seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
  }
}

extension Typesetter {
  /// Pictures, cached and locked like the glyphs.
  package var pictures: PictureStore { companion { PictureStore() } }

  /// The files of pictures and fonts that a drawing depends on, in their states.
  package struct Files {
    fileprivate var pictures: PictureStore.Files
    fileprivate var fonts: FontFilesInUse
  }

  /// Runs `body`, and returns the files of pictures and fonts that it requested.
  package func noting<Result>(_ body: () throws -> Result) rethrows -> (result: Result, files: Files) {
    let (found, fonts) = try library.noting { try pictures.noting(body) }
    return (found.result, Files(pictures: found.files, fonts: fonts))
  }

  /// Whether all of these files are as they were.
  package func areUnchanged(_ files: Files) -> Bool {
    pictures.areUnchanged(files.pictures) && library.areUnchanged(files.fonts)
  }
}
