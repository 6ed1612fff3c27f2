import Afterglow
import AfterglowCompiler
import AfterglowSources
import AfterglowWidgets
import Foundation

/// Short numbers by which a widget's content is compared: of its bytes and its configuration, and of what names it.
public enum ContentFingerprint {
  /// The largest file whose bytes are compared. A larger file is known by its size and dates.
  static let maximumByteCount = 64 << 20

  /// The fingerprint of content that a composing process worked on. No byte of it is parsed.
  package static func of(_ subject: CompositionMark.Subject) -> String {
    var hash = StableHash()
    hash.add(subject.kind)
    hash.add(subject.configuration)
    for path in subject.paths.sorted() {
      hash.add(path)
      hash.add(UInt64(0xFF))
      if let bytes = try? RegularFile.read(path, limit: maximumByteCount) {
        add(bytes, to: &hash)
      } else {
        // A folder, what is missing or too large.
        hash.add(PictureFolders.mark(of: path).map { "\($0)" } ?? "none")
      }
    }
    return String(hash.value, radix: 16)
  }

  /// Returns whether one of the files was replaced or written in a time, in ms since 1970.
  package static func hasChanged(_ paths: [String], in time: ClosedRange<Int64>) -> Bool {
    paths.contains { path in
      guard let status = FileMark.status(path, followsLinks: true) else { return false }
      return time.contains(Int64(status.st_ctim.tv_sec) * 1000 + Int64(status.st_ctim.tv_nsec) / 1_000_000)
    }
  }

  /// The fingerprint of bytes that a source has delivered.
  public static func of(_ bytes: [UInt8]) -> UInt64 {
    var hash = StableHash()
    add(bytes, to: &hash)
    return hash.value
  }

  /// A hash of everything that names a widget's content, whatever that content is now: never zero. Two calendars have two
  /// identities. A relative path needs no more, because a board's folder stays the same.
  static func identity(of use: WidgetUse) -> UInt64 {
    var hash = StableHash()
    let place = use.place.map { "\($0.latitude) \($0.longitude) \($0.country ?? "")" }
    for part in [use.kind, of(use.configuration), place ?? "", use.zone.identifier] {
      hash.add(part)
      hash.add(UInt64(0xFF))
    }
    return max(hash.value, 1)
  }

  private static func add(_ bytes: [UInt8], to hash: inout StableHash) {
    hash.add(UInt64(bytes.count))
    bytes.withUnsafeBytes { bytes in
      for place in stride(from: 0, to: bytes.count - 7, by: 8) {
        hash.add(bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
      }
      for byte in bytes.suffix(bytes.count % 8) { hash.add(UInt64(byte)) }
    }
  }

  /// A configuration as text that is the same in every process.
  static func of(_ configuration: [String: ConfigurationValue]) -> String {
    var hash = StableHash()
    add(.object(configuration), to: &hash)
    return String(hash.value, radix: 16)
  }

  private static func add(_ value: ConfigurationValue, to hash: inout StableHash) {
    switch value {
    case .object(let members):
      hash.add(UInt64(members.count))
      for (name, member) in members.sorted(by: { $0.key < $1.key }) {
        hash.add(name)
        add(member, to: &hash)
      }
    case .array(let elements):
      hash.add(UInt64(elements.count))
      for element in elements { add(element, to: &hash) }
    default: hash.add("\(value)")
    }
  }
}
