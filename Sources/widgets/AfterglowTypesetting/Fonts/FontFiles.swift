import AfterglowErrors
import CPango
import Foundation

/// A font file of the user's: a file, and which of the faces in it.
public struct FontFile: Hashable, Sendable {
  /// A TrueType or OpenType file, or a collection of them.
  public var path: String
  /// By the name of its family, its full name, its PostScript name or its style; nil = the file's first family, by weight.
  public var face: String?

  public init(path: String, face: String? = nil) {
    self.path = path
    self.face = face
  }

  /// Why it cannot be used, without the file's name; nil where it can.
  public var problem: String? {
    do throws(FontFileError) {
      _ = try FontFiles.shared.font(self)
      return nil
    } catch {
      return error.message
    }
  }
}

/// What is wrong with a font's file.
package struct FontFileError: Error, Equatable {
  package var message: String
  /// Whether the same file may do at the next attempt: it was not the file's fault.
  var isTransient = false

  init(_ message: String) { self.message = message }

  /// There was no memory or descriptor for what a font needs.
  static func lacking(_ what: String) -> FontFileError {
    var error = FontFileError("expected room for \(what), found none")
    error.isTransient = true
    return error
  }
}

/// A face, or a family of faces, that text can be shaped with.
final class LoadedFont: @unchecked Sendable {
  /// Stands for these bytes and this face in this process, and for nothing else.
  let family: String
  /// What was read, as a file that cannot change.
  let file: String
  /// fontconfig's, under that family's name.
  let patterns: [OpaquePointer]

  init(family: String, file: String, patterns: [OpaquePointer]) {
    self.family = family
    self.file = file
    self.patterns = patterns
  }
}

/// Font files of people's own, each read once for each state that it is in: what FreeType, HarfBuzz and fontconfig open is a copy
/// in memory, which no writer can shorten under their hands.
final class FontFiles: @unchecked Sendable {
  static let shared = FontFiles()
  static let maximumByteCount = 32 << 20
  /// Of one file.
  static let maximumFaceCount = 64
  /// States of files that one process reads; a font changes seldom.
  static let maximumCount = 256

  /// Whether a file has been replaced.
  private struct Stamp: Equatable {
    var device: UInt64
    var inode: UInt64
    var size: Int64
    var changed: [Int]
  }

  /// The bytes of one file in one state.
  private struct Content {
    var hash: UInt64
    var count: Int
    var file: String
    /// fontconfig's for each face and named instance.
    var patterns: [OpaquePointer]
  }

  private let lock = NSLock()
  private let freeType: FT_Library?
  private var states: [String: (stamp: Stamp, result: Result<Content, FontFileError>)] = [:]
  private var contents: [Content] = []
  private var fonts: [String: LoadedFont] = [:]
  private var families: [FamilyKey: String] = [:]
  private var paths: [String: String] = [:]

  private struct FamilyKey: Hashable {
    var file: String
    var face: String?
  }

  private init() {
    var library: FT_Library?
    freeType = FT_Init_FreeType(&library) == 0 ? library : nil
  }

  /// Reads it again when it has changed.
  func font(_ font: FontFile) throws(FontFileError) -> LoadedFont {
    lock.lock()
    defer { lock.unlock() }
    let content = try content(font.path)
    let key = FamilyKey(file: content.file, face: font.face?.lowercased())
    if let family = families[key], let known = fonts[family] { return known }
    let faces = try Self.faces(named: font.face, of: content.patterns)
    let family = "afterglow-font-\(families.count + 1)"
    let patterns = faces.compactMap { face -> OpaquePointer? in
      guard let copy = FcPatternDuplicate(face) else { return nil }
      FcPatternDel(copy, FC_FAMILY)
      FcPatternDel(copy, FC_FAMILYLANG)
      FcPatternAddString(copy, FC_FAMILY, family)
      return copy
    }
    let loaded = LoadedFont(family: family, file: content.file, patterns: patterns)
    families[key] = family
    fonts[family] = loaded
    return loaded
  }

  /// One that was loaded in this process.
  func loaded(_ family: String) -> LoadedFont? { lock.withLock { fonts[family] } }

