/// How long a renderer may take before it is considered hung, in ms. One that draws on e-paper does not read during a
/// refresh, including retries.
struct RendererTimeouts {
  /// To reply to a ping.
  let answerMs: Int64
  /// To make room on a full socket.
  let lineMs: Int64
  /// To validate an archive and show it.
  let archiveMs: Int64
  /// To finish its frame before it exits.
  let stopMs: Int64

  init(isEmissive: Bool) {
    answerMs = isEmissive ? 2_000 : 60_000
    lineMs = isEmissive ? 10_000 : 120_000
    archiveMs = isEmissive ? 10_000 : 60_000
    stopMs = isEmissive ? 2_000 : 5_000
  }
}
