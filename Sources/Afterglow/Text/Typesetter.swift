final class Typesetter {}
struct ShapedText {}
struct TickLayout {}
func makeTextElements(_ text: Text, in context: ResolveContext) -> [Element] { [] }
func makeSymbolElements(_ symbol: Symbol, in context: ResolveContext) -> [Element] { [] }