  /// The copy of a file, for a face that another process names.
  func copy(of path: String) -> String? {
    lock.lock()
    defer { lock.unlock() }
    return try? content(path).file
  }

  /// The file that a copy was made of.
  func path(ofCopy file: String) -> String? { lock.withLock { paths[file] } }

  /// The families, full names and PostScript names in a file.
  func names(in path: String) throws(FontFileError) -> [String] {
    lock.lock()
    defer { lock.unlock() }
    var names: [String] = []
    for pattern in try content(path).patterns {
      for key in [FC_FAMILY, FC_FULLNAME, FC_POSTSCRIPT_NAME] { names += Self.texts(pattern, key) }
    }
    return names.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  // MARK: Reading

  private func content(_ path: String) throws(FontFileError) -> Content {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      let isMissing = errno == ENOENT || errno == ENOTDIR
      let reason = isMissing ? "none" : "one that cannot be read: \(ErrnoWords.sentence(errno))"
      throw FontFileError("expected a font file, found \(reason)")
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw FontFileError("expected a font file, found \(status.st_mode & S_IFMT == S_IFDIR ? "a folder" : "a device")")
    }
    let stamp = Stamp(
      device: UInt64(status.st_dev), inode: UInt64(status.st_ino), size: Int64(status.st_size),
      changed: [status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec])
    if let known = states[path], known.stamp == stamp { return try known.result.get() }
    let result: Result<Content, FontFileError>
    do throws(FontFileError) {
      result = .success(try read(descriptor, Int(status.st_size), path))
    } catch {
      result = .failure(error)
    }
    if case .failure(let error) = result, error.isTransient { throw error }
    states[path] = (stamp, result)
    return try result.get()
  }

