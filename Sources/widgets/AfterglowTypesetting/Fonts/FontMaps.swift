import CPango

/// Pango's font maps over the fonts of a library. For each size that a text is fitted with, Pango compares all fonts of a map,
/// in two threads that it starts for this, and it keeps what it found for a few hundred sizes. So each weight of a design has
/// a map of its own, with only the fonts that Pango could take a character from.
final class FontMaps {
  typealias Map = UnsafeMutablePointer<PangoFontMap>

  /// Which fonts a text may have.
  struct Choice: Hashable {
    var fonts: Fonts
    /// Those of its scripts in addition, by their indices in `ScriptFont.all`.
    var scripts: [Int]

    init(_ fonts: [ShapingFont], scripts: [Int]) {
      self.fonts = Fonts(fonts)
      self.scripts = scripts
    }
  }

  enum Fonts: Hashable {
    /// Those of one list of families in one weight.
    case plain(families: String, weight: Font.Weight, isItalic: Bool)
    /// All of the library's.
    case all
    /// Loaded fonts of people's own before all of the library's, by their families.
    case own([String])

    init(_ fonts: [ShapingFont]) {
      let own = Set(fonts.compactMap(\.custom)).sorted()
      let plain = Set(
        fonts.map {
          Fonts.plain(families: FallbackFont.families($0.design), weight: $0.weight, isItalic: $0.isItalic)
        })
      if !own.isEmpty { self = .own(own) } else { self = plain.count == 1 ? plain.first! : .all }
    }
  }

  private let configuration: OpaquePointer
  private let scriptFiles: ScriptFontFiles
  private var maps: [Choice: (configuration: OpaquePointer, map: Map)] = [:]
  /// Of all fonts.
  let whole: Map

  /// - Parameters:
  ///   - configuration: of all fonts but those of scripts; it is given away.
  ///   - scriptFiles: read when a text needs them.
  init(_ configuration: OpaquePointer, scriptFiles: ScriptFontFiles) {
    self.configuration = configuration
    self.scriptFiles = scriptFiles
    whole = ag_font_map_create(configuration)
  }

  deinit {
    for (configuration, map) in maps.values {
      ag_unref(map)
      FcConfigDestroy(configuration)
    }
    ag_unref(whole)
    FcConfigDestroy(configuration)
  }

  /// What has no map, for want of memory or of fonts, has that of all.
  func map(_ choice: Choice) -> Map {
    if let known = maps[choice] { return known.map }
    guard let made = configuration(choice) else { return whole }
    let map: Map = ag_font_map_create(made)
    maps[choice] = (made, map)
    return map
  }

  /// Drops the maps of texts that need fonts of scripts: content may come in any mixture of scripts.
  func dropScripts() {
    for (choice, made) in maps where !choice.scripts.isEmpty {
      ag_unref(made.map)
      FcConfigDestroy(made.configuration)
      maps[choice] = nil
    }
  }

  private func configuration(_ choice: Choice) -> OpaquePointer? {
    let scripts = choice.scripts.flatMap(scriptFiles.patterns)
    if choice.fonts == .all && scripts.isEmpty { return nil }
    guard let library else { return nil }
    let fonts: [OpaquePointer]?
    var file: String?
    switch choice.fonts {
    case .all: fonts = library
    case .plain(let families, let weight, let isItalic): fonts = reduced(families, weight, isItalic: isItalic)
    case .own(let families):
      let own = families.compactMap(FontFiles.shared.loaded)
      fonts = own.flatMap(\.patterns) + library
      file = own.first?.file
    }
    guard let fonts, let file = file ?? fonts.first.flatMap(Self.file) else { return nil }
    return Self.configuration(of: fonts + scripts, file: file)
  }

  private static func file(of pattern: OpaquePointer) -> String? {
    var file: UnsafeMutablePointer<FcChar8>?
    guard FcPatternGetString(pattern, FC_FILE, 0, &file) == FcResultMatch, let file else { return nil }
    return String(cString: file)
  }

  /// fontconfig's patterns of all fonts.
  private var library: [OpaquePointer]? {
    FcConfigGetFonts(configuration, FcSetApplication).map(Self.patterns)
  }

  private static func patterns(_ set: UnsafeMutablePointer<FcFontSet>) -> [OpaquePointer] {
    (0..<Int(set.pointee.nfont)).compactMap { set.pointee.fonts[$0] }
  }

  /// A configuration with these fonts and no others.
  ///
  /// - Parameter file: any font, without which a configuration has no set to put them into.
  private static func configuration(of fonts: [OpaquePointer], file: String) -> OpaquePointer? {
    guard let made = FcConfigCreate() else { return nil }
    guard FcConfigAppFontAddFile(made, file) != 0, let set = FcConfigGetFonts(made, FcSetApplication) else {
      FcConfigDestroy(made)
      return nil
    }
    // Under the names of their files they could be taken for ours.
    for pattern in patterns(set) { FcPatternDestroy(pattern) }
    set.pointee.nfont = 0
    for font in fonts {
      FcPatternReference(font)
      FcFontSetAdd(set, font)
    }
    _ = FcConfigParseAndLoadFromMemory(made, FallbackFont.rule, 1)
    return made
  }

  /// All that fontconfig would offer for these families in this weight, whatever the size, and for emoji, for which Pango asks
  /// by a family of that name. Fonts that add no character to those before them are left out: that is most of a family.
  private func reduced(_ families: String, _ weight: Font.Weight, isItalic: Bool) -> [OpaquePointer]? {
    guard let library, let all = FcConfigGetFonts(configuration, FcSetApplication) else { return nil }
    var kept: Set<OpaquePointer> = []
    for names in [families.split(separator: ",").map(String.init), ["emoji"]] {
      guard let pattern = FcPatternCreate() else { return nil }
      defer { FcPatternDestroy(pattern) }
      for name in names { FcPatternAddString(pattern, FC_FAMILY, name) }
      FcPatternAddDouble(pattern, FC_WEIGHT, FcWeightFromOpenTypeDouble(Double(weight.rawValue)))
      if isItalic { FcPatternAddInteger(pattern, FC_SLANT, FC_SLANT_ITALIC) }
      FcConfigSubstitute(configuration, pattern, FcMatchPattern)
      ag_forget_language(pattern, nil)
      FcDefaultSubstitute(pattern)
      var sets: [UnsafeMutablePointer<FcFontSet>?] = [all]
      var result = FcResultMatch
      guard let sorted = FcFontSetSort(configuration, &sets, 1, pattern, FcBool(1), nil, &result) else { return nil }
      kept.formUnion(Self.patterns(sorted))
      FcFontSetDestroy(sorted)
    }
    return library.filter(kept.contains)
  }
}
