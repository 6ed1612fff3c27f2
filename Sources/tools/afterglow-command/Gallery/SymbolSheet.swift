import Afterglow
import AfterglowCore
import AfterglowPreview

import struct Afterglow.Color

/// Symbols side by side, each with its name and its SF Symbols name.
struct SymbolSheet {
  /// As many as fit in the largest picture.
  static let maximumCount = 1_200
  /// As many as fit in a terminal's width, drawn small.
  static let stripCount = 8

  var title: String
  var symbols: [Symbol.Listed]

  private static let columns = 8
  private static let cell = (width: 196, height: 104)
  private static let margin = 40
  private static let head = 96
  private static let side = 48.0
  private static let wall = Color(argb: 0xFF1C_1C1E)
  private static let ink = Color(argb: 0xFFF2_F2F4)
  private static let quiet = Color(argb: 0xFF9C_A0A8)

  func draw() throws -> PanelPicture {
    let rows = (symbols.count + Self.columns - 1) / Self.columns
    let canvas = try SheetCanvas(
      width: Self.columns * Self.cell.width + 2 * Self.margin,
      height: Self.head + rows * Self.cell.height + Self.margin, background: Self.wall)
    canvas.text(
      "\(title) · \(symbols.count)", x: Double(Self.margin), baseline: 56, size: 30, weight: .semibold, Self.ink)
    for (index, listed) in symbols.enumerated() {
      let x = Double(Self.margin + index % Self.columns * Self.cell.width)
      let y = Double(Self.head + index / Self.columns * Self.cell.height)
      if let symbol = listed.symbol { canvas.symbol(symbol, x, y, side: Self.side, color: Self.ink) }
      canvas.text(fitted(listed.usedName, size: 13, on: canvas), x: x, baseline: y + Self.side + 18, size: 13, Self.ink)
      if let name = listed.systemNames.first {
        canvas.text(fitted(name, size: 12, on: canvas), x: x, baseline: y + Self.side + 35, size: 12, Self.quiet)
      }
    }
    return canvas.picture
  }

  /// Only the symbols, in one row.
  func strip() throws -> PanelPicture {
    let canvas = try SheetCanvas(width: symbols.count * 20, height: 20, background: Color(argb: 0xFF00_0000))
    for (index, listed) in symbols.enumerated() {
      if let symbol = listed.symbol { canvas.symbol(symbol, Double(index * 20 + 2), 2, side: 16, color: Self.ink) }
    }
    return canvas.picture
  }

  /// As much of a name as fits in its cell.
  private func fitted(_ name: String, size: Double, on canvas: SheetCanvas) -> String {
    var shown = name
    while canvas.textWidth(shown, size: size) > Double(Self.cell.width - 12) {
      shown = String(shown.dropLast(shown.hasSuffix("…") ? 2 : 1)) + "…"
    }
    return shown
  }
}
