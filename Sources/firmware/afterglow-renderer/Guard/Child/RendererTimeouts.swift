/// How long a renderer may take before it is considered hung, in ms. One that draws on e-paper answers during a refresh;
/// only its end takes as long as the panel does.
struct RendererTimeouts {
  /// To reply to a ping.
  let answerMs: Int64 = 2_000
  /// To make room on a full socket.
  let lineMs: Int64 = 10_000
  /// To validate an archive and adopt it.
  let archiveMs: Int64 = 10_000
  /// To finish its frame before it exits.
  let stopMs: Int64
  /// The part of it that a panel may refresh on its own once its renderer has died.
  let refreshMs: Int64
  /// Whether the guard must not wait for its end, because other panels would wait too.
  let endsSlowly: Bool

  /// - Parameters:
  ///   - longestEndMs: how long the panel may take to finish a frame, by its preset; 0 = at once.
  ///   - settlesMs: how long it may have to wait for a predecessor's refresh before.
  init(longestEndMs: Int64 = 0, settlesMs: Int64 = 0) {
    refreshMs = 2_000 + longestEndMs
    stopMs = refreshMs + settlesMs
    endsSlowly = longestEndMs > 0
  }
}
