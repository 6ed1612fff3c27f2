import AfterglowPreview

/// The pictures that pages show, of which they are sent the changes.
struct ViewShelf {
  private struct View {
    var name: String
    /// Of the frame that the page has; nil = none that is known.
    var sequence: Int?
    /// Of the page's newest request.
    var newest = 0
    var shown = ShownPicture()
  }

  private var views: [View] = []
  /// A picture of 1080p has 8 MB; pages beyond these get whole frames.
  private static let maximumCount = 3

  /// Notes that a view has asked for a frame.
  mutating func begin(_ name: String, _ sequence: Int) {
    let view = views.firstIndex { $0.name == name }.map { views.remove(at: $0) } ?? View(name: name)
    if views.count >= Self.maximumCount { views.removeFirst() }
    views.append(view)
    views[views.count - 1].newest = max(view.newest, sequence)
  }

  /// Whether a view has asked for no later frame.
  func isNewest(_ name: String, _ sequence: Int) -> Bool {
    views.first { $0.name == name }.map { $0.newest == sequence } ?? true
  }

  /// The words that bring a page to a stage's frame, what they change, and the frame's light.
  mutating func take(
    _ stage: some PageFrame, _ request: FrameRequest
  ) -> (words: [UInt8], base: Int?, share: Double) {
    guard !request.view.isEmpty, let index = views.firstIndex(where: { $0.name == request.view }) else {
      var picture = ShownPicture()
      let words = picture.take(stage, isWhole: true)
      return (words, nil, picture.meanLuminance)
    }
    let base = request.base.flatMap { views[index].sequence == $0 ? $0 : nil }
    let isSameSize = views[index].shown.isLike(stage)
    let words = views[index].shown.take(stage, isWhole: base == nil)
    views[index].sequence = request.sequence
    return (words, isSameSize ? base : nil, views[index].shown.meanLuminance)
  }
}
