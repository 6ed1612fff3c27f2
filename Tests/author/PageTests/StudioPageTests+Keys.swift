import Foundation
import Testing

/// The page without a pointer.
extension StudioPageTests {
  /// Moves the focus on until an element has it.
  private static func tab(_ page: BrowserPage, to expression: String, most: Int = 120) throws {
    for _ in 0..<most {
      if try page.value("((element) => Boolean(\(expression)))(document.activeElement)") as? Bool == true { return }
      try page.press("Tab")
    }
    throw Chromium.Failure(description: "the focus does not come to \(expression)")
  }

  /// Moves along the tabs of the inspector until one of a name has the focus.
  private static func turn(_ page: BrowserPage, toTab name: String) throws {
    var passed: [String] = []
    for _ in 0..<12 {
      let focused = try page.text("document.activeElement.textContent")
      if focused == name { return }
      passed.append(focused)
      try page.press("ArrowRight")
    }
    throw Chromium.Failure(
      description: "the focus does not come to the tab \(name); it was on \(passed.joined(separator: ", "))")
  }

  @Test func `a widget is added, chosen and set up by keys alone`() throws {
    let studio = try StudioProcess("bedside-clock")
    defer { studio.end() }
    let board = "bedside-clock"
    try visit(studio) { page in
      try Self.settle(page)
      // From the gallery, instead of the last widget.
      try page.press("g")
      try page.wait("document.activeElement?.type === 'search'")
      try page.type("moon")
      try Self.tab(page, to: "element.ariaLabel === 'Add Moon, small'")
      try page.press("Enter")
      try page.wait("afterglow.scene().widgets.some(({ kind }) => kind === 'moon')")
      #expect(try studio.scene(board).contains("kind: moon"))
      try page.press("a")
      // The clock's form, by the tabs of the inspector.
      try Self.tab(page, to: "element.role === 'tab'")
      try Self.turn(page, toTab: "Widgets")
      try Self.tab(page, to: "element.dataset.key === 'all'")
      try page.press("Enter")
      try Self.tab(page, to: "element.dataset.key === 'clock'")
      try page.press("Enter")
      try page.wait("document.activeElement.dataset.key === 'all' && document.querySelector('[data-key=style]')")
      try Self.tab(page, to: "element.ariaLabel === 'Digital'")
      try page.press("ArrowRight")
      try page.wait("document.querySelector('[aria-label=Inline]').checked && !afterglow.isEditing()")
      #expect(try studio.scene(board).contains("style: inline"))
      #expect(try page.text("document.activeElement.ariaLabel") == "Inline")
      // Back to the list, where the focus is on its row.
      try Self.tab(page, to: "element.dataset.key === 'all'", most: 200)
      try page.press("Enter")
      try page.wait("document.activeElement.dataset.key === 'clock'")
      // And all of it back again.
      try page.press("z", control: true)
      try page.wait("!afterglow.isEditing() && afterglow.scene().widgets.length === 2")
    }
  }
}
