import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// What an author and the process that composes for it hold, as the kernel counts it.
struct AuthorHoldings: CustomStringConvertible {
  /// Memory of their own that is in no file.
  var anonymousKiB: Int
  /// Pages of files: of the program, its libraries, and fonts. Those of both processes count twice.
  var filesKiB: Int
  /// Memory with the pages of files, each divided by the number of processes that have it.
  var proportionalKiB: Int
  var descriptors: Int
  /// Of their processor time.
  private var ticks: Int
  /// Names of the font files that are in their memory.
  var fonts: Set<String>

  /// - Returns: nil while one of them is not there.
  init?(_ process: Process) {
    guard var both = Self(process.processIdentifier), let child = Self.composing(process.processIdentifier),
      let other = Self(child)
    else { return nil }
    both.anonymousKiB += other.anonymousKiB
    both.filesKiB += other.filesKiB
    both.proportionalKiB += other.proportionalKiB
    both.descriptors += other.descriptors
    both.ticks += other.ticks
    both.fonts.formUnion(other.fonts)
    self = both
  }

  private static func composing(_ author: Int32) -> Int32? {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return all.compactMap { Int32($0) }.first { identifier in
      guard let line = FileManager.default.contents(atPath: "/proc/\(identifier)/cmdline"),
        String(decoding: line, as: UTF8.self).contains("compose-for-parent"),
        let text = try? String(contentsOfFile: "/proc/\(identifier)/status", encoding: .utf8)
      else { return false }
      return text.contains("\nPPid:\t\(author)\n")
    }
  }

  private init?(_ identifier: Int32) {
    let folder = "/proc/\(identifier)"
    guard let text = try? String(contentsOfFile: folder + "/smaps_rollup", encoding: .utf8),
      let maps = try? String(contentsOfFile: folder + "/maps", encoding: .utf8),
      let anonymous = Self.count("Anonymous:", in: text), let proportional = Self.count("Pss:", in: text),
      let resident = Self.count("Rss:", in: text),
      let files = try? FileManager.default.contentsOfDirectory(atPath: folder + "/fd"),
      // What stands in brackets, the program's name, may hold spaces; user and system time are the 12th and 13th after it.
      let times = (try? String(contentsOfFile: folder + "/stat", encoding: .utf8))?.split(separator: ")").last?
        .split(separator: " ").dropFirst(11).prefix(2).compactMap({ Int($0) })
    else { return nil }
    anonymousKiB = anonymous
    filesKiB = resident - anonymous
    proportionalKiB = proportional
    descriptors = files.count
    ticks = times.reduce(0, +)
    let names = maps.split(separator: "\n").compactMap { $0.split(separator: "/").last }
    fonts = Set(names.filter { [".ttf", ".otf", ".ttc"].contains($0.suffix(4)) }.map(String.init))
  }

  private static func count(_ key: String, in text: String) -> Int? {
    text.split(separator: "\n").first { $0.hasPrefix(key) }?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
  }

  var description: String {
    "\(anonymousKiB) KiB, \(filesKiB) KiB of files, in all \(proportionalKiB) KiB, \(descriptors) descriptors"
  }

  /// What they hold once they neither work nor hold less any more: the last picture is written, and what was freed given
  /// back. On a busy machine that takes a while.
  static func atRest(_ process: Process) throws -> AuthorHoldings {
    var least = try #require(AuthorHoldings(process))
    var (since, ticks) = (Date(), least.ticks)
    let latest = Date() + 60
    while Date().timeIntervalSince(since) < 3, Date() < latest {
      usleep(100_000)
      let now = try #require(AuthorHoldings(process))
      // A tick or two are those of threads that look and find nothing.
      if now.anonymousKiB < least.anonymousKiB || now.ticks > ticks + 2 { (since, ticks) = (Date(), now.ticks) }
      // Each has a least of its own: a thread may open a file for a moment whenever it likes. One that leaks never has fewer.
      least.anonymousKiB = min(least.anonymousKiB, now.anonymousKiB)
      least.filesKiB = min(least.filesKiB, now.filesKiB)
      least.proportionalKiB = min(least.proportionalKiB, now.proportionalKiB)
      least.descriptors = min(least.descriptors, now.descriptors)
    }
    return least
  }
}
