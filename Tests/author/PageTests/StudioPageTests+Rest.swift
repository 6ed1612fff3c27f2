import Foundation
import Testing

/// A page at rest, for pictures of it: all that it waits for is shown, and nothing moves.
extension StudioPageTests {
  /// Looks at a page that is waited for, a tenth of a second apart: in all, and without a change of what is missing.
  private static let (maximumLooks, patientLooks) = (10_000, 1_500)

  /// The names of what the page still waits for, after a tenth of a second.
  private static let missingParts = """
    new Promise((done) => setTimeout(() => {
      const missing = [];
      if (!afterglow.isSettled()) missing.push('a frame of the panel');
      if (!afterglow.isDescribed()) missing.push('places, words and findings of the frame');
      const isSeen = (element) => {
        const { top, bottom } = element.getBoundingClientRect();
        const clip = element.closest('.tab-body, dialog')?.getBoundingClientRect() ?? { top: 0, bottom: innerHeight };
        return element.checkVisibility() && bottom > clip.top + 1 && top < clip.bottom - 1;
      };
      for (const group of document.querySelectorAll('.choices')) {
        if (isSeen(group) && Number(group.dataset.waiting ?? 0) > 0) missing.push(`${group.dataset.waiting} pictures of ${group.ariaLabel}`);
      }
      for (const frame of document.querySelectorAll('.choice-card .frame, .picture, .variant')) {
        const image = frame.querySelector('img');
        const isShown = image?.classList.contains('is-loaded') && image.complete && image.naturalWidth > 0
          && getComputedStyle(image).opacity === '1';
        if (!isSeen(frame) || isShown) continue;
        const words = frame.parentElement.querySelector('small, .note')?.textContent;
        missing.push(`the picture "${image?.alt || image?.title || ''}"${words ? ` (${words})` : ''}`);
      }
      for (const { playState, effect } of document.getAnimations()) {
        if (playState === 'running') missing.push(`an animation of ${effect?.target?.className ?? 'the page'}`);
      }
      done(missing);
    }, 100))
    """

  /// Waits until the frame, what is known of it and each picture in view are shown, with the pointer away from them.
  ///
  /// - Throws: `Chromium.Failure` with the names of what has not arrived.
  static func rest(_ page: BrowserPage) throws {
    try page.move(x: 4, y: 4)
    var (missing, unchangedLooks): ([String], Int) = ([], 0)
    for look in 1...maximumLooks {
      let found = try page.value(missingParts) as? [String] ?? ["the page's answer"]
      if found.isEmpty { return }
      unchangedLooks = found == missing ? unchangedLooks + 1 : 0
      missing = found
      if unchangedLooks < patientLooks && look < maximumLooks { continue }
      throw Chromium.Failure(
        description: "after \(look) looks the page still waits for \(missing.joined(separator: "; "))")
    }
  }

  @Test func `the page's own picture shows an evening with the boxes of its text`() throws {
    let studio = try StudioProcess("bedside-clock", "wall-display-1080p", "epaper-7in5-v2")
    defer { studio.end() }
    try visit(studio, width: 1280, height: 800) { page in
      try Self.go(page, to: "2026-11-21T21:07:00")
      try Self.lux(page, 8.7)
      try page.click("label", "Boxes")
      try page.wait("document.querySelector('figcaption').textContent.includes(', always-on, ')")
      try Self.rest(page)
      #expect(try page.count(".overlay .node") > 0)
      #expect(try page.value("document.querySelector('.reading').hidden") as? Bool == true)
      try Self.keep(page, "studio")
    }
  }
}
