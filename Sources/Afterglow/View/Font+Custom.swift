import Foundation

/// Fonts of one's own, by file or by the names in files that are registered.
extension Font {
  /// A font of a file that `register` or a bundle's `fonts` names: by its family, its full name or its PostScript name. It grows
  /// with the type size as body text does.
  public static func custom(_ name: String, size: Double) -> Font { custom(name, size: size, relativeTo: .body) }

  /// The same, growing as a text style does.
  public static func custom(_ name: String, size: Double, relativeTo style: TextStyle) -> Font {
    var font = custom(name, fixedSize: size)
    font.relativeStyle = style
    return font
  }

  /// The same in one size.
  public static func custom(_ name: String, fixedSize: Double) -> Font {
    var font = system(size: fixedSize)
    font.file = RegisteredFonts.shared.file(named: name)
    return font
  }

  /// The font of a file, in one size.
  ///
  /// - Parameter face: by family, full name, PostScript name or style, where the file has several.
  public static func custom(file: URL, face: String? = nil, size: Double) -> Font {
    system(size: size).file(FontFile(path: file.path, face: face))
  }

  /// The same size and weight in the font of a file.
  public func file(_ file: FontFile?) -> Font {
    var copy = self
    copy.file = file
    return copy
  }

  /// Makes the fonts of a file known by their names, for `custom(_:size:)`.
  ///
  /// - Throws: `CompileError` where the file is no font.
  public static func register(_ file: URL) throws {
    do throws(FontFileError) {
      try RegisteredFonts.shared.register(file.path)
    } catch {
      throw CompileError("\(file.path): \(error.message)")
    }
  }
}

/// Fonts by the names in their files.
final class RegisteredFonts: @unchecked Sendable {
  static let shared = RegisteredFonts()

  private let lock = NSLock()
  private var paths: [String: String] = [:]
  private var failures: [String] = []

  func register(_ path: String) throws(FontFileError) {
    do throws(FontFileError) {
      let names = try FontFiles.shared.names(in: path)
      lock.withLock { for name in names { paths[name.lowercased()] = path } }
    } catch {
      lock.withLock { failures.append("\(path): \(error.message)") }
      throw error
    }
  }

  /// One without a path where there is none of this name.
  func file(named name: String) -> FontFile {
    FontFile(path: lock.withLock { paths[name.lowercased()] } ?? "", face: name)
  }

  /// Why there is none.
  func reason(_ name: String) -> String {
    let (known, failures) = lock.withLock { (paths.keys.sorted(), self.failures) }
    let there = known.isEmpty ? "none" : known.prefix(6).map { "\"\($0)\"" }.joined(separator: ", ")
    return "expected a font that a file of the bundle's `fonts` has, which are \(there); found \"\(name.prefix(60))\""
      + failures.prefix(3).map { "; \($0)" }.joined()
  }
}
