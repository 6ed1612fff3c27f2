// Seeds: random archives made by the builder.
import Glibc

/// With AFTERGLOW_FUZZ_SEEDS set, writes seeds into that folder and exits before any fuzzing.
@c(LLVMFuzzerInitialize)
public func initialize(
  _ count: UnsafeMutablePointer<Int32>?, _ arguments: UnsafeMutableRawPointer?
) -> Int32 {
  guard let folder = getenv("AFTERGLOW_FUZZ_SEEDS") else { return 0 }
  do {
    for seed in UInt64(1)...40 {
      try write(RandomArchive.make(seed: seed), to: "\(String(cString: folder))/records-\(seed)")
      let scene = try RandomScene.archive(seed: seed, board: RandomScene.board(seed: seed))
      try write(scene, to: "\(String(cString: folder))/scene-\(seed)")
    }
  } catch {
    fatalError("a seed cannot be made: \(error)")
  }
  exit(0)
}

private func write(_ bytes: [UInt8], to path: String) throws {
  guard let file = fopen(path, "w"), fwrite(bytes, 1, bytes.count, file) == bytes.count, fclose(file) == 0 else {
    fatalError("\(path) cannot be written: \(String(cString: strerror(errno)))")
  }
}
