import AfterglowViews

// What may be shown where, by tables T1 to T8: used by scenes, previews and the compiler.

extension WidgetContext {
  private func platforms(_ host: WidgetHost?) -> [WidgetPlatform] { host.map { [$0.platform] } ?? platforms }

  /// The families that can be placed here (tables T1 and T2); on a host, those that it has a size for (T5 to T8).
  public func families(on host: WidgetHost? = nil) -> [WidgetFamily] {
    FamilyTable.families(in: place, on: platforms(host)).filter { host?.size(of: $0) != nil || host == nil }
  }

  /// The rendering modes in which a family is drawn here by day: those that the place has (table T3) and the family
  /// supports (T4).
  ///
  /// - Returns: empty if the family cannot be placed here.
  public func modes(of family: WidgetFamily, on host: WidgetHost? = nil) -> [WidgetRenderingMode] {
    guard families(on: host).contains(family) else { return [] }
    let here = RenderingModeTable.modes(in: place, on: platforms(host))
    // A portrait's only platform has no vibrant, which it must support nevertheless (docs/rules.md, Conflicts: b): at
    // night.
    let all = family == .systemExtraLargePortrait ? here + [.vibrant] : here
    return all.filter(family.renderingModes.contains)
  }

  /// The first context that shows a family on a host in a mode; `nil` if none does.
  public static func showing(
    _ family: WidgetFamily, in mode: WidgetRenderingMode? = nil, on host: WidgetHost? = nil
  ) -> WidgetContext? {
    let byChoice: [WidgetContext] = [
      .home, .lockScreen, .desktop, .surface, .smartStack, .watchFace, .standBy, .carPlay, .todayView,
      .notificationCenter,
    ]
    return byChoice.first { context in
      let modes = context.modes(of: family, on: host)
      return mode.map(modes.contains) ?? !modes.isEmpty
    }
  }

  // MARK: refusals

  /// A sentence for a family that cannot be placed here: what the place supports, the table that says so, and where the
  /// family can go (docs/rules.md, rule 2).
  public func refusal(of family: WidgetFamily, on host: WidgetHost? = nil) -> String {
    let offered = families(on: host).map(\.rawValue).joined(separator: ", ")
    let here = host.map { "\(rawValue) of \($0.name)" } ?? rawValue
    let isKnownThere = FamilyTable.families(in: place, on: platforms(host)).contains(family)
    let table = isKnownThere ? host?.sizeTable ?? "T5" : family.isSystem ? "T1" : "T2"
    // Prefers the same host: another place may be more relevant than another device.
    let onHost = host.map { host in WidgetContext.allCases.filter { $0.families(on: host).contains(family) } } ?? []
    let others = onHost.isEmpty ? WidgetContext.allCases.filter { $0.families().contains(family) } : onHost
    let device = onHost.isEmpty ? "" : " there"
    let elsewhere = others.compactMap { $0 != self ? $0.rawValue : host == nil ? nil : "\(rawValue) of other devices" }
    return "\(here) takes \(offered.isEmpty ? "no widgets" : offered), not \(family.rawValue) (docs/rules.md: \(table))"
      + (elsewhere.isEmpty ? "" : "; \(family.rawValue) goes into \(elsewhere.joined(separator: ", "))\(device)")
  }

  /// A sentence for a mode in which a family is not drawn here: the modes it is drawn in, and where it is drawn in this
  /// one.
  public func refusal(
    of mode: WidgetRenderingMode, for family: WidgetFamily, on host: WidgetHost? = nil
  ) -> String {
    guard family.renderingModes.contains(mode) else { return Self.refusal(of: mode, for: family) }
    let here = host.map { "\(rawValue) of \($0.name)" } ?? rawValue
    let modes = modes(of: family, on: host).map(\.name).joined(separator: " and ")
    return "\(here) shows \(family.rawValue) \(modes), not \(mode.name) (docs/rules.md: T3)"
      + Self.places(of: mode, for: family, on: host, but: self)
  }

  /// A sentence for a mode that no place shows a family in.
  public static func refusal(
    of mode: WidgetRenderingMode?, for family: WidgetFamily, on host: WidgetHost? = nil
  ) -> String {
    if let mode, !family.renderingModes.contains(mode) {
      let modes = family.renderingModes.map(\.name).joined(separator: " and ")
      return "\(family.rawValue) is drawn \(modes), not \(mode.name) (docs/rules.md: T4)"
    }
    guard let host else {
      return "no place shows \(family.rawValue)\(mode.map { " \($0.name)" } ?? "") by day (docs/rules.md: T3)"
    }
    let offered = WidgetContext.allCases.contains { $0.families(on: host).contains(family) }
    guard offered, let mode else {
      let has = WidgetFamily.allCases.filter { family in allCases.contains { $0.families(on: host).contains(family) } }
      return "\(host.name) has \(has.map(\.rawValue).joined(separator: ", ")), not \(family.rawValue) "
        + "(docs/rules.md: T1, T2 and \(host.sizeTable))"
    }
    return "no place of \(host.name) shows \(family.rawValue) \(mode.name) (docs/rules.md: T3)"
      + places(of: mode, for: family, on: nil, but: nil)
  }

  private static func places(
    of mode: WidgetRenderingMode, for family: WidgetFamily, on host: WidgetHost?, but here: WidgetContext?
  ) -> String {
    let places = allCases.filter { $0 != here && $0.modes(of: family, on: host).contains(mode) }.map(\.rawValue)
    return places.isEmpty ? "" : "; \(places.joined(separator: ", ")) \(places.count == 1 ? "does" : "do")"
  }
}

extension WidgetHost {
  /// The table with its sizes.
  var sizeTable: String {
    switch platform {
    case .iPhone: "T5"
    case .iPad: "T6"
    case .vision: "T7"
    case .watch: "T8"
    case .mac: "T1"
    }
  }
}

extension WidgetDescriptor {
  /// Whether the widget disfavours a family in a context (docs/rules.md, rule 51).
  ///
  /// - Returns: `false` for a context that ``WidgetLocation`` has no name for, such as a surface.
  public func isDisfavored(_ family: WidgetFamily, in context: WidgetContext) -> Bool {
    guard let location = context.location else { return false }
    return placing.disfavored.contains { $0.families.contains(family) && $0.locations.contains(location) }
  }
}
