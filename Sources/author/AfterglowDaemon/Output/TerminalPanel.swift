import AfterglowPreview

/// A picture at the top of the terminal, redrawn in place, with lines of text scrolling below it.
package final class TerminalPanel {
  /// The first lines below the picture, which replaces the content of the screen.
  var caption: [String] = []
  private var shown: HalfBlocks?
  private var size: (columns: Int, rows: Int) = (0, 0)
  private var isOpen = false
  /// Rows that are reserved for text.
  private let textRows: Int

  package init(textRows: Int) { self.textRows = textRows }

  deinit { close() }

  package func show(_ picture: PanelPicture) {
    let now = Terminal.size
    // A terminal with few rows shows half a picture rather than none.
    let rows = max(2, now.rows - textRows)
    let blocks = HalfBlocks(picture, columns: now.columns, rows: rows)
    let isSameLayout =
      isOpen && now == size && shown?.lines.count == blocks.lines.count && shown?.columns == blocks.columns
    if !isSameLayout { open(pictureRows: blocks.lines.count, size: now) }
    var text = "\u{1B}7\u{1B}[?25l"
    for (row, line) in blocks.lines.enumerated() where !isSameLayout || shown!.lines[row] != line {
      text += "\u{1B}[\(row + 1);1H\(line)"
    }
    Terminal.write(text + "\u{1B}8\u{1B}[?25h")
    shown = blocks
  }

  /// Whether the window size has changed since the last `show`.
  package var isResized: Bool { isOpen && Terminal.size != size }

  private func open(pictureRows: Int, size now: (columns: Int, rows: Int)) {
    let first = min(pictureRows + 1, now.rows)
    // Earlier content is moved to the terminal's scrollback.
    let away = isOpen ? "" : "\u{1B}[\(now.rows);1H" + String(repeating: "\n", count: now.rows)
    // Clear, limit scrolling to the rows below the picture, and go to the first of them.
    Terminal.write("\u{1B}[r\(away)\u{1B}[2J\u{1B}[\(first);\(now.rows)r\u{1B}[\(first);1H")
    // The last lines are the most important, and the cursor's row is below them.
    let room = max(0, now.rows - first)
    Terminal.write(caption.suffix(room).map { $0 + "\n" }.joined())
    size = now
    isOpen = true
  }

  /// Releases the whole window; its content remains.
  package func close() {
    guard isOpen else { return }
    isOpen = false
    Terminal.write("\u{1B}7\u{1B}[r\u{1B}8\u{1B}[0m\u{1B}[?25h")
  }
}
