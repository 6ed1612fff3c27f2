extension MoonWidget {
  static let page = WidgetPage(
    summary:
      "the moon's phase, its illuminated share, when it rises and sets at the scene's place, and the next full moon",
    fact: "the illuminated share, beside its picture",
    factNames: ["illumination"],
    settings: #"""
      It has no settings. With a `place` in the scene it shows when the moon rises and sets there, or that it does not, and shows
      the moon as it is seen there at its highest: south of the equator its north is at the bottom. Everything is computed, for five
      days ahead: phase and illuminated share to a hundredth, rise and set to a minute or two where the horizon is level. Libration, by
      which the moon shows a little more of its edges, is left out.
      """#)
}
