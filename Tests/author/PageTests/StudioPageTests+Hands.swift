import Foundation
import Testing

/// What hands do without thinking: a click where one looks, a double click, a key to the end of a slider.
extension StudioPageTests {
  /// The middle of a widget on the panel's picture, in the page's pixels.
  private static func middle(_ page: BrowserPage, of widget: String) throws -> (x: Double, y: Double) {
    let place = try page.value(
      """
      (() => {
        const { frame } = afterglow.scene().widgets.find(({ name }) => name === '\(widget)');
        const canvas = document.querySelector('figure canvas'), { left, top, width, height } = canvas.getBoundingClientRect();
        const x = (frame.x + frame.width / 2) / canvas.width, y = (frame.y + frame.height / 2) / canvas.height;
        return [left + x * width, top + y * height];
      })()
      """)
    let parts = try #require(place as? [Double])
    return (parts[0], parts[1])
  }

  @Test func `a click on the panel chooses the widget there`() throws {
    let studio = try StudioProcess("wall-display-1080p")
    defer { studio.end() }
    try visit(studio) { page in
      try Self.go(page, to: "2026-11-21T09:41:00")
      try page.wait("afterglow.scene() !== undefined")
      for widget in ["calendar", "bins"] {
        let (x, y) = try Self.middle(page, of: widget)
        try page.click(x: x, y: y)
        try page.wait("document.querySelector('.title .note')?.textContent.startsWith('\(widget), ')")
        #expect(try page.count(".overlay .chosen") == 1)
      }
    }
  }

  @Test func `a double click adds one widget`() throws {
    let studio = try StudioProcess("wall-display-1080p")
    defer { studio.end() }
    try visit(studio) { page in
      try Self.go(page, to: "2026-11-21T09:41:00")
      try page.click("[role=radio]", "Arrange")
      for name in ["bins", "countdown"] {
        try page.click("[data-widget=\(name)]")
        try page.press("Delete")
        try page.wait("document.querySelector('[data-widget=\(name)]') === null && !afterglow.isEditing()")
      }
      try page.press("g")
      let (x, y) = try page.place("button", "Add Moon, small")
      try page.click(x: x, y: y)
      try page.click(x: x, y: y)
      try page.wait("afterglow.scene().widgets.some(({ kind }) => kind === 'moon') && !afterglow.isEditing()")
      try page.wait("document.querySelector('dialog') === null")
      #expect(try page.number("afterglow.scene().widgets.filter(({ kind }) => kind === 'moon').length") == 1)
    }
  }

  @Test func `Home and End go to the ends of the sliders`() throws {
    let studio = try StudioProcess("bedside-clock")
    defer { studio.end() }
    try visit(studio) { page in
      try Self.go(page, to: "2026-11-21T09:41:00")
      for (key, lux) in [("End", "100000"), ("Home", "0.01")] {
        try page.value("document.querySelector('.lux').focus()")
        try page.press(key)
        #expect(try Self.luxShown(page) == lux)
      }
      try page.press("e")
      try page.value("document.querySelector('.lane').focus()")
      for (key, lux) in [("End", "100000"), ("Home", "0.01")] {
        try page.press(key)
        #expect(try page.text("document.querySelector('.lane').ariaValueNow") == lux)
      }
    }
  }
}
