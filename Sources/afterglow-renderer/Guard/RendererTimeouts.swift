/// How long a renderer may take before it counts as hanging. One that draws on e-paper hears nothing during a refresh,
/// retries and all.
struct RendererTimeouts {
  /// To answer a question.
  let answerMs: Int64
  /// To make room on a line full of words.
  let lineMs: Int64
  /// To look at an archive and show it.
  let archiveMs: Int64
  /// To finish its frame before it ends.
  let stopMs: Int64

  init(isEmissive: Bool) {
    answerMs = isEmissive ? 2_000 : 60_000
    lineMs = isEmissive ? 10_000 : 120_000
    archiveMs = isEmissive ? 10_000 : 60_000
    stopMs = isEmissive ? 2_000 : 5_000
  }
}