  private func read(_ descriptor: Int32, _ size: Int, _ path: String) throws(FontFileError) -> Content {
    guard size <= Self.maximumByteCount else {
      throw FontFileError("expected a font file of at most 32 MiB, found \(size >> 20) MiB")
    }
    var bytes = [UInt8](repeating: 0, count: size)
    var count = 0
    while count < size {
      let got = bytes.withUnsafeMutableBytes { Foundation.read(descriptor, $0.baseAddress! + count, size - count) }
      if got < 0 && errno == EINTR { continue }
      guard got > 0 else { break }
      count += got
    }
    bytes.removeLast(size - count)
    try Self.checkKind(bytes)
    let hash = bytes.reduce(into: 0xCBF2_9CE4_8422_2325 as UInt64) { $0 = ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    if let known = contents.first(where: { $0.hash == hash && $0.count == count && paths[$0.file] == path }) {
      return known
    }
    guard contents.count < Self.maximumCount else {
      throw FontFileError("expected at most \(Self.maximumCount) font files in one run; start the program again")
    }
    let memory = bytes.withUnsafeBytes { ag_memory_file($0.baseAddress!, $0.count) }
    guard memory >= 0 else {
      throw .lacking("its copy (\(ErrnoWords.cause(errno)))")
    }
    let file = "/proc/self/fd/\(memory)"
    do throws(FontFileError) {
      try check(file)
      let content = Content(hash: hash, count: count, file: file, patterns: try Self.patterns(file))
      contents.append(content)
      paths[file] = path
      return content
    } catch {
      close(memory)
      throw error
    }
  }

  /// What HarfBuzz reads as well: FreeType alone knows more.
  private static func checkKind(_ bytes: [UInt8]) throws(FontFileError) {
    let wanted = "expected a TrueType or OpenType font (.ttf, .otf, .ttc)"
    let head = Array(bytes.prefix(4))
    if head == [0, 1, 0, 0] || [Array("OTTO".utf8), Array("true".utf8), Array("ttcf".utf8)].contains(head) { return }
    if [Array("wOFF".utf8), Array("wOF2".utf8)].contains(head) {
      throw FontFileError("\(wanted), found a web font (WOFF); convert it")
    }
    throw FontFileError("\(wanted), found \(bytes.isEmpty ? "an empty file" : "another file")")
  }

  /// Whether it can be opened, has outlines, and letters of a size that can be set.
  private func check(_ file: String) throws(FontFileError) {
    let count = try checkFace(0, of: file)
    for index in 1..<max(1, min(count, Self.maximumFaceCount)) { _ = try checkFace(index, of: file) }
  }

  /// How many faces there are.
  private func checkFace(_ index: Int, of file: String) throws(FontFileError) -> Int {
    var face: FT_Face?
    guard let freeType, FT_New_Face(freeType, file, index, &face) == 0, let face else {
      throw FontFileError("expected a font that can be read, found one that is damaged")
    }
    defer { FT_Done_Face(face) }
    guard face.pointee.face_flags & ag_face_flag_scalable() != 0 else {
      throw FontFileError("expected a font with outlines, found one of pictures alone")
    }
    let em = Double(face.pointee.units_per_EM)
    let height = Double(face.pointee.ascender) - Double(face.pointee.descender)
    guard face.pointee.num_glyphs > 0, em >= 64, height > 0, height <= 8 * em,
      Double(face.pointee.ascender) <= 8 * em, Double(face.pointee.descender) >= -8 * em
    else {
      throw FontFileError("expected letters of up to 8 em, found a font that is damaged")
    }
    return Int(face.pointee.num_faces)
  }

  private static func patterns(_ file: String) throws(FontFileError) -> [OpaquePointer] {
    guard let set = FcFontSetCreate() else { throw .lacking("its faces") }
    defer { FcFontSetDestroy(set) }
    var count: Int32 = 0
    FcFreeTypeQueryAll(file, UInt32.max, nil, &count, set)
    let patterns = (0..<Int(set.pointee.nfont)).compactMap { set.pointee.fonts[$0] }.filter { pattern in
      // A variable font's named instances stand for it: what lies between them has no number that an archive could be made by.
      index(pattern) & 0xFFFF < maximumFaceCount && isFalse(pattern, FC_VARIABLE) && !isFalse(pattern, FC_SCALABLE)
        && !texts(pattern, FC_FAMILY).isEmpty
    }
    guard !patterns.isEmpty else { throw FontFileError("expected a font with faces that have names, found none") }
    for pattern in patterns { FcPatternReference(pattern) }
    return patterns
  }

  private static func index(_ pattern: OpaquePointer) -> Int {
    var value: Int32 = 0
    return FcPatternGetInteger(pattern, FC_INDEX, 0, &value) == FcResultMatch ? Int(value) : Int.max
  }

  private static func isFalse(_ pattern: OpaquePointer, _ key: String) -> Bool {
    var value: FcBool = 0
    return FcPatternGetBool(pattern, key, 0, &value) != FcResultMatch || value == 0
  }

  private static func texts(_ pattern: OpaquePointer, _ key: String) -> [String] {
    var found: [String] = []
    var text: UnsafeMutablePointer<FcChar8>?
    while found.count < 16, FcPatternGetString(pattern, key, Int32(found.count), &text) == FcResultMatch, let text {
      found.append(String(cString: text))
    }
    return found
  }

  private static func faces(
    named name: String?, of patterns: [OpaquePointer]
  ) throws(FontFileError) -> [OpaquePointer] {
    guard let name else {
      let first = texts(patterns[0], FC_FAMILY)
      return patterns.filter { !Set(texts($0, FC_FAMILY)).isDisjoint(with: first) }
    }
    for keys in [[FC_FAMILY], [FC_FULLNAME, FC_POSTSCRIPT_NAME], [FC_STYLE]] {
      let found = patterns.filter { pattern in
        keys.contains { texts(pattern, $0).contains { $0.lowercased() == name.lowercased() } }
      }
      if !found.isEmpty { return found }
    }
    let names = patterns.compactMap { texts($0, FC_FULLNAME).first ?? texts($0, FC_FAMILY).first }
    let shown = names.prefix(12).map { "\"\($0)\"" }.joined(separator: ", ") + (names.count > 12 ? ", …" : "")
    throw FontFileError("expected one of its faces \(shown), found \"\(name.prefix(60))\"")
  }
}
