import AfterglowArchive
import AfterglowCore
import Foundation

/// Turns a scene into an archive. The same scene at the same date gives the same bytes.
public struct SceneCompiler: Sendable {
  public init() {}

  /// - Throws: `CompileError` when nothing can be shown: a missing font, a panel without area, a scene over the
  ///   board's budget. A widget that fails does not throw; it is told in `diagnostics` and the others are unaffected.
  public func compile(_ scene: PanelScene, at date: Date) throws -> CompiledScene {
    throw CompileError("not yet")
  }
}
