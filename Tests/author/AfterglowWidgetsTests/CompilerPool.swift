import Foundation

@testable import AfterglowCompiler
@testable import AfterglowViews

/// Compilers that work side by side: all that share a cache of typesetters wait for each other, and one of a suite's two
/// threads would do nothing.
enum CompilerPool {
  private static let lock = NSLock()
  nonisolated(unsafe) private static var free: [SceneCompiler] = []

  static func compile(_ scene: PanelScene, at date: Date) throws -> CompiledScene {
    let compiler = lock.withLock { free.popLast() } ?? SceneCompiler(typesetterCache: TypesetterCache())
    defer { lock.withLock { free.append(compiler) } }
    return try compiler.compile(scene, at: date)
  }
}
