import Afterglow
import Foundation

// Symbols and pictures, as written for SwiftUI.

struct Condition {
  let code: Int

  var symbolName: String { code == 0 ? "sun.max" : code < 50 ? "cloud.sun" : "cloud.rain" }
}

struct Weather {
  let isSunny: Bool

  var icon: Image { Image(systemName: isSunny ? "sun.max" : "cloud") }
}

struct SymbolIdioms: View {
  var symbol = "drop.fill"
  var strength = 0.6
  var condition = Condition(code: 61)
  var weather = Weather(isSunny: true)

  var body: some View {
    Image(systemName: "sun.max.fill").font(.title2).foregroundStyle(.yellow)
    Image(systemName: "alarm").imageScale(.large)
    Image(systemName: "wifi").symbolRenderingMode(.hierarchical).foregroundStyle(.blue)
    Image(systemName: symbol).symbolRenderingMode(.multicolor)
    Image(systemName: "cloud.rain.fill").foregroundStyle(.white, .blue)
    Image(systemName: "cellularbars", variableValue: strength)
    Image(systemName: "leaf.fill").resizable().scaledToFit().frame(width: 24, height: 24)
    Image(systemName: condition.symbolName)
    weather.icon.resizable().scaledToFit().frame(height: 30)
    Image(systemName: "bell").symbolVariant(.slash)
    Label("Rain", systemImage: "cloud.rain").symbolVariant(.fill).symbolRenderingMode(.palette)
    Image(systemName: "heart").symbolEffect(.pulse)
  }
}

/// Pictures of the resources, of which this target has none.
struct PictureIdioms: View {
  var condition = "rain"
  var data = Data()

  var body: some View {
    Image("Beach").resizable().scaledToFill().clipped()
    Image(decorative: "Ornament").resizable().scaledToFit()
    Image("Logo").renderingMode(.template).foregroundStyle(.white)
    Image("weather-\(condition)", bundle: .main).resizable().frame(width: 40, height: 40)
    Image(ImageResource(name: "Logo", bundle: .main)).interpolation(.high).antialiased(true)
    if let image = UIImage(data: data) { Image(uiImage: image).resizable().aspectRatio(contentMode: .fill) }
    Rectangle().fill(Color("BrandOrange"))
    Label("Home", image: "House")
  }
}
