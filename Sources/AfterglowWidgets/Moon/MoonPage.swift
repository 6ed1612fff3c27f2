extension MoonWidget {
  static let page = WidgetPage(
    summary:
      "the moon as it is lit, by how much, when it rises and sets at the scene's place, and the next full moon",
    fact: "how much of it is lit, beside its picture",
    factNames: ["illumination"],
    settings: #"""
      There is nothing to set. With a `place` in the scene it shows when the moon rises and sets there, or that it does not, and
      shows it as it stands when it is highest: south of the equator its north is below. All is computed, for five days ahead:
      phase and light to a hundredth, rise and set to a minute or two where the horizon is level. Libration, by which
      the moon shows a little more of its edges, is left out.
      """#)
}
