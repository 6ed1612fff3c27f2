import Foundation

/// Custom fonts, by file or by the names in registered files.
extension Font {
  /// A registered font (`register`, or a bundle's `fonts`) by its family, full name or PostScript name, in points at
  /// the default type size. It scales with the type size like body text.
  public static func custom(_ name: String, size: Double) -> Font { custom(name, size: size, relativeTo: .body) }

  /// A registered font by its name that scales with the type size like a text style.
  public static func custom(_ name: String, size: Double, relativeTo style: TextStyle) -> Font {
    var font = custom(name, fixedSize: size)
    font.relativeStyle = style
    return font
  }

  /// A registered font by its name, with the same size at every type size.
  public static func custom(_ name: String, fixedSize: Double) -> Font {
    var font = system(size: fixedSize)
    font.file = RegisteredFonts.shared.file(named: name)
    return font
  }

  /// The font of a TrueType or OpenType file, in points, with the same size at every type size.
  ///
  /// In a file with several faces, `face` selects one by family, full name, PostScript name or style; `nil` is its
  /// first family. A file that cannot be used is reported when text is laid out, and the text is shown in the built-in
  /// font.
  public static func custom(file: URL, face: String? = nil, size: Double) -> Font {
    system(size: size).file(FontFile(path: file.path, face: face))
  }

  /// Returns the font of a file in this size and weight.
  public func file(_ file: FontFile?) -> Font {
    var copy = self
    copy.file = file
    return copy
  }

  /// Registers the fonts of a file by their names, for `custom(_:size:)`.
  ///
  /// - Throws: `CompileError` if the file is not a font.
  public static func register(_ file: URL) throws {
    do throws(FontFileError) {
      try RegisteredFonts.shared.register(file.path)
    } catch {
      throw CompileError("\(file.path): \(error.message)")
    }
  }
}

/// Fonts by the names in their files.
package final class RegisteredFonts: @unchecked Sendable {
  package static let shared = RegisteredFonts()

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

  /// Without a path if there is none with this name.
  func file(named name: String) -> FontFile {
    FontFile(path: lock.withLock { paths[name.lowercased()] } ?? "", face: name)
  }

  /// Why there is none with this name.
  package func reason(_ name: String) -> String {
    let (known, failures) = lock.withLock { (paths.keys.sorted(), self.failures) }
    let there = known.isEmpty ? "none" : known.prefix(6).map { "\"\($0)\"" }.joined(separator: ", ")
    return "expected a font that a file of the bundle's `fonts` has, which are \(there); found \"\(name.prefix(60))\""
      + failures.prefix(3).map { "; \($0)" }.joined()
  }
}
