/// A symbol from the icon font, as large as the text beside it.
public struct Image: View, PrimitiveView {
  public typealias Body = Never
  let symbol: Symbol

  public init(symbol: Symbol) { self.symbol = symbol }

  func elements(in context: ResolveContext) -> [Element] { makeSymbolElements(symbol, in: context) }
}

/// A symbol next to a text.
public struct Label: View {
  private let title: String
  private let symbol: Symbol

  public init(_ title: String, symbol: Symbol) {
    self.title = title
    self.symbol = symbol
  }

  public var body: some View {
    HStack(alignment: .firstTextBaseline, spacing: 4) {
      Image(symbol: symbol)
      Text(title)
    }
  }
}
