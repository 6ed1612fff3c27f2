// Writes seeds for the fuzzer: archives of random content, as the builder makes them.
import Foundation

@main struct Corpus {
  static func main() throws {
    let folder = URL(fileURLWithPath: CommandLine.arguments[1])
    for seed in UInt64(1)...60 {
      try Data(RandomArchive.make(seed: seed)).write(to: folder.appendingPathComponent("seed-\(seed)"))
    }
  }
}
