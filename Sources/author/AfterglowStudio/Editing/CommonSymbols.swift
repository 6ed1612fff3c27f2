import Afterglow

/// Symbols that are offered before a word is typed, by subject: of all thousands by their letters the first would be
/// `ab-testing` and `abacus`.
enum CommonSymbols {
  static let names = [
    "star", "heart", "flag", "gift", "birthday.cake", "trophy", "bell", "calendar", "clock", "alarm", "hourglass",
    "house", "bed.double", "lightbulb", "tv", "washer", "fan", "battery.100", "wifi", "lock", "key", "trash",
    "airplane", "car", "bus", "tram", "bicycle", "figure.walk", "sailboat", "tent", "mappin",
    "sun.max", "moon", "cloud.rain", "snowflake", "wind", "drop", "flame", "bolt", "thermometer.medium", "leaf", "tree",
    "fork.knife", "cup.and.saucer", "wineglass", "cart", "shippingbox", "creditcard",
    "music.note", "camera", "gamecontroller", "book", "graduationcap", "briefcase", "phone", "envelope",
    "pawprint", "fish", "dumbbell", "soccerball", "stethoscope", "pills", "hammer", "wrench.and.screwdriver",
  ]

  static var items: [FoundItem] {
    names.map { FoundItem(name: $0, glyph: Symbol(named: $0)?.character) }
  }
}
